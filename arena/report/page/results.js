// SPDX-License-Identifier: MIT
/* The index of a server: asks it what is in the folder, and draws what has changed. */

const READING_MS = 500, PLAYED_MS = 2000, QUIET_MS = 5000;

let rows = '', shownIndex = null;

const noResults = folder => [el('p', null, 'No results yet. Start with:'),
  toCopy(`skat-arena run stammtisch${folder === 'results' ? '' : ` --out ${shellWord(`${folder}/stammtisch`)}`}`),
  el('p', {class: 'quiet'}, 'They appear here by themselves.')];

/* `now`: the rows as the server has them. */
function drawResults(now, problem = '') {
  const entries = now.index.map(e => ({...e, live: now.live[e.name]})), text = JSON.stringify(now);
  byId('note').replaceChildren(...[capital(problem), now.note].filter(Boolean).map(said => el('p', {class: 'notice'}, said)),
      ...entries.length || now.reading ? [] : noResults(data.folder),
      ...now.reading ? [el('p', {class: 'quiet'}, `${plural(now.reading, 'folder')} being read.`)] : []);
  if (text === rows) return;
  rows = text;
  if (!entries.length || !shownIndex) {
    shownIndex = indexSection(entries, now.ratings, true);
    byId('rows').replaceChildren(shownIndex ?? '');
  } else {
    shownIndex.dispatchEvent(new CustomEvent('entries', {detail: {entries, ratings: now.ratings}}));
  }
}

const waitAfter = now => (document.hidden ? QUIET_MS : now.reading ? READING_MS : now.index.some(e => e.state === 'playing') ? PLAYED_MS : QUIET_MS);

const data = JSON.parse(byId('data').textContent ?? '');
startTheme();
document.title = data.title;
byId('foot').textContent = 'Shown by skat-arena serve. Intervals are two-sided 95 % intervals unless stated otherwise.';
byId('main').replaceChildren(data.home ? homeLink(data.home) : '', el('h1', null, 'Results'), el('p', {class: 'quiet'}, code(data.folder)),
    el('div', {id: 'note', class: 'stack', role: 'status'}),
    el('div', {id: 'rows'}));
drawResults(data);
setTimeout(asking('index.json', 'the folder is gone, or has become a result: load this page again', data, drawResults, waitAfter), waitAfter(data));
