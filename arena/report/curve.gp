# Cumulative difference: mean of the units so far, with its confidence band. The program writes `unit`,
# `a`, `b` and $data first: units, mean, low, high.
set terminal svg dynamic enhanced size 720,360 font "sans-serif,19" linewidth 1
set encoding utf8
set minussign
set border 2 linecolor rgb "#808080" linewidth 0.6
set tics nomirror textcolor rgb "#808080" scale 0.5
set ytics in
set xtics scale 0
set key off
set xlabel unit." played" textcolor rgb "#808080" offset 0,0.4 noenhanced
set lmargin 7.5; set rmargin 3; set tmargin 1.6; set bmargin 3.2
stats $data using 1 nooutput
last = STATS_max
set xrange [0:last]
set xtics autofreq 0, 10**floor(log10(last > 0 ? last : 1))
step = 10**floor(log10(last > 0 ? last : 1))
step = last/step < 2 ? step/2 : last/step > 5 ? step*2 : step
set xtics 0, step < 1 ? 1 : step
# The first units vary a lot, so the scale fits what comes after the first eighth.
late(v) = column(1) >= last / 8.0 ? v : NaN
top = 0; bottom = 0
widen(v) = (v == v ? (top = v > top ? v : top, bottom = v < bottom ? v : bottom, v) : NaN)
set table $seen
plot $data using 1:(widen(late($2))), $data using 1:(widen(late($3))), $data using 1:(widen(late($4)))
unset table
room = top > bottom ? (top - bottom) * 0.08 : 1
set yrange [bottom - (bottom < top && bottom == 0 ? 0 : room):top + (bottom < top && top == 0 ? 0 : room)]
set ytics autofreq
set label 1 "points a deal, for ".a at graph 0, screen 0.965 left offset -5,0 textcolor rgb "#808080" noenhanced
plot $data using 1:3:4 with filledcurves fillcolor rgb "#9dbce0" fillstyle solid 1 noborder, \
     0 with lines linecolor rgb "#808080" linewidth 1, \
     $data using 1:2 with lines linecolor rgb "#1b6ac9" linewidth 2.5
