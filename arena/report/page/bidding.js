// SPDX-License-Identifier: MIT
/* What bots declare, and how they bid. */

const KINDS = ['null', 'grand', 'clubs', 'spades', 'hearts', 'diamonds', 'sachsenspitze', 'revolution'];

const CHARTED_BOTS = MARKS.length;

/* The two that are compared come first, in the colours that they have everywhere. */
function chartedBots(run, bots) {
  const c = run.summary.comparison, first = c ? [c.a, c.b] : [];
  const order = b => (first.includes(b.name) ? first.indexOf(b.name) : first.length);
  return [...bots].sort((x, y) => order(x) - order(y)).slice(0, CHARTED_BOTS);
}

function contractsFigure(run, bots, used, numbers) {
  const charted = chartedBots(run, bots), share = (b, k) => 100 * (b.games?.[k]?.declared ?? 0) / b.declared;
  return figure(groupsChart(used.map(translated), charted.map((b, i) => ({mark: MARKS[i], values: used.map(k => share(b, k))})), {
    label: 'Games declared by type, share of each bot', keys: charted.map((b, i) => [MARKS[i], b.name]),
    x: {title: 'game'}, y: {title: 'share of the games that a bot declared'},
    say: i => `${translated(used[i])}: ${charted.map(b => `${b.name} ${number(share(b, used[i]), 1)} %`).join(', ')}`,
  }), `Share of the games that a bot declared, by type${bots.length > charted.length ? `, of the first ${charted.length} bots` : ''}.`, numbers);
}

/* A row for each bot: there may be many of them, but few types of games. */
function contractsPart(run) {
  const bots = run.summary.bots?.filter(b => b.declared > 0) ?? [];
  if (!bots.length) return null;
  const used = KINDS.filter(k => bots.some(b => b.games?.[k]?.declared));
  const numbers = table('Games declared: share of the bot’s games, and won of these', [
    column('bot', b => b.name, null), column('declared', b => number(b.declared)),
    ...used.map(k => column(translated(k), b => [ratio(b.games?.[k]?.declared ?? 0, b.declared), el('small', {class: 'won'},
        `won ${ratio(b.games?.[k]?.won, b.games?.[k]?.declared)}`)])),
  ], bots);
  return part(run, 'contracts', 'What they declare', contractsFigure(run, bots, used, numbers));
}

function higherBar(c, h) {
  const total = h.a + h.b + h.same || 1;
  const share = (kind, n) => { const node = el('span', {class: kind}); node.style.flex = `${n} 0 0`; return node; };
  return el('div', {class: 'stack'}, el('h4', null, 'Who bids higher on the same cards'),
    el('div', {class: 'split', 'aria-hidden': 'true'}, share('is-a', h.a), share('is-same', h.same),
        share('is-b', h.b)),
    el('p', {class: 'keys'}, el('span', null, botName(c.a, 'a'), ` higher ${percent(h.a / total)} (${number(h.a)})`),
        el('span', null, `same ${percent(h.same / total)} (${number(h.same)})`),
      el('span', null, botName(c.b, 'b'), ` higher ${percent(h.b / total)} (${number(h.b)})`)));
}

function declaredTable(c, declared) {
  const names = {both: 'both declare', only_a: `only ${c.a}`, only_b: `only ${c.b}`, neither: 'neither'};
  const rows = Object.entries(names).filter(([key]) => declared[key]).map(([key, name]) => ({name, ...declared[key]}));
  return table('Same cards, same position: who declares, and what that is worth', [
    column('', r => r.name, null),
    intervalColumn('worth, points a deal', r => r.worth, r => `${r.name}: worth ${number(r.worth.mean, 2)}`, rows, {sides: true}),
    column('worth', r => estimateCell(r.worth, 2)), column('share', r => percent(r.share)),
    column([botName(c.a, 'a'), ' won'], r => number(r.a_won)),
    column([botName(c.b, 'b'), ' won'], r => number(r.b_won)),
  ], rows);
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
function redealtTable(c, redeals) {
  const rows = redeals.classes, names = waysOfBidding(c);
  return table(`Where they bid differently: ${plural(redeals.cases, 'seat')}, ${plural(redeals.played, 'other deal')} that looked the same; gains are ${c.a}’s`, [
    column('', r => names[r.name], null), column('seats', r => number(r.cases)),
    column('gain of a seat', r => number(r.worth, 2, true)),
    intervalColumn('part of the difference', r => r.effect, r => `${r.name}: ${number(r.effect.mean, 2)}`, rows, {sides: true}),
    column('part', r => estimateCell(r.effect, 2)),
  ], rows);
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
  return table('Habits', [column('', r => r[0], null),
      ...['a', 'b'].map(side => column(botName(c[side], side), r => r[1](bots[side]) ?? '0'))], rows);
}

const bracket = r => (!known(r.to) || r.to > 264 ? `${r.from}+` : r.from === r.to ? String(r.from) : `${r.from}–${r.to}`);

function calibrationTable(c, rows) {
  return table('Won games by final bid', [column('final bid', bracket, null),
    ...['a', 'b'].flatMap(side => [column(botName(c[side], side), r => number(r[side].declared)),
        column('won', r => ratio(r[side].won, r[side].declared))])], rows);
}

function calibrationFigure(c, rows) {
  const won = (r, side) => (r[side].declared ? 100 * r[side].won / r[side].declared : null);
  return figure(groupsChart(rows.map(bracket), ['a', 'b'].map(side => ({mark: side, values: rows.map(r => won(r, side))})), {
    label: 'Won games by final bid', keys: [['a', c.a], ['b', c.b]], x: {title: 'final bid'},
    y: {title: 'won of the games declared', high: 100},
    say: i => `${bracket(rows[i])}: ${['a', 'b'].map(side => (rows[i][side].declared
        ? `${c[side]} won ${number(won(rows[i], side), 0)} % of ${number(rows[i][side].declared)}` : `${c[side]} none`)).join(', ')}`,
  }), 'Share of the declared games that were won, by final bid.', calibrationTable(c, rows));
}

function biddingPart(run) {
  const c = run.summary.comparison, b = c?.bidding;
  if (!b || !b.matches) return null;
  const bid = b.highest.a > 0 || b.highest.b > 0; /* some games have no auction */
  return part(run, 'bidding', 'Bidding',
    el('p', {class: 'note'}, `${plural(b.matches, 'match', 'matches')}: both bots held the same cards in the same position. `,
      bid ? ['Highest bid on average: ', botName(c.a, 'a'), ` ${number(b.highest.a, 2)}, `, botName(c.b, 'b'),
          ` ${number(b.highest.b, 2)}; `,
          `difference ${number(b.highest.difference.mean, 2, true)} (95\u00a0%: ${range(b.highest.difference, 2)}). Passing at once counts 0.`]
        : 'Nobody bid.'),
    bid ? higherBar(c, b.higher) : null, declaredTable(c, b.declared),
    c.redeals?.classes?.length ? redealtTable(c, c.redeals) : null,
    run.redealt?.strips.length ? strips(c, run.redealt.strips, waysOfBidding(c)) : null,
    run.redealt?.hands.length ? redealtHands(run, run.redealt.hands,
        `The hands that make the most difference, with the mean of ${c.a}’s gain; open one for its deals`) : null,
    el('div', {class: 'columns'}, habitsTable(c, b.bots), b.calibration?.length
      ? calibrationFigure(c, b.calibration) : null));
}
