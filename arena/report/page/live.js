// SPDX-License-Identifier: MIT
/* A run as it goes: asks the server that the page comes from, and draws what has changed. */

const PLAYING_MS = 1000, QUIET_MS = 5000, HIDDEN_MS = 10000;
const STATES = {playing: 'Playing', interrupted: 'Stopped before its end', finished: 'Finished', 'not begun': 'No run'};

/* Hours, minutes and seconds. */
const duration = seconds => [seconds / 3600, seconds / 60 % 60, seconds % 60].map(x => String(Math.floor(x)).padStart(2, '0')).join(':');

/* Parts of the page, each drawn anew only when what it shows has changed, so that nothing jumps. */
const drawn = new Map();
function redraw(id, shown, draw) {
  const text = JSON.stringify(shown ?? null);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  byId(id).replaceChildren(...[shown ? draw(shown) : null].flat(Infinity).filter(Boolean));
}

/* ---- How far it is ---- */

function stateLine({state, note, read, problem}) {
  const reading = !read && state !== 'finished' ? 'The games that are there are being read.' : null;
  return [el('p', {class: 'live-state'}, el('b', {class: `state-${state.replace(' ', '-')}`}, STATES[state] ?? state), problem ? ` – ${problem}` : ''),
    [note, reading].map(text => (text ? el('p', {class: 'notice'}, text) : null)),
    state === 'finished' ? el('p', null, el('a', {href: 'report.html'}, 'The report of the run')) : null,
    state === 'interrupted' ? [el('p', null, 'It was interrupted or killed. To go on with it:'),
      toCopy(`skat-arena run --resume ${shellWord(data.folder)}`)] : null];
}

function progressOf({games, planned, share, rate, left, state}) {
  const bar = el('progress', {max: planned, value: games, 'aria-label': 'games played'});
  return [bar, facts([
    ['Games', `${number(games)} of ${number(planned)}, ${percent(share, 0)}`],
    ['Rate', known(rate) ? `${number(rate, rate < 10 ? 2 : 0)} games a second` : null],
    ['Time left, at most', known(left) && state === 'playing' ? duration(left) : null],
  ])];
}

/* ---- What it shows so far ---- */

/* An interval for the end of a run is wrong more often when it is looked at before. */
const lookNote = v => (v.valid === 'anytime' ? 'The interval holds whenever play stops.'
    : v.valid === 'fixed' ? 'The interval is made for the end of the run. Looked at again and again, it misses the truth more often than it says: '
        + 'it is no reason to stop.' : '');

function verdictSoFar({summary, manifest, state}) {
  const v = summary.verdict, e = summary.test?.anytime?.e_value, playing = state !== 'finished';
  const warnings = playing ? v.warnings.filter(text => !text.startsWith('not finished')) : v.warnings;
  const run = {manifest, summary: {...summary, verdict: {...v, warnings}}};
  return [playing ? el('p', {class: 'quiet'}, 'So far') : null, verdict(run),
    known(e) ? el('p', null, `e-value ${number(e, 1)}: evidence against equal bots, for whenever play stops; 20 or more is worth 5 %.`) : null,
    playing && lookNote(v) ? el('p', {class: 'note'}, lookNote(v)) : null];
}

const liveFaults = table => tableOf({...table, caption: capital(table.caption)});

/* Each shard has a page of its own. */
function shardsTable(table) {
  const folder = table.columns.findIndex(({title}) => title === 'folder');
  const cell = (text, k) => (k === folder && data.home ? el('a', {href: `../${encodeURIComponent(text)}/live`}, text) : text);
  return tableOf({...table, caption: 'The shards that lie beside this one', rows: table.rows.map(row => row.map(cell))});
}

/* ---- All of it ---- */

function drawRun(run, problem) {
  const {state, games, planned, played_share: share, summary} = run, name = run.manifest?.name ?? data.title;
  document.title = known(games) && planned ? `${percent(share, 0)} – ${name}` : name;
  byId('live-name').textContent = name;
  redraw('live-state', {state, note: run.note, read: run.read, problem}, stateLine);
  redraw('live-progress', known(games) && planned ? {games, planned, share, rate: run.rate, left: run.left, state} : null, progressOf);
  redraw('live-verdict', summary ? {summary, manifest: run.manifest, state} : null, verdictSoFar);
  redraw('live-bots', summary?.numbers?.points ?? null, points => tableOf({...points, caption: 'Bots so far'}));
  redraw('live-shards', run.tables?.shards, shardsTable);
  redraw('live-faults', run.tables?.faults, liveFaults);
}

const data = JSON.parse(byId('data').textContent ?? '');
startTheme();
byId('foot').textContent = 'Shown by skat-arena serve, from what the run has written so far. Intervals are two-sided 95 % intervals unless stated otherwise.';
byId('main').replaceChildren(data.home ? homeLink(data.home) : '', el('h1', {id: 'live-name'}, data.title),
    ...['state', 'verdict', 'progress', 'faults', 'shards', 'bots'].map(id => el('section', {id: `live-${id}`, class: 'stack live', 'aria-label': id,
      'aria-live': id === 'state' ? 'polite' : null})));
const waitAfter = ({state}) => (state === 'finished' ? null : document.hidden ? HIDDEN_MS : state === 'playing' ? PLAYING_MS : QUIET_MS);
asking('live.json', 'the folder is gone', {state: 'playing', read: true}, drawRun, waitAfter)();
