// SPDX-License-Identifier: MIT
/* All cards open: the results of analyze. */

function averageWorth(run, bots) {
  const of = b => b.at_average_worth?.adjusted;
  const label = `At average worth, ${scoringName(run, run.analysis.scoring)} points a deal`;
  return figure(dots(bots.map(b => ({name: b.name, points: [{e: of(b)}]})), {label, sure: true, positions: true, sign: false,
    scale: scaleOf(bots.map(of), false, [])}), `${label}.`, numbers(run.summary.numbers.adjusted, null, 'At average worth'));
}

function openCardsPart(run) {
  const bots = run.analysis?.bots?.filter(b => b.at_average_worth?.seats > 0) ?? [];
  if (!bots.length) return null;
  const {games, unmeasured: left} = run.analysis, tables = run.summary.numbers;
  return part(run, 'open-cards', 'With all cards open',
    el('p', null, `${plural(games, 'game')} measured with a solver that sees all cards`,
        games < run.summary.games ? `, of ${number(run.summary.games)} in the log` : '',
        left ? `; ${number(left)} of them without values: ramsch, faults, or the node limit` : '', '.'),
    averageWorth(run, bots), numbers(tables.lost_points), numbers(tables.results), numbers(tables.phases), numbers(tables.contracts, null, 'Games chosen'),
    el('p', {class: 'quiet'}, 'Worth: the score if the announced games, with the discards that were made, had been played with open cards. '
        + 'The adjusted score is what the score would be with games of average worth, as far as worth explains it. The bots chose these games: what '
        + 'their bids, games and discards gain or cost is taken out, too.'));
}
