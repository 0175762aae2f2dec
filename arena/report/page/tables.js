// SPDX-License-Identifier: MIT
/* Tables and other text. */

/** An estimate in numbers, its interval beside it, or below where there is little room.
 * @param {any} e @param {number} digits @param {boolean} sign @param {string | null} mark */
function estimateCell(e, digits, sign = true, mark = null) {
  return known(e?.mean) ? [el('b', null, number(e.mean, digits, sign), mark), hasEnds(e)
      ? [' ', el('span', {class: 'interval'}, `(${range(e, digits, sign)})`)] : null] : '–';
}

/* columns: {head, cell(row), kind}; kind is a class of the cells. The first column heads its row. */
function table(caption, columns, rows, options = {}) {
  const cell = (column, row, first) => el(first ? 'th' : 'td', {class: column.kind, scope: first ? 'row' : null,
    'data-head': first || options.kind !== 'stacked' ? null : column.head}, column.cell(row));
  const body = rows.map(row => el('tr', {}, columns.map((column, i) => cell(column, row, i === 0))));
  /* An empty head is a cell, not a heading. */
  const head = c => el(c.head === '' ? 'td' : 'th', {class: c.kind, scope: c.head === '' ? null : 'col'}, c.head);
  /* The title is outside the box, so that it does not scroll away with a wide table. */
  return el('div', {class: 'table'},
      el('p', {class: options.hideCaption ? 'vh' : 'caption', 'aria-hidden': 'true'}, caption),
    el('div', {class: 'scroll', role: 'group', 'aria-label': caption}, el('table', {'aria-label': caption, class: options.kind},
      el('thead', null, el('tr', null, columns.map(head))), el('tbody', null, body))));
}
/* What can be unfolded: printed too. */
const folded = (title, ...content) => el('details', {class: 'numbers'}, el('summary', null, title), content);
const foldedTable = (caption, columns, rows) => folded(caption, table(caption, columns, rows, {hideCaption: true}));

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
