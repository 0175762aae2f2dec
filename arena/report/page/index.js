// SPDX-License-Identifier: MIT
/* The index of a folder of results. */

const unbroken = text => el('span', {class: 'unbroken'}, text);

/* Comparisons of the same two bots by the same rules belong together: what changes is the version. */
const familyOf = ({difference: d}) => (d ? [d.a.id, d.a.name, d.b.id, d.b.name, d.scoring, d.schedule, d.rules].join('\n') : null);

function historyOf(entry, entries) {
  const family = entries.filter(e => familyOf(e) === familyOf(entry)), at = family.indexOf(entry), d = entry.difference;
  const level = known(d.level) ? `${levelText(d.level)} ` : '', ends = range(d, digitsApart(d, 2, marksOf(entry.run_verdict)), true);
  return sparkline(family.map(e => e.difference), at, `${d.a.name} minus ${d.b.name}, ${plural(family.length, 'comparison')} in the order of their dates; this one, `
      + `version ${d.a.version ?? 'unknown'}: ${number(d.mean, 2, true)}, ${level}${ends}`);
}

/* `state` is of a run that is being played or was stopped, which a server shows as it goes. */
const pageOf = e => `${e.name.split('/').map(encodeURIComponent).join('/')}/${e.state ? 'live' : 'report.html'}`;

/* What is in a folder of results, the newest first; a page that is there is linked. */
function indexSection(entries) {
  if (!entries.length) return null;
  const compared = entries.some(e => e.difference);
  return el('section', {class: 'run', id: 'index', 'aria-labelledby': 'index-name'},
    el('h2', {id: 'index-name'}, 'Results'),
    table('Runs, studies and searches, the newest first', [
      column('folder', e => (e.page ? el('a', {href: pageOf(e)}, e.name) : e.name), null),
      column('written', e => unbroken(e.date), null), column('kind', e => unbroken(e.state ?? e.kind), null),
      column('bots', e => (e.bots ?? []).join(', '), 'bots'),
      column('verdict', e => [e.verdict ?? '', warningsOf(e.run_verdict)], 'wide-cell'),
      ...compared ? [column('points a deal, over the versions', e => (e.difference ? historyOf(e, entries) : ''), null)] : [],
      column('command', e => (e.command ? code(e.command) : ''), 'wide-cell'),
    ], [...entries].reverse(), {hideCaption: true, kind: 'cards'}),
    compared ? el('p', {class: 'note'}, 'Points a deal, over the versions: all comparisons of the same two bots by the same rules, by date, each with the '
        + '95 % interval of what was seen (of a test that of its verdict, of regress 90 %); the large dot is that of the row.') : null);
}

function overview(runs, studies, populations, searches, histories) {
  const entry = (id, name, text) => el('li', null, el('a', {href: `#${id}`}, el('b', null, name), text));
  return el('ul', {class: 'overview', 'aria-label': 'overview'},
    runs.map(r => entry(r.id, r.manifest.name ?? r.folder, plainText(headline(r)))),
        studies.map(s => entry(s.id, `Study: ${s.name}`, s.lead.sentence)),
        populations.map(p => entry(p.id, `Study: ${p.name}`, p.lead.sentence)),
        searches.map(s => entry(s.id, `Search: ${s.name}`, s.verdict)), histories.map(h => entry(h.id, h.name, h.sentence)));
}
