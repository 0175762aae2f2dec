# Which games the bots declare. The program writes `bots`, their number, and $data first: type of game,
# then a column of shares in percent for each bot (up to six); the first row has their names.
set terminal svg dynamic enhanced size 720,360 font "sans-serif,19" linewidth 1
set encoding utf8
set border 1 linecolor rgb "#808080" linewidth 0.6
set tics nomirror textcolor rgb "#808080" scale 0
set xtics noenhanced
set format y "%g %%"
set grid ytics linecolor rgb "#808080" linewidth 0.2 dashtype 3
set lmargin 7.5; set rmargin 1; set bmargin 2; set tmargin bots > 3 ? 4 : 2.6
set yrange [0:*]
set offsets 0, 0, graph 0.04, 0
set key at graph 1, screen 0.98 right top horizontal samplen 0.7 width 1 textcolor rgb "#808080" noenhanced Left reverse maxcols 3
set style data histograms
set style histogram clustered gap 0.9
set style fill solid 1 noborder
set boxwidth 0.9 relative
colours = "#1b6ac9 #c9541b #2f8f62 #8d5bb8 #b58b1a #5f7a8c"
plot for [i = 1:bots] $data using (column(i + 1)):xtic(1) linecolor rgb word(colours, i) title columnheader(i + 1)
