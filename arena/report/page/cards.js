// SPDX-License-Identifier: MIT
/* Cards, moves in words, and a game as a list of steps. */

const SUITS = {C: ['♣', 'clubs'], S: ['♠', 'spades'], H: ['♥', 'hearts'], D: ['♦', 'diamonds']};
const RANKS = {A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven',
    6: 'six'};
const TEXT_STYLE = '\uFE0E'; /* keeps phones from drawing suits as emoji */
const isCard = s => s?.length === 2 && s[0] in SUITS && s[1] in RANKS;
const suitOf = card => LANGUAGE.suits?.[card[0]] ?? (SUITS[card[0]]?.[0] ?? '?') + TEXT_STYLE;
const rankOf = card => LANGUAGE.ranks?.[card[1]] ?? (card[1] === 'T' ? '10' : card[1]);
const cardName = card => {
  const rank = RANKS[card[1]] ?? '?', suit = SUITS[card[0]]?.[1] ?? '?';
  return LANGUAGE.code ? `${translated(suit)} ${translated(rank)}` : `${rank} of ${suit}`;
};

/* A German suit has no character of its own: its letter is there to be copied. */
const suitSign = card => (hasGermanSuits() ? [shape('svg', {viewBox: '-5 -5 10 10', class: 'suit', 'aria-hidden': 'true'}, symbolAt(card[0], 0, 0, 1)),
  el('span', {class: 'vh'}, suitOf(card))] : suitOf(card));
const pip = (card, kind = '') => el('span',
    {class: `pip suit-${card[0]} ${kind}`, role: 'img', 'aria-label': cardName(card)}, suitSign(card),
    rankOf(card));
const CARD_STATES = [['gone', ', played'], ['under', ', covered'], ['turned', ', turned']];
const playingCard = (card, kind = '') => el('span',
    {class: `playing-card suit-${card[0]} ${kind}`, role: 'img',
    'aria-label': cardName(card) + (CARD_STATES.find(([state]) => kind.includes(state))?.[1] ?? '')}, cardPicture(card));
const spaced = nodes => nodes.flatMap((node, i) => (i ? [' ', node] : [node]));

/* The data has cards as one text, "CKCAC7": here they become lists, once for each game. */
const cardsIn = text => (typeof text === 'string' ? text.match(/../g) ?? [] : text ?? []);
function unpacked(game) {
  return {...game, hands: game.hands.map(cardsIn), skat: cardsIn(game.skat), aside: cardsIn(game.aside), turned: cardsIn(game.turned),
      discards: cardsIn(game.discards), tricks: game.tricks.map(trick => ({...trick, cards: cardsIn(trick.cards)})),
      better: Object.fromEntries(Object.entries(game.better ?? {}).map(([n, cards]) => [n, cardsIn(cards)]))};
}

/* A move as the log writes it, in words: docs/formats.md, "Moves". */
const ACTIONS = {p: 'passes', y: 'holds', n: 'declines', s: 'picks up the skat', K: 'says kontra',
    g: 'proposes to give up', t: 'turns a card of the skat', r: 'says rum', k: 'knocks', x: 'passes the skat on unseen', RE: 'concedes',
    GH: 'declares grand hand', CL: 'claims the rest',
    'c.suit': 'chooses a suit game', 'c.grand': 'chooses grand', 'c.null': 'chooses null', 'c.ramsch': 'chooses ramsch'};
const GAMES = {C: 'clubs', S: 'spades', H: 'hearts', D: 'diamonds', G: 'grand', N: 'null', P: 'sächsische Spitze',
    V: 'revolution', R: 'ramsch'};
const ANNOUNCED = {O: 'ouvert', H: 'hand', S: 'schneider', Z: 'schwarz', W: 'turned'};

/* The code of a game in words: "GO", "grand ouvert". */
const gameWords = game => [translated(GAMES[game[0]] ?? game), ...[...game.slice(1)].map(flag => translated(ANNOUNCED[flag] ?? flag))].join(' ');

/* A game that is named in the auction by suits. */
const callWords = game => (game[0] in {C: 1, S: 1, H: 1, D: 1}
    ? `${translated(game.includes('H', 1) ? 'solo in' : 'Frage in')} ${gameWords(game[0])}` : gameWords(game));

function actionWords(action) {
  if (action === null) return [translated('is silent')];
  if (action in ACTIONS) return [translated(ACTIONS[action])];
  if (/^\d+$/.test(action)) return [`${translated('bids')} ${action}`];
  if (isCard(action)) return [translated('plays'), ' ', pip(action)];
  if (action.startsWith('b.')) return [`${translated('plays the card at place')} ${action.slice(2)}`];
  if (action.startsWith('f.')) return [`${translated('names')} ${callWords(action.slice(2))}`];
  const [head, ...cards] = action.split('.');
  const discards = cards.filter(isCard);
  const game = head in {x: 1, e: 1} ? translated(head === 'x' ? 'passes on' : 'takes a new hand:')
      : gameWords(head);
  return [`${head in {x: 1, e: 1} ? '' : `${translated('announces')} `}${game}`,
      ...(discards.length ? [head in {x: 1, e: 1} ? ' ' : `${translated(', puts aside')} `, ...spaced(discards.map(c => pip(c)))] : [])];
}

const decisionWords = first => (first ? [first.position_name ?? '', ': ',
  botName(first.a.bot, 'a'), ' ', ...actionWords(first.a.action), ', ', botName(first.b.bot, 'b'), ' ', ...actionWords(first.b.action)] : []);
const firstWords = first => (first ? ['differs first at move ', number(first.move), ', ', ...decisionWords(first)] : []);

/* Jacks, then suits; in null a jack is an ordinary card. */
function sortHand(cards, isNull) {
  const order = isNull ? 'AKQJT9876' : 'ATKQ9876';
  const key = c => (c[1] === 'J' && !isNull ? 'CSHD'.indexOf(c[0])
      : 10 + 10 * 'CSHD'.indexOf(c[0]) + order.indexOf(c[1]));
  return [...cards].sort((x, y) => key(x) - key(y));
}

/* The position that plays card `i` of a trick. */
const playerAt = (game, trick, i) => (trick.leader + i) % game.hands.length;

/* The cards that each player plays with. A complete game shows them, whatever happened to the skat. */
function playedHands(game) {
  if (game.covered) return game.hands; /* the cards stay in their rows */
  const played = game.hands.map(() => []);
  for (const trick of game.tricks) trick.cards.forEach((card, i) => played[playerAt(game, trick, i)].push(card));
  const isNull = isNullGame(game);
  return game.hands.map((hand, p) => {
    let cards = hand;
    if (played[p].length >= hand.length) cards = played[p];
    else if (p === game.declarer && game.discards.length) {
      cards = [...hand, ...game.skat].filter(c => !game.discards.includes(c));
    }
    return cards === hand && !isNull ? hand : sortHand(cards, isNull);
  });
}

/* The steps of a game: as dealt, as announced, then one for each card. */
function frames(game, mark) {
  const name = p => `${game.players[p]} (${game.positions[p]})`;
  const list = [{hands: game.hands, gone: new Set(), trick: [], skat: game.skat, skatName: translated('skat'), index: -1,
      text: [translated('The deal, and the auction')], marked: mark?.move <= game.auction.length && !isCard(mark.action)}];
  game.turned.forEach((card, i) => list.push({...list[0], turned: game.turned.slice(0, i + 1),
      marked: mark?.action === 't' && mark.move === game.auction.length + 1 + i,
      text: [`${name(game.declarer)} ${translated(i ? 'rejects it and turns' : 'turns')} `, pip(card)]}));
  if (game.tricks.length || game.contract) {
    const hands = playedHands(game), aside = game.discards.length ? game.discards : game.skat;
    const say = game.declarer === null ? [translated('The play begins')]
        : [`${name(game.declarer)} ${translated('declares')} ${game.contract ?? ''}`];
    const common = {announced: true, hands, skat: aside, skatName: translated(game.discards.length ? 'put aside' : 'skat')};
    list.push({...common, gone: new Set(), trick: [], index: -1, cards: 0, text: say,
        marked: Boolean(mark) && mark.move > game.auction.length && mark.action !== 't' && !isCard(mark.action)});
    const gone = new Set(), mistakes = mistakesOf(game);
    game.tricks.forEach((trick, index) => trick.cards.forEach((card, i) => {
      const position = playerAt(game, trick, i), last = i === game.hands.length - 1;
      gone.add(card);
      const before = list.at(-1)?.points ?? [];
      const points = last && trick.winner !== null ? pointsAfter(game, before, trick) : before;
      list.push({...common, gone: new Set(gone), index, cards: gone.size, points, took: last ? trick.winner : null, fresh: card,
          marked: mark?.action === card,
        trick: trick.cards.slice(0, i + 1).map((c, k) => ({card: c, position: playerAt(game, trick, k)})),
        text: [`${translated('Trick')} ${index + 1}: ${name(position)} ${translated('plays')} `, pip(card),
            ...(last && trick.winner !== null ? [`, ${name(trick.winner)} ${translated('takes it')}`] : []),
            ...openWords(game, mistakes, game.hands.length * index + i)]});
    }));
  }
  return list;
}

/* What a card lost, and declarer's points with open cards after it. */
function openWords(game, mistakes, n) {
  const after = game.values?.[n + 1], mistake = mistakes.find(m => m.n === n);
  if (!known(after)) return [];
  return [...(mistake ? [`${translated(', which ')}${lossWords(game, mistake)}`, betterWords(mistake)] : []),
    isNullGame(game) ? '' : el('span', {class: 'quiet'}, ` · ${translated('all cards open:')} ${number(after)}`)];
}

/* Running points by position; declarer's opponents share theirs. */
function pointsAfter(game, before, trick) {
  const after = [...before];
  for (let p = 0; p < 3; p++) {
    const together = game.declarer !== null && p !== game.declarer && trick.winner !== game.declarer;
    if (p === trick.winner || together) after[p] = trick.points;
  }
  return after;
}
