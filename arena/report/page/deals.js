// SPDX-License-Identifier: MIT
/* Deals to open and step through, and links to them. */

const SWING_LISTS = [
  ['swing', 'swings', 'Deals that made the most difference',
      'The same cards, played by each seating: open a deal to see the table. The first decision that differs is marked.'],
  ['divergence', 'divergences', 'First decision that differs',
      'The first deals of the schedule that were played differently.'],
  ['asked', 'asked', 'Games that were asked for', 'As --game, --bot and the other options of report said.'],
  ['largest', 'largest', 'Deals with the largest swings',
      'The same cards in the same position made very different scores in the seatings of the deal.'],
  ['turn', 'turns', 'Turning points', 'With all cards open, one card turned these games: those in which that cost the most points.'],
  ['sample', 'sample', 'A sample', 'Deals spread evenly through the run.'],
];

function swingParts(run) {
  return SWING_LISTS.map(([kind, id, title, note]) => {
    const list = (run.swings ?? []).filter(s => s.kind === kind && (kind !== 'swing' || s.swing.difference !== 0));
    if (!list.length) return null;
    return part(run, id, known(run.single_game) ? 'One deal' : title, known(run.single_game) ? null : el('p', {class: 'note'}, note),
        el('ol', {class: 'deals', 'aria-label': title}, list.map(s => dealItem(run, s.swing, s.games, s.hands))));
  });
}

/* ---- Stepping through the games of a deal ---- */

const WIDE = matchMedia('(min-width: 62rem)');

const outcomeWords = game => (game.declarer === null ? (game.contract ?? game.result.at(-1) ?? 'no game')
    : `${game.players[game.declarer]}: ${game.contract ?? 'no contract'}`);

function gameTab(game, pressed, toggle) {
  const outcome = outcomeWords(game);
  return el('button', {type: 'button', 'aria-pressed': String(pressed), onclick: toggle},
    el('span', {class: 'quiet'}, `Game ${game.game}: ${game.players.join(', ')}`), el('span', null, outcome),
        el('span', null, scoreWords(game)));
}

function viewer(run, swing, games) {
  const first = swing?.first ?? null;
  const favourites = [swing?.game, first?.a.game, first?.b.game].map(n => games.findIndex(g => g.game === n)).filter(i => i >= 0);
  /** @type {{shown: number[], step: number, boards: any[], timer: any, named: number, drawn?: boolean}} */
  const state = {shown: (favourites.length ? favourites : [0]).slice(0, WIDE.matches ? 2 : 1), step: 0, boards: [],
      timer: null, named: -1 /* the game that the address names, of those shown */};
  const tabs = el('div', {class: 'tabs', role: 'group', 'aria-label': 'games of this deal'}),
      boards = el('div', {class: 'boards'});
  const slider = el('input', {type: 'range', min: 0, value: 0, 'aria-label': 'card of the game',
      oninput: () => { stop(); go(Number(slider.value)); }});
  const last = () => Math.max(...state.boards.map(b => b.length)) - 1;

  function go(step) {
    state.step = Math.min(Math.max(step, 0), last());
    const named = state.shown.includes(state.named) ? state.named : state.shown[0];
    if (state.drawn) history.replaceState(null, '', linkTo(run, games[named].game, state.step));
    state.drawn = true;
    slider.value = state.step;
    for (const b of state.boards) b.show(state.step);
    slider.setAttribute('aria-valuetext', state.boards.map(b => b.said()).join('; '));
    buttons.first.disabled = buttons.prev.disabled = state.step === 0;
    buttons.next.disabled = buttons.last.disabled = state.step === last();
    if (state.step === last()) stop();
  }
  function stop() {
    clearInterval(state.timer);
    state.timer = null;
    buttons.play.textContent = translated('Play');
  }
  function play() {
    if (state.timer) { stop(); return; }
    if (state.step === last()) go(0);
    state.timer = setInterval(() => go(state.step + 1), 900);
    buttons.play.textContent = translated('Pause');
  }
  function toggle(i) {
    const most = WIDE.matches ? 2 : 1;
    if (!state.shown.includes(i)) state.shown = [...state.shown, i].slice(-most);
    else if (state.shown.length > 1) state.shown = state.shown.filter(k => k !== i);
    draw();
    tabs.children[i].focus();
  }
  function draw() {
    if (games.length > 1) tabs.replaceChildren(...games.map((g, i) => gameTab(g, state.shown.includes(i), () => toggle(i))));
    state.boards = [...state.shown].sort((x, y) => x - y).map(i => board(run, games[i], first,
        n => { stop(); go(n); }));
    boards.replaceChildren(...state.boards.map(b => b.node));
    slider.max = last();
    buttons.differ.hidden = state.boards.every(b => b.marked < 0);
    go(state.step);
  }
  /** @type {Record<string, [string, string | null, () => number]>} */
  const STEPS = {
    first: ['«', 'first step', () => 0], prev: ['‹', 'back one card', () => state.step - 1],
        next: ['›', 'forward one card', () => state.step + 1], last: ['»', 'last card', () => last()],
    differ: ['First difference', null, () => Math.max(...state.boards.map(b => b.marked))],
  };
  const buttons = Object.fromEntries(Object.entries(STEPS).map(([key, [sign, label, target]]) =>
    [key, el('button', {type: 'button', 'aria-label': label, title: label, onclick: () => { stop(); go(target()); }},
        sign)]));
  buttons.play = el('button', {type: 'button', class: 'play', onclick: play}, translated('Play'));

  const KEYS = {ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'last'};
  const onkeydown = event => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    stop();
    go(STEPS[KEYS[event.key]][2]());
  };
  const node = el('div', {class: 'viewer', onkeydown}, games.length > 1 ? tabs : null, solverLeftOut() && games.some(g => known(g.type))
      ? el('p', {class: 'note'}, 'The solver is not in this page: report --solver always adds it.') : null,
    el('div', {class: 'steps', role: 'group', 'aria-label': 'step through the play; arrow keys work, too'},
        buttons.first, buttons.prev, buttons.play, buttons.next, buttons.last, buttons.differ, slider), boards);
  /* Shows a game of the deal at a step: what a link names. */
  function show(game, step) {
    const i = games.findIndex(g => g.game === game);
    state.named = i;
    if (!state.shown.includes(i)) { state.shown = [i]; draw(); }
    stop();
    go(step);
  }
  draw();
  return {node, stop, show};
}

/* ---- Links to a game and a step: #game=3384&step=17; with several runs on the page, #run=2&game=3384 ---- */

const DEALS = []; /* of the page: {run, games, open}, filled as it is drawn */

/** @param {number | null} step */
const linkTo = (run, game, step = null) => `#${run.number ? `run=${run.number}&` : ''}game=${game}${step === null ? '' : `&step=${step}`}`;

function followLink() {
  const [, run, game, step] = /^#(?:run=(\d+)&)?game=(\d+)(?:&step=(\d+))?$/.exec(location.hash) ?? [];
  const deal = game === undefined ? null : DEALS.find(d => (run === undefined || d.run.number === Number(run))
      && d.games.some(g => g.game === Number(game)));
  deal?.open(Number(game), Number(step ?? 0));
}

function dealHead(run, swing, games) {
  const g = games[0];
  const place = el('span', null, `Session ${swing?.session ?? g.session}, deal ${swing?.deal ?? g.deal}`);
  if (!swing) {
    return [place, el('span', null, `game ${g.game}: ${g.status}`),
        el('span', {class: 'first quiet'}, g.result[0] ?? '')];
  }
  if (!('difference' in swing)) {
    return [place,
        el('span', null, known(swing.cost) ? `cost ${plural(swing.cost, 'point')}`
            : known(swing.swing) && swing.swing ? `swing ${number(swing.swing, 0)}` : ''),
        el('span', {class: 'first quiet'}, [...new Set(games.map(game => outcomeWords(game)))].join('; '))];
  }
  const c = run.summary.comparison, side = swing.difference < 0 ? 'b' : 'a';
  const gain = c && swing.difference !== 0
      ? el('span', null, botName(c[side], side),
      ` ${number(Math.abs(swing.difference), digitsFor(Math.abs(swing.difference)), true)} a deal`)
      : el('span', null, 'equal score');
  return [place, gain, el('span', {class: 'first quiet'}, firstWords(swing.first))];
}

/* The step at which card `n` of a game was played. */
const stepAfter = (game, n) => frames(game, null).findIndex(f => f.cards === n + 1);

/* Cards are drawn when a deal is opened: drawing twenty tables at once would be slow. */
function dealItem(run, swing, games, hands = []) {
  if (!games?.length) {
    return el('li', {class: 'deal'},
        el('p', {class: 'quiet'}, `Session ${swing?.session}, deal ${swing?.deal}: no log was kept.`));
  }
  const details = el('details', null, el('summary', null, dealHead(run, swing, games)));
  let opened = null;
  const draw = () => {
    if (opened) return opened;
    opened = viewer(run, swing, games);
    details.append(opened.node);
    const turned = games.find(g => g.game === swing?.game);
    if (turned) opened.show(turned.game, stepAfter(turned, turned.turn));
    return opened;
  };
  details.addEventListener('toggle', () => {
    if (details.open) draw();
    else opened?.stop();
  });
  if (hands.length) details.append(redealtHands(run, hands, `The same hand, other deals: points that ${run.summary.comparison.a}’s way gains`));
  if (known(swing?.all_games)) details.append(el('p', {class: 'note'}, `${games.length} of the ${number(swing.all_games)} games of this deal.`));
  DEALS.push({run, games, open: (game, step, scroll = true) => {
    details.open = true;
    draw().show(game, step);
    if (scroll) details.scrollIntoView();
  }});
  return el('li', {class: 'deal'}, details);
}
