// SPDX-License-Identifier: MIT
/* The head of a run: its verdict and what it was. */

const SCORINGS = {classic: 'classic', seeger_fabian: 'Seeger-Fabian', score: 'rule set'};
const scoringName = (run, name) => (name === 'score' ? words(run.summary.scoring ?? 'rule set')
    : SCORINGS[name] ?? words(name));
const unitOf = run => run.manifest.schedule.unit;
const botName = (bot, side) => el('span', {class: side}, bot);

function primaryOf(run) {
  const {comparison, scoring} = run.summary;
  return comparison?.primary ?? (scoring in SCORINGS ? scoring : 'score');
}

/* A sentence in which the two bots that are compared have their colours. */
function coloured(sentence, c) {
  if (!c) return [sentence];
  const sides = {[c.a]: 'a', [c.b]: 'b'};
  const quoted = [c.a, c.b].sort((x, y) => y.length - x.length).map(name => name.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'));
  return sentence.split(new RegExp(`(?<![A-Za-z0-9_])(${quoted.join('|')})(?![A-Za-z0-9_])`, 'u'))
    .map((text, at) => (at % 2 ? botName(text, sides[text]) : text));
}

/* The verdict's sentence, the difference in lighter type. */
function headline(run) {
  const {verdict: v, comparison: c} = run.summary;
  /* The last colon but that of "(95 %: -0.24 to +0.11)". */
  const [, said, rest] = /^(.*(?<!%):) (.*)$/su.exec(v.sentence) ?? ['', v.sentence, ''];
  return el('p', {class: 'headline'}, coloured(said, c), rest ? [' ', el('span', {class: 'interval'}, coloured(rest, c))] : null);
}

/* The difference of a verdict; filled where the interval that decides is all on one side of a mark. */
const estimateOf = v => ({...v.difference, decides: v.decides,
  shown: marksOf(v).some(mark => hasEnds(v.decides) && (v.decides.low > mark || v.decides.high < mark))});

/* What was seen where all was played alike: 0, without an interval. */
const isExact = e => known(e?.low) && e.low === e.high;

/* What the two intervals are, where they differ. */
function intervalsLegend(v) {
  const {difference: seen, decides} = v;
  return decides && (decides.low !== seen.low || decides.high !== seen.high)
    ? legend([['seen', `${levelText(levelOf(v))} interval of what was seen`], ['decides', `decides: ${range(decides, digitsApart(decides, 2, marksOf(v)), true)}`]])
    : null;
}

function comparisonDetails(c, v) {
  if (!v.difference || isExact(v.difference)) return v.needed ? [el('p', {class: 'quiet'}, `${capital(v.needed)}.`)] : [];
  const d = estimateOf(v), scale = scaleOf([d], true), behind = d.mean < 0, ahead = behind ? c.b : c.a;
  const series36 = scaledEstimate(d, behind ? -36 : 36);
  const marks = marksOf(v, 36).map(mark => (behind ? -mark : mark));
  return [
    bigInterval(d, scale, `${c.a} minus ${c.b}, points a deal`, {sides: true},
        el('span', {class: 'b'}, `← ${c.b} better`), el('span', {class: 'a'}, `${c.a} better →`), v),
    intervalsLegend(v),
    el('p', {class: 'quiet'}, v.assumption ? `${capital(v.assumption)}.` : '', v.needed ? ` ${capital(v.needed)}.` : ''),
    el('p', null, `In 36 deals: ${number(series36.mean, 0, true)} for ${ahead} (`
        + `${range(series36, digitsApart(series36, 0, marks))}). `,
      known(c.better) ? `${ahead} did better in ${plural(behind ? c.worse : c.better, c.unit)}, `
        + `equal in ${number(c.equal)}, worse in ${number(behind ? c.better : c.worse)}.` : ''),
  ];
}

/* Of the interval of a verdict. */
const levelOf = v => v?.level ?? 0.95;

const levelText = level => `${Number((100 * level).toPrecision(4))} %`;

const warningsOf = v => (v?.warnings ?? []).map(text => el('p', {role: 'note'}, el('b', null, 'Warning: '), text));

/* What an interval in units of `factor` deals is held against. */
const marksOf = (v, factor = 1) => [0, ...known(v?.margin) ? [-factor * v.margin] : []];

/* An estimate with the axis below it, and a word at each end. */
function bigInterval(e, scale, label, options, left, right, v = null) {
  const {ticks, node} = axis(scale, '', true);
  return el('div', {class: 'scale'}, interval(e, scale, `${label}: ${number(e.mean, 2)}, ${levelText(levelOf(v))} from ${range(e, digitsApart(e, 2, marksOf(v)))}`,
      {...options, big: true, ticks}), node, el('div', {class: 'ends', 'aria-hidden': 'true'}, left, right));
}

const MODELS = {points: 'points a deal', normalised: 'standard deviations of a single unit'};

/* The test by likelihoods. One with a margin is seen from the interval. */
function testDetails(run) {
  const t = run.summary.test;
  if (!t) return null;
  if (known(t.margin)) {
    const {least_units: least, needed} = run.summary.verdict;
    return el('p', null, `To pass, the interval must lie above −${number(t.margin, 2)}, and to fail, below it. `,
      known(least) && !needed ? `A pass takes at least ${plural(least, unitOf(run))}, unless the new bot is better. ` : '',
      t.faults?.decided ? 'The faults ended the run.' : '');
  }
  const scale = {low: t.lower * 1.02, high: t.upper * 1.02};
  const meter = interval({mean: t.llr, low: t.lower, high: t.upper}, scale,
      `log likelihood ratio ${number(t.llr, 2)}, bounds ${number(t.lower, 2)} and ${number(t.upper, 2)}`, {big: true, plain: true});
  return el('div', {class: 'stack'},
    el('p', null, el('b', null, 'Sequential test '), `of ${number(t.h0, 2)} (H0) against ${number(t.h1, 2)} (H1), `
        + `in ${MODELS[t.model] ?? t.model}, after ${plural(t.units, unitOf(run))}.`),
    el('div', {class: 'scale'}, meter,
        el('div', {class: 'ends three'}, el('span', null, `reject at ${number(t.lower, 2)}`),
        el('span', null, `LLR ${number(t.llr, 2)}`), el('span', null, `accept at ${number(t.upper, 2)}`))),
    t.faults?.decided ? el('p', null, 'The faults ended the run.') : null,
    el('p', {class: 'quiet'}, `Mean ${number(t.mean, 3)}, deviation ${number(t.deviation, 2)}; `,
      `errors of the first and second kind ${number(t.alpha, 3)} and ${number(t.beta, 3)}.`));
}

/* Options of rules that differ, as they are written in a config. */
function changesText(changes) {
  const show = v => (v !== null && typeof v === 'object' ? JSON.stringify(v) : String(v));
  return Object.entries(changes ?? {}).map(([option, [base, value]], i) =>
    [i ? '; ' : '', code(option), ` ${show(base)} → ${show(value)}`]);
}

/** Deals that were played, and the sessions that these are of: a test may have ended the run before all were. */
function playedDeals(run) {
  const {summary: s, manifest: m} = run, schedule = m.schedule, ofSession = schedule.deals;
  const planned = schedule.total_deals ?? schedule.sessions * schedule.deals;
  const units = m.import ? planned : s.units * (s.unit === 'session' ? ofSession : 1);
  const deals = s.comparison?.deals ?? Math.min(units, planned);
  return {deals, sessions: Math.ceil(deals / ofSession)};
}

function keyFacts(run) {
  const {summary: s, manifest: m} = run, c = s.comparison, schedule = m.schedule;
  const perDeal = schedule.per_deal, {deals, sessions} = playedDeals(run);
  return facts([
    ['Deals', number(deals)],
    ['Sessions', schedule.sessions > 1 && !m.import ? number(sessions) : null],
    ['Games', s.complete === false ? `${number(s.games)} of ${number(s.planned)}` : number(s.games)],
    ['Schedule', `${words(schedule.kind)}${perDeal > 1 ? `, ${perDeal} games a deal` : ''}`],
    ['Scoring', scoringName(run, primaryOf(run))],
    ['Contracts', m.contract === 'fixed' ? 'given with the deals' : null],
    ['Cards', m.play === 'solver' ? 'by the solver, all hands open' : null],
    ['Re-deals', c?.redeals ? `${plural(c.redeals.cases, 'seat')} bid differently, ${plural(c.redeals.played, 'other deal')} played both ways` : null],
    ['Bids alone', c?.unplayed ? `${plural(c.unplayed.deals, 'deal')} bid alike and not played: all but the difference is of the others` : null],
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
        ? [`${run.rules_diff.from}, but `, changesText(run.rules_diff.changes)] : run.rules_diff.from) : null, true],
  ]);
}

function verdict(run) {
  const {verdict: v, comparison: c} = run.summary;
  return el('div', {class: 'verdict'}, headline(run),
    warningsOf(v),
    c ? comparisonDetails(c, v) : null, testDetails(run), keyFacts(run));
}
