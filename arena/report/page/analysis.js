// SPDX-License-Identifier: MIT
/* One game as `analyze` saw it, with all cards open: what each card cost, and what the hand was worth. */

const isNullGame = game => /^(null|revolution)/i.test(game.contract ?? '');
const playerOfCard = (game, n) => playerAt(game, game.tricks[Math.floor(n / game.hands.length)], n % game.hands.length);
const cardAt = (game, n) => game.tricks[Math.floor(n / game.hands.length)]?.cards[n % game.hands.length];

/* The cards that lost something: {n, lost, turns, side, better}. */
function mistakesOf(game) {
  return (game.values ?? []).slice(0, -1).map((_, n) => ({n, lost: game.lost[n], turns: game.turn === n,
      better: game.better?.[n] ?? []})).filter(m => (m.lost || m.turns) && cardAt(game, m.n))
    .map(m => ({...m, side: playerOfCard(game, m.n) === game.declarer ? 'declarer' : 'defender'}));
}

const afterCards = n => (n ? `${translated('after')} ${number(n)} ${translated(n === 1 ? 'card' : 'cards')}` : translated('before the first card'));

/* Mistakes of declarer pull the line down, those of the defenders push it up; each is a mark to jump to. */
function valueChart(game, mistakes, jump) {
  const values = game.values, last = values.length - 1, need = game.goal?.points;
  const mistakeAt = new Map(mistakes.map(m => [m.n, m]));
  const ends = known(need) && need <= 120 ? [...values, need] : values;
  const low = Math.max(0, Math.min(...ends) - 8), high = Math.min(120, Math.max(...ends) + 8);
  let current = 0;
  const drawn = chart({
    label: `Declarer’s card points at the end with best play from each card on: ${number(values[0])} before the first, ${number(values[last])} at the end`,
    height: 170, keys: [['line', translated('declarer’s points, all cards open')], ['down', translated('lost by declarer')], ['up', translated('lost by a defender')],
      ...known(need) ? [['goal', `${translated('needed')}: ${need}`]] : []],
    x: {low: 0, high: last, title: translated('cards played')}, y: {title: translated('card points of declarer at the end'), low, high},
    points: values.map((_, i) => i), stays: () => current,
    say: i => `${afterCards(i)}: ${number(values[i])}${mistakeAt.has(i - 1)
        ? `, ${game.players[playerOfCard(game, i - 1)]} ${translated('loses')} ${number(mistakeAt.get(i - 1).lost)}` : ''}`,
    pick: i => jump(i),
    draw: plot => [
      known(need) ? shape('line', {class: 'goal-line', x1: 0, x2: plot.width, y1: plot.y(need), y2: plot.y(need)}) : null,
      shape('path', {class: 'line', d: values.map((v, i) => (i ? `H${plot.x(i).toFixed(1)}V${plot.y(v).toFixed(1)}`
          : `M${plot.x(0)},${plot.y(v).toFixed(1)}`)).join('')}),
      mistakes.map(m => markOfMistake(m, plot.x(m.n + 1), plot.y((values[m.n] + values[m.n + 1]) / 2))),
    ],
  });
  return {node: drawn.node, mark: i => { current = clamp(i, 0, last); drawn.mark(current); }};
}

/* A triangle: it points down where declarer lost points, up where a defender did. A ring: it turned the game. */
function markOfMistake(mistake, x, y) {
  const r = mistake.turns ? 6 : 4.5, down = mistake.side === 'declarer' ? 1 : -1;
  return [mistake.turns ? shape('circle', {class: 'turn-ring', cx: x, cy: y, r: 9}) : null,
      shape('path', {class: `fill-${mistake.side}`, d: `M${x - r},${y - down * r * 0.7}h${2 * r}L${x},${y + down * r}z`})];
}

const lossWords = (game, m) => (isNullGame(game) ? translated('turns the game')
    : `${translated('loses')} ${number(m.lost)} ${translated(m.lost === 1 ? 'point' : 'points')}${m.turns ? ` ${translated('and turns the game')}` : ''}`);
const betterWords = m => (m.better.length ? [`; ${translated('better')}: `, ...spaced(m.better.map(c => pip(c)))] : []);

function mistakeList(game, mistakes, jump) {
  if (!mistakes.length) return el('p', {class: 'quiet'}, translated('With all cards open, no card lost anything.'));
  return el('ol', {class: 'mistakes', 'aria-label': 'cards that lost something, all cards open'}, mistakes.map(m => el('li', null,
      el('button', {type: 'button', onclick: () => jump(m.n + 1)}, el('span', {class: 'quiet'}, `${translated('Trick')} ${Math.floor(m.n / game.hands.length) + 1} `),
          `${game.players[playerOfCard(game, m.n)]} ${translated('plays')} `, pip(cardAt(game, m.n)), `: ${lossWords(game, m)}`, betterWords(m)))));
}

/* The bid beside the games that the same cards would have won; of a passed-in deal, the games that nobody bid. */
function worthLine(game) {
  const list = game.could_win, open = translated('With all cards open,'), wouldWin = translated('would have won');
  if (!list) return null;
  const couldWin = w => `${game.players[w.position]} ${wouldWin} ${w.contract} ${w.value}`;
  if (game.declarer === null) {
    return el('p', null, list.length ? `${open} ${list.map(couldWin).join('; ')}.` : translated('With all cards open, nobody would have won a game.'));
  }
  const best = Math.max(0, ...list.map(w => w.value));
  return el('p', null, `${game.bid ? `${translated('Bid')} ${game.bid}. ` : ''}${open} ${game.players[game.declarer]} ${wouldWin} `,
      list.length ? list.map((w, i) => [i ? ', ' : '', el(w.value === best ? 'b' : 'span', null, `${w.contract} ${w.value}`)]) : translated('no game'), '.');
}

/* All of it; null where the game was not analysed. jump(n) shows the table after n cards; mark(n) follows it. */
function analysisBox(game, jump) {
  const worth = worthLine(game);
  if (!game.values || !game.tricks.length) return worth ? {node: el('div', {class: 'stack analysis'}, worth), mark: () => {}} : null;
  const mistakes = mistakesOf(game), drawn = isNullGame(game) ? null : valueChart(game, mistakes, jump);
  return {node: el('div', {class: 'stack analysis'}, drawn?.node, mistakeList(game, mistakes, jump), worth), mark: n => drawn?.mark(n)};
}
