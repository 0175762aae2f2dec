// SPDX-License-Identifier: MIT
/* The score sheet of a table, as clubs keep it: a line for each deal, and the list's evaluation. Its figures are record/score_sheet.h's. */

const sheetWords = {passed_in: 'passed in', ramsch: 'ramsch', no_game: 'no game'};
const withWords = matadors => (known(matadors) ? `${translated(matadors > 0 ? 'with' : 'without')} ${number(Math.abs(matadors))}` : '');
const cross = is => (is ? '×' : '');

function sheetGame(line) {
  if (line.kind !== 'declared') return translated(sheetWords[line.kind]);
  const game = line.contract ? translated(GAMES[line.contract[0]]) : '–';
  return line.overbid ? `${game}, ${translated('overbid')}` : game;
}

/* Columns that a narrow screen has no room for are on paper. */
function sheetLines({deals, names}) {
  const marks = [['hand', 'hand'], ['schneider', 'schneider'], ['schneider_announced', 'announced'], ['schwarz', 'schwarz'],
    ['schwarz_announced', 'announced'], ['ouvert', 'ouvert']];
  return table(translated('Score sheet'), [column(translated('No.'), line => number(line.deal), null), column(capital(translated('game')), sheetGame, null),
    column(translated('base value'), line => (known(line.base) ? number(line.base) : ''), 'num roomy'),
    column(`${translated('with')}, ${translated('without')}`, line => withWords(line.matadors), 'roomy'),
    ...marks.map(([key, head]) => column(translated(head), line => cross(line[key]), 'mark roomy')),
    deals.some(line => line.times > 1) ? column('×', line => (line.times > 1 ? number(line.times) : ''), 'num roomy') : null,
    column(translated('Score'), line => (known(line.declarer) ? number(line.points, 0, true) : ''), 'num'),
    ...names.map((name, seat) => column(name, line => (seat === line.declarer ? el('b', null, number(line.totals[seat]))
      : el('span', {class: 'quiet'}, number(line.totals[seat]))), 'num')),
  ].filter(Boolean), deals, {hideCaption: true});
}

/* By the rules of the list, players down the side. */
function sheetEvaluation({players, names, has_extras: hasExtras}) {
  const of = (head, key, sign = false) => column(translated(head), player => number(player[key], 0, sign));
  return table(translated('Evaluation'), [column(translated('player'), player => names[players.indexOf(player)], null), of('Score', 'points'),
    of('games won', 'won'), of('games lost', 'lost'), ...hasExtras ? [of('for these', 'own_extra', true), of('lost by others', 'lost_by_others'),
      of('for these', 'others_extra', true), column(translated('in all'), player => el('b', null, number(player.total)))] : []], players);
}

const scoreSheet = sheet => [sheetLines(sheet), sheetEvaluation(sheet),
  el('p', null, el('button', {type: 'button', class: 'print', onclick: () => window.print()}, translated('Print')))];
