// SPDX-License-Identifier: MIT
/* Bots of commits: their strength over the commits, and the search for the one that lost points. */

const shortHash = hash => code((hash ?? '').slice(0, 8));
const differenceOf = duel => duel?.verdict?.difference ?? null;
const digitsOfEstimate = e => (known(e?.low) && known(e?.high) ? digitsFor((e.high - e.low) / 2) : 2);
const differenceWords = e => (e ? `${number(e.mean, digitsOfEstimate(e), true)} (${range(e, digitsOfEstimate(e), true)})` : '–');

/* The verdict of a change, from its verdict object and the p value that is adjusted for all changes. */
function changeWord(row, anyBefore) {
  if (row.status !== 'plays') return row.status;
  if (row.same_module) return 'same module';
  if (!row.change) return anyBefore ? '' : 'first';
  const {judged, verdict: {difference}} = row.change, word = difference.mean > 0 ? 'better' : 'worse';
  return isShown(judged) ? word : looksSo(difference, judged) ? `looks ${word}` : 'not shown';
}

/* Strength over the commits: a dot and an interval for each that plays; changes that are shown are large dots. */
function strengthFigure(history, rows) {
  const NAMED = 14; /* that many names can be read below an axis */
  const points = rows.map((row, at) => ({row, at, ...differenceOf(row.strength)})).filter(p => known(p.mean));
  if (!points.length) return null;
  const scale = scaleOf(points), shown = p => isShown(p.row.change?.judged);
  return figure(chart({
    label: `strength against ${history.anchor}, over ${plural(rows.length, 'commit')}`,
    x: {title: 'commits, the oldest first', low: -0.5, high: rows.length - 0.5,
      names: rows.length <= NAMED ? rows.map(row => row.commit.slice(0, 8)) : null},
    y: {title: `points a deal against ${history.anchor}`, low: scale.low, high: scale.high, sign: true}, points: points.map(p => p.at),
    say: i => `${points[i].row.commit.slice(0, 8)} ${points[i].row.subject}: ${differenceWords(points[i])}; ${changeWord(points[i].row, i > 0)}`,
    draw: plot => [shape('path', {class: 'line', d: pathOf(points.map(p => [plot.x(p.at), plot.y(p.mean)]))}),
      points.filter(p => known(p.low)).map(p => shape('line', {class: 'whisker', x1: plot.x(p.at), x2: plot.x(p.at), y1: plot.y(p.low), y2: plot.y(p.high)})),
      points.map(p => shape('circle', {class: 'fill-a', cx: plot.x(p.at).toFixed(1), cy: plot.y(p.mean).toFixed(1), r: shown(p) ? 6 : 3}))],
  }), `Each commit against ${history.anchor} on the same deals. Large dots: the change from the commit before is shown to be better or worse.`,
  foldedTable('Strength by commit', [column('commit', p => shortHash(p.row.commit), null),
    column(`against ${history.anchor}`, p => estimateCell(p, digitsOfEstimate(p), true))], points));
}

/** The commit, and what it is: its subject, its date, and why it does not play; and what is `said` of a row.
 *  @param {(row: any) => any} said */
const commitColumns = said => [column('commit', row => shortHash(row.commit), null),
  column('subject', row => [row.subject, el('small', {class: 'quiet block'}, row.date), row.note ? el('small', {class: 'quiet block'}, row.note) : null,
    said(row)], 'subject')];

function historyTable(history, rows) {
  const change = row => row.change && judgedEstimate(differenceOf(row.change), row.change.judged), strength = row => differenceOf(row.strength);
  const faults = row => (row.strength?.faults ? el('small', {class: 'block'}, `${plural(row.strength.faults, 'fault')} against the anchor`) : null);
  return table('Commits', [...commitColumns(faults), column('result', row => changeWord(row, Boolean(row.parent)), null),
    column('change', row => estimateCell(change(row), digitsOfEstimate(change(row)), true)),
    column('p, Holm', row => pWords(adjustedP(row.change))),
    column(`against ${history.anchor}`, row => estimateCell(strength(row), digitsOfEstimate(strength(row)), true)),
  ], rows, {hideCaption: true, kind: 'stacked'});
}

function commitFacts(whole, list) {
  return facts([...list, ['Built by', code(whole.build)], ['Deals each, at most', number(whole.deals)], ['Seed', String(whole.seed)],
    ['Folder', whole.folder === '.' ? null : whole.folder, true]]);
}

function commitSection(whole, alone, title, ...content) {
  return el('section', {class: 'run', id: whole.id, 'aria-labelledby': `${whole.id}-name`},
    el('h2', {id: `${whole.id}-name`, class: alone ? 'vh' : null}, title),
    whole.complete === false ? el('p', {class: 'notice'}, 'It was interrupted: commits are missing.') : null,
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, capital(typeset(whole.sentence)))), ...content, repeatPart(whole.repeat, whole));
}

function historySection(history, alone) {
  const rows = history.commits;
  return commitSection(history, alone, `History: ${history.name}`,
    commitFacts(history, [['Commits', number(rows.length)], ['Anchor', history.anchor]]),
    el('section', {class: 'part'}, el('h3', null, 'Strength over the commits'), strengthFigure(history, rows)),
    el('section', {class: 'part'}, el('h3', null, 'What each commit changed'), rows.length ? historyTable(history, [...rows].reverse()) : null,
      el('p', {class: 'note'}, 'Change: the commit less the one before it that plays, points a deal with 95 % intervals of what was seen '
        + '(thin lines: what decides), the newest first. What looks better or worse, a loss too rare to have been seen, or chance among all changes, could undo.')));
}

function bisectSection(bisect, alone) {
  const of = step => step.duel?.verdict?.difference && estimateOf(step.duel.verdict);
  return commitSection(bisect, alone, `Search for a commit: ${bisect.name}`,
    commitFacts(bisect, [['Good', shortHash(bisect.good)], ['Bad', shortHash(bisect.bad)], ['Commits', number(bisect.commits)],
      ['Margin', `${bisect.margin} points a deal`], ['Chance that any step errs, at most', percent(bisect.alpha)]]),
    el('section', {class: 'part'}, el('h3', null, 'The steps'), table('Steps', [
      ...commitColumns(step => (step.same_as ? el('small', {class: 'quiet block'}, 'the same module as ', shortHash(step.same_as)) : null)),
      column('result', step => step.result, null),
      column('difference', step => estimateCell(of(step), digitsOfEstimate(of(step)), true)),
      column('played', step => (step.duel ? number(step.duel.verdict.units) : '')),
    ], bisect.steps, {hideCaption: true, kind: 'stacked'})));
}
