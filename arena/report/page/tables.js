// SPDX-License-Identifier: MIT
/* Tables, and estimates with their intervals on a common axis. */

/* One scale for a list of estimates. It includes zero unless the list has positions, not differences. */
function scaleOf(estimates, symmetric = false, zero = [0]) {
  const ends = estimates.flatMap(e => (e ? [e.mean, e.low, e.high, e.decides?.low, e.decides?.high] : [])).filter(known).concat(zero);
  let low = Math.min(...ends), high = Math.max(...ends);
  if (symmetric) { high = Math.max(high, -low); low = -high; }
  if (!(high > low)) { low = (known(low) ? low : 0) - 1; high = low + 2; }
  const room = (high - low) * 0.06;
  return {low: low - room, high: high + room};
}
const placeOn = (scale, x) => 100 * (clamp(x, scale.low, scale.high) - scale.low) / (scale.high - scale.low);

/* A piece of a bar from one value to another; between equal values it has no width. */
function piece(scale, kind, from, to = from) {
  const node = el('i', {class: kind});
  node.style.left = `${Math.min(placeOn(scale, from), placeOn(scale, to))}%`;
  if (from !== to) node.style.width = `${Math.abs(placeOn(scale, to) - placeOn(scale, from))}%`;
  return node;
}

/* An estimate as a dot on the band of what was seen, with a thin line for the interval that decides; hollow unless the
 * difference is shown. Options: big; plain: never hollow; sides: in the colour of the bot that it favours; ticks: places
 * of grid lines. */
function interval(e, scale, label, options = {}) {
  if (!known(e?.mean) && !isInfinite(e?.mean)) return el('span', {class: 'quiet'}, '–');
  const side = options.sides ? (e.mean < 0 ? 'for-b' : 'for-a') : null;
  return el('span', {class: ['bar', side, options.big && 'big', !e.shown && !options.plain && 'open'].filter(Boolean).join(' '),
      role: 'img', 'aria-label': label},
    options.ticks?.map(t => piece(scale, 'grid', t)),
    scale.low <= 0 && scale.high >= 0 ? piece(scale, 'zero', 0) : null,
    hasEnds(e.decides) ? piece(scale, 'decides', e.decides.low, e.decides.high) : null,
    hasEnds(e) ? piece(scale, 'span', e.low, e.high) : null, piece(scale, 'dot', e.mean));
}

/** A count or a difference as a bar from zero.
 *  @param {string | null} side */
function solidBar(x, scale, label, side = null) {
  return el('span', {class: `bar solid ${side ?? ''}`, role: 'img', 'aria-label': label},
      scale.low < 0 ? piece(scale, 'zero', 0) : null, piece(scale, 'fill', 0, x));
}

/* As many ticks as there is room for, at seven pixels a character in the narrowest column. */
function ticksThatFit(scale, sign) {
  const ROOM = 120;
  for (let most = 4; ; most--) {
    const ticks = ticksOf(scale.low, scale.high, most);
    const wide = Math.max(...ticks.list.map(t => number(t, ticks.digits, sign).length));
    if (most === 1 || ticks.list.length * (7 * wide + 8) <= ROOM) return ticks;
  }
}

/* The axis of a column of intervals: numbers at its ticks, and what they are. */
const axis = (scale, unit, sign) => axisOf(scale, unit, sign, ticksThatFit(scale, sign));
function axisOf(scale, unit, sign, {list, digits}) {
  return {ticks: list, node: el('span', {class: 'axis'}, el('span', {class: 'axis-unit'}, unit),
      el('span', {class: 'axis-ticks', 'aria-hidden': 'true'}, list.map(t => {
        const node = el('span', null, number(t, digits, sign));
        node.style.left = `${placeOn(scale, t)}%`;
        return node;
      })))};
}

/* A column of intervals with its axis above. Options as those of interval(), and `positions`: no differences, so that
 * numbers have no sign and dots are never hollow. */
function intervalColumn(unit, estimateOf, labelOf, rows, options = {}) {
  const scale = options.scale ?? scaleOf(rows.map(estimateOf), !options.positions, options.positions ? [] : [0]);
  const {ticks, node} = axis(scale, unit, !options.positions);
  return column(node, row => interval(estimateOf(row), scale, labelOf(row), {...options, ticks, plain: options.positions}),
      'bars');
}

/* An estimate in numbers, its interval beside it, or below where there is little room. */
function estimateCell(e, digits, sign = true, mark = null) {
  return known(e?.mean) ? [el('b', null, number(e.mean, digits, sign), mark), hasEnds(e)
      ? [' ', el('span', {class: 'interval'}, `(${range(e, digits, sign)})`)] : null] : '–';
}

/* columns: {head, cell(row), kind}; kind is a class of the cells. The first column heads its row. */
function table(caption, columns, rows, options = {}) {
  const cell = (column, row, first) => el(first ? 'th' : 'td', {class: column.kind, scope: first ? 'row' : null},
      column.cell(row));
  const body = rows.map(row => el('tr', {}, columns.map((column, i) => cell(column, row, i === 0))));
  /* An empty head is a cell, not a heading. */
  const head = c => el(c.head === '' ? 'td' : 'th', {class: c.kind, scope: c.head === '' ? null : 'col'}, c.head);
  /* The title is outside the box, so that it does not scroll away with a wide table. */
  return el('div', {class: 'table'},
      el('p', {class: options.hideCaption ? 'vh' : 'caption', 'aria-hidden': 'true'}, caption),
    el('div', {class: 'scroll', role: 'group', 'aria-label': caption}, el('table', {'aria-label': caption, class: options.kind},
      el('thead', null, el('tr', null, columns.map(head))), el('tbody', null, body))));
}
/** @param {any} head @param {(row: any) => any} cell @param {string | null} kind */
const column = (head, cell, kind = 'num') => ({head, cell, kind});

function facts(list) {
  return el('dl', {class: 'facts'}, list.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value, wide]) => el('div', {class: wide ? 'wide' : null}, el('dt', null, name),
        el('dd', null, value))));
}

function part(run, name, title, ...content) {
  return {id: `${run.id}-${name}`, title,
      node: el('section', {class: 'part', id: `${run.id}-${name}`, 'aria-labelledby': `${run.id}-${name}-title`},
    el('h3', {id: `${run.id}-${name}-title`}, title), ...content)};
}
