// SPDX-License-Identifier: MIT
/* How two bots bid. */

/* Who bids higher on the same cards. */
function higherWords(c, {higher: h, highest}) {
  return [botName(c.a, 'a'), ` bids higher in ${number(h.a)}, `, botName(c.b, 'b'), ` in ${number(h.b)}, both the same in ${number(h.same)}. Highest bid on average: `,
    botName(c.a, 'a'), ` ${number(highest.a, 2)}, `, botName(c.b, 'b'), ` ${number(highest.b, 2)}; difference ${number(highest.difference.mean, 2, true)} (95\u00a0%: ${
      range(highest.difference, 2)}). Passing at once counts 0.`];
}

/* What each deal makes of the difference, in order, as bars from a line: up and in the colour of a where a's way is
 * better, down where b's is. `high`: of the highest bar. */
function strip(values, high, label) {
  return el('span', {class: 'strip', role: 'img', 'aria-label': label}, values.map(value => {
    const node = el('i', {class: value > 0 ? 'for-a' : value < 0 ? 'for-b' : 'same'}), height = value === 0 ? 0 : clamp(Math.abs(value) / high, 0.08, 1);
    node.style.setProperty('--part', String(height));
    return node;
  }));
}
const highestOf = lists => Math.max(...lists.flat().map(Math.abs)) || 1;
const ascending = list => [...list].sort((x, y) => x - y);

/* How often the player of a hand declared and won with one bot's way. */
const declaresIn = c => (side, s) => [botName(c[side], side), ` declares ${percent(s[side].declared_share, 0)}`,
    s[side].declared_share ? ` and wins ${percent(s[side].won_share, 0)} of these` : ''];

/* A strip for each way in which the two bid differently. */
function strips(c, list, names) {
  const declares = declaresIn(c), high = highestOf(list.map(s => s.cells));
  return el('div', {class: 'strips'}, el('p', {class: 'caption'}, `Each deal, as dealt and dealt again, by what ${c.a}’s way gains or loses`),
      list.map(s => el('div', {class: 'strip-row'}, el('span', null, names[s.name] ?? words(s.name)),
          strip(s.cells, high, `${c.a} does better in ${number(s.for_a)} of ${plural(s.deals, 'deal')}, ${c.b} in ${number(s.for_b)}`),
          el('small', null, botName(c.a, 'a'), ` better ${percent(s.for_a_share, 0)}, equal ${percent(s.same_share, 0)}, `, botName(c.b, 'b'),
              ` better ${percent(s.for_b_share, 0)} of ${plural(s.deals, 'deal')}`, s.cells.length < s.deals ? '; a bar is several of them' : '',
              known(s.a.declared_share) ? ['. Dealt again: ', declares('a', s), '; ', declares('b', s)] : null))));
}

/* A hand that the two bid differently: what each says, and how the other deals ended. */
function redealtHand(run, hand, high) {
  const c = run.summary.comparison, points = value => number(value, 1, true);
  const [dealt, ...again] = hand.points;
  const inWords = {yes: 'holds', pass: 'passes'};
  const says = side => [botName(c[side], side), ` ${inWords[hand[side]] ?? hand[side]}`];
  return el('details', {class: 'redealt'},
      el('summary', null, el('span', null, `Session ${hand.session}, deal ${hand.deal}, ${hand.position}: `, says('a'), ', ', says('b')),
          el('b', null, points(hand.mean)), strip(ascending(hand.points), high, `mean of ${plural(hand.points.length, 'deal')}: ${points(hand.mean)}`)),
      el('p', null, `As dealt (game ${hand.game}) `, el('b', null, points(dealt)), again.length
          ? ['; the same hand, other deals: ', ascending(again).map((value, i) => [i ? ', ' : '', el('span', {class: 'value'}, points(value))])]
          : '; no other deal counts',
      `; mean ${points(hand.mean)}.`, hand.failed ? ' A bot failed in another deal, so it counts as it was dealt.' : ''));
}

function redealtHands(run, hands, caption) {
  const high = highestOf(hands.map(hand => hand.points));
  return el('div', {class: 'redealt-list'}, el('p', {class: 'caption'}, caption), hands.map(hand => redealtHand(run, hand, high)));
}

/* That over the deals as dealt and dealt again. */
function redealtFigure(c, redeals, table) {
  const rows = redeals.classes, points = rows.map((r, i) => ({name: table.rows[i][0], points: [{e: r.effect}]}));
  return figure(dots(points, {label: `Where they bid differently: what that adds to the difference, ${c.a} minus ${c.b}, points a deal`,
    scale: scaleOf(rows.map(r => r.effect), true), sides: true, ends: [`← ${c.b} gains`, `${c.a} gains →`]}),
  `Where they bid differently: ${plural(redeals.cases, 'seat')}, ${plural(redeals.played, 'other deal')} that looked the same.`, numbers(table, c));
}

const bracket = r => (!known(r.to) || r.to > 264 ? `${r.from}+` : r.from === r.to ? String(r.from) : `${r.from}–${r.to}`);

function calibrationFigure(c, rows, table) {
  const point = (r, side) => ({name: c[side], mark: side, e: inPercent({mean: r[side].won_share})});
  return figure(dots(rows.map(r => ({name: bracket(r), points: ['a', 'b'].filter(side => r[side].declared).map(side => point(r, side))})), {
    label: 'Won games by final bid', keys: [['a', c.a], ['b', c.b]], sure: true, sign: false, percent: true, digits: 0, scale: {low: 0, high: 100}}),
  'Games won, of those declared, by final bid.', numbers(table, c));
}

function biddingPart(run) {
  const c = run.summary.comparison, b = c?.bidding;
  if (!b || !b.matches) return null;
  /* How two bots bid differently, in words. */
  const ways = Object.fromEntries((c.redeals?.classes ?? []).map((one, i) => [one.name, coloured(run.summary.numbers.redealt.rows[i][0], c)]));
  const bid = b.highest.a > 0 || b.highest.b > 0; /* some games have no auction */
  return part(run, 'bidding', 'Bidding',
    el('p', {class: 'note'}, `${plural(b.matches, 'match', 'matches')}: both bots held the same cards in the same position. `,
      bid ? higherWords(c, b) : 'Nobody bid.'),
    c.redeals?.classes?.length ? redealtFigure(c, c.redeals, run.summary.numbers.redealt) : null,
    run.redealt?.strips.length ? strips(c, run.redealt.strips, ways) : null,
    run.redealt?.hands.length ? redealtHands(run, run.redealt.hands,
        `The hands that make the most difference, with the mean of ${c.a}’s gain; open one for its deals`) : null,
    b.calibration?.length ? calibrationFigure(c, b.calibration, run.summary.numbers.calibration) : null,
    numbers(run.summary.numbers.declared, c), numbers(run.summary.numbers.bidders, c, 'Habits'));
}
