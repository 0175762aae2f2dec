// SPDX-License-Identifier: MIT
/* What is seen of a run at once: where the points come from, which deals cost most, what the bots declare; and its tables. */

/* ---- Where the points come from ---- */

const FIRST_DECISIONS = {bids: 'bids', game: 'game, or cards put aside', kontra: 'kontra', cards: 'cards', none: 'played alike'};
const declaredNames = c => ({both: 'both declare', only_a: `only ${c.a}`, only_b: `only ${c.b}`, neither: 'neither'});
const bidName = name => (name === 'none' ? 'no declarer' : name.replace('-', '–'));

/** The splits of a comparison, each of which adds up to the difference: [title, rows of {name, effect}].
 *  @returns {[string, any[]][]} */
function splitsOf(c) {
  const named = (rows, nameOf) => (rows ?? []).map(r => ({...r, name: nameOf(r.name)}));
  const declared = Object.entries(c.bidding?.declared ?? {}).filter(([, r]) => r.matches).map(([name, r]) => ({...r, name, effect: r.worth}));
  /** @type {[string, any[]][]} */
  const all = [['By role', named(c.roles, words)], ['By who declares the same cards', named(declared, name => declaredNames(c)[name])],
    ['By game', named(c.contracts, words)], ['By position', named(c.positions, words)], ['By final bid', named(c.bids, bidName)],
    ['By the first decision that differs', named(c.decisions, name => FIRST_DECISIONS[name])]];
  return all.filter(([, rows]) => rows.length);
}

const isNought = e => e.mean === 0 && e.low === 0 && e.high === 0;

function originPart(run) {
  const c = run.summary.comparison, splits = c && c.divergent !== 0 ? splitsOf(c) : [];
  if (!splits.length) return null;
  const whole = c.redeals ? c.redeals.as_dealt : run.summary.verdict.difference ?? c.scorings[c.primary];
  const row = (name, e, strong = false) => ({name, strong, points: [{e}]});
  /** @param {[string, any[]]} split */
  const group = ([title, rows]) => {
    const still = rows.filter(r => isNought(r.effect)).map(r => r.name);
    return [{title: still.length ? `${title} (0: ${still.join(', ')})` : title}, ...rows.filter(r => !isNought(r.effect)).map(r => row(r.name, r.effect))];
  };
  const shown = splits.map(group).filter(rows => rows.length > 1);
  return part(run, 'origin', 'Where the points come from', figure(dots([row('whole difference', whole, true), ...shown.flat()], {
    label: `Where the points come from: ${c.a} minus ${c.b}, points a deal`, scale: scaleOf([whole, ...splits.flatMap(([, rows]) => rows.map(r => r.effect))], true),
    sides: true, ends: [`← ${c.b} gains`, `${c.a} gains →`],
  }), `Each group adds up to the whole difference${c.redeals ? ' without re-deals' : ''}, in points a deal. Bands are 95 % intervals of what was seen; with so `
    + 'many, some miss by chance, and none is judged by itself.', numbers(run.summary.numbers.splits, c)));
}

/* ---- The deals that cost most, and how single deals end ---- */

const MOST_NAMED = 5;

function costlyDeal(run, {swing, games}) {
  const c = known(swing.difference) ? run.summary.comparison : null, side = swing.difference < 0 ? 'b' : 'a';
  const place = `session ${swing.session}, deal ${swing.deal}`, game = swing.first?.[side].game ?? games?.[0]?.game, size = Math.abs(swing.difference);
  return el('li', null, el('b', null, c ? number(size, digitsFor(size), true) : number(swing.swing)), c ? [' for ', botName(c[side], side)] : null, ' in ',
      games?.length ? el('a', {href: linkTo(run, game)}, place) : place,
      el('small', null, c ? decisionWords(swing.first) : [...new Set((games ?? []).map(outcomeWords))].join('; ')));
}

function costlyPart(run) {
  const c = run.summary.comparison, list = (run.swings ?? []).filter(s => s.kind === (c ? 'swing' : 'largest') && s.swing.difference !== 0).slice(0, MOST_NAMED);
  const d = c?.distribution;
  if (!list.length && !d?.bins?.length) return null;
  return part(run, 'costly', c ? 'The deals that made the most difference' : 'The deals with the largest swings',
      list.length ? el('ol', {class: 'costly'}, list.map(s => costlyDeal(run, s))) : null, d?.bins?.length && c.divergent !== 0 ? distributionFigure(c, d) : null);
}

/* The bin at zero also counts the units that ended equal. Identical play makes them many, which would flatten everything
 * else: they are a line of their own, cut off where it is longer than the chart. */
function distributionFigure(c, d) {
  const {bins} = d;
  const most = Math.max(...bins.map(b => b.unequal)), high = (most || c.equal || 1) * 1.1, digits = d.width < 0.1 ? 2 : d.width < 1 ? 1 : 0;
  return figure(chart({
    label: `Differences of single ${c.unit}s, ${c.a} minus ${c.b}`, height: 160,
    keys: [['a', `${c.a} ahead: ${number(c.better)}`], ['b', `${c.b} ahead: ${number(c.worse)}`], ['equal', `equal: ${number(c.equal)}`]],
    x: {title: 'difference, points a deal', low: Math.min(bins[0].from, -d.width), high: Math.max(bins.at(-1).to, d.width), sign: true},
    y: {title: `${c.unit}s`, low: 0, high}, points: bins.map(b => b.from + d.width / 2),
    say: i => `${number(bins[i].from, digits, true)} to ${number(bins[i].to, digits, true)}: ${plural(bins[i].unequal, c.unit)}`,
    draw: plot => [bins.filter(b => b.unequal > 0).map(b => columnShape(b.from < 0 ? 'b' : 'a', plot.x(b.from) + 0.5, plot.y(b.unequal),
        Math.max(plot.x(b.to) - plot.x(b.from) - 1, 1), plot.height - plot.y(b.unequal))),
    c.equal ? shape('line', {class: 'equal-line', x1: plot.x(0), x2: plot.x(0), y1: plot.y(Math.min(c.equal, high)), y2: plot.height}) : null],
  }), c.equal > high ? 'The line at zero is cut off.' : null);
}

/* ---- The difference over the run ---- */

function curvePart(run) {
  const c = run.summary.comparison, points = (c?.curve?.points ?? []).map(p => ({...p, at: p.units})), every = Math.max(1, Math.ceil(points.length / 12));
  if (!points.length || c.divergent === 0) return null;
  return part(run, 'difference', 'The difference over the run', figure(bandChart(points, {
    label: `Mean difference over the run, ${c.a} minus ${c.b}`, height: 170,
    keys: [['line', `mean so far, ${c.a} − ${c.b}`], ['band', '95 % interval of what was seen']],
    x: {title: `${c.unit}s played`}, y: {title: 'points a deal', sign: true},
    say: i => `after ${plural(points[i].at, c.unit)}: ${number(points[i].mean, 2, true)} (${range(points[i], 2)})`,
    told: i => i === points.length - 1 || (i + 1) % every === 0,
  }), 'How the mean settles. It judges nothing: the band leaves zero by chance now and then.'));
}

/* ---- What they declare ---- */

/* Of two that are compared the difference, with its interval. */
function declaresOfTwo(c) {
  const rows = c.declares.map(r => ({...r, name: r.name === 'any' ? 'any game' : translated(r.name), shown: inPercent(r.difference)}));
  return figure(dots(rows.map((r, i) => ({name: r.name, strong: i === 0, points: [{e: r.shown}]})), {
    label: `What they declare: ${c.a} minus ${c.b}, percentage points of the seats`, digits: 1, scale: scaleOf(rows.map(r => r.shown), true),
    sides: true, ends: [`← ${c.b} more often`, `${c.a} more often →`],
  }), 'How much more often a bot declares, of its seats, in percentage points, with 95 % intervals.');
}

const KINDS = ['null', 'grand', 'clubs', 'spades', 'hearts', 'diamonds', 'sachsenspitze', 'revolution'];

/* Of several, the shares of all on one axis. */
function declaresOfAll(bots, used) {
  const charted = bots.slice(0, MARKS.length);
  const shares = [['declares, of its seats', b => b.declared_share], ['wins, of these', b => b.won_share],
    ...used.map(k => [`${translated(k)}, of these`, b => b.games?.[k]?.declared_share ?? 0])].map(([name, of]) => ({name, of}));
  return figure(dots(shares.map(({name, of}) => ({name, points: charted.map((b, i) => ({name: b.name, mark: MARKS[i], e: inPercent({mean: of(b)})}))})), {
    label: 'What the bots declare', keys: charted.map((b, i) => [MARKS[i], b.name]), sure: true, sign: false, percent: true, digits: 1, scale: {low: 0, high: 100},
  }), bots.length > charted.length ? `The first ${charted.length} bots.` : null);
}

function declaresPart(run) {
  const c = run.summary.comparison, bots = run.summary.bots?.filter(b => b.declared > 0) ?? [], used = KINDS.filter(k => bots.some(b => b.games?.[k]?.declared));
  if (!bots.length) return null;
  return part(run, 'declares', 'What they declare', c?.declares?.length ? declaresOfTwo(c) : declaresOfAll(bots, used),
      numbers(run.summary.numbers.declares, c), numbers(run.summary.numbers.games));
}

/* ---- Standings ---- */

function standingsFigure(run) {
  const rows = run.summary.standings, {comparison: c} = run.summary, primary = primaryOf(run);
  if (!rows?.length || (rows.length === 2 && c)) return null;
  const sorted = [...rows].sort((x, y) => (y[primary]?.mean ?? 0) - (x[primary]?.mean ?? 0)), of = r => r[primary];
  return figure(dots(sorted.map(r => ({name: r.bot, points: [{e: of(r)}]})), {label: `Points a deal of each bot, ${scoringName(run, primary)}`,
    sure: true, positions: true, sign: false, scale: scaleOf(sorted.map(of), false, [])}),
  `Points a deal, ${scoringName(run, primary)}, each bot by itself, with 95 % intervals of what was seen.`);
}

/* Where a test may have ended the run, there is no interval. */
const seenOf = pair => judgedEstimate(pair.judged ? pair.difference : {mean: pair.difference.mean}, pair.judged);
const pairsOf = run => (run.summary.pairs?.length === 1 && run.summary.comparison ? [] : run.summary.pairs ?? []);

function pairsFigure(run) {
  const rows = pairsOf(run);
  if (!rows.length) return null;
  return figure(dots(rows.map(r => ({name: `${r.a} − ${r.b}`, points: [{e: seenOf(r)}]})), {label: 'Pairs: difference in points a deal',
    scale: scaleOf(rows.map(seenOf), true)}),
  'Pairs: difference in points a deal, with 95 % intervals of what was seen; the thin line decides, and a full dot is shown to differ.');
}

function standingsPart(run) {
  const figures = [standingsFigure(run), pairsFigure(run)].filter(Boolean);
  return figures.length ? part(run, 'standings', 'Standings', figures) : null;
}

/* ---- Tables ---- */

function tablePart(run) {
  const {scorings, points, pairs, ratings, counters} = run.summary.numbers, {comparison: c, ratings: rated} = run.summary;
  return part(run, 'tables', 'Tables', numbers(scorings, c, c && `${c.a} minus ${c.b}, in each scoring: ${scorings.caption}`), numbers(points),
      numbers(pairs, null, `Pairs: ${pairs?.caption}`),
      rated?.bounded === false ? el('p', {class: 'note'}, 'Ratings have no bounds here: a bot, or a set of bots, was always ahead of the others.')
        : numbers(ratings), numbers(counters, null, 'What the bots did'));
}
