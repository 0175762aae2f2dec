// SPDX-License-Identifier: MIT
/* Studies: what a variation of the rules changes. */

/* How a metric is shown: shares in percent. `scale` is the factor. */
const UNITS = {
  share: {scale: 100, digits: 2, value: x => percent(x), axis: 'percentage points'},
  points: {scale: 1, digits: 2, value: x => number(x, 2), axis: 'points'},
  number: {scale: 1, digits: 2, value: x => number(x, 2), axis: 'number'},
};
const unitFor = e => UNITS[e.measured_in] ?? UNITS.number;
const inUnit = e => scaledEstimate(judgedEstimate(e.effect, e.judged), unitFor(e).scale);
/* As many as a wide interval needs. */
const digitsOf = e => {
  const {low, high} = inUnit(e);
  return known(low) && known(high) ? Math.min(unitFor(e).digits, digitsFor(((high ?? 0) - (low ?? 0)) / 2)) : unitFor(e).digits;
};
const significant = e => isShown(e?.judged);
const star = e => (significant(e)
    ? el('span', {class: 'star', title: 'significant after Holm', role: 'img', 'aria-label': 'significant'},
    ` ★${TEXT_STYLE}`) : null);
const pWords = p => (!known(p) ? '–' : p < 0.001 ? '< 0.001' : number(p, 3));
const adjustedP = e => e?.judged?.p_adjusted;
const effectWords = e => `${number(inUnit(e).mean, digitsOf(e), true)}, 95 % ${range(inUnit(e), digitsOf(e), true)}, p after Holm ${pWords(adjustedP(e))}`;
const moves = e => known(e.baseline) !== known(e.value) || (known(e.baseline) && e.effect.mean !== 0) || known(e.p);

/* Effects of the same unit are a table with one axis. */
function effectsTables(variation) {
  const all = variation.effects.flatMap(withLearned), moved = all.filter(moves);
  const still = all.filter(e => !moved.includes(e)).map(e => e.title);
  const tables = Object.keys(UNITS).map(unit => [unit, moved.filter(e => (UNITS[e.measured_in] ? e.measured_in : 'number') === unit)])
    .filter(([, rows]) => rows.length).map(([unit, rows]) => table(`Effects of ${variation.name}, ${UNITS[unit].axis}`, [
      column('', e => e.title, 'metric'),
      intervalColumn(UNITS[unit].axis, inUnit, e => `${e.title}: ${effectWords(e)}`, rows),
      column('effect', e => estimateCell(inUnit(e), digitsOf(e), true, star(e))),
      column('baseline', e => unitFor(e).value(e.baseline)), column('value', e => unitFor(e).value(e.value)),
      column('p, Holm', e => pWords(adjustedP(e))),
    ], rows, {hideCaption: true}));
  const note = text => el('p', {class: 'note'}, text);
  return [tables, still.length ? note(`Unchanged in every deal: ${still.join('; ')}.`) : null,
    variation.learned ? note(`Players ${lessonText(variation.learned)}.`) : null,
    variation.indifferent ? note(`${capital(variation.indifferent)}.`) : null,
    variation.note ? note(`${capital(variation.note)}.`) : null,
    variation.warning ? note(`Warning: ${variation.warning}.`) : null,
    variation.unit_cause ? note(`${plural(variation.units, variation.unit)}, because ${variation.unit_cause}.`) : null];
}

/* The effect on players who have learned the rule is a row of its own, where it differs. */
function withLearned(effect) {
  const learned = effect.learned;
  return !learned || JSON.stringify(learned.effect) === JSON.stringify(effect.effect) ? [effect]
    : [effect, {...effect, ...learned, metric: `${effect.metric}.learned`, title: `${effect.title}, who have learned`}];
}

/* "learned caution 59: +0.29 (+0.18 to +0.40) points a deal more than as before" */
function lessonText(lesson) {
  const options = Object.entries(lesson.options ?? {}).map(([name, value]) => `${name} ${value}`).join(', ');
  const {difference, judged} = lesson.check ?? {}, d = difference && judgedEstimate(difference, judged);
  const p = known(judged?.p_adjusted) ? `, p ${pWords(judged.p_adjusted)} for ${plural(lesson.searches, 'search', 'searches')}` : '';
  const gain = d && `${number(d.mean, 2, true)} (${range(d, 2, true)}) points a deal more than as before${p}`;
  if (lesson.taken && d) return `learned ${options}: ${gain}`;
  const found = Object.entries(lesson.found ?? {}).map(([name, value]) => `${name} ${value}`).join(', ');
  return `learned nothing that is shown to win more, and play with ${options}${judged ? `; found ${found}: ${gain}` : ''}`;
}

/* A share of these games in percent; unknown where no game could have it. */
function shareCell({mean, low, high}) {
  if (!known(mean)) return '–';
  return estimateCell({mean: 100 * mean, low: known(low) ? 100 * low : null, high: known(high) ? 100 * high : null}, 1, false);
}

/* A published share that counts, marked if populations were fitted to it. */
function referenceCell(reference, metric) {
  const share = metric.references[reference.name];
  if (!known(share) || reference.unscored?.[metric.metric]) return '–';
  return percent(share) + (reference.fitted_metrics?.includes(metric.metric) ? '*' : '');
}

function distanceWords(reference) {
  const {title, distance, fitted, held_out: others} = reference;
  const parts = fitted && others ? ` (${number(100 * fitted.distance, 1)} over ${plural(fitted.figures, 'fitted figure', 'fitted figures')}, ${
    number(100 * others.distance, 1)} over ${plural(others.figures, 'other', 'others')})` : '';
  return `${title} ${known(distance) ? number(100 * distance, 1) : '–'}${parts}`;
}

/* How the baseline plays beside others: shares, and the distance to each reference. */
function realismPart(study) {
  const {metrics, references} = study.realism;
  const rows = metrics.filter(m => references.some(r => known(m.references?.[r.name]) && !r.unscored?.[m.metric]));
  return el('section', {class: 'part'}, el('h3', null, 'How the baseline plays, beside others'),
    table('Shares of the baseline and of others', [
      column('', m => m.title, 'metric'),
      column('here, %', m => shareCell(m.share)),
      ...references.map(r => column(r.title, m => referenceCell(r, m))),
    ], rows, {hideCaption: true}),
    el('p', {class: 'note'}, `Distance, the root mean square of the differences in percentage points: ${references.map(distanceWords).join(', ')}.`),
    references.some(r => r.held_out) ? el('p', {class: 'note'}, '* is a figure to which populations here were fitted; the others judge.') : null,
    el('p', {class: 'note'}, references.map(r => `${r.title}: ${r.what} (${r.source}). `)));
}

/* ---- Metrics by variations, or by populations ---- */

/* The smaller p, the darker: one colour for both directions, which are no better and no worse. */
const SHADES = [[0.001, 'p3'], [0.01, 'p2'], [SIGNIFICANT, 'p1']];
const shadeOf = e => SHADES.find(([p]) => known(e?.judged?.p_adjusted) && e.judged.p_adjusted < p)?.[1] ?? null;

function matrixCell(e) {
  if (!e || !known(e.effect?.mean) || !moves({...e, baseline: e.baseline ?? 0, value: e.value ?? 0})) return el('td', {class: 'num quiet'}, e ? '0' : '–');
  const digits = digitsOf(e), shown = inUnit(e);
  return el('td', {class: `num ${shadeOf(e) ?? ''}`}, el('b', null, number(shown.mean, digits, true)), star(e),
      known(shown.low) ? el('small', null, range(shown, digits, true)) : null, known(adjustedP(e)) ? el('small', null, `p ${pWords(adjustedP(e))}`) : null);
}

/* metrics: {metric, title, measured_in}; columns: {head, effectOf(metric)}. */
function effectMatrix(caption, metrics, columns) {
  const unitWords = m => (m.measured_in === 'share' ? ', percentage points' : m.measured_in === 'points' ? ', points' : '');
  return el('div', {class: 'table'}, el('div', {class: 'scroll', role: 'group', 'aria-label': caption},
      el('table', {'aria-label': caption, class: 'matrix'},
          el('thead', null, el('tr', null, el('td', null), columns.map(c => el('th', {scope: 'col', class: 'num'}, c.head)))),
          el('tbody', null, metrics.map(m => el('tr', null, el('th', {scope: 'row', class: 'metric'}, m.title, el('span', {class: 'quiet'}, unitWords(m))),
              columns.map(c => matrixCell(c.effectOf(m)))))))),
  el('ul', {class: 'legend'}, SHADES.map(([p, shade]) => el('li', null, el('span', {class: `key ${shade}`, 'aria-hidden': 'true'}), `p below ${p}`)),
      el('li', null, `★${TEXT_STYLE} below ${SIGNIFICANT}, after Holm’s correction for all effects of the study`)));
}

/* ---- Who gains ---- */

const POINTS_OF = 'classic.';

/* The points of each bot: rows are {name, again (the name is that of the row above), bot, e}. */
function gainsTable(rows, heads) {
  if (!rows.length) return null;
  return table('Points a deal that each player gains or loses', [
    column('', r => (r.again ? el('span', {class: 'vh'}, r.name) : r.name), 'metric'), ...heads ? [column(heads, r => r.bot, null)] : [],
    intervalColumn('points a deal', r => inUnit(r.e), r => `${r.name}, ${r.bot}: ${effectWords(r.e)}`, rows),
    column('effect', r => estimateCell(inUnit(r.e), digitsOf(r.e), true, star(r.e))), column('p, Holm', r => pWords(adjustedP(r.e))),
  ], rows, {hideCaption: true});
}
const gainRows = variation => variation.effects.filter(e => e.metric.startsWith(POINTS_OF))
  .map((e, i) => ({name: variation.name, again: i > 0, bot: e.metric.slice(POINTS_OF.length), e}));

/* ---- What changed most ---- */

/* The sentence of the study, its numbers in lighter type. */
function leadHeadline({sentence}) {
  const at = sentence.search(/, [-+]?\d/u);
  return el('p', {class: 'headline'}, capital(at < 0 ? sentence : sentence.slice(0, at + 1)),
      at < 0 ? null : [' ', el('span', {class: 'interval'}, sentence.slice(at + 1).trim())]);
}

/* The largest effect with its interval, and between which values it lies. */
function leadPicture(e) {
  const shown = inUnit(e), {axis: unit, value} = unitFor(e);
  return [bigInterval(shown, scaleOf([shown], true), `${e.title}, ${unit}`, {}, el('span', null, '← less'), el('span', null, 'more →')),
    el('p', {class: 'quiet'}, `From ${value(e.baseline)} to ${value(e.value)}. Of all effects in the same unit, this one is the farthest from zero by the nearer end of `
        + 'its interval; p is adjusted for all effects (Holm), so that having been picked does not make it look surer than it is.')];
}

/* ---- A study with one table of players ---- */

function studySection(study, alone) {
  const metrics = (study.variations[0]?.effects ?? []).filter(m => study.variations.some(v => moves(v.effects.find(x => x.metric === m.metric) ?? m)));
  const anchor = i => `${study.id}-variation-${i + 1}`;
  const lead = study.variations.find(v => v.name === study.lead.variation)?.effects.find(e => e.metric === study.lead.metric);
  return el('section', {class: 'run', id: study.id, 'aria-labelledby': `${study.id}-name`},
    el('h2', {id: `${study.id}-name`, class: alone ? 'vh' : null}, `Study: ${study.name}`),
    study.description ? el('p', {class: 'quiet'}, study.description) : null,
    study.complete === false ? el('p', {class: 'notice'}, 'The study was interrupted: variations are missing.') : null,
    el('div', {class: 'verdict'}, leadHeadline(study.lead), lead ? leadPicture(lead) : null,
      el('ul', {class: 'variations'}, study.variations.map((v, i) => el('li', null, el('a', {href: `#${anchor(i)}`}, el('b', null, v.name)),
          ' (', changesText(v.changes), ')', `: ${v.effects.filter(significant).length} of ${v.effects.length} metrics change`))),
      facts([['Baseline', study.baseline], [`${capital(study.unit)}s each`, number(study.units)], ['Games each', number(study.games)],
          ['Seed', String(study.seed)], ['Folder', study.folder === '.' ? null : study.folder, true]])),
    el('p', {class: 'note'}, `Differences to ${study.baseline} on the same deals, with 95 % intervals.`),
    study.learned ? el('p', {class: 'note'}, `Of the baseline’s rules, players ${lessonText(study.learned)}.`) : null,
    metrics.length ? el('section', {class: 'part'}, el('h3', null, 'What each variation changes'),
        effectMatrix('Effects by metric and variation', metrics, study.variations.map((v, i) => ({head: el('a', {href: `#${anchor(i)}`}, breakable(v.name)),
            effectOf: m => v.effects.find(e => e.metric === m.metric)})))) : null,
    study.variations.some(v => gainRows(v).length) ? el('section', {class: 'part'}, el('h3', null, 'Who gains'),
        gainsTable(study.variations.flatMap(gainRows), 'bot')) : null,
    study.variations.map((v, i) => el('section', {class: 'part', id: anchor(i)}, el('h3', null, v.name), el('p', {class: 'note'}, changesText(v.changes)),
        effectsTables(v))),
    study.realism?.metrics && study.realism.references ? realismPart(study) : null,
    repeatPart(study.repeat, study));
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

/* What each variation changes most, in all populations; those of the same unit have the same axis. */
function leadTables(study) {
  const led = study.variations.map((v, i) => ({v, lead: study.leads[i]})).filter(({lead}) => lead.metric)
    .map(({v, lead}) => ({v, rows: study.populations.map(p => ({p, e: effectOf(study, lead, p.name)})).filter(r => r.e)}));
  const scaleFor = unit => scaleOf(led.flatMap(({rows}) => rows.filter(r => unitFor(r.e) === unit).map(r => inUnit(r.e))), true);
  return led.length ? el('section', {class: 'part'}, el('h3', null, 'What each variation changes most'), led.map(({v, rows}) => [
    el('h4', null, `${v.name}: ${rows[0].e.title}`), table(`What ${v.name} changes most`, [
      column('', r => r.p.name, 'metric'),
      intervalColumn(unitFor(rows[0].e).axis, r => inUnit(r.e), r => `${v.name}, ${r.e.title}, ${r.p.name}: ${effectWords(r.e)}`, rows,
          {scale: scaleFor(unitFor(rows[0].e))}),
      column('effect', r => estimateCell(inUnit(r.e), digitsOf(r.e), true, star(r.e))), column('p, Holm', r => pWords(adjustedP(r.e))),
    ], rows, {hideCaption: true})])) : null;
}

function populationsSection(study, alone) {
  const metricsOf = v => v.effects.filter(m => study.populations.some(p => effectOn(m, p)?.effect.mean));
  const gainsOf = v => v.effects.filter(m => m.metric.startsWith(POINTS_OF)).flatMap(m => study.populations.map(p => ({p, e: effectOn(m, p)}))
    .filter(r => r.e).map((r, i) => ({name: m.metric.slice(POINTS_OF.length), again: i > 0, bot: r.p.name, e: r.e})));
  const lead = effectOf(study, study.lead, study.lead.population);
  return el('section', {class: 'run', id: study.id, 'aria-labelledby': `${study.id}-name`},
    el('h2', {id: `${study.id}-name`, class: alone ? 'vh' : null}, `Study with ${plural(study.populations.length, 'population')}: ${study.name}`),
    el('div', {class: 'verdict'}, leadHeadline(study.lead), lead ? leadPicture(lead) : null,
      facts([[`${capital(study.unit)}s each`, number(study.units)], ['Games each', number(study.games)], ['Seed', String(study.seed)],
        ['Folder', study.folder === '.' ? null : study.folder, true]])),
    el('ul', {class: 'variations'}, study.populations.map(p => el('li', null, el('b', null, p.name), `: ${p.description ?? ''} `,
      (p.references ?? []).filter(r => known(r.distance)).slice(0, 2)
        .map(r => `${number(100 * r.distance, 1)} percentage points from ${r.title}. `)))),
    el('p', {class: 'note'}, `The ${study.unit}s are the same with each rule set and population.`), leadTables(study),
    study.variations.map(v => el('section', {class: 'part'}, el('h3', null, v.name), el('p', {class: 'note'}, changesText(v.changes)),
      effectMatrix(`Effects of ${v.name} by metric and population`, metricsOf(v), study.populations.map(p => ({head: p.name, effectOf: m => effectOn(m, p)}))),
      gainsOf(v).length ? [el('h4', null, 'Who gains'), gainsTable(gainsOf(v), 'population')] : null)),
    repeatPart(study.repeat, study));
}
