// SPDX-License-Identifier: MIT
/* Games that a fault ended: a table by bot, kind and place, which can be filtered, with all that is known of each. */

const FAULT_KINDS = ['illegal', 'timeout', 'crash'];

/* A fault as the program grouped it: the same bot, kind and place. */
function faultRow(run, fault) {
  const shown = new Set(run.faults?.map(g => g.game));
  const link = game => (shown.has(game) ? el('a', {href: linkTo(run, game)}, number(game)) : number(game));
  const refused = fault.what.startsWith('refused: ');
  const details = [
    fault.backtrace?.length ? [el('p', null, 'Backtrace, for addr2line:'), el('pre', {tabindex: 0, 'aria-label': 'backtrace'}, fault.backtrace.join('\n'))] : null,
    fault.output ? [el('p', null, 'What it printed last:'), el('pre', {tabindex: 0, 'aria-label': 'output'}, fault.output)] : null,
    toCopy(`skat-arena replay ${shellWord(run.folder)} --game ${fault.games[0]}`),
  ];
  return [fault.bot, fault.kind, [el('p', null, 'Game ', fault.games.map((game, i) => [i ? ', ' : '', link(game)]), fault.count > fault.games.length ? ', …' : ''),
    el('details', null, el('summary', null, fault.what, refused && fault.count > 1 ? ', and the like' : ''), details),
    fault.place ? (refused ? el('small', null, fault.place) : code(fault.place)) : null], String(fault.count), fault.positions.join(', ')];
}

const textColumns = titles => titles.map(title => ({title, kind: title === 'games' ? 'num' : 'text'}));

function faultTable(run, faults) {
  const node = tableOf({caption: 'Faults by bot, kind and place', columns: textColumns(['bot', 'kind', 'what, and where', 'games', 'position']),
    rows: faults.map(fault => faultRow(run, fault))}, {hideCaption: true, kind: 'faults'});
  const rows = node.querySelectorAll('tbody tr'), count = el('p', {class: 'quiet', 'aria-live': 'polite'});
  const texts = faults.map(fault => [fault.what, fault.place, fault.output, ...fault.backtrace ?? []].join(' ').toLowerCase());
  const choice = (label, values) => el('select', {'aria-label': label, onchange: filter}, el('option', {value: ''}, `${label}: all`),
      [...new Set(values)].map(v => el('option', {value: v}, v)));
  const bot = choice('bot', faults.map(f => f.bot)), kind = choice('kind', faults.map(f => f.kind));
  const text = el('input', {type: 'search', placeholder: 'contains …', 'aria-label': 'text in the fault', oninput: filter});
  function filter() {
    let shown = 0;
    faults.forEach((fault, i) => {
      const fits = (!bot.value || fault.bot === bot.value) && (!kind.value || fault.kind === kind.value)
          && texts[i].includes(text.value.toLowerCase());
      rows[i].hidden = !fits;
      if (fits) shown++;
    });
    count.textContent = plural(shown, 'kind of fault', 'kinds of faults');
  }
  filter();
  return [el('div', {class: 'filters', role: 'group', 'aria-label': 'which faults'}, bot, kind, text), count, node];
}

/* Bots that contradict their own answers: that ended no game. */
function contradictions(run) {
  return (run.summary.bots ?? []).filter(b => b.faults?.inconsistent).map(b => el('p', null,
      `${b.name} claims to be deterministic, but gave ${plural(b.faults.inconsistent, 'answer that differs', 'answers that differ')} from its own in `
      + 'another game of the same deal, with the same cards and history. ', code(`skat-arena verify ${shellWord(run.folder)}`), ' names games and moves.'));
}

function faultsPart(run) {
  const rows = (run.summary.bots ?? []).filter(b => b.faults && FAULT_KINDS.some(k => b.faults[k]));
  if (!rows.length && !run.faults?.length) {
    const notes = contradictions(run);
    return part(run, 'faults', 'Faults', notes,
        el('p', null, contradictions(run).length ? 'No game ended by a fault.' : 'None: no illegal action, no timeout, no crash.'));
  }
  const groups = run.fault_groups ?? [];
  return part(run, 'faults', 'Faults', contradictions(run),
    groups.length ? faultTable(run, groups) : null,
    run.faults?.length ? [el('h4', null, 'The first games that a fault ended'), el('ol', {class: 'deals', 'aria-label': 'games that ended by a fault'},
        run.faults.map(g => dealItem(run, null, [g])))] : null);
}
