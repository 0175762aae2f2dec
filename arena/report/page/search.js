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
    x: {title: 'round', low: -0.02 * last, high: 1.02 * last}, y: {title: option.name}, 
    fit: () => [option.low - room, option.high + room], points: centre.map(p => p.at),
    say: i => `${centre[i].at ? `after round ${centre[i].at}` : 'start'}: ${number(centre[i].value, 2)}`,
    draw: plot => [tried.map(p => shape('circle', {class: 'tried', cx: plot.x(p.at).toFixed(1), cy: plot.y(p.value).toFixed(1), r: 2.5})),
      shape('path', {class: 'line', d: pathOf(centre.map(p => [plot.x(p.at), plot.y(p.value)]))})],
  }), [code(option.name), ': what each round tried, and where the search stood after it.'],
  table(`${option.name} by round`, [column('round', p => number(p.at), null), column('value', p => number(p.value, 2))], centre));
}

function searchSection(search, alone) {
  const d = search.check && judgedEstimate(search.check.difference, search.check.judged);
  return el('section', {class: 'run', id: search.id, 'aria-labelledby': `${search.id}-name`},
    el('h2', {id: `${search.id}-name`, class: alone ? 'vh' : null}, `Search: ${search.name}`),
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, `${search.bot}: ${search.verdict}`),
      d ? el('p', null, `winner − start ${number(d.mean, 2, true)} (${range(d, 2, true)}) points a deal, on `
          + `${plural(search.check.deals, 'deal')} that the search did not use`) : null,
      facts([['Rounds', number(search.rounds)], ['Deals each', number(search.deals)], ['Seed', String(search.seed)],
        ['Folder', search.folder === '.' ? null : search.folder, true]])),
    table('Options', [column('option', o => code(o.name), null), column('start', o => String(o.start)),
      column('winner', o => String(o.winner), 'num strong'), column('range', o => `${o.low} to ${o.high}`)], search.options, {hideCaption: true}),
    search.options.map(o => pathFigure(search, o)), repeatPart(search.repeat, search));
}
