// SPDX-License-Identifier: MIT
/* Asking the solver (engine/solver, as WebAssembly) about a position, and trying other cards. */

const CARD_SUITS = 'DHSC', CARD_RANKS = '6789QKTAJ'; /* engine/card.h */
const cardCode = card => CARD_SUITS.indexOf(card[0]) * 16 + CARD_RANKS.indexOf(card[1]);
const cardSet = cards => cards.reduce((set, card) => set | 1n << BigInt(cardCode(card)), 0n);
const POINTS = {A: 11, T: 10, K: 4, Q: 3, J: 2};
const pointsIn = cards => cards.reduce((sum, card) => sum + (POINTS[card[1]] ?? 0), 0);

/* Runs in a worker, which knows nothing of the page: a long search must not stop it. */
function solverWorker() {
  /** @type {any} what the module exports */
  let engine = null;
  onmessage = ({data: {id, bytes, position}}) => {
    if (bytes) {
      engine = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
      engine._initialize?.();
      if (!engine.begin()) throw new Error('it has too little memory');
      return;
    }
    const {type, alone, hands, leader: first, trick, cards, play} = position;
    const set = () => engine.set(type, alone, ...hands, first, trick.length, trick[0] ?? 255, trick[1] ?? 255);
    set();
    if (play !== undefined) {
      postMessage({id, took: engine.play(play)});
      return;
    }
    const legal = engine.legal();
    engine.solve();
    postMessage({id, values: cards.filter(c => legal >> BigInt(c) & 1n).map(c => [c, engine.value(c)])});
  };
}

/* What page.c writes in place of the solver where that would have made the page large. */
const LEFT_OUT = 'left out';
const solverLeftOut = () => byId('solver').textContent?.trim() === LEFT_OUT;

/* ask(position) promises what the worker answers; null where the page has no solver. */
const solver = (() => {
  const text = byId('solver').textContent?.trim();
  if (!text || text === LEFT_OUT || typeof WebAssembly !== 'object' || typeof Worker !== 'function') return null;
  let worker = null, next = 0;
  const waiting = new Map();
  const start = () => {
    const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    worker = new Worker(URL.createObjectURL(new Blob([`(${solverWorker})()`], {type: 'text/javascript'})));
    worker.onmessage = ({data}) => { waiting.get(data.id)?.(data); waiting.delete(data.id); };
    worker.onerror = event => {
      for (const resolve of waiting.values()) resolve({failed: event.message});
      waiting.clear();
    };
    worker.postMessage({bytes});
  };
  return {ask: position => new Promise(resolve => {
    if (!worker) start();
    waiting.set(next, resolve);
    worker.postMessage({id: next++, position});
  })};
})();

/* What the solver needs to know of a step; null where it has nothing to say. */
function positionOf(game, frame) {
  if (!known(game.type) || game.hands.length !== 3 || !frame.announced) return null;
  const open = frame.trick.length < 3 ? frame.trick : [];
  const first = open[0]?.position ?? frame.took ?? game.tricks[0]?.leader ?? 0, turn = (first + open.length) % 3;
  const left = frame.hands.map(hand => hand.filter(c => !frame.gone.has(c)));
  if (!left[turn].length) return null;
  return {turn, left, forSolver: {type: game.type, alone: game.declarer, hands: left.map(cardSet), leader: first,
      trick: open.map(t => cardCode(t.card)), cards: left[turn].map(cardCode)}};
}

/* ---- A line of one's own, from a step of the game ---- */

function stepWith(game, frame, card, position, took) {
  const trick = [...frame.trick.length < 3 ? frame.trick : [], {card, position}], points = [...frame.points ?? []];
  if (took !== null) {
    const more = pointsIn(trick.map(t => t.card)), side = took === game.declarer;
    for (let p = 0; p < 3; p++) if ((p === game.declarer) === side) points[p] = (points[p] ?? 0) + more;
  }
  return {...frame, gone: new Set([...frame.gone, card]), trick, points, took, fresh: card, marked: false,
      index: frame.index + (trick.length === 1 ? 1 : 0)};
}

/* Two cards change places: between hands, or with the skat. */
function exchanged(game, frame, one, other) {
  const change = cards => cards.map(c => (c === one ? other : c === other ? one : c));
  return {...frame, hands: frame.hands.map(hand => sortHand(change(hand), isNullGame(game))), skat: change(frame.skat)};
}
const ownerOf = (frame, card) => frame.hands.findIndex(hand => hand.includes(card));

/* The box below the table. show(frame, asking) draws a step; the game goes on where it was when the line is left. An answer that
 * comes after something else was chosen is dropped: `turn` counts what was chosen. */
function explorer(game, show) {
  /** @type {{on: boolean, frame: any, line: any[], chosen: string | null, turn: number}} */
  const state = {on: false, frame: null, line: [], chosen: null, turn: 0};
  const answer = el('div', {class: 'answer', 'aria-live': 'polite'});
  const button = el('button', {type: 'button', 'aria-pressed': 'false', onclick: () => toggle()}, translated('Ask the solver'));
  const back = el('button', {type: 'button', hidden: true, onclick: () => { leave(); draw(); button.focus(); }}, 'Back to the game');
  const node = el('div', {class: 'ask stack'}, el('p', {class: 'ask-buttons'}, button, back), answer);
  let real = null;

  function leave() { state.line = []; state.chosen = null; state.frame = real; }
  function toggle() {
    state.on = !state.on;
    button.setAttribute('aria-pressed', String(state.on));
    leave();
    draw();
  }
  /** `focus` says what had the keyboard's focus, since what is drawn anew has lost it.
   *  @param {string | null} focus */
  function draw(focus = null) {
    const position = state.on ? positionOf(game, state.frame) : null;
    state.turn++;
    back.hidden = !state.line.length;
    show(state.frame, position ? {choose, chosen: state.chosen, exploring: state.line.length > 0, focus} : null);
    for (const option of answer.querySelectorAll('button')) option.disabled = true;
    if (position) {
      ask(position, focus === 'option');
      return;
    }
    answer.replaceChildren(...!state.on ? [] : [el('p', {class: 'quiet'},
        state.frame.announced ? 'No card is left to play.' : 'The solver begins with the first card.')]);
  }
  /* What the solver answers to this, unless something else was chosen meanwhile: then null. */
  async function answerTo(question) {
    const turn = state.turn, found = await solver?.ask(question);
    return turn === state.turn ? found : null;
  }
  async function ask(position, focus) {
    const found = await answerTo(position.forSolver);
    if (!found) return;
    answer.replaceChildren(...found.failed ? [el('p', {class: 'quiet'}, `The solver failed: ${found.failed}`)]
        : answerNodes(game, state, position, found.values, card => play(position, card)));
    if (focus) answer.querySelector('button')?.focus();
  }
  async function play(position, card) {
    const found = await answerTo({...position.forSolver, play: cardCode(card)});
    if (!found || found.failed) return;
    state.frame = stepWith(game, state.frame, card, position.turn, found.took === 255 ? null : found.took);
    state.line.push(card);
    state.chosen = null;
    draw('option');
  }
  /* A card of the table was chosen: the first of two that change places. */
  function choose(card) {
    const {frame, chosen} = state;
    if (chosen === card) state.chosen = null;
    else if (chosen === null || ownerOf(frame, chosen) === ownerOf(frame, card)) state.chosen = card;
    else {
      state.frame = exchanged(game, frame, chosen, card);
      state.line.push([chosen, card]);
      state.chosen = null;
    }
    draw(card);
  }
  return {node: solver && known(game.type) ? node : null, at: frame => { real = frame; leave(); draw(); }};
}

/* The cards that may be played, the best for the player to move first, each with what it is worth. */
function answerNodes(game, state, position, values, play) {
  const isNull = isNullGame(game), alone = position.turn === game.declarer;
  const soFar = (state.frame.points?.[game.declarer] ?? 0) + pointsIn(state.frame.skat);
  const cards = position.left[position.turn], sign = alone !== isNull ? -1 : 1;
  const sorted = values.map(([asked, value]) => ({card: cards.find(c => cardCode(c) === asked), value}))
    .sort((x, y) => sign * (x.value - y.value));
  const worth = value => (isNull ? (value ? 'declarer takes a trick' : 'no trick for declarer') : number(soFar + value));
  const line = state.line.map(move => (Array.isArray(move) ? [pip(move[0]), `⇄${TEXT_STYLE}`, pip(move[1])] : pip(move)));
  return [el('p', null, el('b', null, `${game.players[position.turn]} (${game.positions[position.turn]})`), ' to play. ',
      isNull ? 'With all cards open:' : 'Declarer’s points at the end, with all cards open:'),
  el('div', {class: 'options', role: 'group', 'aria-label': 'cards that may be played'}, sorted.map(({card, value}) => el('button',
      {type: 'button', class: value === sorted[0].value ? 'best' : null, onclick: () => play(card)}, pip(card), ' ', el('span', null, worth(value))))),
  line.length ? el('p', null, 'Tried: ', spaced(line.map(move => el('span', {class: 'unbroken'}, move)))) : null,
  el('p', {class: 'note'}, 'Choose a card here to play it. Choose two cards of the table, one after the other, to exchange them.')].filter(Boolean);
}
