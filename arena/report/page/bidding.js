// SPDX-License-Identifier: MIT
/* How two bots bid. */

/* Who bids higher on the same cards. */
function higherWords(c, {higher: h, highest}) {
  return [botName(c.a, 'a'), ` bids higher in ${number(h.a)}, `, botName(c.b, 'b'), ` in ${number(h.b)}, both the same in ${number(h.same)}. Highest bid on average: `,
    botName(c.a, 'a'), ` ${number(highest.a, 2)}, `, botName(c.b, 'b'), ` ${number(highest.b, 2)}; difference ${number(highest.difference.mean, 2, true)} (95\u00a0%: ${
      range(highest.difference, 2)}). Passing at once counts 0.`];
}

/* What each deal makes of the difference, in order, as bars from a line: up and in the colour of a where a's way is
 * better, down where b's is. `values` in parts of a point; `high`: of the highest bar. */
function strip(values, high, label) {
  return el('span', {class: 'strip', role: 'img', 'aria-label': label}, values.map(value => {
    const node = el('i', {class: value > 0 ? 'for-a' : value < 0 ? 'for-b' : 'same'});
    node.style.setProperty('--part', String(value === 0 ? 0 : clamp(Math.abs(value) / high, 0.08, 1)));
    return node;
  }));
}
const highestOf = lists => Math.max(1, ...lists.flat().map(Math.abs));
const ascending = list => [...list].sort((x, y) => x - y);

/* How often the player of a hand declared and won with one bot's way. */
const declaresIn = c => (side, s) => [botName(c[side], side), ` declares ${percent(s[side].declared / s.replayed, 0)}`,
    s[side].declared ? ` and wins ${percent(s[side].won / s[side].declared, 0)} of these` : ''];

/* A strip for each way in which the two bid differently. */
function strips(c, list, names) {
  const declares = declaresIn(c), high = highestOf(list.map(s => s.cells)), share = (s, n) => percent(n / s.deals, 0);
  return el('div', {class: 'strips'}, el('p', {class: 'caption'}, `Each deal, as dealt and dealt again, by what ${c.a}’s way gains or loses`),
      list.map(s => el('div', {class: 'strip-row'}, el('span', null, names[s.name]),
          strip(s.cells, high, `${c.a} does better in ${number(s.for_a)} of ${plural(s.deals, 'deal')}, ${c.b} in ${number(s.for_b)}`),
          el('small', null, botName(c.a, 'a'), ` better ${share(s, s.for_a)}, equal ${share(s, s.same)}, `, botName(c.b, 'b'),
              ` better ${share(s, s.for_b)} of ${plural(s.deals, 'deal')}`, s.cells.length < s.deals ? '; a bar is several of them' : '',
              s.replayed ? ['. Dealt again: ', declares('a', s), '; ', declares('b', s)] : null))));
}

/* A hand that the two bid differently: what each says, and how the other deals ended. */
function redealtHand(run, hand, high) {
  const c = run.summary.comparison, points = value => number(value / run.redealt.parts_of_a_point, 1, true);
  const [dealt, ...again] = hand.values, mean = hand.values.reduce((sum, value) => sum + value, 0) / hand.values.length;
  const inWords = {yes: 'holds', pass: 'passes'};
  const says = side => [botName(c[side], side), ` ${inWords[hand[side]] ?? hand[side]}`];
  return el('details', {class: 'redealt'},
      el('summary', null, el('span', null, `Session ${hand.session}, deal ${hand.deal}, ${hand.position}: `, says('a'), ', ', says('b')),
          el('b', null, points(mean)), strip(ascending(hand.values), high, `mean of ${plural(hand.values.length, 'deal')}: ${points(mean)}`)),
      el('p', null, `As dealt (game ${hand.game}) `, el('b', null, points(dealt)), again.length
          ? ['; the same hand, other deals: ', ascending(again).map((value, i) => [i ? ', ' : '', el('span', {class: 'value'}, points(value))])]
          : '; no other deal counts',
      `; mean ${points(mean)}.`, hand.failed ? ' A bot failed in another deal, so it counts as it was dealt.' : ''));
}

function redealtHands(run, hands, caption) {
  const high = highestOf(hands.map(hand => hand.values));
  return el('div', {class: 'redealt-list'}, el('p', {class: 'caption'}, caption), hands.map(hand => redealtHand(run, hand, high)));
}

/* How two bots bid differently. */
function waysOfBidding(c) {
  return {
    only_a_bids: [botName(c.a, 'a'), ' bids on, ', botName(c.b, 'b'), ' passes'],
    only_b_bids: [botName(c.b, 'b'), ' bids on, ', botName(c.a, 'a'), ' passes'],
    other_bids: 'both bid, another value',
    only_a_hand: [botName(c.a, 'a'), ' plays hand, ', botName(c.b, 'b'), ' picks up'],
    only_b_hand: [botName(c.b, 'b'), ' plays hand, ', botName(c.a, 'a'), ' picks up'],
    other_games: 'another game', other_discards: 'the same game, other cards put aside',
  };
}

/* That over the deals as dealt and dealt again. */
function redealtFigure(c, redeals) {
  const rows = redeals.classes, names = waysOfBidding(c), points = rows.map(r => ({name: plainText(names[r.name]), points: [{e: r.effect}]}));
  return figure(dots(points, {label: `Where they bid differently: what that adds to the difference, ${c.a} minus ${c.b}, points a deal`,
    scale: scaleOf(rows.map(r => r.effect), true), sides: true, ends: [`← ${c.b} gains`, `${c.a} gains →`]}),
  `Where they bid differently: ${plural(redeals.cases, 'seat')}, ${plural(redeals.played, 'other deal')} that looked the same.`,
  foldedTable(`The ways of bidding; gains are ${c.a}’s`, [column('', r => names[r.name], null), column('seats', r => number(r.cases)),
    column('gain of a seat', r => number(r.worth, 2, true)), column('part of the difference', r => estimateCell(r.effect, 2))], rows));
}

/** @type {[string, (bot: any) => string | null][]} */
const HABITS = [
  ['games declared', b => number(b.declared)], ['won', b => `${number(b.won)} (${ratio(b.won, b.declared)})`],
  ['mean final bid', b => (b.declared ? number(b.bid_sum / b.declared, 1) : '–')],
  ['overbid', b => `${number(b.overbid)} (${ratio(b.overbid, b.declared)})`],
  ['hand games', b => `${number(b.hand)} (${ratio(b.hand, b.declared)})`],
  ['hand games won', b => `${number(b.hand_won)} (${ratio(b.hand_won, b.hand)})`],
  ['kontra said, of games defended',
      b => (b.kontra?.said ? `${number(b.kontra.said)} (${ratio(b.kontra.said, b.kontra.chances)})` : null)],
  ['kontra right: declarer lost',
      b => (b.kontra?.said ? `${number(b.kontra.right)} (${ratio(b.kontra.right, b.kontra.said)})` : null)],
  ['kontra deserved, of games defended',
      b => (b.kontra ? `${number(b.kontra.lost_by_declarer)} (${ratio(b.kontra.lost_by_declarer, b.kontra.chances)})`
      : null)],
  ['kontra said when deserved', b => (b.kontra?.said ? ratio(b.kontra.right, b.kontra.lost_by_declarer) : null)],
];

function habitsTable(c, bots) {
  const kontra = bots.a.kontra?.said || bots.b.kontra?.said;
  const rows = HABITS
    .filter(([name, show]) => (kontra || !name.startsWith('kontra')) && (show(bots.a) || show(bots.b)));
  return foldedTable('Habits', [column('', r => r[0], null),
      ...['a', 'b'].map(side => column(botName(c[side], side), r => r[1](bots[side]) ?? '0'))], rows);
}

const bracket = r => (!known(r.to) || r.to > 264 ? `${r.from}+` : r.from === r.to ? String(r.from) : `${r.from}–${r.to}`);

function calibrationFigure(c, rows) {
  const won = side => r => (r[side].declared ? r[side].won / r[side].declared : null);
  const point = (r, side) => ({name: c[side], mark: side, e: {mean: 100 * (won(side)(r) ?? 0)}});
  return figure(dots(rows.map(r => ({name: bracket(r), points: ['a', 'b'].filter(side => r[side].declared).map(side => point(r, side))})), {
    label: 'Won games by final bid', keys: [['a', c.a], ['b', c.b]], sure: true, sign: false, percent: true, digits: 0, scale: {low: 0, high: 100}}),
  'Games won, of those declared, by final bid.', foldedTable('Won games by final bid', [column('final bid', bracket, null),
    ...['a', 'b'].flatMap(side => [column([botName(c[side], side), ' declared'], r => number(r[side].declared)),
        column('won', r => percent(won(side)(r)))])], rows));
}

function biddingPart(run) {
  const c = run.summary.comparison, b = c?.bidding;
  if (!b || !b.matches) return null;
  const bid = b.highest.a > 0 || b.highest.b > 0; /* some games have no auction */
  return part(run, 'bidding', 'Bidding',
    el('p', {class: 'note'}, `${plural(b.matches, 'match', 'matches')}: both bots held the same cards in the same position. `,
      bid ? higherWords(c, b) : 'Nobody bid.'),
    c.redeals?.classes?.length ? redealtFigure(c, c.redeals) : null,
    run.redealt?.strips.length ? strips(c, run.redealt.strips, waysOfBidding(c)) : null,
    run.redealt?.hands.length ? redealtHands(run, run.redealt.hands,
        `The hands that make the most difference, with the mean of ${c.a}’s gain; open one for its deals`) : null,
    b.calibration?.length ? calibrationFigure(c, b.calibration) : null, habitsTable(c, b.bots));
}
