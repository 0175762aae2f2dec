// SPDX-License-Identifier: MIT
/* A table at which a person plays, with the server that the page comes from: that says what may be answered. This page
 * knows no rule. */

const WAITING_MS = 150, LOST_MS = 2000;
const data = JSON.parse(byId('data').textContent ?? '');
LANGUAGE = data.language ?? {};

/* ---- The person's answer while it is put together ---- */

let state = {state: 0, phase: 'waiting'}; /* what the server said last: table_child.h */
let problem = null; /* why it says nothing */
let sending = false;
const chosen = {cards: new Set(), game: null};

const question = () => (state.phase === 'asked' && !sending ? state.question : null);
const isComplete = asked => chosen.cards.size === asked.count && (!asked.contracts || chosen.game !== null);
const wholeAnswer = asked => [asked.contracts ? chosen.game : null, ...chosen.cards].filter(Boolean).join(' ');

function toggleCard(card) {
  const asked = question();
  if (!asked) return;
  if (!asked.count) { send(card); return; }
  if (!chosen.cards.delete(card)) {
    /* The card chosen first makes room. */
    if (chosen.cards.size === asked.count) chosen.cards.delete([...chosen.cards][0]);
    chosen.cards.add(card);
  }
  draw();
}
function chooseGame(say) {
  chosen.game = say;
  draw();
}

/* ---- Cards and seats ---- */

const isNullTable = view => Boolean(view.null);
const handOf = (view, position) => sortHand(cardsIn(view.hands[position]), isNullTable(view));

/* A card that can be played or chosen is a button; `mayPlay`: one of its hand is. */
function handCard(card, mayPlay) {
  const asked = question(), drawnCard = playingCard(card, mayPlay && !cardsIn(asked.cards).includes(card) ? 'not-now' : '');
  if (!asked || !cardsIn(asked.cards).includes(card)) return drawnCard;
  return cardButton(card, drawnCard, asked.count ? String(chosen.cards.has(card)) : null, () => toggleCard(card));
}
const cardBacks = count => Array.from({length: count}, () => el('span', {class: 'playing-card back', 'aria-hidden': 'true'}));

const seatTitle = p => `${state.players[p]} (${state.positions[p]})`;
const tricksText = n => `${translated('tricks')}: ${number(n)}`;

function seatOf(view, p, place) {
  const cards = handOf(view, p), left = view.left[p], isOpen = cards.length > 0 || p === state.own;
  const mayPlay = cardsIn(question()?.cards).some(card => cards.includes(card));
  const isTurn = state.asks === p || (state.phase === 'asked' && p === state.own);
  return el('div', {class: `place-${place} ${isTurn ? 'has-turn' : ''}`},
    el('div', {class: 'who'}, el('span', {class: 'lead'}, state.positions[p]), el('b', null, state.players[p]),
      p === view.declarer ? el('span', {class: 'tag'}, view.contract ?? translated('declarer')) : null,
      isTurn ? el('span', {class: 'turn-sign'}, translated(state.phase === 'asked' ? 'your turn' : 'thinks')) : null,
      known(view.tricks?.[p]) ? el('span', {class: 'lead'}, tricksText(view.tricks[p])) : null),
    el('div', {class: 'hand', role: 'group', 'aria-label': `${seatTitle(p)}, ${translated('cards left')}: ${left}`},
      isOpen ? cards.map(card => handCard(card, mayPlay)) : cardBacks(left)));
}

/* The person sits below, whoever follows on the left. */
function placesOf(view) {
  const count = view.hands.length, first = state.own ?? 0;
  return Array.from({length: count}, (_, i) => (first + i) % count);
}

const cardsOfTrick = (trick, count) => cardsIn(trick?.cards).map((card, i) => ({card, position: (trick.leader + i) % count}));

/* In the order in which they were played. */
function lastTrick(view) {
  if (!view.last) return el('div', {class: 'last-trick'});
  const cards = cardsOfTrick(view.last, view.hands.length), title = `${translated('Last trick')}: ${state.players[view.last.winner]}`;
  return el('div', {class: 'last-trick'}, el('div', null, title),
    el('ol', {'aria-label': title}, cards.map(c => el('li', null, playingCard(c.card, c.position === view.last.winner ? 'took' : '')))));
}

function skatOf(view) {
  const skat = cardsIn(view.skat), turned = cardsIn(view.turned).filter(card => !skat.includes(card));
  const inHand = cardsIn(view.hands[state.own ?? 0]); /* a skat that was taken is in the hand */
  const shown = skat.filter(card => !inHand.includes(card));
  return el('div', {class: 'skat'}, shown.length + turned.length ? [el('div', null, translated('skat')),
      el('div', {class: 'pair'}, shown.map(c => playingCard(c)), turned.map(c => playingCard(c, 'turned')))] : null);
}

function tableFelt(view) {
  const [own, left, right] = placesOf(view);
  return el('div', {class: 'felt at-table'}, known(left) ? seatOf(view, left, 1) : null, known(right) ? seatOf(view, right, 2) : null,
    el('div', {class: 'middle'}, skatOf(view), trickOnFelt(placesOf(view), cardsOfTrick(view.trick, view.hands.length)), lastTrick(view)), seatOf(view, own, 0));
}

/* ---- What was said ---- */

const saying = ([position, token]) => [el('b', null, state.players[position]), el('span', null, actionWords(token))];

function saidList(view) {
  if (!view.moves.length) return null;
  return [el('h3', null, translated('What was said')), el('ol', {class: 'said'}, view.moves.map(move => el('li', null, saying(move))))];
}

/* What others did since `before`, for who does not see it. */
function newsSince(before) {
  const view = state.table;
  if (!view) return '';
  const old = before.deal === state.deal ? before.table?.moves?.length ?? 0 : 0;
  const said = view.moves.slice(old).filter(([position]) => position !== state.own)
    .map(([position, token]) => `${state.players[position]} ${plainText(actionWords(token))}`);
  const played = cardsOfTrick(view.trick, view.hands.length)
    .map(({card, position}) => `${state.players[position]} ${translated('plays')} ${cardName(card)}`);
  return [...said, ...played].join(', ');
}

/* ---- The question ---- */

const answerButton = (say, label, kind = '') => el('button', {type: 'button', class: `answer-button ${kind}`, 'data-say': say, onclick: () => send(say)}, label);
const foldedOptions = (title, buttons) => el('details', null, el('summary', null, title), el('div', {class: 'options'}, buttons));

function bidButtons(bids) {
  const buttons = bids.map(bid => answerButton(bid, bid));
  return buttons.length > 6 ? [...buttons.slice(0, 3), foldedOptions(translated('higher'), buttons.slice(3))] : buttons;
}

function gameButtons(asked) {
  const buttons = asked.contracts.map(({say, label}) => (asked.count
      ? el('button', {type: 'button', class: 'answer-button', 'data-game': say, 'aria-pressed': String(chosen.game === say), onclick: () => chooseGame(say)},
        capital(label)) : answerButton(say, capital(label))));
  return buttons.length > 8 && asked.choices ? foldedOptions(translated('Announce a game without it'), buttons) : el('div', {class: 'options'}, buttons);
}

function questionBox(asked) {
  const whole = asked.count ? el('button', {type: 'button', class: 'answer-button main-answer', 'data-whole': true, disabled: !isComplete(asked),
      onclick: () => send(wholeAnswer(asked))}, `${translated('Done')}: ${number(chosen.cards.size)} / ${number(asked.count)}`) : null;
  return [el('h2', {id: 'question'}, asked.text), state.why ? el('p', {class: 'notice', role: 'alert'}, capital(state.why)) : null,
    el('div', {class: 'options'}, (asked.choices ?? []).map(({say, label}) => answerButton(say, capital(label))), asked.bids ? bidButtons(asked.bids) : null),
    asked.contracts ? gameButtons(asked) : null, whole,
    asked.cards ? el('p', {class: 'note'}, translated(asked.count ? 'Choose cards of your hand, then press Done.' : 'Choose a card to play it.')) : null];
}

/* ---- After a deal, or a puzzle ---- */

function scoreTable({names, players}) {
  return el('dl', {class: 'facts scores', 'aria-label': translated('score')}, players.map(({points}, seat) =>
    el('div', null, el('dt', null, names[seat]), el('dd', null, number(points, 0, true)))));
}

const goOn = () => (state.phase === 'over' ? answerButton('next', translated(state.puzzle ? 'Next puzzle' : 'Next deal'), 'main-answer')
    : answerButton('again', translated(state.puzzle ? 'From the first puzzle' : 'New table'), 'main-answer'));

function gameOver() {
  const game = state.game ? unpacked(state.game) : null;
  return [el('h2', null, translated('The deal is over')),
    state.fault_of ? el('p', {class: 'notice'}, `${state.fault_of} ${translated('ended the deal by a fault')}`) : null,
    game?.result.map(line => el('p', null, line)), el('p', null, goOn()),
    game ? [el('h3', null, translated('Card by card')), viewer({folder: null, number: null}, null, [game]).node] : null];
}

function puzzleWords(actions) {
  return actions.flatMap((action, i) => [i ? ', ' : '', isCard(action) ? pip(action) : plainText(actionWords(action))]);
}
function puzzleOver() {
  const {right, play, avoid, reason} = state.puzzle;
  return [el('h2', null, translated(right ? 'Solved' : 'Not solved')),
    el('p', null, `${translated(play ? 'Right' : 'Right: anything but')}${play ? ': ' : ' '}`, puzzleWords(play ?? avoid), reason ? ` (${reason})` : ''),
    el('p', null, goOn())];
}

/* ---- All of it ---- */

function headline() {
  const {puzzle} = state;
  if (puzzle) {
    return [el('p', null, `${translated('Puzzle')} ${number(puzzle.number)} / ${number(puzzle.count)}: `, puzzle.id, puzzle.theme ? `, ${puzzle.theme}` : ''),
      el('p', {class: 'quiet'}, `${translated('solved')}: ${number(puzzle.solved)}`)];
  }
  return [known(state.deal) ? el('p', null, `${translated('Deal')} ${number(state.deal)} / ${number(state.deals)}`,
      state.table?.bock ? `, ${translated('bock')} × ${number(state.table.bock)}` : '', state.table?.round ? `, ${translated(state.table.round)}` : '',
      state.table?.bid ? `, ${translated('bid')}: ${number(state.table.bid)}` : '') : null, state.sheet ? scoreTable(state.sheet) : null];
}

function answerPart() {
  if (state.phase === 'none') {
    return [el('p', {class: 'notice'}, 'This table was closed, since too many others are open.'),
      el('p', null, answerButton('again', 'From here again', 'main-answer'))];
  }
  if (state.phase === 'failed') return [el('p', {class: 'notice'}, state.note), el('p', null, answerButton('again', translated('New table'), 'main-answer'))];
  if (state.phase === 'over' || state.phase === 'done') return state.puzzle ? puzzleOver() : gameOver();
  const asked = question();
  return asked ? questionBox(asked) : el('p', {class: 'quiet'}, known(state.asks) ? `${state.players[state.asks]} ${translated('thinks')} …` : '…');
}

const put = (id, nodes) => byId(id).replaceChildren(...[nodes].flat(Infinity).filter(Boolean));

/* What is drawn anew has lost the keyboard's focus: it goes to the same card or answer, or the first that there is, as soon as
 * there is one, unless it has gone elsewhere. */
/** @type {DOMStringMap | null} */
let focused = null;
function withFocus(drawAll) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  if (byId('main').contains(before)) focused = {...before?.dataset};
  else if (before !== document.body) focused = null;
  drawAll();
  if (!focused) return;
  const [name, value] = ['card', 'say', 'game', 'whole'].map(key => [key, focused?.[key]]).find(([, given]) => given) ?? [];
  const same = name ? document.querySelector(`#main [data-${name}="${value}"]`) : null;
  const next = /** @type {HTMLElement | null} */ (same ?? document.querySelector('#main .hand button, #answer .main-answer, #answer button'));
  next?.focus();
  if (next) focused = null;
}

function draw() {
  withFocus(() => {
    const hasDetails = state.phase === 'over' || state.phase === 'done';
    put('table-head', headline());
    put('table-problem', problem ? el('p', {class: 'notice', role: 'alert'}, problem) : null);
    put('felt', state.table && !(hasDetails && !state.puzzle) ? tableFelt(state.table) : null);
    put('answer', answerPart());
    put('said', state.table ? saidList(state.table) : null);
    byId('sheet').hidden = !state.sheet?.deals.length;
    put('sheet-lines', state.sheet?.deals.length ? scoreSheet(state.sheet) : null);
  });
  document.title = `${state.phase === 'asked' ? '● ' : ''}${data.title}`;
}

/* ---- The server ---- */

/* Shows what the server says; what was chosen is for one question. */
function take(now) {
  /* Of a table that nobody has begun: this page does, once. */
  if (now.phase === 'none' && !state.state) { state = now; send('again'); return; }
  const before = state, fresh = now.state !== before.state;
  problem = null;
  state = now;
  if (!fresh) return;
  chosen.cards.clear();
  chosen.game = state.question?.contracts?.length === 1 ? state.question.contracts[0].say : null;
  draw();
  byId('news').textContent = newsSince(before);
  if (state.phase === 'waiting') setTimeout(look, WAITING_MS);
}

async function ask(where, options) {
  const answer = await fetch(where, {cache: 'no-store', ...options});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function lost(why) {
  /* The network's own error is a TypeError: nobody answers. */
  problem = why instanceof TypeError ? translated('The server does not answer.') : why.message;
  draw();
  setTimeout(look, LOST_MS);
}

async function look() {
  try {
    const was = state.state;
    take(await ask(data.name ? `${data.name}.json` : 'table.json'));
    if (state.state === was && state.phase === 'waiting') setTimeout(look, WAITING_MS);
    else if (state.state === was) draw();
  } catch (why) { lost(why); }
}

/* What is to be done when the server has answered. */
const afterAnswer = done => {
  sending = false;
  done();
};
function send(text) {
  if (sending) return;
  sending = true;
  ask(data.name ? `${data.name}.answer` : 'answer', {method: 'POST', body: `${data.token}\n${state.state}\n${text}`})
    .then(now => afterAnswer(() => take(now)), why => afterAnswer(() => lost(why)));
}

/* The same table in other languages: each begins at the same step. */
const languageLinks = () => data.languages.map(language => [' · ', language.name === data.name ? el('b', null, language.label)
  : el('a', {href: language.name, lang: language.code, hreflang: language.code}, language.label)]);

/* Arrow keys go along the cards that may be played. */
function onArrow(event) {
  const hand = /** @type {HTMLElement} */ (event.target).closest('.hand'), step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!hand || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = [...hand.querySelectorAll('button')], at = cards.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  event.preventDefault();
  cards[(at + step + cards.length) % cards.length]?.focus();
}

if (LANGUAGE.code) document.documentElement.lang = LANGUAGE.code;
startTheme();
byId('foot').textContent = data.name
  ? translated('Served by skat-arena serve, which applies the rules. The game and the cards are those of the log.')
  : translated('Served by skat-arena play --browser. The cards are dealt, and the rules applied, by the server.');
const takenGame = data.name?.split('-')[1];
byId('main').replaceChildren(el('h1', {class: 'vh'}, translated('At the table')),
    takenGame ? el('p', {class: 'quiet'}, el('a', {href: `report.html#game=${takenGame}`}, translated('The game as it was played')),
      languageLinks()) : '',
    el('div', {id: 'table-head', class: 'table-head'}),
    el('div', {id: 'table-problem'}), el('div', {class: 'table-room'}, el('div', {class: 'stack'}, el('div', {id: 'felt', class: 'board'}),
      el('section', {id: 'answer', class: 'stack', 'aria-label': translated('your answer')})), el('div', {id: 'said', class: 'log'})),
    el('details', {id: 'sheet', class: 'sheet', hidden: true}, el('summary', null, translated('Score sheet')), el('div', {id: 'sheet-lines', class: 'stack'})),
    el('p', {id: 'news', class: 'vh', 'aria-live': 'polite'}));
byId('main').addEventListener('keydown', onArrow);
addEventListener('beforeprint', () => byId('sheet').setAttribute('open', ''));
document.addEventListener('visibilitychange', () => { if (!document.hidden && !sending) look(); });
look();
