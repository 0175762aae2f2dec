// SPDX-License-Identifier: MIT
/* Parts of a run: the difference between two bots, and the standings of all. */

function scoringTable(run, c) {
  const rows = Object.entries(c.scorings), {verdict: v} = run.summary, fixed = v.valid === 'fixed';
  /* As it was seen; in another scoring without an interval where a test may have ended the run. */
  const shown = ([name, e]) => (name === c.primary && v.difference ? v.difference
    : {mean: e.mean, low: e.judged ? e.low : null, high: e.judged ? e.high : null});
  const cell = (e, digits, marks) => estimateCell(isExact(e) ? {mean: e.mean} : e, digitsApart(e, digits, marks));
  const in36 = row => scaledEstimate(shown(row), 36);
  return table(`${c.a} minus ${c.b}, in each scoring${fixed ? ', with 95 % intervals of what was seen' : ''}`, [
    column('scoring', ([name]) => scoringName(run, name), null),
    column('points a deal', row => cell(shown(row), 2, marksOf(v))),
    column('points in 36 deals', row => cell(in36(row), 0, marksOf(v, 36))),
    ...fixed ? [column('decides, points a deal', ([, e]) => range(e.judged, digitsApart(e.judged ?? {}, 2, [0]), true))] : [],
  ], rows);
}

function curveTable(points) {
  const every = Math.max(1, Math.ceil(points.length / 12));
  const rows = points.filter((_, i) => i === points.length - 1 || (i + 1) % every === 0);
  return table('Mean so far', [column('after', p => number(p.units), null),
      column('mean', p => number(p.mean, 2, true)), column('seen', p => range(p, 2))], rows);
}

function curveFigure(c) {
  const points = c.curve.points.map(p => ({...p, at: p.units}));
  return figure(bandChart(points, {
    label: `Mean difference over the run, ${c.a} minus ${c.b}: ${number(points.at(-1).mean, 2)} points a deal at the end`,
    keys: [['line', `mean so far, ${c.a} − ${c.b}`], ['band', '95 % interval of what was seen']],
    x: {title: `${c.unit}s played`}, y: {title: 'points a deal', sign: true},
    say: i => `after ${plural(points[i].at, c.unit)}: ${number(points[i].mean, 2, true)} (${range(points[i], 2)})`,
  }), `Mean difference after each ${c.unit}, with the 95 % interval of what was seen until then. It shows how the mean settles, and judges `
    + 'nothing: it leaves zero by chance now and then.', curveTable(c.curve.points));
}

const binDigits = d => (d.width < 0.1 ? 2 : d.width < 1 ? 1 : 0);

function distributionTable(c, d, bins) {
  const most = Math.max(1, ...bins.map(b => b.others)), digits = binDigits(d);
  return table('Difference, points a deal', [
    column('from, below', b => (b.equal ? 'equal' : `${number(b.from, digits)}, ${number(b.from + d.width, digits)}`), null),
    column('count', b => number(b.others)),
    column('', b => (b.equal ? '' : solidBar(b.others, {low: 0, high: most}, plural(b.others, c.unit), b.from < 0 ? 'for-b' : 'for-a')), 'bars'),
  ], [...bins.filter(b => b.others > 0), {equal: true, others: c.equal}]);
}

/* The bin at zero also counts the units that ended equal. Identical play makes them many, which would flatten everything
 * else: they are a line of their own, cut off where it is longer than the chart. */
function distributionFigure(c, d) {
  const bins = d.bins.map(b => ({...b, others: b.from === 0 ? b.count - c.equal : b.count}));
  const most = Math.max(...bins.map(b => b.others)), high = (most || c.equal || 1) * 1.1, digits = binDigits(d);
  const middle = b => b.from + d.width / 2, low = Math.min(bins[0].from, -d.width);
  return figure(chart({
    label: `Distribution of the differences of single ${c.unit}s`,
    keys: [['a', `${c.a} ahead: ${number(c.better)}`], ['b', `${c.b} ahead: ${number(c.worse)}`], ['equal', `equal: ${number(c.equal)}`]],
    x: {title: 'difference, points a deal', low, high: Math.max(bins.at(-1).from + d.width, d.width), sign: true},
    y: {title: `${c.unit}s`, low: 0, high}, fit: () => [0, high], points: bins.map(middle),
    say: i => `${number(bins[i].from, digits, true)} to ${number(bins[i].from + d.width, digits, true)}: ${plural(bins[i].others, c.unit)}`,
    draw: plot => [bins.filter(b => b.others > 0).map(b => columnShape(b.from < 0 ? 'b' : 'a', plot.x(b.from) + 0.5, plot.y(b.others),
        Math.max(plot.x(b.from + d.width) - plot.x(b.from) - 1, 1), plot.height - plot.y(b.others))),
    c.equal ? shape('line', {class: 'equal-line', x1: plot.x(0), x2: plot.x(0), y1: plot.y(Math.min(c.equal, high)), y2: plot.height}) : null],
  }), `${capital(c.unit)}s by difference: ${number(c.equal)} of ${number(c.units)} ended equal`
    + `${c.equal > high ? '; the line at zero is cut off' : ''}.`, distributionTable(c, d, bins));
}

function differencePart(run) {
  const c = run.summary.comparison, curve = c?.curve?.points?.length, d = c?.distribution;
  if (!c) return null;
  return part(run, 'difference', 'The difference', scoringTable(run, c), el('div', {class: 'columns'},
    curve ? curveFigure(c) : null, d?.bins?.length ? distributionFigure(c, d) : null));
}

function partsTable(c, caption, rows, scale) {
  const half = side => [column([botName(c[side], side), ' seats'], r => number(r[side].seats)),
      column('mean', r => number(r[side].mean, 2))];
  return table(caption, [
    column('', r => words(r.name), null),
    intervalColumn('points a deal', r => r.effect, r => `${words(r.name)}: ${number(r.effect.mean, 2)}, seen ${range(r.effect, 2)}`,
        rows, {scale, sides: true}),
    column('effect', r => estimateCell(r.effect, 2)), ...half('a'), ...half('b'),
  ], rows);
}

function originPart(run) {
  const c = run.summary.comparison;
  const lists = [['By role', c?.roles], ['By game', c?.contracts],
      ['By position: the effect of the seat', c?.positions]].filter(([, rows]) => rows?.length);
  if (!lists.length || c.divergent === 0) return null;
  const scale = scaleOf(lists.flatMap(([, rows]) => rows.map(r => r.effect)), true);
  return part(run, 'origin', 'Where the difference comes from',
    el('p', {class: 'note'}, c.redeals
      ? `The effects of a table add up to the difference without re-deals, ${number(c.redeals.as_dealt.mean, 2, true)}; all three have the same axis. `
      : 'The effects of a table add up to the whole difference; all three have the same axis. ',
      'To the right: more for ', botName(c.a, 'a'), ', to the left: more for ', botName(c.b, 'b'),
      '. Bands are 95 % intervals of what was seen; with so many, some miss by chance, and none is judged by itself. Means are points for each deal in that seat.'),
    lists.map(([caption, rows]) => partsTable(c, caption, rows, scale)));
}

function standingsTable(run) {
  const rows = run.summary.standings;
  if (!rows?.length) return null;
  const bots = new Map(run.summary.bots?.map(b => [b.name, b])), primary = primaryOf(run);
  const kinds = [...new Set(['classic', 'seeger_fabian', primary])].filter(k => k !== primary);
  const sorted = [...rows].sort((x, y) => (y[primary]?.per_36?.mean ?? 0) - (x[primary]?.per_36?.mean ?? 0));
  return table('Points of each bot by itself in 36 deals, with 95 % intervals of what was seen', [
    column('bot', r => r.bot, null),
    intervalColumn(scoringName(run, primary), r => r[primary]?.per_36, r => `${r.bot}: ${number(r[primary]?.per_36?.mean, 1)}`, sorted,
        {positions: true}),
    column(scoringName(run, primary), r => estimateCell(r[primary]?.per_36, 1, false)),
    ...kinds.map(k => column(scoringName(run, k), r => estimateCell(r[k]?.per_36, 1, false))),
    column('seats', r => number(r.seats)),
    column('declared', r => percent(bots.get(r.bot)?.declared_share)),
    column('won', r => percent(bots.get(r.bot)?.won_share)),
  ], sorted);
}

function pairsTable(run) {
  const rows = run.summary.pairs;
  if (!rows?.length || (rows.length === 1 && run.summary.comparison)) return null;
  const marked = rows.some(r => judgedMark(r.difference, r.judged)), decides = rows.some(r => r.judged);
  /* Where a test may have ended the run, there is no interval. */
  const seen = r => judgedEstimate(r.judged ? r.difference : {mean: r.difference.mean}, r.judged);
  return [table('Pairs: difference in points a deal, with 95 % intervals of what was seen', [
    column('pair', r => `${r.a} − ${r.b}`, null),
    intervalColumn('points a deal', seen, r => `${r.a} minus ${r.b}: ${number(r.difference.mean, 2)}`, rows),
    column('difference', r => estimateCell(seen(r), 2)),
    ...decides ? [column('decides', r => range(r.judged, 2, true))] : [], column('in 36 deals', r => number(r.per_36?.mean, 0, true)),
    column(`${run.summary.unit}s won`, r => percent(r.superiority?.mean)),
    column(rows.length > 1 ? 'p (Holm)' : 'p', r => pWords(r.judged?.p_adjusted) + judgedMark(r.difference, r.judged)),
  ], rows), marked ? el('p', {class: 'note'}, MARKS_LEGEND) : null];
}

function ratingsTable(run) {
  const {bots: rows, bounded} = run.summary.ratings ?? {};
  if (!rows?.length) return null;
  if (!bounded) return el('p', {class: 'note'}, 'Ratings have no bounds here: a bot, or a set of bots, was always ahead of the others.');
  const estimate = r => ({mean: r.rating, low: r.low, high: r.high});
  const sorted = [...rows].sort((x, y) => y.rating - x.rating);
  return table('Ratings (Plackett-Luce, 400 points: odds of 10 to 1)', [
    column('bot', r => r.bot, null),
    intervalColumn('rating', estimate, r => `${r.bot}: ${number(r.rating, 1)}`, sorted, {scale: scaleOf(rows.map(estimate), true), plain: true}),
    column('rating', r => estimateCell(estimate(r), 1)),
  ], sorted);
}

/* What is counted of bots, and two columns that are no counts. `active` and `defended` are what others
 * are shares of. Columns of zeros are left out: most rule sets have no ramsch, bock or money. */
function botColumns(counters) {
  const ofCounter = c => [c.title, b => b[c.key],
                          c.share_of ? b => ratio(b[c.key], b[c.share_of]) : b => number(b[c.key])];
  const columns = counters.filter(c => !['active', 'defended'].includes(c.key)).map(ofCounter);
  const meanBid = ['mean bid', b => b.mean_bid, b => number(b.mean_bid, 1)];
  const hand = columns.findIndex(([head]) => head === 'hand');
  return [...columns.slice(0, hand), meanBid, ...columns.slice(hand),
          ['money', b => b.money?.amount, b => number(b.money?.amount, 2)]];
}

function botsTable(run) {
  const rows = run.summary.bots?.filter(b => b.seats > 0) ?? [];
  if (!rows.length) return null;
  const used = botColumns(run.counters).filter(([, value]) => rows.some(value));
  const mean = run.summary.standings ? []
      : [column(`${scoringName(run, primaryOf(run))}, 36 deals`, b => number(b[primaryOf(run)]?.per_36, 1))];
  return table('What the bots did',
      [column('bot', b => b.name, null), ...mean,
      ...used.map(([head, , show]) => column(head, show))], rows);
}

function tablePart(run) {
  const tables = [standingsTable(run), pairsTable(run), ratingsTable(run), botsTable(run)].filter(Boolean);
  return tables.length ? part(run, 'standings', 'Standings', tables) : null;
}
