// SPDX-License-Identifier: MIT
/* Searches for options: where the search went, and what it found. */

/* The path of one option: both values of each round as dots, the centre as a line. */
function pathFigure(search, option) {
  const rounds = search.path ?? [], last = Math.max(search.rounds, 1);
  const centre = [{at: 0, value: option.start}, ...rounds.map((r, i) => ({at: i + 1, value: r.centre?.[option.name]}))].filter(p => known(p.value));
  const tried = rounds.flatMap((r, i) => [r.plus, r.minus].map(side => ({at: i + 1, value: side?.[option.name]}))).filter(p => known(p.value));
  const room = (option.high - option.low || 1) * 0.04;
  return figure(chart({
    label: `${option.name} by round: from ${option.start} to ${option.winner}`, height: 190, keys: [['line', 'where the search stood'], ['dot', 'tried']],
    x: {title: 'round', low: -0.02 * last, high: 1.02 * last}, y: {title: option.name, low: option.low - room, high: option.high + room},
    points: centre.map(p => p.at),
    say: i => `${centre[i].at ? `after round ${centre[i].at}` : 'start'}: ${number(centre[i].value, 2)}`,
    draw: plot => [tried.map(p => shape('circle', {class: 'tried', cx: plot.x(p.at).toFixed(1), cy: plot.y(p.value).toFixed(1), r: 2.5})),
      shape('path', {class: 'line', d: pathOf(centre.map(p => [plot.x(p.at), plot.y(p.value)]))})],
  }), [code(option.name), ': what each round tried, and where the search stood after it.']);
}

/* ---- The function that was fitted ---- */

const NO_INTERVAL = 'It has no interval: rounds near the end of the search count most, and far from it the function is a guess. How sure the '
    + 'winner is, the check on fresh deals says.';

/* The function along one option, the others as the winner has them. */
function sectionFigure(search, option, {points}) {
  const gains = points.map(p => p.gain).concat(0), room = (Math.max(...gains) - Math.min(...gains) || 1) * 0.08;
  const across = (option.high - option.low || 1) * 0.03;
  const near = value => points.reduce((best, p) => (Math.abs(p.value - value) < Math.abs(best.value - value) ? p : best));
  const markAt = (plot, kind, value) => shape('circle', {class: kind, cx: plot.x(value).toFixed(1), cy: plot.y(near(value).gain).toFixed(1), r: 5});
  return figure(chart({
    label: `fitted points a deal by ${option.name}`, height: 170, keys: [['line', 'fitted to all rounds'], ['ring', 'start'], ['a', 'winner']],
    x: {title: option.name, low: option.low - across, high: option.high + across},
    y: {title: 'points a deal against the start', low: Math.min(...gains) - room, high: Math.max(...gains) + room, sign: true}, points: points.map(p => p.value),
    say: i => `${option.name} ${points[i].value}: ${number(points[i].gain, 2, true)}`,
    draw: plot => [shape('path', {class: 'line', d: pathOf(points.map(p => [plot.x(p.value), plot.y(p.gain)]))}),
      markAt(plot, 'start', option.start), markAt(plot, 'fill-a', option.winner)],
  }), [code(option.name), ': what the search expects of each value', search.options.length > 1 ? ', the other options as the winner has them.' : '.']);
}

/* Two options at once: cells in the colour of the better side, the stronger the more; what was tried as dots. */
function mapFigure(search, {x, y, xs, ys, gains}) {
  const [across, up] = [x, y].map(name => search.options.find(o => o.name === name)), most = Math.max(...gains.flat().map(Math.abs)) || 1;
  /* Cells meet halfway between two values. */
  const edges = list => [...list.map((value, i) => (i ? (list[i - 1] + value) / 2 : 1.5 * value - 0.5 * list[1])), 1.5 * list.at(-1) - 0.5 * list.at(-2)];
  const columns = edges(xs), rows = edges(ys);
  const best = k => ys.reduce((top, _, i) => (gains[i][k] > gains[top][k] ? i : top), 0);
  const tried = (search.path ?? []).flatMap(r => [r.plus, r.minus]).filter(side => known(side?.[x]) && known(side?.[y]));
  const place = (plot, i, k) => ({x: plot.x(columns[k]).toFixed(1), y: plot.y(rows[i + 1]).toFixed(1), 'shape-rendering': 'crispEdges',
    width: (plot.x(columns[k + 1]) - plot.x(columns[k])).toFixed(1), height: (plot.y(rows[i]) - plot.y(rows[i + 1])).toFixed(1)});
  const cell = (plot, i, k) => [shape('rect', {...place(plot, i, k), class: gains[i][k] < 0 ? 'fill-b' : 'fill-a', 'fill-opacity':
      (0.75 * Math.abs(gains[i][k]) / most).toFixed(3)}), gains[i][k] < 0 ? shape('rect', {...place(plot, i, k), fill: 'url(#hatch)'}) : null];
  const round = (plot, kind, sizes, values) => shape('circle', {class: kind, cx: plot.x(values[0]).toFixed(1), cy: plot.y(values[1]).toFixed(1), r: sizes});
  return figure(chart({
    label: `fitted points a deal by ${x} and ${y}`, height: 280,
    keys: [['a', `better than the start, at most ${number(Math.max(0, ...gains.flat()), 2, true)}`],
      ['b', `worse, at most ${number(Math.min(0, ...gains.flat()), 2)}`], ['dot', 'tried'], ['ring', 'start'], ['cross', 'winner']],
    x: {title: x, low: columns[0], high: columns.at(-1)}, y: {title: y, low: rows[0], high: rows.at(-1)}, points: xs,
    say: k => `${x} ${xs[k]}: best with ${y} ${ys[best(k)]}, ${number(gains[best(k)][k], 2, true)}`,
    draw: plot => [ys.flatMap((_, i) => xs.map((__, k) => cell(plot, i, k))), tried.map(side => round(plot, 'tried', 2.5, [side[x], side[y]])),
      round(plot, 'start', 6, [across.start, up.start]),
      shape('path', {class: 'winner', d: `M${plot.x(across.winner) - 6},${plot.y(up.winner)}h12m-6,-6v12`})],
  }), [code(x), ' and ', code(y), ': what the search expects', search.options.length > 2 ? ', the third option as the winner has it.' : ' of each pair.']);
}

const WINNER_WORDS = {
  better: 'To play with the winner:', 'no difference': 'Nothing tells the winner from the start:', 'not finished': 'The best so far:',
  'not shown to be better': 'The winner, which is not shown to be better than the start:', worse: 'The winner, which is worse than the start:',
};

/* The winner as the command line takes it. */
const winnerSpec = search => `${search.module}:${search.options.map(o => `${o.name}=${o.winner}`).join(',')}`;

function surfacePart(search) {
  if (!search.sections?.length) return null;
  return el('section', {class: 'part'}, el('h3', null, 'The function that the search has fitted'), el('p', {class: 'note'}, NO_INTERVAL),
      el('div', {class: 'columns'}, (search.maps ?? []).map(map => mapFigure(search, map)),
        search.sections.map(section => sectionFigure(search, search.options.find(o => o.name === section.option), section))));
}

function searchSection(search, alone) {
  const checked = search.check && judgedEstimate(search.check.difference, search.check.judged);
  const d = known(checked?.mean) && search.verdict !== 'no difference' ? checked : null;
  return sectionOf(search, alone, `Search: ${search.name}`,
    search.complete ? null : el('p', {class: 'notice'}, 'The search was interrupted: the winner is that of the rounds so far.'),
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, `${search.bot}: ${search.verdict}${d ? ', ' : ''}`,
      d ? el('span', {class: 'interval'}, `winner − start ${number(d.mean, 2, true)} (${range(d, 2, true)}) points a deal`) : null),
      d && looksSo(d, search.check.judged) ? el('p', {class: 'quiet'}, 'It looks so; a loss too rare to have been seen could still undo it.') : null,
      d ? [band(d, 'winner minus start, points a deal', ['← start better', 'winner better →']),
        el('p', {class: 'quiet'}, `On ${plural(search.check.deals, 'deal')} that the search did not use.`)] : null,
      el('p', null, WINNER_WORDS[search.verdict] ?? 'The winner:'), toCopy(winnerSpec(search)),
      facts([['Rounds', number(search.rounds)], ['Deals each', number(search.deals)], ...seedAndFolder(search)])),
    tableOf(search.numbers.options, {hideCaption: true}),
    surfacePart(search),
    el('section', {class: 'part'}, el('h3', null, 'The path of the search'), el('div', {class: 'columns'},
      search.options.map(o => pathFigure(search, o)))));
}

/* ---- A grid: all combinations of some values against the bot's own ---- */

/* The combinations as rows; those of several options in groups, by the value of the first. */
function gridRows(points) {
  const word = ([name, value]) => `${name} ${value}`, shown = point => judgedEstimate(point.difference, point.judged);
  const rows = points.map(point => {
    const [first, ...rest] = Object.entries(point.options);
    return {group: rest.length ? word(first) : null, name: (rest.length ? rest : [first]).map(word).join(', '), points: [{e: shown(point)}]};
  });
  return rows.flatMap((row, i) => (row.group && row.group !== rows[i - 1]?.group ? [{title: row.group}, row] : [row]));
}

function gridSection(grid, alone) {
  const {points, start} = grid, estimates = points.map(p => judgedEstimate(p.difference, p.judged));
  const own = Object.entries(start).map(([name, value]) => `${name} ${value}`).join(', ');
  return sectionOf(grid, alone, `Grid: ${grid.name}`,
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, grid.sentence)),
    figure(dots(gridRows(points), {label: `Points a deal more than with ${own}`, scale: scaleOf(estimates), sides: true}),
        `Points a deal more than with the bot’s own values (${own}), each combination on the same ${plural(grid.deals, 'deal')}. Bands are 95 % intervals of `
        + 'what was seen; the thin line decides, and a full mark is shown to differ.', numbers(grid.numbers.points, null, 'All combinations')));
}
