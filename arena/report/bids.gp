# Won games by final bid. The program writes `a`, `b` and $data first: range of the bids (text), declared
# and won games of a, then of b. A bot without games in a range has 0 0.
set terminal svg dynamic enhanced size 720,360 font "sans-serif,19" linewidth 1
set encoding utf8
set border 1 linecolor rgb "#808080" linewidth 0.6
set tics nomirror textcolor rgb "#808080" scale 0
set format y "%g %%"
set ytics 0, 25, 100
set grid ytics linecolor rgb "#808080" linewidth 0.2 dashtype 3
set lmargin 7.5; set rmargin 1; set bmargin 3.2; set tmargin 2.6
stats $data using 2 nooutput
set xrange [-0.6:STATS_records - 0.4]
set yrange [0:108]
set xlabel "final bid" textcolor rgb "#808080" offset 0,0.4
set key at graph 1, screen 0.98 right top horizontal samplen 0.7 width 1 textcolor rgb "#808080" noenhanced Left reverse
set style fill solid 1 noborder
set boxwidth 0.36
share(declared, won) = declared > 0 ? 100.0 * won / declared : 1/0
games(declared) = declared > 0 ? sprintf("%d", declared) : ""
set label 1 "won; games on the bars" at graph 0, screen 0.95 left offset -5,0 textcolor rgb "#808080"
plot $data using ($0 - 0.2):(share($2, $3)):xtic(1) with boxes linecolor rgb "#1b6ac9" title a, \
     $data using ($0 + 0.2):(share($4, $5)) with boxes linecolor rgb "#c9541b" title b, \
     $data using ($0 - 0.2):(share($2, $3) + 4.5):(games($2)) with labels font ",14" textcolor rgb "#808080" notitle, \
     $data using ($0 + 0.2):(share($4, $5) + 4.5):(games($4)) with labels font ",14" textcolor rgb "#808080" notitle
