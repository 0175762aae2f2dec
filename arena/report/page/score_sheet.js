// SPDX-License-Identifier: MIT
/* The score sheet of a table, as clubs keep it: a line for each deal, and the list's evaluation. Its figures are record/score_sheet.h's. */

const sheetWords = {passed_in: 'passed in', ramsch: 'ramsch', no_game: 'no game'};
const withWords = matadors => (known(matadors) ? `${translated(matadors > 0 ? 'with' : 'without')} ${Math.abs(matadors)}` : '');

function sheetGame(line) {
  if (line.kind !== 'declared') return translated(sheetWords[line.kind]);
  const game = line.contract ? translated(GAMES[line.contract[0]]) : '–';
  return line.overbid ? `${game}, ${translated('overbid')}` : game;
}

const signed = n => (n > 0 ? `+${n}` : String(n));

/* A table from columns [title, kind, cell(row)]. */
const sheetTable = (caption, columns, rows, options) => tableOf({caption: translated(caption), columns: columns.map(([title, kind]) => ({title, kind})),
  rows: rows.map(row => columns.map(([,, cell]) => cell(row)))}, options);

/* Columns that a narrow screen has no room for are on paper. */
function sheetLines({deals, names}) {
  const marks = [['hand', 'hand'], ['schneider', 'schneider'], ['schneider_announced', 'announced'], ['schwarz', 'schwarz'],
    ['schwarz_announced', 'announced'], ['ouvert', 'ouvert']];
  return sheetTable('Score sheet', [[translated('No.'), 'text', line => String(line.deal)], [capital(translated('game')), 'text', sheetGame],
    [translated('base value'), 'num roomy', line => (known(line.base) ? String(line.base) : '')],
    [`${translated('with')}, ${translated('without')}`, 'roomy', line => withWords(line.matadors)],
    ...marks.map(([key, head]) => [translated(head), 'mark roomy', line => (line[key] ? '×' : '')]),
    ...deals.some(line => line.times > 1) ? [['×', 'num roomy', line => (line.times > 1 ? String(line.times) : '')]] : [],
    [translated('Score'), 'num', line => (known(line.declarer) ? signed(line.points) : '')],
    ...names.map((name, seat) => [name, 'num', line => el(seat === line.declarer ? 'b' : 'span', {class: seat === line.declarer ? null : 'quiet'},
        numberCell(String(line.totals[seat])))]),
  ], deals, {hideCaption: true});
}

/* By the rules of the list, players down the side. */
function sheetEvaluation({players, names, has_extras: hasExtras}) {
  const of = (head, key, text = /** @type {(n: any) => any} */ (String)) => [translated(head), 'num', player => text(player[key])];
  return sheetTable('Evaluation', [[translated('player'), 'text', player => names[players.indexOf(player)]], of('Score', 'points'),
    of('games won', 'won'), of('games lost', 'lost'), ...hasExtras ? [of('for these', 'own_extra', signed), of('lost by others', 'lost_by_others'),
      of('for these', 'others_extra', signed), of('in all', 'total', total => el('b', null, numberCell(String(total))))] : []], players);
}

const scoreSheet = sheet => [sheetLines(sheet), sheetEvaluation(sheet),
  el('p', null, el('button', {type: 'button', class: 'print', onclick: () => window.print()}, translated('Print')))];
