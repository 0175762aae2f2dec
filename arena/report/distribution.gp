# Differences of single units. The program writes `unit`, `a`, `b`, `width` of a bin, `zero`, the number of
# units that are exactly zero, and $data first: from, count. The bin at 0 includes those zeros.
set terminal svg dynamic enhanced size 720,360 font "sans-serif,19" linewidth 1
set encoding utf8
set minussign
set border 1 linecolor rgb "#808080" linewidth 0.6
set tics nomirror textcolor rgb "#808080" scale 0.5
set xtics out
set ytics scale 0
set grid ytics linecolor rgb "#808080" linewidth 0.2 dashtype 3
set key off
set lmargin 7.5; set rmargin 3; set tmargin 1.9; set bmargin 3.2
set xlabel "points a deal" textcolor rgb "#808080" offset 0,0.4
others(from, count) = from == 0 ? count - zero : count
stats $data using (others($1, $2)) nooutput
# Identical play gives zero differences. That spike would flatten everything else, so it is cut off.
most = STATS_max > 0 ? STATS_max : zero
top = 1.18 * most
cut = zero > most
stats $data using 1 nooutput
low = STATS_min; high = STATS_max + width
set xrange [(low < 0 ? low : -width):(high > 0 ? high : width)]
set yrange [0:top]
set boxwidth 0.86 * width
set style fill solid 1 noborder
set label 1 b." ahead" at graph 0, screen 0.955 left textcolor rgb "#c9541b" noenhanced
set label 2 a." ahead" at graph 1, screen 0.955 right textcolor rgb "#1b6ac9" noenhanced
set label 3 sprintf("equal: %d", zero) at graph 0.5, screen 0.955 center textcolor rgb "#808080" noenhanced
middle(from) = from + width / 2.0
plot $data using (middle($1)):($1 < 0 ? $2 : 1/0) with boxes linecolor rgb "#c9541b", \
     $data using (middle($1)):($1 >= 0 ? others($1, $2) : 1/0) with boxes linecolor rgb "#1b6ac9", \
     '+' using (0):(cut ? top : zero) every ::0::0 with impulses linecolor rgb "#808080" linewidth 2.5
