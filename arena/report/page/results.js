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
  byId('note').replaceChildren(...[problem, now.note].filter(Boolean).map(said => el('p', {class: 'notice'}, said)),
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

let latest = null;

/* Asks once; says after how many milliseconds to ask again. */
async function askForRows() {
  try {
    const answer = await fetch('index.json', {cache: 'no-store'});
    if (!answer.ok) throw new Error(answer.status === 404 ? 'The folder is gone, or has become a result: load this page again.' : await answer.text());
    latest = await answer.json();
    drawResults(latest);
  } catch (why) {
    /* The network's own error is a TypeError: nobody answers. */
    drawResults(latest, why instanceof TypeError ? 'The server does not answer; what is below may be old.' : `${/** @type {Error} */ (why).message}`);
    return QUIET_MS;
  }
  return document.hidden ? QUIET_MS : waitAfter(latest);
}

const waitAfter = now => (now.reading ? READING_MS : now.index.some(e => e.state === 'playing') ? PLAYED_MS : QUIET_MS);

async function askForRowsAgain() {
  setTimeout(askForRowsAgain, await askForRows());
}

const data = JSON.parse(byId('data').textContent ?? '');
startTheme();
document.title = data.title;
byId('foot').textContent = 'Shown by skat-arena serve. Intervals are two-sided 95 % intervals unless stated otherwise.';
byId('main').replaceChildren(data.home ? homeLink(data.home) : '', el('h1', null, 'Results'), el('p', {class: 'quiet'}, code(data.folder)),
    el('div', {id: 'note', class: 'stack', role: 'status'}),
    el('div', {id: 'rows'}));
latest = data;
drawResults(latest);
setTimeout(askForRowsAgain, waitAfter(latest));
