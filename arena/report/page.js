'use strict';
/* Draws the report from the JSON in #data. Data becomes text nodes and attributes only, never markup;
 * the plots are parsed as XML. If a field is absent, its part of the page is left out. */
(() => {

/* ---- Small tools ---- */

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === 'onclick' || name === 'oninput' || name === 'onkeydown') node[name] = value;
    else if (value === true) node.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}

const known = x => typeof x === 'number' && Number.isFinite(x);
const capital = s => s.charAt(0).toUpperCase() + s.slice(1);
const plural = (n, word, many = `${word}s`) => `${number(n)} ${n === 1 ? word : many}`;
/* A word of a command, quoted for a shell. */
const shellWord = text => (/^[\w\-./,:=@%+]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const words = name => String(name).replaceAll('_', ' ');

/* Minus is U+2212, commas separate groups of three, and nothing is ever minus zero. */
function number(x, digits = 0, sign = false) {
  if (!known(x)) return '–';
  const text = Math.abs(x).toFixed(digits).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
  const zero = !/[1-9]/.test(text);
  return (zero ? '' : x < 0 ? '−' : sign ? '+' : '') + text;
}
const percent = (x, digits = 1) => (known(x) ? `${number(100 * x, digits)}\u00a0%` : '–');
const ratio = (n, of) => (of > 0 ? percent(n / of) : '–');
const range = (e, digits, sign = false) =>
  (known(e?.low) && known(e?.high) ? `${number(e.low, digits, sign)} to ${number(e.high, digits, sign)}` : '–');

function chance(p) {
  if (!known(p)) return '–';
  return p > 0.9995 ? '> 99.9 %' : p < 0.0005 ? '< 0.1 %' : percent(p);
}
const digitsFor = size => (size >= 100 ? 0 : size >= 10 ? 1 : 2);
const mirrored = e => ({mean: -e.mean, low: known(e.high) ? -e.high : null, high: known(e.low) ? -e.low : null});

/* ---- Bars and tables ---- */

/* One scale for a list of estimates. It includes zero unless the list has positions, not differences. */
function scaleOf(estimates, symmetric = false, zero = [0]) {
  const ends = estimates.flatMap(e => (e ? [e.mean, e.low, e.high] : [])).filter(known).concat(zero);
  let low = Math.min(...ends), high = Math.max(...ends);
  if (symmetric) { high = Math.max(high, -low); low = -high; }
  if (!(high > low)) { low = (known(low) ? low : 0) - 1; high = low + 2; }
  const room = (high - low) * 0.03;
  return {low: low - room, high: high + room};
}

/* options: big; dotOnly (no bar); solid (a bar without dot); plain (never hollow); minus (the other colour) */
function bar(e, scale, label, options = {}) {
  if (!known(e?.mean)) return el('span', {class: 'quiet'}, '–');
  const at = x => 100 * (Math.min(Math.max(x, scale.low), scale.high) - scale.low) / (scale.high - scale.low);
  const piece = (kind, from, to) => {
    const node = el('i', {class: kind});
    node.style.left = `${Math.min(at(from), at(to))}%`;
    if (from !== to) node.style.width = `${Math.abs(at(to) - at(from))}%`;
    return node;
  };
  const sure = known(e.low) && (e.low > 0 || e.high < 0);
  const kinds = {minus: e.mean < 0 || options.minus, open: !sure && !options.solid && !options.plain, big: options.big,
      solid: options.solid};
  return el('span', {class: `bar ${Object.keys(kinds).filter(kind => kinds[kind]).join(' ')}`, role: 'img',
      'aria-label': label},
    scale.low <= 0 && scale.high >= 0 ? piece('zero', 0, 0) : null, options.dotOnly ? null : piece('fill', 0, e.mean),
    known(e.low) && known(e.high) ? piece('span', e.low, e.high) : null, options.solid ? null
        : piece('dot', e.mean, e.mean));
}

/* columns: {head, cell(row), kind}; kind is a class of the cells. The first column heads its row. */
function table(caption, columns, rows, options = {}) {
  const cell = (column, row, first) => el(first ? 'th' : 'td', {class: column.kind, scope: first ? 'row' : null},
      column.cell(row));
  const body = rows.map(row => el('tr', {class: options.rowClass?.(row)},
      columns.map((column, i) => cell(column, row, i === 0))));
  /* The title is outside the box, so that it does not scroll away with a wide table. */
  return el('div', {class: 'table'},
      el('p', {class: options.hideCaption ? 'vh' : 'caption', 'aria-hidden': 'true'}, caption),
    el('div', {class: 'scroll', role: 'region', 'aria-label': caption}, el('table', {'aria-label': caption},
      el('thead', null, el('tr', null, columns.map(c => el('th', {class: c.kind, scope: 'col'}, c.head)))),
          el('tbody', null, body))));
}
const column = (head, cell, kind = 'num') => ({head, cell, kind});

function facts(list) {
  return el('dl', {class: 'facts'}, list.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value, wide]) => el('div', {class: wide ? 'wide' : null}, el('dt', null, name),
        el('dd', null, value))));
}

function part(run, name, title, ...content) {
  return {id: `${run.id}-${name}`, title,
      node: el('section', {class: 'part', id: `${run.id}-${name}`, 'aria-labelledby': `${run.id}-${name}-title`},
    el('h3', {id: `${run.id}-${name}-title`}, title), ...content)};
}

/* ---- Plots ---- */

/* The program draws in these colours, so that the theme can replace them with its own. */
const THEMED = {
  '27,106,201': '--a', '201,84,27': '--b', '157,188,224': '--band', '128,128,128': '--axis',
  '47,143,98': '--third', '141,91,184': '--fourth', '181,139,26': '--fifth', '95,122,140': '--sixth', '0,0,0': '--axis',
};
const NAMED = {black: '0,0,0'};

function themeName(paint) {
  const hex = /^#(..)(..)(..)$/.exec(paint)?.slice(1).map(h => parseInt(h, 16));
  const rgb = hex ?? /^rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)$/.exec(paint)?.slice(1);
  return THEMED[rgb ? rgb.join(',') : NAMED[paint]];
}

function plot(source, caption, label) {
  const svg = document.adoptNode(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement);
  if (svg.localName !== 'svg') return null;
  for (const node of [svg, ...svg.querySelectorAll('*')]) {
    for (const name of ['fill', 'stroke', 'color']) {
      const theme = themeName(node.getAttribute(name) ?? '');
      if (theme) node.style.setProperty(name, `var(${theme})`);
    }
  }
  /* Titles would become tooltips; symbols are unused, and their ids are the same in every plot. */
  for (const node of svg.querySelectorAll('title, desc, defs')) node.remove();
  for (const node of svg.querySelectorAll('[id]')) node.removeAttribute('id');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return el('figure', {class: 'plot stack'}, svg, el('figcaption', null, caption));
}

/* A plot with its numbers in a closed box; without a plot, the numbers are visible. */
function plotOrNumbers(source, caption, label, numbers) {
  const drawn = source ? plot(source, caption, label) : null;
  if (!drawn) return el('div', {class: 'stack'}, numbers, el('p', {class: 'note'}, caption));
  return el('div', {class: 'stack'}, drawn,
      el('details', {class: 'numbers'}, el('summary', null, 'The numbers'), numbers));
}

/* ---- The head of a run ---- */

const SCORINGS = {classic: 'classic', seeger_fabian: 'Seeger-Fabian', score: 'rule set'};
const scoringName = (run, name) => (name === 'score' ? words(run.summary.scoring ?? 'rule set')
    : SCORINGS[name] ?? words(name));
const unitOf = run => run.summary.comparison?.unit ?? run.manifest.schedule?.unit ?? 'deal';
const botName = (bot, side) => el('span', {class: side}, bot);

function primaryOf(run) {
  const {comparison, scoring} = run.summary;
  return comparison?.primary ?? (scoring in SCORINGS ? scoring : 'score');
}

/* Verdict of a comparison: [parts of the sentence, estimate as the sentence needs it] */
const VERDICTS = {
  'a is better': (c, d) => [[botName(c.a, 'a'), ' is better than ', botName(c.b, 'b'),
      ` by ${number(d.mean, 2)} points a deal`], d],
  'b is better': (c, d) => [[botName(c.b, 'b'), ' is better than ', botName(c.a, 'a'),
      ` by ${number(-d.mean, 2)} points a deal`], mirrored(d)],
  'no difference shown': (c, d) =>
      [['No difference shown between ', botName(c.a, 'a'), ' and ', botName(c.b, 'b'),
      `: ${number(d.mean, 2, true)} points a deal for ${c.a}`], d],
  'identical play': c => [[botName(c.a, 'a'), ' and ', botName(c.b, 'b'),
      ` play identically in all ${plural(c.deals, 'deal')}`], null],
};

function leader(run) {
  const primary = primaryOf(run);
  const standings = run.summary.standings ?? run.summary.bots?.filter(b => b.active)
    .map(b => ({bot: b.name, [primary]: {per_36: {mean: b[primary]?.per_36}}}));
  const worth = row => row[primary]?.per_36?.mean ?? -Infinity;
  const best = standings?.reduce((x, y) => (worth(y) > worth(x) ? y : x), standings[0]);
  return best && {bot: best.bot, per36: best[primary]?.per_36,
      pairs: (run.summary.pairs ?? []).filter(p => p.a === best.bot || p.b === best.bot)};
}

function headline(run) {
  const c = run.summary.comparison;
  if (c) {
    const [sentence, e] = (VERDICTS[c.verdict] ?? VERDICTS['no difference shown'])(c, c.scorings[c.primary]);
    return [sentence, e && known(e.low) ? ` (95\u00a0%: ${range(e, 2)})` : ''];
  }
  const first = leader(run);
  if (!first) return [`${plural(run.summary.games, 'game')} played`, ''];
  return [[`${first.bot} is first with ${number(first.per36?.mean, 1)} points in 36 deals`],
      known(first.per36?.low) ? ` (95\u00a0%: ${range(first.per36, 1)})` : ''];
}

const plainText = parts => el('span', null, parts).textContent;

function leaderDetails(run) {
  const first = leader(run);
  const ahead = [], near = [];
  for (const p of first?.pairs ?? []) {
    const e = p.a === first.bot ? p.difference : mirrored(p.difference);
    (e.low > 0 ? ahead : near).push(`${p.a === first.bot ? p.b : p.a} (${number(e.mean, 2, true)} a deal, ${range(e, 2)})`);
  }
  return [ahead.length ? el('p', null, `Better than ${ahead.join(', ')}.`) : null,
    near.length ? el('p', null, `Not shown to differ from ${near.join(', ')}.`) : null];
}

function comparisonDetails(run, c) {
  const d = c.scorings[c.primary];
  if (c.verdict === 'identical play') {
    return [el('p', null, known(c.divergence_bound)
      ? `No deal was played differently: at 95 % confidence fewer than ${percent(Math.min(1, c.divergence_bound), 2)} would be.`
      : 'No deal was played differently.')];
  }
  const scale = scaleOf([d], true), behind = c.verdict === 'b is better', better = behind ? c.b : c.a;
  const series = behind ? mirrored(d.per_36) : d.per_36;
  const turned = p => (known(p) && behind ? 1 - p : p);
  return [
    el('div', {class: 'scale'}, bar(d, scale,
        `${c.a} minus ${c.b}: ${number(d.mean, 2)} points a deal, 95 % from ${range(d, 2)}`,
        {big: true, dotOnly: true}),
      el('div', {class: 'ends', 'aria-hidden': 'true'}, el('span', {class: 'b'}, `← ${c.b} better`),
          el('span', null, '0'), el('span', {class: 'a'}, `${c.a} better →`))),
    el('p', null, `In 36 deals: ${number(series.mean, 0, true)} for ${better} (${range(series, 0)}). `,
      known(c.better) ? `${better} did better in ${plural(behind ? c.worse : c.better, c.unit)}, `
        + `equal in ${number(c.zero)}, worse in ${number(behind ? c.better : c.worse)}. ` : '',
      known(c.likelihood) ? 'Probability that it is the better one, with a flat prior: '
        + `${chance(turned(c.likelihood))}.` : ''),
  ];
}

const TESTED = {
  accept: t => `accepted: ${number(t.h1, 2)} (H1) is the better explanation than ${number(t.h0, 2)} (H0)`,
  reject: t => `rejected: ${number(t.h0, 2)} (H0) is the better explanation than ${number(t.h1, 2)} (H1)`,
  undecided: t => `undecided between ${number(t.h0, 2)} (H0) and ${number(t.h1, 2)} (H1)`,
};
const MODELS = {points: 'points a deal', normalised: 'standard deviations of a single unit'};

function testDetails(run) {
  const t = run.summary.test;
  if (!t) return null;
  const endless = x => (Math.abs(x) > 1e300 ? (x < 0 ? '−∞' : '∞') : number(x, 2));
  const scale = {low: t.lower * 1.02, high: t.upper * 1.02};
  const meter = bar({mean: t.llr, low: t.lower, high: t.upper}, scale,
      `log likelihood ratio ${endless(t.llr)}, bounds ${number(t.lower, 2)} and ${number(t.upper, 2)}`,
      {big: true, dotOnly: true, plain: true});
  return el('div', {class: 'stack'},
    el('p', null, el('b', null, 'Sequential test '), TESTED[t.verdict]?.(t) ?? t.verdict,
        `, in ${MODELS[t.model] ?? t.model}, after ${plural(t.units, unitOf(run))}.`),
    el('div', {class: 'scale'}, meter,
        el('div', {class: 'ends'}, el('span', null, `reject at ${number(t.lower, 2)}`),
        el('span', null, `LLR ${endless(t.llr)}`), el('span', null, `accept at ${number(t.upper, 2)}`))),
    known(t.estimate?.low) ? el('p', null, 'Difference, valid after stopping: ',
        `${number(t.estimate.mean, 2, true)} (${range(t.estimate, 2)}).`) : null,
    t.faults?.decided ? el('p', null, 'The faults ended the run.') : null,
    el('p', {class: 'quiet'}, `Mean ${number(t.mean, 3)}, deviation ${number(t.deviation, 2)}; `,
      `errors of the first and second kind ${number(t.alpha, 3)} and ${number(t.beta, 3)}.`));
}

function changesText(changes) {
  const show = v => (v !== null && typeof v === 'object' ? JSON.stringify(v) : String(v));
  return Object.entries(changes ?? {})
    .map(([option, [base, value]]) => `${words(option)} ${show(base)} → ${show(value)}`).join('; ');
}

function keyFacts(run) {
  const {summary: s, manifest: m} = run, c = s.comparison, schedule = m.schedule ?? {};
  const perDeal = schedule.per_deal ?? schedule.arrangements?.length;
  return facts([
    ['Deals', number(c?.deals ?? (schedule.sessions ?? 1) * (schedule.deals ?? 0))],
    ['Sessions', schedule.sessions > 1 && !m.import ? number(schedule.sessions) : null],
    ['Games', s.complete === false ? `${number(s.games)} of ${number(s.planned)}` : number(s.games)],
    ['Schedule', `${words(schedule.kind ?? '')}${perDeal > 1 ? `, ${perDeal} games a deal` : ''}`],
    ['Scoring', scoringName(run, primaryOf(run))],
    ['Contracts', m.contract === 'fixed' ? 'given with the deals' : null],
    ['Cards', m.play === 'solver' ? 'by the solver, all hands open' : null],
    ['Played differently', known(c?.divergent) ? `${plural(c.divergent, 'deal')}, ${percent(c.divergent_share)}` : null],
    ['Declared', `${percent(s.declared_share)}; won ${percent(s.won_share)}`],
    ['Passed in', number(s.passed_in)],
    ['Ramsch', s.ramsch ? number(s.ramsch) : null],
    ['Bock', s.bock ? plural(s.bock, 'deal') : null],
    ['Seed', m.import ? null : String(m.seed)],
    ['Imported from', m.import ? m.import.files.map(f => f.file).join(', ') : null],
    ['Version', m.harness],
    ['Signature', s.signature ? el('code', null, s.signature) : null],
    ['Rules', run.rules_diff ? (Object.keys(run.rules_diff.changes ?? {}).length
        ? `${run.rules_diff.base}, but ${changesText(run.rules_diff.changes)}` : run.rules_diff.base) : null, true],
  ]);
}

function verdict(run) {
  const [sentence, interval] = headline(run), c = run.summary.comparison;
  return el('div', {class: 'verdict'},
    el('p', {class: 'headline'}, sentence, interval ? el('span', {class: 'interval'}, interval) : null),
    c ? comparisonDetails(run, c) : leaderDetails(run), testDetails(run), keyFacts(run));
}

/* ---- Parts of a run ---- */

function scoringTable(run, c) {
  const rows = Object.entries(c.scorings);
  return table(`${c.a} minus ${c.b}, in each scoring`, [
    column('scoring', ([name]) => scoringName(run, name), null),
    column('a deal', ([, e]) => number(e.mean, 2, true)),
    column('95 % interval', ([, e]) => range(e, 2)),
    column('by likelihood', ([, e]) => range(e.empirical, 2)),
    column('in 36 deals', ([, e]) => number(e.per_36?.mean, 0, true)),
    column('95 % interval', ([, e]) => range(e.per_36, 0)),
  ], rows);
}

function curveTable(points) {
  const every = Math.max(1, Math.ceil(points.length / 12));
  const rows = points.filter((_, i) => i === points.length - 1 || (i + 1) % every === 0);
  return table('Mean so far', [column('after', p => number(p.units), null),
      column('mean', p => number(p.mean, 2, true)), column('95 % interval', p => range(p, 2))], rows);
}

function distributionTable(d) {
  const most = Math.max(1, ...d.bins.map(b => b.count));
  const digits = d.width < 0.1 ? 2 : d.width < 1 ? 1 : 0;
  const shown = d.bins.filter(b => b.count > 0);
  return table('Difference, points a deal', [
    column('from, below', b => `${number(b.from, digits)}, ${number(b.from + d.width, digits)}`, null),
    column('count', b => number(b.count)),
    column('', b => bar({mean: b.count}, {low: 0, high: most}, plural(b.count, 'unit'),
        {solid: true, minus: b.from < 0}), 'bars'),
  ], shown);
}

function differencePart(run) {
  const c = run.summary.comparison, curve = c?.curve, d = c?.distribution;
  if (!c) return null;
  const unit = c.unit;
  return part(run, 'difference', 'The difference', scoringTable(run, c), el('div', {class: 'columns'},
    curve ? plotOrNumbers(run.plots?.curve,
        `Mean difference after each ${unit}, ${c.a} minus ${c.b}, with its 95 % band. `
      + 'The band is valid at the end of the run, not for stopping as soon as it leaves zero.',
      'Mean difference over the run with its confidence band', curveTable(curve.points)) : null,
    d ? plotOrNumbers(run.plots?.distribution,
        `${capital(unit)}s by difference: ${number(c.zero)} of ${number(c.units)} ended equal.`,
        'Distribution of the differences', distributionTable(d)) : null));
}

function partsTable(c, caption, rows, scale) {
  const half = side => [column([botName(c[side], side), ' seats'], r => number(r[side].seats)),
      column('mean', r => number(r[side].mean, 2))];
  return table(caption, [
    column('', r => words(r.name), null),
    column('effect', r => number(r.effect.mean, 2, true)),
    column('', r => bar(r.effect, scale, `${words(r.name)}: ${number(r.effect.mean, 2)}, 95 % ${range(r.effect, 2)}`),
        'bars'),
    column('95 % interval', r => range(r.effect, 2)), ...half('a'), ...half('b'),
  ], rows);
}

function originPart(run) {
  const c = run.summary.comparison;
  const lists = [['By role', c?.roles], ['By game', c?.contracts],
      ['By position: the effect of the seat', c?.positions]].filter(([, rows]) => rows?.length);
  if (!lists.length || c.verdict === 'identical play') return null;
  const scale = scaleOf(lists.flatMap(([, rows]) => rows.map(r => r.effect)), true);
  return part(run, 'origin', 'Where the difference comes from',
    el('p', {class: 'note'}, 'Points a deal; the effects of a table add up to the whole difference. ',
      'Bars to the right: better for ', botName(c.a, 'a'), ', to the left: for ', botName(c.b, 'b'),
      '. A hollow dot: the interval contains zero. Means are points for each deal in that seat.'),
    lists.map(([caption, rows]) => partsTable(c, caption, rows, scale)));
}

function standingsTable(run) {
  const rows = run.summary.standings;
  if (!rows?.length) return null;
  const bots = new Map(run.summary.bots?.map(b => [b.name, b])), primary = primaryOf(run);
  const kinds = [...new Set(['classic', 'seeger_fabian', primary])];
  const scale = scaleOf(rows.map(r => r[primary]?.per_36), false, []);
  return table('Standings, points in 36 deals', [
    column('bot', r => r.bot, null), column('seats', r => number(r.seats)),
    column('declared', r => percent(bots.get(r.bot)?.declared_share)),
    column('won', r => percent(bots.get(r.bot)?.won_share)),
    ...kinds.flatMap(k => [column(scoringName(run, k), r => number(r[k]?.per_36?.mean, 1), k === primary ? 'num strong'
        : 'num'), column('95 % interval', r => range(r[k]?.per_36, 1))]),
    column('', r => bar(r[primary]?.per_36, scale, `${r.bot}: ${number(r[primary]?.per_36?.mean, 1)}`,
        {dotOnly: true, plain: true}), 'bars'),
  ], [...rows].sort((x, y) => (y[primary]?.per_36?.mean ?? 0) - (x[primary]?.per_36?.mean ?? 0)));
}

function pairsTable(run) {
  const rows = run.summary.pairs;
  if (!rows?.length || (rows.length === 1 && run.summary.comparison)) return null;
  const scale = scaleOf(rows.map(r => r.difference), true);
  return table('Pairs: difference in points a deal', [
    column('pair', r => `${r.a} − ${r.b}`, null), column('difference', r => number(r.difference.mean, 2, true)),
    column('', r => bar(r.difference, scale, `${r.a} minus ${r.b}: ${number(r.difference.mean, 2)}`), 'bars'),
    column('95 % interval', r => range(r.difference, 2)), column('in 36 deals', r => number(r.per_36?.mean, 0, true)),
    column('units won', r => percent(r.superiority?.mean)), column('first is better (flat prior)', r => chance(r.likelihood)),
    ...(rows.length > 1 ? [column('p (Holm)', r => (known(r.p_holm) ? number(r.p_holm, 4) : '–'))] : []),
  ], rows);
}

function ratingsTable(run) {
  const rows = run.summary.ratings?.bots;
  if (!rows?.length) return null;
  const estimate = r => ({mean: r.rating, low: r.low, high: r.high});
  const scale = scaleOf(rows.map(estimate), true);
  return table('Ratings (Plackett-Luce, 400 points: odds of 10 to 1)', [
    column('bot', r => r.bot, null), column('rating', r => number(r.rating, 1, true)),
    column('', r => bar(estimate(r), scale, `${r.bot}: ${number(r.rating, 1)}`, {dotOnly: true}), 'bars'),
    column('95 % interval', r => range(r, 1)),
  ], [...rows].sort((x, y) => y.rating - x.rating));
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
  const rows = run.summary.bots?.filter(b => b.deals > 0) ?? [];
  if (!rows.length) return null;
  const used = botColumns(run.counters).filter(([, value]) => rows.some(value));
  const mean = run.summary.standings ? []
      : [column(`${scoringName(run, primaryOf(run))}, 36 deals`, b => number(b[primaryOf(run)]?.per_36, 1))];
  return table('What the bots did',
      [column('bot', b => b.name, null), ...mean,
      ...used.map(([head, , show]) => column(head, show))], rows);
}

/* ---- All cards open: the results of analyze ---- */

/* A table for each side, so that two fit next to each other, and one on a phone. */
const eachSide = makeTable => el('div', {class: 'columns'}, makeTable('declarer'), makeTable('defender'));

function pointsLostTable(bots, side) {
  const of = (b, key) => b[side]?.points?.[key];
  return table(`Card points lost against perfect play, as ${side}`, [
    column('bot', b => b.name, null), column('games', b => number(of(b, 'games'))),
    column('a game', b => number(of(b, 'per_game')?.mean, 2), 'num strong'),
    column('95 % interval', b => range(of(b, 'per_game'), 2)),
    column('best card', b => percent(of(b, 'best')?.mean)),
  ], bots);
}

function openResultsTable(bots, side) {
  const of = (b, key) => ratio(b[side]?.results?.[key], b[side]?.results?.games);
  return table(`Games that perfect play would win, and those won, as ${side}`, [
    column('bot', b => b.name, null), column('perfect', b => of(b, 'winnable')),
    column('won', b => of(b, 'won')), column('lost by a card', b => of(b, 'turned')),
    column('saved', b => of(b, 'recovered')),
  ], bots);
}

function missedTable(bots) {
  if (!bots.some(b => b.missed?.passed_in)) return null;
  return table('Passed in', [column('bot', b => b.name, null),
    column('hands', b => number(b.missed?.passed_in)), column('games missed', b => number(b.missed?.missed)),
    column('mean value', b => number(b.missed?.mean_value, 1)),
  ], bots);
}

function luckTable(run, bots) {
  const scale = scaleOf(bots.map(b => b.luck?.adjusted), false, []);
  return table(`Luck-adjusted, ${scoringName(run, run.analysis.scoring)} points a deal`, [
    column('bot', b => b.name, null), column('seats', b => number(b.luck?.seats)),
    column('adjusted', b => number(b.luck?.adjusted?.mean, 2), 'num strong'),
    column('95 % interval', b => range(b.luck?.adjusted, 2)),
    column('score', b => number(b.luck?.score?.mean, 2)), column('95 % interval', b => range(b.luck?.score, 2)),
    column('worth', b => number(b.luck?.worth?.mean, 2)),
    column('variance taken out', b => percent(b.luck?.reduction)),
    column('', b => bar(b.luck?.adjusted, scale, `${b.name}: ${number(b.luck?.adjusted?.mean, 2)}`,
        {dotOnly: true, plain: true}), 'bars'),
  ], bots);
}

function openCardsPart(run) {
  const bots = run.analysis?.bots?.filter(b => b.luck?.seats > 0) ?? [];
  if (!bots.length) return null;
  const games = run.analysis.games, kinds = run.analysis.kinds ?? {};
  const left = (kinds.ramsch ?? 0) + (kinds.no_game ?? 0) + (kinds.gave_up ?? 0);
  return part(run, 'open-cards', 'With all cards open',
    el('p', null, `${plural(games, 'game')} measured with a solver that sees all cards`,
        games < run.summary.games ? `, of ${number(run.summary.games)} in the log` : '',
        left ? `; ${number(left)} of them without values: ramsch, faults, or the node limit` : '', '.'),
    eachSide(side => pointsLostTable(bots, side)), eachSide(side => openResultsTable(bots, side)),
    missedTable(bots), luckTable(run, bots),
    el('p', {class: 'quiet'}, 'Worth: the score if the announced games had been played with open cards. The adjusted score is the score with '
        + 'the luck in that removed, as far as it explains the score. Bots that bid differently have different worths: the adjusted score then shows how well they played their games.'));
}

function tablePart(run) {
  const tables = [standingsTable(run), pairsTable(run), ratingsTable(run), botsTable(run)].filter(Boolean);
  return tables.length ? part(run, 'standings', 'Standings', tables) : null;
}

const KINDS = ['null', 'grand', 'clubs', 'spades', 'hearts', 'diamonds', 'sachsenspitze', 'revolution'];

function contractsPart(run) {
  const bots = run.summary.bots?.filter(b => b.declared > 0) ?? [];
  if (!bots.length) return null;
  const used = KINDS.filter(k => bots.some(b => b.games?.[k]?.declared));
  const numbers = table('Games declared: share of the bot’s games, and won of these', [
    column('game', k => k, null),
    ...bots.flatMap(b => [column(b.name, k => ratio(b.games?.[k]?.declared ?? 0, b.declared)),
        column('won', k => ratio(b.games?.[k]?.won, b.games?.[k]?.declared))]),
  ], used);
  const source = run.plots?.contracts;
  return part(run, 'contracts', 'What they declare', source
    ? el('div', {class: 'columns'},
        plot(source, 'Share of the games that a bot declared, by type.', 'Games declared by type'), numbers) : numbers);
}

function higherBar(c, h) {
  const total = h.a + h.b + h.same || 1;
  const piece = (kind, n) => { const node = el('span', {class: kind}); node.style.flex = `${n} 0 0`; return node; };
  return el('div', {class: 'stack'}, el('h4', null, 'Who bids higher on the same cards'),
    el('div', {class: 'split', 'aria-hidden': 'true'}, piece('is-a', h.a), piece('is-same', h.same),
        piece('is-b', h.b)),
    el('p', {class: 'keys'}, el('span', null, botName(c.a, 'a'), ` higher ${percent(h.a / total)} (${number(h.a)})`),
        el('span', null, `same ${percent(h.same / total)} (${number(h.same)})`),
      el('span', null, botName(c.b, 'b'), ` higher ${percent(h.b / total)} (${number(h.b)})`)));
}

function declaredTable(c, declared) {
  const names = {both: 'both declare', only_a: `only ${c.a}`, only_b: `only ${c.b}`, neither: 'neither'};
  const rows = Object.entries(names).filter(([key]) => declared[key]).map(([key, name]) => ({name, ...declared[key]}));
  const scale = scaleOf(rows.map(r => r.worth), true);
  return table('Same cards, same position: who declares, and what that is worth', [
    column('', r => r.name, null), column('share', r => percent(r.share)),
    column([botName(c.a, 'a'), ' won'], r => number(r.a_won)),
    column([botName(c.b, 'b'), ' won'], r => number(r.b_won)),
    column('worth', r => number(r.worth.mean, 2, true)),
    column('', r => bar(r.worth, scale, `${r.name}: worth ${number(r.worth.mean, 2)}`), 'bars'),
    column('95 % interval', r => range(r.worth, 2)),
  ], rows);
}

const HABITS = [
  ['games declared', b => number(b.declared)], ['won', b => `${number(b.won)} (${ratio(b.won, b.declared)})`],
  ['mean final bid', b => (b.declared ? number(b.bid_sum / b.declared, 1) : '–')],
  ['overbid', b => `${number(b.overbid)} (${ratio(b.overbid, b.declared)})`],
  ['hand games', b => `${number(b.hand)} (${ratio(b.hand, b.declared)})`],
  ['hand games won', b => `${number(b.hand_won)} (${ratio(b.hand_won, b.hand)})`],
  ['kontra said, of games defended',
      b => (b.kontra?.said ? `${number(b.kontra.said)} (${ratio(b.kontra.said, b.kontra.chances)})` : null)],
  ['kontra right: declarer lost',
      b => (b.kontra?.said ? `${number(b.kontra.right)} (${ratio(b.kontra.right, b.kontra.said)})` : null)],
  ['kontra deserved, of games defended',
      b => (b.kontra ? `${number(b.kontra.lost_by_declarer)} (${ratio(b.kontra.lost_by_declarer, b.kontra.chances)})`
      : null)],
  ['kontra said when deserved', b => (b.kontra?.said ? ratio(b.kontra.right, b.kontra.lost_by_declarer) : null)],
];

function habitsTable(c, bots) {
  const kontra = bots.a.kontra?.said || bots.b.kontra?.said;
  const rows = HABITS
    .filter(([name, show]) => (kontra || !name.startsWith('kontra')) && (show(bots.a) || show(bots.b)));
  return table('Habits', [column('', r => r[0], null),
      ...['a', 'b'].map(side => column(botName(c[side], side), r => r[1](bots[side]) ?? '0'))], rows);
}

function calibrationTable(c, rows) {
  const bracket = r => (!known(r.to) || r.to > 264 ? `${r.from} and more`
    : r.from === r.to ? String(r.from) : `${r.from}–${r.to}`);
  return table('Won games by final bid', [column('final bid', bracket, null),
    ...['a', 'b'].flatMap(side => [column(botName(c[side], side), r => number(r[side].declared)),
        column('won', r => ratio(r[side].won, r[side].declared))])], rows);
}

function biddingPart(run) {
  const c = run.summary.comparison, b = c?.bidding;
  if (!b || !b.matches) return null;
  const bid = b.highest.a > 0 || b.highest.b > 0; /* some games have no auction */
  return part(run, 'bidding', 'Bidding',
    el('p', {class: 'note'}, `${plural(b.matches, 'match', 'matches')}: both bots held the same cards in the same position. `,
      bid ? ['Highest bid on average: ', botName(c.a, 'a'), ` ${number(b.highest.a, 2)}, `, botName(c.b, 'b'),
          ` ${number(b.highest.b, 2)}; `,
          `difference ${number(b.highest.difference.mean, 2, true)} (95\u00a0%: ${range(b.highest.difference, 2)}). Passing at once counts 0.`]
        : 'Nobody bid.'),
    bid ? higherBar(c, b.higher) : null, declaredTable(c, b.declared),
    el('div', {class: 'columns'}, habitsTable(c, b.bots), b.calibration?.length
      ? plotOrNumbers(run.plots?.bids, 'Share of the declared games that were won, by final bid.',
          'Won games by final bid', calibrationTable(c, b.calibration)) : null));
}

function faultsPart(run) {
  const kinds = ['illegal', 'timeout', 'crash'];
  const rows = (run.summary.bots ?? []).filter(b => b.faults && kinds.some(k => b.faults[k]));
  if (!rows.length && !run.faults?.length) return part(run, 'faults', 'Faults',
      el('p', null, 'None: no illegal action, no timeout, no crash.'));
  return part(run, 'faults', 'Faults',
    rows.length ? table('Games lost by a fault',
        [column('bot', b => b.name, null), ...kinds.map(k => column(k, b => number(b.faults[k])))], rows) : null,
    run.faults?.length ? el('ol', {class: 'deals', 'aria-label': 'games that ended by a fault'},
        run.faults.map(g => dealItem(run, null, [g]))) : null);
}

const SWING_LISTS = [
  ['swing', 'swings', 'Deals that made the most difference',
      'The same cards, played by each seating: open a deal to see the table. The first decision that differs is marked.'],
  ['divergence', 'divergences', 'First decision that differs',
      'The first deals of the schedule that were played differently.'],
  ['asked', 'asked', 'Games that were asked for', 'As --game, --bot and the other options of report said.'],
  ['largest', 'largest', 'Deals with the largest swings',
      'The same cards in the same position made very different scores in the seatings of the deal.'],
  ['sample', 'sample', 'A sample', 'Deals evenly through the run.'],
];

function swingParts(run) {
  return SWING_LISTS.map(([kind, id, title, note]) => {
    const list = (run.swings ?? []).filter(s => s.kind === kind && (kind !== 'swing' || s.swing.difference !== 0));
    if (!list.length) return null;
    const scale = scaleOf(list.map(s => ({mean: s.swing.difference ?? 0})), true);
    return part(run, id, known(run.alone) ? 'One deal' : title, known(run.alone) ? null : el('p', {class: 'note'}, note),
        el('ol', {class: 'deals', 'aria-label': title}, list.map(s => dealItem(run, s.swing, s.games, scale))));
  });
}

/* ---- Cards and the table ---- */

const SUITS = {C: ['♣', 'clubs'], S: ['♠', 'spades'], H: ['♥', 'hearts'], D: ['♦', 'diamonds']};
const RANKS = {A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven',
    6: 'six'};
const TEXT_STYLE = '\uFE0E'; /* keeps phones from drawing suits as emoji */
const isCard = s => s?.length === 2 && s[0] in SUITS && s[1] in RANKS;
const suitOf = card => (SUITS[card[0]]?.[0] ?? '?') + TEXT_STYLE;
const rankOf = card => (card[1] === 'T' ? '10' : card[1]);
const isRed = card => 'HD'.includes(card[0]);
const cardName = card => `${RANKS[card[1]] ?? '?'} of ${SUITS[card[0]]?.[1] ?? '?'}`;

const pip = (card, kind = '') => el('span',
    {class: `pip ${isRed(card) ? 'is-red' : ''} ${kind}`, role: 'img', 'aria-label': cardName(card)}, suitOf(card),
    rankOf(card));
const CARD_STATES = [['gone', ', played'], ['under', ', covered'], ['turned', ', turned']];
const playingCard = (card, kind = '') => el('span',
    {class: `playing-card ${isRed(card) ? 'is-red' : ''} ${kind}`, role: 'img',
    'aria-label': cardName(card) + (CARD_STATES.find(([state]) => kind.includes(state))?.[1] ?? '')},
  el('span', null, rankOf(card)), el('span', {class: 'suit'}, suitOf(card)));
const spaced = nodes => nodes.flatMap((node, i) => (i ? [' ', node] : [node]));

/* A move as the log writes it, in words: docs/formats.md, "Moves". */
const ACTIONS = {p: 'passes', y: 'holds', n: 'declines', s: 'picks up the skat', K: 'says kontra',
    g: 'proposes to give up', t: 'turns a card of the skat', r: 'says rum', x: 'passes the skat on unseen', RE: 'concedes',
    GH: 'declares grand hand',
    'c.suit': 'chooses a suit game', 'c.grand': 'chooses grand', 'c.null': 'chooses null', 'c.ramsch': 'chooses ramsch'};
const GAMES = {C: 'clubs', S: 'spades', H: 'hearts', D: 'diamonds', G: 'grand', N: 'null', P: 'sächsische Spitze',
    V: 'revolution', R: 'ramsch'};
const ANNOUNCED = {O: 'ouvert', H: 'hand', S: 'schneider', Z: 'schwarz', W: 'turned'};

function actionWords(action) {
  if (action === null) return ['is silent'];
  if (action in ACTIONS) return [ACTIONS[action]];
  if (/^\d+$/.test(action)) return [`bids ${action}`];
  if (isCard(action)) return ['plays ', pip(action)];
  const [head, ...cards] = action.split('.');
  const discards = cards.filter(isCard);
  const game = head in {x: 1, e: 1} ? (head === 'x' ? 'passes on' : 'takes a new hand:')
      : [GAMES[head[0]] ?? head, ...[...head.slice(1)].map(flag => ANNOUNCED[flag] ?? flag)].join(' ');
  return [`${head in {x: 1, e: 1} ? '' : 'announces '}${game}`,
      ...(discards.length ? [head in {x: 1, e: 1} ? ' ' : ', puts aside ', ...spaced(discards.map(c => pip(c)))] : [])];
}

const firstWords = first => (first
    ? ['differs first at move ', number(first.move), ', ', first.position_name ?? '', ': ',
  botName(first.a.bot, 'a'), ' ', ...actionWords(first.a.action), ', ', botName(first.b.bot, 'b'), ' ',
      ...actionWords(first.b.action)] : []);

/* Jacks, then suits; in null a jack is an ordinary card. */
function sortHand(cards, isNull) {
  const order = isNull ? 'AKQJT9876' : 'ATKQ9876';
  const key = c => (c[1] === 'J' && !isNull ? 'CSHD'.indexOf(c[0])
      : 10 + 10 * 'CSHD'.indexOf(c[0]) + order.indexOf(c[1]));
  return [...cards].sort((x, y) => key(x) - key(y));
}

/* The position that plays card `i` of a trick. */
const playerAt = (game, trick, i) => (trick.leader + i) % game.hands.length;

/* The cards that each player plays with. A complete game shows them, whatever happened to the skat. */
function playedHands(game) {
  if (game.covered) return game.hands; /* the cards stay in their rows */
  const played = game.hands.map(() => []);
  for (const trick of game.tricks) trick.cards.forEach((card, i) => played[playerAt(game, trick, i)].push(card));
  const isNull = /^null/.test(game.contract ?? '');
  return game.hands.map((hand, p) => {
    let cards = hand;
    if (played[p].length >= hand.length) cards = played[p];
    else if (p === game.declarer && game.discards.length) cards = [...hand,
        ...game.skat].filter(c => !game.discards.includes(c));
    return cards === hand && !isNull ? hand : sortHand(cards, isNull);
  });
}

/* The steps of a game: as dealt, as announced, then one for each card. */
function frames(game, mark) {
  const name = p => `${game.players[p]} (${game.positions[p]})`;
  const list = [{hands: game.hands, gone: new Set(), trick: [], skat: game.skat, skatName: 'skat', index: -1,
      text: ['The deal, and the auction'], marked: mark?.move <= game.auction.length && !isCard(mark.action)}];
  game.turned.forEach((card, i) => list.push({...list[0], turned: game.turned.slice(0, i + 1),
      marked: mark?.action === 't' && mark.move === game.auction.length + 1 + i,
      text: [`${name(game.declarer)} ${i ? 'rejects it and turns' : 'turns'} `, pip(card)]}));
  if (game.tricks.length || game.contract) {
    const hands = playedHands(game), aside = game.discards.length ? game.discards : game.skat;
    const say = game.declarer === null ? ['The play begins']
        : [`${name(game.declarer)} declares ${game.contract ?? ''}`];
    const base = {announced: true, hands, skat: aside, skatName: game.discards.length ? 'put aside' : 'skat'};
    list.push({...base, gone: new Set(), trick: [], index: -1, text: say,
        marked: Boolean(mark) && mark.move > game.auction.length && mark.action !== 't' && !isCard(mark.action)});
    const gone = new Set();
    game.tricks.forEach((trick, index) => trick.cards.forEach((card, i) => {
      const position = playerAt(game, trick, i), last = i === game.hands.length - 1;
      gone.add(card);
      const before = list.at(-1).points ?? [];
      const points = last && trick.winner !== null ? pointsAfter(game, before, trick) : before;
      list.push({...base, gone: new Set(gone), index, points, took: last ? trick.winner : null, fresh: card,
          marked: mark?.action === card,
        trick: trick.cards.slice(0, i + 1).map((c, k) => ({card: c, position: playerAt(game, trick, k)})),
        text: [`Trick ${index + 1}: ${name(position)} plays `, pip(card),
            ...(last && trick.winner !== null ? [`, ${name(trick.winner)} takes it`] : []),
            ...openWords(game, game.hands.length * index + i)]});
    }));
  }
  return list;
}

/* The analysis of a card: what it lost, and declarer's points with open cards after it. */
function openWords(game, n) {
  const before = game.values?.[n], after = game.values?.[n + 1];
  if (!known(before) || !known(after)) return [];
  const lost = Math.abs(after - before), turns = game.turn === n;
  if (/^(null|revolution)/.test(game.contract ?? '')) return turns ? [', which turns the game'] : [];
  return [...(lost ? [`, which loses ${plural(lost, 'point')}${turns ? ' and turns the game' : ''}`] : []),
    el('span', {class: 'quiet'}, ` · all cards open: ${number(after)}`)];
}

/* Running points by position; declarer's opponents share theirs. */
function pointsAfter(game, before, trick) {
  const after = [...before];
  for (let p = 0; p < 3; p++) {
    const together = game.declarer !== null && p !== game.declarer && trick.winner !== game.declarer;
    if (p === trick.winner || together) after[p] = trick.points;
  }
  return after;
}

/* Offiziersskat: the second half of a hand is covered, each card below one of the first half until the
 * trick with that one is over. */
function isUnder(game, frame, p, card) {
  if (!game.covered) return false;
  const hand = frame.hands[p], half = hand.length / 2, at = hand.indexOf(card);
  const upper = at < half ? null : hand[at - half];
  return upper !== null && (!frame.gone.has(upper) || frame.trick.some(t => t.card === upper));
}

function seatRow(game, frame, p) {
  const kind = card => (frame.gone.has(card) ? 'gone' : isUnder(game, frame, p, card) ? 'under' : '');
  return el('div', {class: `place-${p}`},
    el('div', {class: 'who'}, el('span', {class: 'lead'}, game.positions[p]), el('b', null, game.players[p]),
        frame.announced && p === game.declarer ? el('span', {class: 'tag'}, game.contract ?? 'declarer') : null),
    el('div', {class: `hand ${game.covered ? 'rows' : ''}`, role: 'group',
        'aria-label': `${game.positions[p]}, ${game.players[p]}`},
        frame.hands[p].map(c => playingCard(c, kind(c)))));
}

function trickArea(frame) {
  /* Seats on the felt: middlehand left, forehand below in the middle, rearhand right. */
  return el('div', {class: 'trick', role: 'group', 'aria-label': 'trick'}, [1, 0, 2].filter(p => p < frame.hands.length).map(p => {
    const played = frame.trick.find(t => t.position === p);
    if (!played) return el('span', {class: 'slot'});
    return playingCard(played.card,
        `${frame.took === p ? 'took' : ''} ${frame.marked && played.card === frame.fresh ? 'new' : ''}`);
  }));
}

function felt(game, frame) {
  const sides = game.declarer === null ? game.players.map((_, p) => [game.players[p], frame.points?.[p]])
    : [['declarer', frame.points?.[game.declarer]],
      [game.hands.length > 2 ? 'defenders' : 'defender', frame.points?.[(game.declarer + 1) % game.hands.length]]];
  return el('div', {class: 'felt'}, seatRow(game, frame, 1), game.hands.length > 2 ? seatRow(game, frame, 2) : null,
    el('div', {class: 'middle'},
      el('div', {class: 'skat'}, frame.skat.length ? el('div', null, frame.skatName) : null,
          el('div', {class: 'pair'}, frame.skat.map(c => playingCard(c, frame.turned?.includes(c) ? 'turned' : ''))),
          game.aside.length ? [el('div', null, 'second skat'),
              el('div', {class: 'pair aside'}, game.aside.map(c => playingCard(c)))] : null),
      trickArea(frame),
      el('div', {class: 'count'}, frame.index >= 0
          ? sides.map(([name, points]) => el('div', null, `${name} `, el('b', null, number(points ?? 0)))) : null)),
    seatRow(game, frame, 0));
}

function auctionLog(game, mark) {
  const announced = mark && mark.move > game.auction.length && !isCard(mark.action);
  const contract = game.contract && game.declarer !== null
      ? [seatName(game, game.declarer), game.turned.length ? [' turns ', ...spaced(game.turned.map(c => pip(c)))] : '',
      `${game.turned.length ? ':' : ' declares'} ${game.contract}`, game.discards.length
      ? [', puts aside ', ...spaced(game.discards.map(c => pip(c)))] : null]
    : game.contract ? [game.contract] : null;
  return [el('ol', {class: 'auction', 'aria-label': 'auction'},
      game.auction.map((say, i) => el('li', {class: mark?.move === i + 1 && !isCard(mark.action) ? 'differs' : null},
      say))),
    contract ? el('p', null, el('span', {class: announced ? 'differs' : null}, contract)) : null, game.talk.length
        ? el('p', null, game.talk.join('; ')) : null];
}

/* The same bot may have two seats at a table. */
function seatName(game, p) {
  const twice = game.players.filter(name => name === game.players[p]).length > 1;
  return [game.players[p], twice
      ? el('small', {class: 'quiet', title: game.positions[p]}, ` ${game.positions[p][0].toUpperCase()}`) : null];
}

function trickList(game, mark, jump) {
  let frame = 1 + game.turned.length;
  return el('ol', {class: 'tricks', 'aria-label': 'tricks'}, game.tricks.map((trick, i) => {
    frame += trick.cards.length;
    const target = frame;
    return el('li', null, el('button', {type: 'button', onclick: () => jump(target), 'data-trick': i},
      el('span', null, String(i + 1)), el('span', {title: 'leads'}, seatName(game, trick.leader)),
      el('span', {class: 'cards'}, trick.cards.map(c => el('span', null, pip(c, mark?.action === c ? 'differs' : '')))),
      el('span', {title: 'takes it'}, trick.winner === null ? '' : seatName(game, trick.winner)),
          el('span', {class: 'num'}, trick.winner === null ? '' : number(trick.points))));
  }));
}

const scoreWords = game => game.table.map((bot, seat) => `${bot} ${number(game.score[seat], 0, true)}`).join(', ');
const markOf = (first, game) => [first?.a, first?.b].find(side => side?.game === game.game);

/* A command with a button that copies it, where the browser lets a page do that. */
function commandToCopy(text) {
  const button = el('button', {type: 'button', class: 'copy', onclick: async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  }}, 'Copy');
  return el('p', null, el('code', {class: 'command'}, text), navigator.clipboard ? button : null);
}

/* One game: the felt above (or next to) what was said and played. show(n) draws step n. */
function board(run, game, first, jump) {
  const side = markOf(first, game), mark = side && {move: first.move, action: side.action};
  const list = frames(game, mark), surface = el('div'), say = el('p', {class: 'say'});
  const tricks = trickList(game, mark, jump);
  const node = el('section', {class: 'board', 'aria-label': `game ${game.game}`},
    el('h4', null, `Game ${game.game}`,
        el('span', {class: 'quiet'}, ` · dealer ${game.dealer}${game.status === 'ok' ? '' : ` · ${game.status}`}`)),
    el('div', {class: 'inside'}, el('div', {class: 'stack'}, surface, say),
      el('div', {class: 'log'}, auctionLog(game, mark), tricks, game.result.map(line => el('p', null, line)),
          el('p', null, `Score: ${scoreWords(game)}`),
        commandToCopy(`skat-arena replay ${shellWord(run.folder)} --game ${game.game}`))));
  const show = n => {
    const frame = list[Math.min(n, list.length - 1)];
    surface.replaceChildren(felt(game, frame));
    say.replaceChildren(el('span', {class: frame.marked ? 'differs' : null}, frame.text));
    for (const button of tricks.querySelectorAll('button')) {
      if (Number(button.dataset.trick) === frame.index) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
  };
  return {node, show, length: list.length, marked: list.findIndex(f => f.marked)};
}

/* ---- Stepping through the games of a deal ---- */

const WIDE = matchMedia('(min-width: 62rem)');

const outcomeWords = game => (game.declarer === null ? (game.contract ?? game.result.at(-1) ?? 'no game')
    : `${game.players[game.declarer]}: ${game.contract ?? 'no contract'}`);

function gameTab(game, pressed, toggle) {
  const outcome = outcomeWords(game);
  return el('button', {type: 'button', 'aria-pressed': String(pressed), onclick: toggle},
    el('span', {class: 'quiet'}, `Game ${game.game}: ${game.players.join(', ')}`), el('span', null, outcome),
        el('span', null, scoreWords(game)));
}

function viewer(run, swing, games) {
  const first = swing?.first ?? null;
  const favourites = [first?.a.game, first?.b.game].map(n => games.findIndex(g => g.game === n)).filter(i => i >= 0);
  const state = {shown: (favourites.length ? favourites : [0]).slice(0, WIDE.matches ? 2 : 1), step: 0, boards: [],
      timer: null};
  const tabs = el('div', {class: 'tabs', role: 'group', 'aria-label': 'games of this deal'}),
      boards = el('div', {class: 'boards'});
  const slider = el('input', {type: 'range', min: 0, value: 0, 'aria-label': 'card of the game',
      oninput: () => { stop(); go(Number(slider.value)); }});
  const last = () => Math.max(...state.boards.map(b => b.length)) - 1;

  function go(step) {
    state.step = Math.min(Math.max(step, 0), last());
    if (state.drawn) history.replaceState(null, '', `#game=${games[state.shown[0]].game}&step=${state.step}`);
    state.drawn = true;
    slider.value = state.step;
    for (const b of state.boards) b.show(state.step);
    buttons.first.disabled = buttons.prev.disabled = state.step === 0;
    buttons.next.disabled = buttons.last.disabled = state.step === last();
    if (state.step === last()) stop();
  }
  function stop() {
    clearInterval(state.timer);
    state.timer = null;
    buttons.play.textContent = 'Play';
  }
  function play() {
    if (state.timer) { stop(); return; }
    if (state.step === last()) go(0);
    state.timer = setInterval(() => go(state.step + 1), 900);
    buttons.play.textContent = 'Pause';
  }
  function toggle(i) {
    const most = WIDE.matches ? 2 : 1;
    if (!state.shown.includes(i)) state.shown = [...state.shown, i].slice(-most);
    else if (state.shown.length > 1) state.shown = state.shown.filter(k => k !== i);
    draw();
    tabs.children[i].focus();
  }
  function draw() {
    if (games.length > 1) tabs.replaceChildren(...games.map((g, i) => gameTab(g, state.shown.includes(i),
        () => toggle(i))));
    state.boards = [...state.shown].sort((x, y) => x - y).map(i => board(run, games[i], first,
        n => { stop(); go(n); }));
    boards.replaceChildren(...state.boards.map(b => b.node));
    slider.max = last();
    buttons.differ.hidden = state.boards.every(b => b.marked < 0);
    go(state.step);
  }
  const STEPS = {
    first: ['«', 'first step', () => 0], prev: ['‹', 'back one card', () => state.step - 1],
        next: ['›', 'forward one card', () => state.step + 1], last: ['»', 'last card', () => last()],
    differ: ['First difference', null, () => Math.max(...state.boards.map(b => b.marked))],
  };
  const buttons = Object.fromEntries(Object.entries(STEPS).map(([key, [sign, label, target]]) =>
    [key, el('button', {type: 'button', 'aria-label': label, title: label, onclick: () => { stop(); go(target()); }},
        sign)]));
  buttons.play = el('button', {type: 'button', class: 'play', onclick: play}, 'Play');

  const KEYS = {ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'last'};
  const onkeydown = event => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    stop();
    go(STEPS[KEYS[event.key]][2]());
  };
  const node = el('div', {class: 'viewer', onkeydown}, games.length > 1 ? tabs : null,
    el('div', {class: 'steps', role: 'group', 'aria-label': 'step through the play; arrow keys work, too'},
        buttons.first, buttons.prev, buttons.play, buttons.next, buttons.last, buttons.differ, slider), boards);
  /* Shows a game of the deal at a step: what a link names. */
  function show(number, step) {
    const i = games.findIndex(g => g.game === number);
    if (!state.shown.includes(i)) { state.shown = [i]; draw(); }
    stop();
    go(step);
  }
  draw();
  return {node, stop, show};
}

/* ---- Links to a game and a step: #game=3384&step=17 ---- */

const DEALS = []; /* of the page: {games, open}, filled as it is drawn */

function followLink() {
  const [, game, step] = /^#game=(\d+)(?:&step=(\d+))?$/.exec(location.hash) ?? [];
  const deal = game === undefined ? null : DEALS.find(d => d.games.some(g => g.game === Number(game)));
  deal?.open(Number(game), Number(step ?? 0));
}

function dealHead(run, swing, games, scale) {
  const g = games[0];
  const place = el('span', null, `Session ${swing?.session ?? g.session}, deal ${swing?.deal ?? g.deal}`);
  if (!swing) return [place, el('span', null, `game ${g.game}: ${g.status}`), el('span'),
      el('span', {class: 'first quiet'}, g.result[0] ?? '')];
  if (!('difference' in swing)) return [place,
      el('span', null, known(swing.swing) && swing.swing ? `swing ${number(swing.swing, 0)}` : ''), el('span'),
      el('span', {class: 'first quiet'}, [...new Set(games.map(game => outcomeWords(game)))].join('; '))];
  const c = run.summary.comparison, side = swing.difference < 0 ? 'b' : 'a';
  const gain = c && swing.difference !== 0
      ? el('span', null, botName(c[side], side),
      ` ${number(Math.abs(swing.difference), digitsFor(Math.abs(swing.difference)), true)} a deal`)
      : el('span', null, 'equal score');
  return [place, gain, bar({mean: swing.difference}, scale, `difference ${number(swing.difference, 1)}`,
      {solid: true}), el('span', {class: 'first quiet'}, firstWords(swing.first))];
}

/* Cards are drawn when a deal is opened: drawing twenty tables at once would be slow. */
function dealItem(run, swing, games, scale) {
  if (!games?.length) return el('li', {class: 'deal'},
      el('p', {class: 'quiet'}, `Session ${swing?.session}, deal ${swing?.deal}: no log was kept.`));
  const details = el('details', null, el('summary', null, dealHead(run, swing, games, scale)));
  let opened = null;
  const draw = () => {
    if (!opened) { opened = viewer(run, swing, games); details.append(opened.node); }
    return opened;
  };
  details.addEventListener('toggle', () => {
    if (details.open) draw();
    else opened?.stop();
  });
  DEALS.push({games, open: (game, step, scroll = true) => {
    details.open = true;
    draw().show(game, step);
    if (scroll) details.scrollIntoView();
  }});
  return el('li', {class: 'deal'}, details);
}

/* ---- Studies ---- */

const UNITS = {
  share: {value: x => percent(x), effect: x => number(100 * x, 2, true), unit: '% points'},
  points: {value: x => number(x, 2), effect: x => number(x, 2, true), unit: 'points'},
  number: {value: x => number(x, 2), effect: x => number(x, 2, true), unit: ''},
};
const unitFor = e => UNITS[e.unit] ?? UNITS.number;
const SIGNIFICANT = 0.05;
const significant = e => known(e?.p_holm) && e.p_holm < SIGNIFICANT;
const effectRange = e => (known(e.effect.low)
    ? `${unitFor(e).effect(e.effect.low)} to ${unitFor(e).effect(e.effect.high)}` : '–');
const star = e => (significant(e)
    ? el('span', {class: 'star', title: 'significant after Holm', role: 'img', 'aria-label': 'significant'},
    ' ★' + TEXT_STYLE) : null);
const pWords = p => (!known(p) ? '–' : p < 0.001 ? '< 0.001' : number(p, 3));

/* Effects with the same unit share a scale, so that their bars can be compared. */
function effectsTable(variation) {
  const all = variation.effects.flatMap(withLearned);
  const moved = all.filter(e => known(e.base) !== known(e.value) || (known(e.base) && e.effect.mean !== 0) || known(e.p));
  const scales = Object.fromEntries(Object.keys(UNITS)
    .map(unit => [unit, scaleOf(moved.filter(e => e.unit === unit).map(e => e.effect), true)]));
  const still = all.filter(e => !moved.includes(e)).map(e => e.title);
  return [table(`Effects of ${variation.name}`, [
    column('', e => e.title, null),
    column('base', e => unitFor(e).value(e.base)),
    column('value', e => unitFor(e).value(e.value)),
    column('effect', e => [unitFor(e).effect(e.effect.mean), star(e)], 'num strong'),
    column('95 % interval', effectRange),
    column('', e => bar(e.effect, scales[e.unit], `${unitFor(e).effect(e.effect.mean)}, 95 % ${effectRange(e)}`,
        {dotOnly: true}), 'bars'),
    column('p, Holm', e => pWords(e.p_holm)),
  ], moved, {hideCaption: true}),
  still.length ? el('p', {class: 'note'}, `Unchanged in every deal: ${still.join('; ')}.`) : null,
  variation.learned ? el('p', {class: 'note'}, `Players ${lessonText(variation.learned)}.`) : null,
  variation.indifferent ? el('p', {class: 'note'}, `${capital(variation.indifferent)}.`) : null,
  variation.note ? el('p', {class: 'note'}, `${capital(variation.note)}.`) : null,
  variation.warning ? el('p', {class: 'note'}, `Warning: ${variation.warning}.`) : null,
  variation.unit_cause ? el('p', {class: 'note'},
    `${plural(variation.units, variation.unit)}, because ${variation.unit_cause}.`) : null];
}

/* The effect on players who have learned the rule is a row of its own, where it differs. */
function withLearned(effect) {
  const learned = effect.learned;
  return !learned || JSON.stringify(learned.effect) === JSON.stringify(effect.effect) ? [effect]
    : [effect, {...effect, ...learned, metric: `${effect.metric}.learned`, title: `${effect.title}, who have learned`}];
}

/* "learned caution 59: +0.29 (+0.18 to +0.40) points a deal more than as before" */
function lessonText(lesson) {
  const options = Object.entries(lesson.options ?? {}).map(([name, value]) => `${words(name)} ${value}`).join(', ');
  const d = lesson.check?.difference;
  return lesson.taken && d ? `learned ${options}: ${number(d.mean, 2, true)} (${number(d.low, 2, true)} to ${number(d.high, 2, true)}) points a deal more than as before`
    : `learned nothing that wins more, and play with ${options}`;
}

/* How the base plays beside others: shares, and the distance to each reference. */
function realismPart(study) {
  const {metrics, references} = study.realism;
  const rows = metrics.filter(m => Object.keys(m.references ?? {}).length);
  return el('section', {class: 'part'}, el('h3', null, 'How the base plays, beside others'),
    table('Shares of the base and of others', [
      column('', m => m.title, null),
      column('here', m => percent(m.share.mean), 'num strong'),
      column('95 % interval', m => (known(m.share.low) ? `${percent(m.share.low)} to ${percent(m.share.high)}` : '–')),
      ...references.map(r => column(r.title, m => (known(m.references[r.name]) ? percent(m.references[r.name]) : '–'))),
    ], rows, {hideCaption: true}),
    el('p', {class: 'note'}, `Distance, the root mean square of the differences in percentage points: ${references
      .map(r => `${r.title} ${number(100 * r.distance, 1)}`).join(', ')}.`),
    el('p', {class: 'note'}, references.map(r => `${r.title}: ${r.what} (${r.source}). `)));
}

/* ---- Populations: one study with several tables of players ---- */

function populationsTable(variation, populations) {
  const rows = variation.effects.flatMap(effect => {
    const own = populations.map(p => ({name: p.name, e: {...effect.populations?.[p.name], unit: effect.unit}}))
      .filter(r => r.e.effect);
    if (!own.some(r => r.e.effect.mean)) return [];
    const scale = scaleOf(own.map(r => r.e.effect), true);
    return own.map((r, i) => ({...r, scale, title: i ? '' : `${effect.title}${effect.unit === 'share' ? ', % points' : ''}`}));
  });
  return table(`Effects of ${variation.name} by population`, [
    column('', r => r.title, null),
    column('', r => r.name, null),
    column('effect', r => [unitFor(r.e).effect(r.e.effect.mean), star(r.e)], 'num strong'),
    column('95 % interval', r => effectRange(r.e)),
    column('', r => bar(r.e.effect, r.scale, `${r.name}: ${unitFor(r.e).effect(r.e.effect.mean)}, 95 % ${effectRange(r.e)}`,
        {dotOnly: true}), 'bars'),
  ], rows, {hideCaption: true});
}

function populationsSection(study, alone) {
  return el('section', {class: 'run', id: study.id, 'aria-labelledby': `${study.id}-name`},
    el('h2', {id: `${study.id}-name`, class: alone ? 'vh' : null}, `Study with ${plural(study.populations.length, 'population')}: ${study.name}`),
    el('ul', {class: 'variations'}, study.populations.map(p => el('li', null, el('b', null, p.name), `: ${p.description ?? ''} `,
      (p.references ?? []).filter(r => known(r.distance)).slice(0, 2)
        .map(r => `${number(100 * r.distance, 1)} percentage points from ${r.title}. `)))),
    el('p', {class: 'note'}, `${plural(study.units, study.unit)} with each rule set and population, the same for all. ★${TEXT_STYLE}: p below 0.05 after Holm’s correction for all effects of all populations. Each metric has a scale of its own.`),
    study.variations.map(v => el('section', {class: 'part'}, el('h3', null, `${v.name} (${changesText(v.changes)})`),
      populationsTable(v, study.populations))));
}

/* ---- Searches for options ---- */

const SVG = 'http://www.w3.org/2000/svg';
function shape(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/* The path of one option: both values of each round as dots, the centre as a line. */
function pathPlot(search, option) {
  const WIDTH = 640, HEIGHT = 180, LEFT = 48, BOTTOM = 28, rounds = search.path ?? [];
  const x = i => LEFT + (WIDTH - LEFT - 8) * i / Math.max(search.rounds - 1, 1);
  const y = v => 8 + (HEIGHT - BOTTOM - 8) * (option.high - v) / (option.high - option.low || 1);
  const label = (text, at, attributes) => shape('text', {...at, 'font-size': 12, fill: 'currentColor', ...attributes}, text);
  const dots = rounds.flatMap((r, i) => [r.plus, r.minus].map(side => known(side?.[option.name])
    && shape('circle', {cx: x(i), cy: y(side[option.name]), r: 2.5, fill: 'var(--axis)', opacity: 0.6}))).filter(Boolean);
  const line = [[0, option.start], ...rounds.map((r, i) => [i, r.centre?.[option.name]])].filter(([, v]) => known(v))
    .map(([i, v]) => `${x(i)},${y(v)}`).join(' ');
  return el('figure', {class: 'plot'}, shape('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': `${words(option.name)} by round: from ${option.start} to ${option.winner}`},
  shape('line', {x1: LEFT, y1: HEIGHT - BOTTOM, x2: WIDTH - 8, y2: HEIGHT - BOTTOM, stroke: 'currentColor', opacity: 0.4}),
  label(String(option.high), {x: LEFT - 6, y: 16}, {'text-anchor': 'end'}),
  label(String(option.low), {x: LEFT - 6, y: HEIGHT - BOTTOM}, {'text-anchor': 'end'}),
  label('round 1', {x: LEFT, y: HEIGHT - 8}), label(String(search.rounds), {x: WIDTH - 8, y: HEIGHT - 8}, {'text-anchor': 'end'}),
  ...dots, shape('polyline', {points: line, fill: 'none', stroke: 'var(--a)', 'stroke-width': 2})),
  el('figcaption', null, `${capital(words(option.name))}: where the search stood (line), and what each round tried (dots).`));
}

function searchSection(search, alone) {
  const d = search.check?.difference;
  return el('section', {class: 'run', id: search.id, 'aria-labelledby': `${search.id}-name`},
    el('h2', {id: `${search.id}-name`, class: alone ? 'vh' : null}, `Search: ${search.name}`),
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, `${search.bot}: ${search.verdict}`),
      d ? el('p', null, `winner − start ${number(d.mean, 2, true)} (${number(d.low, 2, true)} to ${number(d.high, 2, true)}) points a deal, on ${plural(search.check.deals, 'deal')} that the search did not use`) : null,
      facts([['Rounds', number(search.rounds)], ['Deals each', number(search.deals)], ['Seed', String(search.seed)],
        ['Folder', search.folder === '.' ? null : search.folder, true]])),
    table('Options', [column('', o => words(o.name), null), column('start', o => String(o.start)),
      column('winner', o => String(o.winner), 'num strong'), column('range', o => `${o.low} to ${o.high}`)], search.options, {hideCaption: true}),
    search.options.map(o => pathPlot(search, o)));
}

/* Who gains: the points of each bot, which are the last effects in the list. */
function gains(variation) {
  const bots = variation.effects.filter(e => e.metric.startsWith('classic.'));
  return bots.length ? bots.map((e, i) => [i ? ', ' : '', `${e.metric.slice('classic.'.length)} `,
      unitFor(e).effect(e.effect.mean), star(e)]) : '–';
}

function forestPanel(study, metric) {
  const rows = study.variations.map(v => ({name: v.name,
      e: v.effects.find(x => x.metric === metric.metric)})).filter(r => r.e);
  const scale = scaleOf(rows.map(r => r.e.effect), true);
  const unit = unitFor(metric).unit;
  return table(`${metric.title} (${study.base}: ${unitFor(metric).value(metric.base)})`, [
    column('', r => r.name, null),
    column('', r => bar(r.e.effect, scale,
        `${r.name}: ${unitFor(r.e).effect(r.e.effect.mean)}, 95 % ${effectRange(r.e)}, p after Holm ${pWords(r.e.p_holm)}`, {dotOnly: true}), 'bars'),
    column(unit, r => [unitFor(r.e).effect(r.e.effect.mean), star(r.e)]),
  ], rows);
}

function studyVerdict(study) {
  const counts = study.variations.map(v => `${v.name} changes ${v.effects.filter(significant).length} of ${v.effects.length}`);
  return counts.length === 1 ? `${counts[0]} metrics significantly`
    : `${plural(study.variations.length, 'variation')} against the ${study.base} rules, by significant changes`;
}

function studySection(study, alone) {
  const metrics = study.variations[0]?.effects ?? [];
  return el('section', {class: 'run', id: study.id, 'aria-labelledby': `${study.id}-name`},
    el('h2', {id: `${study.id}-name`, class: alone ? 'vh' : null}, `Study: ${study.name}`),
    study.description ? el('p', {class: 'quiet'}, study.description) : null,
    study.complete === false ? el('p', {class: 'notice'}, 'The study was interrupted: variations are missing.') : null,
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, studyVerdict(study)),
      el('ul', {class: 'variations'}, study.variations.map(v => el('li', null, el('b', null, v.name), ` (${changesText(v.changes)}): `,
        `${v.effects.filter(significant).length} of ${v.effects.length} metrics change; points a deal `, gains(v)))),
      facts([['Base', study.base], [`${capital(study.unit)}s each`, number(study.units)], ['Games each', number(study.games)],
          ['Seed', String(study.seed)], ['Folder', study.folder === '.' ? null : study.folder, true]])),
    el('p', {class: 'note'}, `Differences to ${study.base} on the same deals. ★${TEXT_STYLE}: p below 0.05 after Holm’s correction for all effects of the study.`),
    study.learned ? el('p', {class: 'note'}, `Of the base’s rules, players ${lessonText(study.learned)}.`) : null,
    study.variations.map(v => el('section', {class: 'part'}, el('h3', null, v.name), effectsTable(v))),
    study.variations.length > 1 ? el('section', {class: 'part'}, el('h3', null, 'Side by side'),
        el('div', {class: 'forest'}, metrics.filter(m => study.variations
          .some(v => v.effects.find(x => x.metric === m.metric && x.effect.mean)))
          .map(m => forestPanel(study, m)))) : null,
    study.realism?.metrics && study.realism.references ? realismPart(study) : null);
}

/* ---- The page ---- */

function runSection(run, alone) {
  const parts = (known(run.alone) ? swingParts(run) : [differencePart(run), originPart(run), tablePart(run),
      openCardsPart(run), contractsPart(run), biddingPart(run), ...swingParts(run), faultsPart(run)]).filter(Boolean);
  return el('section', {class: 'run', id: run.id, 'aria-labelledby': `${run.id}-name`},
    el('h2', {id: `${run.id}-name`, class: alone ? 'vh' : null}, run.manifest.name ?? run.folder),
    el('p', {class: 'quiet'}, run.manifest.description ? `${run.manifest.description} ` : '',
        run.folder === '.' ? null : el('code', null, run.folder)),
    run.summary.complete === false
        ? el('p', {class: 'notice'}, `The run is not complete: ${number(run.summary.games)} of ${number(run.summary.planned)} games.`) : null,
    ...known(run.alone) ? [] : [verdict(run),
    el('nav', {'aria-label': `parts of ${run.manifest.name ?? run.folder}`},
        el('ul', {class: 'contents'}, parts.map(p => el('li', null, el('a', {href: `#${p.id}`}, p.title)))))],
    parts.map(p => p.node));
}

const unbroken = text => el('span', {class: 'unbroken'}, text);

/* What is in a folder of results, the newest first; a page that is there is linked. */
function indexSection(entries) {
  if (!entries.length) return null;
  return el('section', {class: 'run', id: 'index', 'aria-labelledby': 'index-name'},
    el('h2', {id: 'index-name'}, 'Results'),
    table('Runs, studies and searches, the newest first', [
      column('folder', e => (e.page ? el('a', {href: `${encodeURIComponent(e.name)}/report.html`}, e.name) : e.name), null),
      column('written', e => unbroken(e.date), null), column('kind', e => unbroken(e.kind), null),
      column('verdict', e => e.verdict ?? '', null),
      column('command', e => (e.command ? el('code', null, e.command) : ''), null),
    ], [...entries].reverse(), {hideCaption: true}));
}

function overview(runs, studies, populations, searches) {
  const entry = (id, name, text) => el('li', null, el('a', {href: `#${id}`}, el('b', null, name), text));
  return el('ul', {class: 'overview', 'aria-label': 'overview'},
    runs.map(r => entry(r.id, r.manifest.name ?? r.folder, plainText(headline(r)))),
        studies.map(s => entry(s.id, `Study: ${s.name}`, studyVerdict(s))),
        populations.map(p => entry(p.id, `Study: ${p.name}`, `with ${plural(p.populations.length, 'population')}`)),
        searches.map(s => entry(s.id, `Search: ${s.name}`, s.verdict)));
}

const plotless = run => run.plots && Object.values(run.plots).every(p => !p);

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  labelTheme();
}
function isDark() {
  return (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark'
      : 'light')) === 'dark';
}
function labelTheme() {
  document.getElementById('theme').textContent = isDark() ? 'Light' : 'Dark';
  document.getElementById('theme').setAttribute('aria-label', isDark() ? 'switch to light colours'
      : 'switch to dark colours');
}

/* A table wider than its box must be reachable by keyboard; others need no tab stop. */
function watchWidths() {
  const observer = new ResizeObserver(entries => {
    for (const {target} of entries) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const box of document.querySelectorAll('.scroll')) observer.observe(box);
}

function start() {
  const runs = (data.runs ?? []).map((run, i) => ({...run, counters: data.counters, id: `run-${i + 1}`}));
  const numbered = (list, kind) => (list ?? []).map((one, i) => ({...one, id: `${kind}-${i + 1}`}));
  const studies = numbered(data.studies, 'study');
  const populations = numbered(data.populations, 'populations'), searches = numbered(data.searches, 'search');
  const others = [...studies, ...populations, ...searches], index = data.index ?? [];
  const wanted = /^#(dark|light)$/.exec(location.hash)?.[1];
  const alone = runs.length + others.length === 1 && !index.length && (runs[0]?.manifest ?? others[0]).name === data.title;
  document.title = data.title;
  if (wanted) setTheme(wanted);
  labelTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', labelTheme);
  document.getElementById('theme').addEventListener('click', () => setTheme(isDark() ? 'light' : 'dark'));
  document.getElementById('main').replaceChildren(...[
    el('h1', null, data.title),
    runs.length + others.length > 1 ? overview(runs, studies, populations, searches) : null,
    indexSection(index),
    runs.some(run => plotless(run) && !known(run.alone)) ? el('p', {class: 'notice'},
        'Plots need gnuplot, which was not found when this page was written; tables show the numbers instead.')
        : null,
    ...runs.map(run => runSection(run, alone)), ...studies.map(study => studySection(study, alone)),
    ...populations.map(study => populationsSection(study, alone)),
    ...searches.map(search => searchSection(search, alone))].filter(Boolean));
}

const data = JSON.parse(document.getElementById('data').textContent);
start();
watchWidths();
followLink();
const single = data.runs?.find(run => known(run.alone))?.alone;
if (known(single) && !location.hash.startsWith('#game=')) DEALS[0]?.open(single, 0, false);
addEventListener('hashchange', followLink);
})();
