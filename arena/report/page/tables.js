// SPDX-License-Identifier: MIT
/* Tables and other text. */

const botName = (bot, side) => el('span', {class: side}, bot);

/* A text of the program in which the two bots that are compared have their colours. */
function coloured(sentence, c) {
  if (!c) return [typeset(sentence)];
  const sides = {[c.a]: 'a', [c.b]: 'b'};
  const quoted = [c.a, c.b].sort((x, y) => y.length - x.length).map(name => name.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'));
  return sentence.split(new RegExp(`(?<![A-Za-z0-9_])(${quoted.join('|')})(?![A-Za-z0-9_])`, 'u'))
    .map((text, at) => (at % 2 ? botName(text, sides[text]) : typeset(text)));
}

/* A cell of a column of numbers, as the program wrote it: a count in groups of three digits, or an estimate with its interval beside it, which is
 * below it where there is little room, and a mark. */
function numberCell(text) {
  const [, mean, interval, mark] = /^(\S+) (\([^)]* to [^)]*\)|\+-\S+)(.*)$/u.exec(text) ?? [];
  if (interval) return [el('b', null, typeset(mean)), ' ', el('span', {class: 'interval'}, typeset(interval)), mark];
  return /^\d{4,}$/u.test(text) ? number(Number(text)) : typeset(text);
}

const LONG = 30; /* characters: longer texts may break into lines */

/** A table as the program made it (arena/show/table.h). A cell with something to click is a node. The first column heads its row.
 *  @param {any} whole {caption, columns: [{title, kind}], rows: [[cells]]}
 *  @param {any} options hideCaption; kind, a class; compared: the comparison whose bots have their colours in headings */
function tableOf({caption, columns, rows}, options = {}) {
  const isNumber = i => columns[i].kind.startsWith('num');
  const cell = (content, i) => (typeof content !== 'string' ? content : isNumber(i) ? numberCell(content) : typeset(content));
  const isLong = i => !isNumber(i) && rows.some(row => plainText(row[i]).length > LONG);
  const kinds = columns.map(({kind}, i) => (isLong(i) ? 'wide-cell' : kind === 'text' ? null : kind));
  const title = text => (typeof text === 'string' ? coloured(text, options.compared) : text);
  const body = rows.map(row => el('tr', {}, row.map((content, i) => el(i ? 'td' : 'th', {class: kinds[i], scope: i ? null : 'row',
    'data-head': i && options.kind === 'stacked' ? columns[i].title : null}, cell(content, i)))));
  /* An empty head is a cell, not a heading. */
  const head = ({title: text}, i) => el(text === '' ? 'td' : 'th', {class: kinds[i], scope: text === '' ? null : 'col'}, title(text));
  /* The title is outside the box, so that it does not scroll away with a wide table. */
  return el('div', {class: 'table'},
      el('p', {class: options.hideCaption ? 'vh' : 'caption', 'aria-hidden': 'true'}, caption),
    el('div', {class: 'scroll', role: 'group', 'aria-label': caption}, el('table', {'aria-label': caption, class: options.kind},
      el('thead', null, el('tr', null, columns.map(head))), el('tbody', null, body))));
}
/* What can be unfolded: printed too. */
const folded = (title, ...content) => el('details', {class: 'numbers'}, el('summary', null, title), content);

/* A note of the program as a sentence; "p" and other names of one letter stay as they are. */
const remark = text => el('p', {class: 'note'}, `${/^\w\b/u.test(text) ? typeset(text) : capital(typeset(text))}${text.endsWith('.') ? '' : '.'}`);
/** @param {any} whole @param {any} options as of tableOf() */
const tableWithNotes = (whole, options = {}) => [tableOf(whole, {...options, hideCaption: true}), whole.notes.map(remark)];

/** A table of the program with its notes, folded; null if there is none. Its title is the caption, unless it is given.
 *  @param {any} whole @param {any} compared @param {string | null} title */
function numbers(whole, compared = null, title = null) {
  if (!whole) return null;
  const caption = title ?? capital(typeset(whole.caption));
  return folded(caption, tableWithNotes({...whole, caption}, {compared}));
}

function facts(list) {
  return el('dl', {class: 'facts'}, list.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value, wide]) => el('div', {class: wide ? 'wide' : null}, el('dt', null, name),
        el('dd', null, value))));
}

/* A section of the page; its title is hidden where it is alone there. */
const sectionOf = (whole, alone, title, ...content) => el('section', {class: 'run', id: whole.id, 'aria-labelledby': `${whole.id}-name`},
    el('h2', {id: `${whole.id}-name`, class: alone ? 'vh' : null}, title), content);

/* What all results have: the deals they were played on, and where they are. */
const seedAndFolder = whole => [['Seed', String(whole.seed)], ['Folder', whole.folder === '.' ? null : whole.folder, true]];

function part(run, name, title, ...content) {
  return {id: `${run.id}-${name}`, title,
      node: el('section', {class: 'part', id: `${run.id}-${name}`, 'aria-labelledby': `${run.id}-${name}-title`},
    el('h3', {id: `${run.id}-${name}-title`}, title), ...content)};
}
