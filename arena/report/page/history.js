// SPDX-License-Identifier: MIT
/* Bots of commits: their strength over the commits, and the search for the one that lost points. */

const shortHash = hash => code((hash ?? '').slice(0, 8));
const differenceOf = duel => duel?.verdict?.difference ?? null;

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
    say: i => `${points[i].row.commit.slice(0, 8)} ${points[i].row.subject}: ${typeset(history.numbers.commits.rows[points[i].at][2])}; ${points[i].row.result}`,
    draw: plot => [shape('path', {class: 'line', d: pathOf(points.map(p => [plot.x(p.at), plot.y(p.mean)]))}),
      points.filter(p => known(p.low)).map(p => shape('line', {class: 'whisker', x1: plot.x(p.at), x2: plot.x(p.at), y1: plot.y(p.low), y2: plot.y(p.high)})),
      points.map(p => shape('circle', {class: 'fill-a', cx: plot.x(p.at).toFixed(1), cy: plot.y(p.mean).toFixed(1), r: shown(p) ? 6 : 3}))],
  }), `Each commit against ${history.anchor} on the same deals. Large dots: the change from the commit before is shown to be better or worse.`);
}

function commitFacts(whole, list) {
  return facts([...list, ['Built by', code(whole.build)], ['Deals each, at most', number(whole.deals)],
    ...seedAndFolder(whole)]);
}

function commitSection(whole, alone, title, ...content) {
  return sectionOf(whole, alone, title,
    whole.complete === false ? el('p', {class: 'notice'}, 'It was interrupted: commits are missing.') : null,
    el('div', {class: 'verdict'}, el('p', {class: 'headline'}, capital(typeset(whole.sentence)))), ...content);
}

function historySection(history, alone) {
  const rows = history.commits;
  return commitSection(history, alone, `History: ${history.name}`,
    commitFacts(history, [['Commits', number(rows.length)], ['Anchor', history.anchor]]),
    el('section', {class: 'part'}, el('h3', null, 'Strength over the commits'), strengthFigure(history, rows)),
    el('section', {class: 'part'}, el('h3', null, 'What each commit changed'), tableWithNotes(history.numbers.commits, {kind: 'stacked'})));
}

function bisectSection(bisect, alone) {
  return commitSection(bisect, alone, `Search for a commit: ${bisect.name}`,
    commitFacts(bisect, [['Good', shortHash(bisect.good)], ['Bad', shortHash(bisect.bad)], ['Commits', number(bisect.commits)],
      ['Margin', `${bisect.margin} points a deal`], ['Chance that any step errs, at most', percent(bisect.alpha)]]),
    el('section', {class: 'part'}, el('h3', null, 'The steps'), tableWithNotes(bisect.numbers.steps, {kind: 'stacked'})));
}
