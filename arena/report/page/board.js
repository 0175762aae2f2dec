// SPDX-License-Identifier: MIT
/* The table of one game, with what was said and played. */

/* Offiziersskat: the second half of a hand is covered, each card below one of the first half until the
 * trick with that one is over. */
function isUnder(game, frame, p, card) {
  if (!game.covered) return false;
  const hand = frame.hands[p], half = hand.length / 2, at = hand.indexOf(card);
  const upper = at < half ? null : hand[at - half];
  return upper !== null && (!frame.gone.has(upper) || frame.trick.some(t => t.card === upper));
}

/* A card to press; a hidden word says which it is. */
const cardButton = (card, drawnCard, pressed, onclick) => el('button', {type: 'button', class: drawnCard.className, 'data-card': card, 'aria-pressed': pressed,
  onclick}, el('span', {class: 'vh'}, drawnCard.getAttribute('aria-label')), [...drawnCard.childNodes]);

/* Cards of the table are buttons while the solver is asked: `asking` is {choose, chosen}, or null. */
const tableCard = (card, kind, asking) => (!asking || kind.includes('gone') ? playingCard(card, kind)
  : cardButton(card, playingCard(card, kind), String(asking.chosen === card), () => asking.choose(card)));

function seatRow(game, frame, p, asking) {
  const kind = card => (frame.gone.has(card) ? 'gone' : isUnder(game, frame, p, card) ? 'under' : '');
  return el('div', {class: `place-${p}`},
    el('div', {class: 'who'}, el('span', {class: 'lead'}, game.positions[p]), el('b', null, game.players[p]),
        frame.announced && p === game.declarer ? el('span', {class: 'tag'}, game.contract ?? translated('declarer')) : null),
    el('div', {class: `hand ${game.covered ? 'rows' : ''}`, role: 'group',
        'aria-label': `${game.positions[p]}, ${game.players[p]}`},
        frame.hands[p].map(c => tableCard(c, kind(c), asking))));
}

/* A trick, {card, position} of each that was played, before those who sit at `places`: below, left and, of three, right. */
const trickOnFelt = (places, played, kindOf = /** @type {(own: any) => string} */ (() => '')) =>
  el('div', {class: 'trick', role: 'group', 'aria-label': translated('Trick')}, [places[1], places[0], places[2]].filter(known).map(p => {
    const own = played.find(t => t.position === p);
    return own ? playingCard(own.card, kindOf(own)) : el('span', {class: 'slot'});
  }));

function felt(game, frame, asking) {
  const sides = game.declarer === null ? game.players.map((_, p) => [game.players[p], frame.points?.[p]])
    : [[translated('declarer'), frame.points?.[game.declarer]],
      [translated(game.hands.length > 2 ? 'defenders' : 'defender'), frame.points?.[(game.declarer + 1) % game.hands.length]]];
  return el('div', {class: asking?.exploring ? 'felt exploring' : 'felt'}, seatRow(game, frame, 1, asking),
    game.hands.length > 2 ? seatRow(game, frame, 2, asking) : null,
    el('div', {class: 'middle'},
      el('div', {class: 'skat'}, frame.skat.length ? el('div', null, frame.skatName) : null,
          el('div', {class: 'pair'}, frame.skat.map(c => tableCard(c, frame.turned?.includes(c) ? 'turned' : '', asking))),
          game.aside.length ? [el('div', null, translated('second skat')),
              el('div', {class: 'pair aside'}, game.aside.map(c => playingCard(c)))] : null),
      trickOnFelt([0, 1, 2].slice(0, frame.hands.length), frame.trick,
          ({card, position}) => `${frame.took === position ? 'took' : ''} ${frame.marked && card === frame.fresh ? 'new' : ''}`),
      el('div', {class: 'count'}, frame.index >= 0
          ? sides.map(([name, points]) => el('div', null, `${name} `, el('b', null, number(points ?? 0)))) : null)),
    seatRow(game, frame, 0, asking));
}

function auctionLog(game, mark) {
  const announced = mark && mark.move > game.auction.length && !isCard(mark.action);
  const contract = game.contract && game.declarer !== null
      ? [seatName(game, game.declarer), game.turned.length ? [translated(' turns '), ...spaced(game.turned.map(c => pip(c)))] : '',
      `${game.turned.length ? ':' : ` ${translated('declares')}`} ${game.contract}`, game.discards.length
      ? [translated(', puts aside'), ' ', ...spaced(game.discards.map(c => pip(c)))] : null]
    : game.contract ? [game.contract] : null;
  return [el('ol', {class: 'auction', 'aria-label': 'auction'},
      game.auction.map((say, i) => el('li', {class: mark?.move === i + 1 && !isCard(mark.action) ? 'differs' : null},
      say))),
    contract ? el('p', null, el('span', {class: announced ? 'differs' : null}, contract)) : null, game.talk.length
        ? el('p', null, game.talk.join('; ')) : null];
}

/* The same bot may have two seats at a table. */
function seatName(game, p) {
  const twice = game.players.filter(name => name === game.players[p]).length > 1;
  return [game.players[p], twice
      ? el('small', {class: 'quiet', title: game.positions[p]}, ` ${game.positions[p][0].toUpperCase()}`) : null];
}

function trickList(game, mark, jump) {
  let frame = 1 + game.turned.length;
  return el('ol', {class: 'tricks', 'aria-label': 'tricks'}, game.tricks.map((trick, i) => {
    frame += trick.cards.length;
    const target = frame;
    return el('li', null, el('button', {type: 'button', onclick: () => jump(target), 'data-trick': i},
      el('span', null, String(i + 1)), el('span', {title: 'leads'}, seatName(game, trick.leader)),
      el('span', {class: 'cards'}, trick.cards.map(c => el('span', null, pip(c, mark?.action === c ? 'differs' : '')))),
      el('span', {title: 'takes it'}, trick.winner === null ? '' : seatName(game, trick.winner)),
          el('span', {class: 'num'}, trick.winner === null ? '' : number(trick.points))));
  }));
}

const scoreWords = game => game.table.map((bot, seat) => `${bot} ${number(game.score[seat], 0, true)}`).join(', ');
const markOf = (first, game) => [first?.a, first?.b].find(side => side?.game === game.game);

/* The number of the move that follows a step, as `play --move` counts: of the deal, the first. Null after the last card. */
function moveAfter(game, frame) {
  const n = frame.cards, cards = game.tricks.flatMap(trick => trick.cards).length;
  if (n === undefined) return 1;
  return n < cards && known(game.first_card) ? game.first_card + n + (game.said ?? []).filter(at => at <= n).length : null;
}

/* Where a server shows the page: a link to a table at which the game is taken over at the step that is shown. */
function tableLink(run, game) {
  if (!run.tables) return null;
  const link = el('a', null, 'Play from here'), node = el('p', null, link, el('span', {class: 'quiet'}, ', in the seat of who is to move'));
  return {node, at: frame => {
    const move = moveAfter(game, frame);
    node.hidden = move === null;
    link.href = `table-${game.game}-${move}`;
  }};
}

/* What bots thought, as they told: of the cards of the trick so far; of the deal, all that was no card. */
function thoughtsBox(game) {
  if (!game.thoughts?.length) return null;
  const node = el('div', {class: 'thoughts'});
  const withPips = text => text.replace(/-(?=\d)/g, '−').split(/\b([CSHD][AKQJT6-9])\b/).map(word => (isCard(word) ? pip(word) : word));
  return {node, at: frame => {
    const last = (frame.cards ?? 0) - 1, first = Math.max(frame.index * game.hands.length, -1);
    const some = game.thoughts.filter(({card = -1}) => card >= first && card <= last);
    node.hidden = !some.length;
    node.replaceChildren(el('h4', null, translated('What the bots thought')),
      el('ul', null, some.map(thought => el('li', null, el('b', null, game.players[thought.position]), ' ', withPips(thought.text)))));
  }};
}

/* One game: the felt above (or next to) what was said and played. show(n) draws step n; jump(n) goes there in all games that
 * are shown. */
function board(run, game, first, jump) {
  const side = markOf(first, game), mark = side && {move: first.move, action: side.action};
  const list = frames(game, mark), surface = el('div'), say = el('p', {class: 'say', 'aria-live': 'polite'}), beforeCards = list.findIndex(f => f.cards === 0);
  const takeOver = tableLink(run, game), tricks = trickList(game, mark, jump), analysis = analysisBox(game, n => jump(beforeCards + n));
  const thoughts = thoughtsBox(game);
  const ask = explorer(game, (frame, asking) => {
    surface.replaceChildren(felt(game, frame, asking));
    surface.querySelector(`[data-card="${asking?.focus}"]`)?.focus();
  });
  const node = el('div', {class: 'board', role: 'group', 'aria-label': `game ${game.game}`},
    el('h4', null, `${translated('Game')} ${game.game}`,
        el('span', {class: 'quiet'}, ` · ${translated('dealer')} ${game.dealer}${game.status === 'ok' ? '' : ` · ${game.status}`}`)),
    el('div', {class: 'inside'}, el('div', {class: 'stack'}, surface, say, thoughts?.node, takeOver?.node, ask.node, analysis?.node),
      el('div', {class: 'log'}, auctionLog(game, mark), tricks, game.result.map(line => el('p', null, line)),
          el('p', null, `${translated('Score')}: ${scoreWords(game)}`),
        run.folder ? toCopy(`skat-arena replay ${shellWord(run.folder)} --game ${game.game}`) : null)));
  const show = n => {
    const frame = list[Math.min(n, list.length - 1)];
    takeOver?.at(frame);
    thoughts?.at(frame);
    ask.at(frame);
    analysis?.mark(Math.max(frame.cards ?? 0, 0));
    say.replaceChildren(el('span', {class: frame.marked ? 'differs' : null}, frame.text));
    for (const button of tricks.querySelectorAll('button')) {
      if (Number(button.dataset.trick) === frame.index) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
  };
  return {node, show, said: () => say.textContent, length: list.length, marked: list.findIndex(f => f.marked)};
}
