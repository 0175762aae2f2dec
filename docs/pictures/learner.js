// SPDX-License-Identifier: MIT
/* The curve of docs/learning.md, drawn by the page's own charts.js from learner.json: what the learner wins by how much it learned from. */

/* A column for each doubling of the games. */
function learnerChart(rows) {
  const first = rows[0].games, places = rows.map(row => Math.log2(row.games / first)), last = places.at(-1);
  const scorings = [['a', 'classic'], ['b', 'seeger']];
  const ends = rows.flatMap(row => scorings.flatMap(([, scoring]) => row[scoring]));
  return chart({label: 'Points a deal more than stammtisch, by games learned from', height: 290,
      x: {title: 'Games from which the networks for cards learned', low: -0.5, high: last + 0.5,
          names: Array.from({length: last + 1}, (_, i) => number(first * 2 ** i))},
      y: {title: 'Points a deal more than stammtisch, with 95 % intervals', low: Math.min(...ends) - 1, high: Math.max(...ends) + 1, sign: true},
      keys: [['a', 'classic'], ['b', 'Seeger']], points: places, say: () => '',
      draw: plot => scorings.flatMap(([mark, scoring], k) => {
        const at = rows.map((row, i) => [plot.x(places[i] + 0.06 * (2 * k - 1)), ...row[scoring].map(plot.y)]);
        return [shape('path', {class: 'line', style: `stroke: var(--${mark}); opacity: 0.4`, d: pathOf(at)}),
            ...at.map(([x, mean, low, high]) => shape('g', null, shape('line', {class: 'whisker', x1: x, x2: x, y1: low, y2: high}),
                shape('circle', {class: `fill-${mark}`, cx: x, cy: mean, r: 4.5})))];
      })});
}
byId('main').replaceChildren(learnerChart(LEARNER).node);
