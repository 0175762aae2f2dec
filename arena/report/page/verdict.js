// SPDX-License-Identifier: MIT
/* The head of a run: its verdict and what it was. */

const SCORINGS = {classic: 'classic', seeger_fabian: 'Seeger-Fabian', score: 'rule set'};
const scoringName = (run, name) => (name === 'score' ? words(run.summary.scoring ?? 'rule set')
    : SCORINGS[name] ?? words(name));
const unitOf = run => run.manifest.schedule.unit;

function primaryOf(run) {
  const {comparison, scoring} = run.summary;
  return comparison?.primary ?? (scoring in SCORINGS ? scoring : 'score');
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
  if (!v.difference || isExact(v.difference)) return v.needed ? [el('p', {class: 'quiet'}, `${capital(typeset(v.needed))}.`)] : [];
  return [
    band(estimateOf(v), `${c.a} minus ${c.b}, points a deal`, [`← ${c.b} better`, `${c.a} better →`], {marks: marksOf(v).slice(1), level: levelOf(v), sides: true}),
    intervalsLegend(v),
    el('p', {class: 'quiet'}, v.assumption ? `${capital(typeset(v.assumption))}.` : '', v.needed ? ` ${capital(typeset(v.needed))}.` : ''),
  ];
}

/* Of the interval of a verdict. */
const levelOf = v => v?.level ?? 0.95;

const warningsOf = v => (v?.warnings ?? []).map(text => el('p', {role: 'note'}, el('b', null, 'Warning: '), typeset(text)));

/* What an interval is held against. */
const marksOf = v => [0, ...known(v?.margin) ? [-v.margin] : []];

/** An estimate alone on its axis, with a word at each end; options as of dots().
 *  @param {any} options */
function band(e, label, ends, options = {}) {
  const {marks = [], level = 0.95} = options;
  const digits = digitsApart(e, 2, [0, ...marks]);
  return el('div', {class: 'scale'}, dots([{name: '', points: [{e}]}], {label, aria: `${label}: ${number(e.mean, 2)}, ${levelText(level)} from ${range(e, digits)}`,
    scale: scaleOf([e, ...marks.map(mean => ({mean}))], true), big: true, digits, ends,
    ...options}).node);
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
  return el('div', {class: 'stack'},
    el('p', null, el('b', null, 'Sequential test '), `of ${number(t.h0, 2)} (H0) against ${number(t.h1, 2)} (H1), `
        + `in ${MODELS[t.model] ?? t.model}, after ${plural(t.units, unitOf(run))}.`),
    band({mean: t.llr, low: t.lower, high: t.upper}, 'log likelihood ratio between its bounds',
        [`reject at ${number(t.lower, 2)}`, `LLR ${number(t.llr, 2)}; accept at ${number(t.upper, 2)}`], {sure: true}),
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

function keyFacts(run) {
  const {summary: s, manifest: m} = run, c = s.comparison, schedule = m.schedule;
  const perDeal = schedule.per_deal, {from, changes} = run.rules_diff ?? {}, changed = Object.keys(changes ?? {}).length;
  return [facts([
    ['Deals', number(s.deals)],
    ['Games', s.complete === false ? `${number(s.games)} of ${number(s.planned)}` : number(s.games)],
    ['Played differently', known(c?.divergent) ? `${plural(c.divergent, 'deal')}, ${percent(c.divergent_share)}` : null],
    ['Rules', changed ? [`${from}, but `, folded(plural(changed, 'option differs', 'options differ'), changesText(changes))] : from],
    ['Scoring', scoringName(run, primaryOf(run))],
    ['Seed', m.import ? null : String(m.seed)],
  ]), folded('More of this run', facts([
    ['Sessions', schedule.sessions > 1 && !m.import ? number(s.sessions) : null],
    ['Schedule', `${words(schedule.kind)}${perDeal > 1 ? `, ${perDeal} games a deal` : ''}`],
    ['Contracts', m.contract === 'fixed' ? 'given with the deals' : null],
    ['Cards', m.play === 'solver' ? 'by the solver, all hands open' : null],
    ['Re-deals', c?.redeals ? `${plural(c.redeals.cases, 'seat')} bid differently, ${plural(c.redeals.played, 'other deal')} played both ways` : null],
    ['Bids alone', c?.unplayed ? `${plural(c.unplayed.deals, 'deal')} bid alike and not played: all but the difference is of the others` : null],
    ['Declared', `${percent(s.declared_share)}; won ${percent(s.won_share)}`],
    ['Passed in', number(s.passed_in)],
    ['Ramsch', s.ramsch ? number(s.ramsch) : null],
    ['Bock', s.bock ? plural(s.bock, 'deal') : null],
    ['Imported from', m.import ? m.import.files.map(f => f.file).join(', ') : null],
    ['Folder', run.folder === '.' ? null : code(run.folder), true],
    ['Version', m.harness],
    ['Signature', s.signature ? el('code', null, s.signature) : null],
  ]))];
}

/* What is known at once: the sentence, the interval, what it was played with. */
function verdict(run) {
  const {verdict: v, comparison: c} = run.summary;
  const said = [warningsOf(v), c ? comparisonDetails(c, v) : null, testDetails(run)].flat().filter(Boolean);
  return el('div', {class: 'verdict'}, headline(run), said.length
    ? el('div', {class: 'beside'}, el('div', {class: 'stack'}, said), el('div', {class: 'stack'}, keyFacts(run))) : keyFacts(run));
}
