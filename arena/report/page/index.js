// SPDX-License-Identifier: MIT
/* The index of a folder of results. */

const unbroken = text => el('span', {class: 'unbroken'}, text);

/* Comparisons of the same two bots by the same rules belong together: what changes is the version. */
const familyOf = ({difference: d}) => (d ? [d.a.id, d.a.name, d.b.id, d.b.name, d.scoring, d.schedule, d.conditions].join('\n') : null);

function historyOf(entry, entries) {
  const family = entries.filter(e => familyOf(e) === familyOf(entry)), at = family.indexOf(entry), d = entry.difference;
  const level = known(d.level) ? `${levelText(d.level)} ` : '', ends = range(d, digitsApart(d, 2, marksOf(entry.run_verdict)), true);
  return sparkline(family.map(e => e.difference), at, `${d.a.name} minus ${d.b.name}, ${plural(family.length, 'comparison')} in the order of their dates; this one, `
      + `version ${d.a.version ?? 'unknown'}: ${number(d.mean, 2, true)}, ${level}${ends}`);
}

/* The difference of a run that is played as it was after ever more games, each step on the way by some per cent more; the dot is now. */
function pathSoFar({path, verdict: v}) {
  const now = v.difference, points = [...path.map(([games, mean]) => ({games, mean})), now];
  return sparkline(points, points.length - 1, `difference so far, from the first games on; now ${number(now.mean, 2, true)}, `
      + `${levelText(levelOf(v))} ${range(now, digitsApart(now, 2, marksOf(v)), true)}`);
}

/* `state` is of a run that is being played or was interrupted, which a server shows as it goes; a folder of results has an index. */
const pageOf = e => `${e.name.split('/').map(encodeURIComponent).join('/')}/${e.state ? 'live' : e.kind === 'folder' ? '' : 'report.html'}`;

function stateOf(e) {
  if (!e.state) return unbroken(e.kind ?? '');
  const {games, planned, played_share: share} = e.live?.planned ? e.live : e;
  return [unbroken(e.state), known(games) && planned ? [' ', el('progress', {max: planned, value: games, 'aria-label': 'games played'}),
    ' ', unbroken(percent(share, 0))] : null];
}

const verdictIn = e => e.live?.verdict ?? e.run_verdict;

function verdictCell(e) {
  if (e.reading) return el('span', {class: 'quiet'}, 'reading …');
  if (e.problem) return [el('b', null, 'Cannot be read: '), e.problem];
  return [e.live?.verdict ? `So far: ${typeset(e.live.verdict.sentence)}` : typeset(e.verdict ?? ''), e.state === 'playing' ? null : warningsOf(verdictIn(e)),
    e.note ? el('p', {class: 'quiet'}, e.note) : null];
}

function differenceCell(e, entries) {
  if (e.live?.verdict?.difference) return pathSoFar(e.live);
  return e.difference ? historyOf(e, entries) : '';
}

/* What a column is sorted by, and what is in its cells. */
const INDEX_COLUMNS = [
  {name: 'folder', key: e => e.name, cell: e => (e.page ? el('a', {href: pageOf(e)}, e.name) : e.name)},
  {name: 'written', key: e => e.written ?? 0, cell: e => unbroken(e.date ?? '')},
  {name: 'kind', key: e => e.state ?? e.kind ?? '', cell: stateOf},
  {name: 'bots', key: e => (e.bots ?? []).join(', '), cell: e => (e.bots ?? []).join(', ')},
  {name: 'verdict', key: e => verdictIn(e)?.sentence ?? e.verdict ?? e.problem ?? '', cell: verdictCell},
  {name: 'points a deal', key: e => (verdictIn(e)?.difference ?? e.difference)?.mean ?? -Infinity, cell: differenceCell},
  {name: 'command', key: e => e.command ?? '', cell: e => (e.command ? code(e.command) : '')},
];

/* How the index is looked at: it stays so when rows come anew. */
const looked = {text: '', by: 'written', down: true};

function inOrder(entries) {
  const key = INDEX_COLUMNS.find(c => c.name === looked.by)?.key ?? (e => e.name);
  const compare = (a, b) => (typeof a === 'string' ? a.localeCompare(b) : a - b);
  const sorted = [...entries].sort((a, b) => compare(key(a), key(b)) || a.name.localeCompare(b.name));
  return looked.down ? sorted.reverse() : sorted;
}

/* All words must be there, in whatever column. */
function isWanted(entry) {
  const text = [entry.name, entry.kind, entry.state, ...entry.bots ?? [], verdictIn(entry)?.sentence ?? entry.verdict, entry.problem, entry.command].join(' ')
    .toLowerCase();
  return looked.text.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

function indexTable(entries, redraw) {
  const found = inOrder(entries.filter(isWanted)), byDate = [...entries].sort((a, b) => (a.written ?? 0) - (b.written ?? 0));
  const compared = entries.some(e => e.difference || e.live?.verdict?.difference);
  const shown = INDEX_COLUMNS.filter(c => c.name !== 'points a deal' || compared);
  const sortBy = name => el('button', {type: 'button', class: 'sort', id: `sort-${name.replaceAll(' ', '-')}`, onclick: () => {
    looked.down = looked.by === name ? !looked.down : name === 'written' || name === 'points a deal';
    looked.by = name;
    redraw();
  }}, name, looked.by === name ? el('span', {'aria-hidden': 'true'}, looked.down ? ' ↓' : ' ↑') : null);
  const node = tableOf({caption: 'Runs, studies and searches', columns: shown.map(c => ({title: sortBy(c.name), kind: 'text'})),
    rows: found.map(e => shown.map(c => c.cell(e, byDate)))}, {hideCaption: true, kind: 'cards index'});
  shown.forEach(({name}, i) => {
    if (name === looked.by) node.querySelectorAll('thead th')[i].setAttribute('aria-sort', looked.down ? 'descending' : 'ascending');
  });
  return [el('p', {class: 'quiet', role: 'status'}, found.length < entries.length ? `${number(found.length)} of ${plural(entries.length, 'result')}` : ''), node,
    compared ? el('p', {class: 'note'}, 'Points a deal: all comparisons of the same two bots by the same rules, by date, each with the '
        + '95 % interval of what was seen (of a test that of its verdict, of regress 90 %); the large dot is that of the row. Of a run that is being '
        + 'played, the difference as it was after ever more games, with its interval now.') : null];
}

/* The bots of several runs in one list (arena/show/run_ratings.h). */
function ratingList({bots, runs, scoring, notes, numbers: own}) {
  const rows = bots.map(b => ({name: b.bot, points: [{e: b.points}]})), digits = digitsFor(Math.max(...bots.map(b => Math.abs(b.points.mean))));
  const title = `Rating list: ${plural(bots.length, 'bot')} in ${plural(runs.length, 'run')}`;
  return folded(title, dots(rows, {label: `${title}, points a deal (${words(scoring)}) above the mean of the list`, scale: scaleOf(bots.map(b => b.points)), digits,
    sure: true}).node, own ? tableOf({...own.bots, caption: title}, {hideCaption: true}) : null,
  el('p', {class: 'note'}, `Points a deal (${words(scoring)}) above the mean of the list, with 95 % intervals of what was seen, from: ${runs.join(', ')}.`),
  notes.map(said => el('p', {class: 'note'}, `${capital(said)}.`)));
}

function ratingLists(ratings) {
  const {lists = [], notes = []} = ratings ?? {};
  return lists.length ? [...lists.map(ratingList), ...notes.map(said => el('p', {class: 'note'}, `${capital(said)}.`))] : [];
}

/* What is in a folder of results; a page that is there is linked. Its heading is hidden where it is `alone` on a page. An event
 * "entries" brings later {entries, ratings}. */
function indexSection(entries, ratings, alone = false) {
  if (!entries.length) return null;
  let now = entries, rated = '';
  const box = el('div', {class: 'stack'}), lists = el('div', {class: 'stack'});
  const rate = latest => {
    const text = JSON.stringify(latest ?? null);
    if (text !== rated) lists.replaceChildren(...ratingLists(latest)); /* else one that is open stays so */
    rated = text;
  };
  const redraw = () => {
    const focus = document.activeElement?.id;
    box.replaceChildren(...indexTable(now, redraw).filter(Boolean));
    if (focus?.startsWith('sort-')) document.getElementById(focus)?.focus();
    watchWidths();
  };
  const text = el('input', {type: 'search', placeholder: 'contains …', 'aria-label': 'text in the results', value: looked.text,
    oninput: () => { looked.text = text.value; redraw(); }});
  const node = el('section', {class: 'run', id: 'index', 'aria-labelledby': 'index-name'}, el('h2', {id: 'index-name', class: alone ? 'vh' : null}, 'Results'),
      el('div', {class: 'filters', role: 'group', 'aria-label': 'which results'}, text), lists, box);
  rate(ratings);
  redraw();
  node.addEventListener('entries', event => {
    const {detail} = /** @type {CustomEvent} */ (event);
    now = detail.entries;
    rate(detail.ratings);
    redraw();
  });
  return node;
}

function overview(runs, others) {
  const entry = ({id}, name, text) => el('li', null, el('a', {href: `#${id}`}, el('b', null, name), text));
  return el('ul', {class: 'overview', 'aria-label': 'overview'}, runs.map(r => entry(r, r.manifest.name ?? r.folder, plainText(headline(r)))),
    others.map(one => entry(one, `${capital(one.section)}: ${one.name}`, typeset(one.sentence))));
}
