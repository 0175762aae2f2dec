// SPDX-License-Identifier: MIT
/* Studies: what a variation of the rules changes. */

/* How a metric is shown: shares in percent. */
const UNITS = {
  share: {shown: inPercent, digits: 2, value: x => percent(x), axis: 'percentage points'},
  points: {shown: e => e, digits: 2, value: x => number(x, 2), axis: 'points'},
  number: {shown: e => e, digits: 2, value: x => number(x, 2), axis: 'number'},
};
const unitFor = e => UNITS[e.measured_in] ?? UNITS.number;
const inUnit = (e, {mean = null, low = null, high = null} = e.effect ?? {}) => unitFor(e).shown({mean, low, high});
/* As many as a wide interval needs. */
const digitsOf = e => {
  const {low, high} = inUnit(e);
  return known(low) && known(high) ? Math.min(unitFor(e).digits, digitsFor(((high ?? 0) - (low ?? 0)) / 2)) : unitFor(e).digits;
};
const significant = e => isShown(e?.judged);
const pWords = p => (!known(p) ? '–' : p < 0.001 ? '< 0.001' : number(p, 3));
const adjustedP = e => e?.judged?.p_adjusted;
const moves = e => known(e.baseline) !== known(e.value) || (known(e.baseline) && e.effect.mean !== 0) || known(e.judged?.p);
const judgeable = e => known(e.judged?.p);
const effectWords = e => (judgeable(e)
    ? `${number(inUnit(e).mean, digitsOf(e), true)}, 95 % ${range(inUnit(e), digitsOf(e), true)}, ${
        significant(e) ? 'shown' : 'not shown'}, p after Holm ${pWords(adjustedP(e))}`
    : known(e.effect?.mean) && !moves(e) ? 'unchanged in every deal' : `${number(inUnit(e).mean, digitsOf(e), true)}, cannot be judged`);

/* "19 of 26 effects are shown, 2 cannot be judged" */
function countsText(effects) {
  const judged = effects.filter(judgeable), shown = judged.filter(significant), others = effects.filter(e => moves(e) && !judgeable(e));
  return [judged.length ? `${shown.length} of ${plural(judged.length, 'effect')} ${shown.length === 1 ? 'is' : 'are'} shown` : 'nothing can be judged',
    others.length ? `${others.length} cannot be judged` : null].filter(Boolean).join(', ');
}

function variationPart(variation) {
  const still = variation.effects.filter(e => !moves(e)).map(e => e.title);
  return [variation.lesson ? remark(variation.lesson) : null,
    variation.indifferent ? remark(variation.indifferent) : null,
    variation.note ? remark(variation.note) : null,
    variation.warning ? remark(`Warning: ${variation.warning}`) : null,
    variation.unit_cause ? remark(`${plural(variation.units, variation.unit)}, because ${variation.unit_cause}`) : null,
    still.length ? folded(`${plural(still.length, 'figure')} unchanged in every deal`, remark(still.join('; '))) : null,
    numbers(variation.numbers.effects, null, 'The numbers')];
}

/* The effect on players who have learned the rule is a row of its own, where it differs. */
function withLearned(effect) {
  const learned = effect.learned;
  return !learned || JSON.stringify(learned.effect) === JSON.stringify(effect.effect) ? [effect]
    : [effect, {...effect, ...learned, metric: `${effect.metric}.learned`, title: `${effect.title}, who have learned`}];
}

/* In percentage points. */
const distanceOf = ({distance, low, high}) => inPercent({mean: distance, low, high});

/* How the baseline plays beside others: shares, and the distance to each reference. */
const realismPart = ({realism: {references}, numbers: {metrics, distances}}) => el('section', {class: 'part'},
    el('h3', null, 'How the baseline plays, beside others'), numbers(metrics, null, 'Shares of the baseline and of others'), numbers(distances),
    el('p', {class: 'note'}, references.map(r => `${r.title}: ${r.what} (${r.source}). `)));

/* ---- Small multiples: a chart for each metric, a row for each variation or population ---- */

/* Charts with the same axis, so that they can be compared. */
const GROUPS = [
  {title: 'Shares, in percentage points', has: m => m.measured_in === 'share'},
  {title: 'Points a deal of each player', has: m => m.measured_in === 'points' && /^(classic|score)\./u.test(m.metric)},
  {title: 'Other points', has: m => m.measured_in === 'points'},
  {title: 'Other numbers', has: () => true},
];

const fromTo = e => `${unitFor(e).value(e.baseline)} → ${unitFor(e).value(e.value)}`;
/* What is farthest from zero by its own interval comes first. */
const byCertainty = (x, y) => certainty(y) - certainty(x);
const certainty = e => (judgeable(e) ? Math.abs(e.effect.mean) / (e.effect.high - e.effect.low) : 0);
const pointOf = e => ({e: {...inUnit(e), ...judgeable(e) ? {} : {low: null, high: null}, shown: significant(e)}});

/* rows: {name, e}; a single row has no name. */
function multiple(metric, rows, scale) {
  const alone = rows.length === 1;
  const [{e: first}] = rows, from = alone ? fromTo(first) : `from ${unitFor(first).value(first.baseline)}`;
  return el('figure', {class: 'multiple'}, el('figcaption', null, metric.title, ' ', el('span', {class: 'quiet'}, from)),
      dots(rows.map(({name, e}) => ({name: alone ? '' : name, points: [pointOf(e)]})), {label: metric.title, scale, digits: digitsOf(first),
        aria: `${metric.title}: ${rows.map(({name, e}) => `${name} ${effectWords(e)}`).join('; ')}`}).node);
}

/* metrics: {metric, title, measured_in}; rowsOf(metric): {name, e}. What is shown to change comes first, the rest is folded. */
function multiples(metrics, rowsOf) {
  const charts = metrics.map(metric => ({metric, rows: rowsOf(metric)})).map(one => ({...one, most: [...one.rows].map(({e}) => e).sort(byCertainty)[0]}));
  const changed = charts.filter(({rows}) => rows.some(({e}) => significant(e))).sort((x, y) => byCertainty(x.most, y.most));
  const others = charts.filter(one => !changed.includes(one));
  const grouped = list => GROUPS.map((group, i) => {
    const own = list.filter(({metric}) => GROUPS.findIndex(g => g.has(metric)) === i), scale = scaleOf(own.flatMap(({rows}) => rows.map(({e}) => pointOf(e).e)));
    return own.length ? [el('h4', null, group.title), el('div', {class: 'multiples'}, own.map(({metric, rows}) => multiple(metric, rows, scale)))] : null;
  });
  return [grouped(changed), legend([['full', `shown: adjusted for all effects (Holm), p is below ${SIGNIFICANT}`], ['ring', 'only seen, or cannot be judged'],
    ['seen', '95 % interval of what was seen']]), others.length ? folded(`${plural(others.length, 'figure')} not shown to change`, grouped(others)) : null];
}

/* ---- What changed most ---- */

/* The sentence of the study, its numbers in lighter type. */
function leadHeadline(study) {
  const sentence = typeset(study.sentence), at = sentence.search(/, [−+]?\d/u);
  return el('p', {class: 'headline'}, capital(at < 0 ? sentence : sentence.slice(0, at + 1)),
      at < 0 ? null : [' ', el('span', {class: 'interval'}, sentence.slice(at + 1).trim())]);
}

/* The largest effect with the interval that covers for its choice, and between which values it lies. */
function leadPicture(e, lead) {
  const shown = {...inUnit(e, lead.effect), shown: significant(e)}, {axis: unit, value} = unitFor(e);
  return [band(shown, `${e.title}, ${unit}`, ['← less', 'more →']),
    el('p', {class: 'quiet'}, `From ${value(e.baseline)} to ${value(e.value)}. Of all effects in the same unit that are shown, it is the one whose interval `
        + 'stays farthest from zero. As it was chosen for that, its interval is so wide that those of all effects cover together.')];
}

const NAMED_CHANGES = 4;

/* What a variation is shown to change, in words. */
function changesWords(effects) {
  const shown = effects.filter(significant).sort(byCertainty);
  return [`${countsText(effects)}${shown.length ? ': ' : ''}`,
    shown.slice(0, NAMED_CHANGES).map((e, i) => [i ? '; ' : '', `${e.title} `, el('b', {class: 'unbroken'}, fromTo(e))]),
    shown.length > NAMED_CHANGES ? '; …' : ''];
}

/* ---- A study with one table of players ---- */

function studySection(study, alone) {
  const metrics = (study.variations[0]?.effects ?? []).filter(m => study.variations.some(v => moves(v.effects.find(x => x.metric === m.metric) ?? m)));
  const anchor = i => `${study.id}-variation-${i + 1}`;
  const lead = study.variations.find(v => v.name === study.lead.variation)?.effects.find(e => e.metric === study.lead.metric);
  return sectionOf(study, alone, `Study: ${study.name}`,
    study.description ? el('p', {class: 'quiet'}, study.description) : null,
    study.complete === false ? el('p', {class: 'notice'}, 'The study was interrupted: variations are missing.') : null,
    el('div', {class: 'verdict'}, leadHeadline(study), lead ? leadPicture(lead, study.lead) : null,
      el('ul', {class: 'variations'}, study.variations.map((v, i) => el('li', null, el('a', {href: `#${anchor(i)}`}, el('b', null, v.name)),
          ' (', changesText(v.changes), '): ', changesWords(v.effects)))),
      facts([['Baseline', study.baseline], [`${capital(study.unit)}s each`, number(study.units)], ['Games each', number(study.games)],
          ...seedAndFolder(study)])),
    el('p', {class: 'note'}, `Differences to ${study.baseline} on the same deals, with 95 % intervals of what was seen.`),
    study.lesson ? remark(study.lesson) : null,
    metrics.length ? el('section', {class: 'part'}, el('h3', null, 'What each variation changes'),
        multiples(metrics, m => study.variations.flatMap(v => v.effects.filter(e => e.metric === m.metric).flatMap(withLearned)
            .map((e, i) => ({name: i ? `${v.name}, learned` : v.name, e}))))) : null,
    study.variations.map((v, i) => el('section', {class: 'part', id: anchor(i)}, el('h3', null, v.name), el('p', {class: 'note'}, changesText(v.changes)),
        variationPart(v))),
    study.realism?.metrics && study.realism.references ? realismPart(study) : null);
}

/* ---- One study with several tables of players ---- */

/* The effect on one population, as that of a metric. */
function effectOn(metric, population) {
  const own = metric.populations?.[population.name];
  return own?.effect ? {...own, measured_in: metric.measured_in, metric: metric.metric} : null;
}

/* The effect that a lead of the study names, on a population, with its title; null without one. */
function effectOf(study, lead, name) {
  const metric = study.variations.find(v => v.name === lead.variation)?.effects.find(e => e.metric === lead.metric);
  const own = metric && effectOn(metric, {name});
  return own ? {...own, title: metric.title} : null;
}

function populationsSection(study, alone) {
  const metricsOf = v => v.effects.filter(m => study.populations.map(p => effectOn(m, p)).some(e => e && moves(e)));
  const lead = effectOf(study, study.lead, study.lead.population);
  return sectionOf(study, alone, `Study with ${plural(study.populations.length, 'population')}: ${study.name}`,
    el('div', {class: 'verdict'}, leadHeadline(study), lead ? leadPicture(lead, study.lead) : null,
      facts([[`${capital(study.unit)}s each`, number(study.units)], ['Games each', number(study.games)], ...seedAndFolder(study)])),
    el('ul', {class: 'variations'}, study.populations.map(p => el('li', null, el('b', null, p.name), `: ${p.description ?? ''} `,
      (p.references ?? []).filter(r => known(r.distance)).slice(0, 2)
        .map(r => `${number(distanceOf(r).mean, 1)} (${range(distanceOf(r), 1)}) percentage points from ${r.title}. `)))),
    el('p', {class: 'note'}, `The ${study.unit}s are the same with each rule set and population.`),
    study.variations.map(v => el('section', {class: 'part'}, el('h3', null, v.name),
      el('p', {class: 'note'}, changesText(v.changes), `: ${countsText(v.effects.flatMap(m => study.populations.map(p => effectOn(m, p)).filter(Boolean)))}.`),
      multiples(metricsOf(v), m => study.populations.map(p => ({name: p.name, e: effectOn(m, p)})).filter(r => r.e)),
      numbers(v.numbers.effects, null, 'The numbers'))));
}
