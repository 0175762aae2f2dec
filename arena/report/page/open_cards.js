// SPDX-License-Identifier: MIT
/* All cards open: the results of analyze. */

/* A table for each side, so that two fit next to each other, and one on a phone. */
const eachSide = makeTable => el('div', {class: 'columns'}, makeTable('declarer'), makeTable('defender'));

function pointsLostTable(bots, side) {
  const of = (b, key) => b[side]?.points?.[key];
  return foldedTable(`Card points lost against perfect play, as ${side}`, [
    column('bot', b => b.name, null), column('a game', b => estimateCell(of(b, 'per_game'), 2, false)),
    column('games', b => number(of(b, 'games'))),
    column('best card', b => percent(of(b, 'best')?.mean)),
  ], bots);
}

function openResultsTable(bots, side) {
  const of = (b, key) => percent(b[side]?.results?.[`${key}_share`]);
  return foldedTable(`Games that perfect play would win, and those won, as ${side}`, [
    column('bot', b => b.name, null), column('perfect', b => of(b, 'winnable')),
    column('won', b => of(b, 'won')), column('lost by a card', b => of(b, 'turned')),
    column('saved', b => of(b, 'recovered')),
  ], bots);
}

function missedTable(bots) {
  if (!bots.some(b => b.missed?.passed_in)) return null;
  return foldedTable('Passed in', [column('bot', b => b.name, null),
    column('hands', b => number(b.missed?.passed_in)), column('games missed', b => number(b.missed?.missed)),
    column('mean value', b => number(b.missed?.mean_value, 1)),
  ], bots);
}

function averageWorth(run, bots) {
  const of = b => b.at_average_worth?.adjusted;
  const label = `At average worth, ${scoringName(run, run.analysis.scoring)} points a deal`;
  return figure(dots(bots.map(b => ({name: b.name, points: [{e: of(b)}]})), {label, sure: true, positions: true, sign: false,
    scale: scaleOf(bots.map(of), false, [])}), `${label}.`,
  foldedTable('At average worth', [
    column('bot', b => b.name, null), column('adjusted', b => estimateCell(of(b), 2, false)),
    column('score', b => estimateCell(b.at_average_worth?.score, 2, false)),
    column('worth', b => number(b.at_average_worth?.worth?.mean, 2)),
    column('variance taken out', b => percent(b.at_average_worth?.reduction)), column('seats', b => number(b.at_average_worth?.seats)),
  ], bots));
}

function openCardsPart(run) {
  const bots = run.analysis?.bots?.filter(b => b.at_average_worth?.seats > 0) ?? [];
  if (!bots.length) return null;
  const {games, unmeasured: left} = run.analysis;
  return part(run, 'open-cards', 'With all cards open',
    el('p', null, `${plural(games, 'game')} measured with a solver that sees all cards`,
        games < run.summary.games ? `, of ${number(run.summary.games)} in the log` : '',
        left ? `; ${number(left)} of them without values: ramsch, faults, or the node limit` : '', '.'),
    averageWorth(run, bots), eachSide(side => pointsLostTable(bots, side)), eachSide(side => openResultsTable(bots, side)), missedTable(bots),
    el('p', {class: 'quiet'}, 'Worth: the score if the announced games, with the discards that were made, had been played with open cards. '
        + 'The adjusted score is what the score would be with games of average worth, as far as worth explains it. The bots chose these games: what '
        + 'their bids, games and discards gain or cost is taken out, too.'));
}
