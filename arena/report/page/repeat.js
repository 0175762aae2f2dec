// SPDX-License-Identifier: MIT
/* What somebody else needs to get the same numbers: the config, the command, versions, checksums, and how it was computed. */

/* The statistical method of a run, as docs/statistics.md has it at more length. */
function methodOfRun(run) {
  const {summary: s} = run, unit = unitOf(run), c = s.comparison;
  const own = c && [`A game at a table with both bots gives the mean score of the seats of ${c.a} minus that of ${c.b}; a ${unit} gives the mean over `
      + `its games. The estimate is the mean over ${plural(c.units, unit)}, its error their standard deviation divided by the root of their number. Intervals `
      + 'of what was seen use Student’s t; the one that decides also allows for a hand thrown away so rarely that it was not seen.'];
  const why = unit === 'deal' ? ' with all its seatings' : ', because the rules or a bot carry something from deal to deal';
  return [`The observation is the ${unit}${why}: its games are never treated as independent.`,
    ...own ?? [],
    c?.order ? `Whether it matters in which order the ${unit}s were played is tested by putting them into random orders, at a level of `
      + `${percent(c.order.level, 1)}.` : null,
    s.standings ? 'Points of a bot by itself are ratios of sums over these units, with the error of the linear part.' : null,
    s.ratings ? 'Ratings are a Plackett-Luce model of the ranks at each table, fitted by maximum likelihood, with jackknife errors over 100 groups of units.' : null,
    s.pairs?.some(p => p.judged) ? 'The p values of pairs belong to the intervals that decide, and are adjusted by Holm’s method.' : null,
    s.test ? `A sequential test of H0 ${number(s.test.h0, 2)} against H1 ${number(s.test.h1, 2)} (${MODELS[s.test.model] ?? s.test.model}, `
      + `errors ${s.test.alpha} and ${s.test.beta}) could end the run; only the estimate beside it is valid after such a stop.` : null].filter(Boolean);
}

const METHOD_OF_STUDY = ['Base and variations are played on the same deals, by the same bots from the same random streams. A metric is a ratio of sums over '
    + 'games; the error of its change is that of the paired units (the delta method), so that it excludes the luck of the cards, which both share.',
'Intervals of what was seen use Student’s t; p, two-sided, belongs to the interval that decides, which also allows for rare large losses that were not seen. '
    + 'p is adjusted by Holm’s method for all effects of all variations: the chance that any of them is wrong is at most 5 %.'];

function citation(name, manifest, signature) {
  const seed = manifest.seed === undefined ? '' : `, seed ${manifest.seed}`;
  return `${manifest.harness?.replace('skat-arena', 'Skat Arena') ?? 'Skat Arena'}: “${name}”${seed}${signature ? `, signature ${signature}` : ''}.`;
}

function configBox(repeat) {
  if (!repeat.config) return repeat.no_config ? el('p', {class: 'note'}, `${capital(repeat.no_config)}.`) : null;
  return folded('The config, with all rules and options',
      toCopy(repeat.config, el('pre', {class: 'config', tabindex: 0, role: 'group', 'aria-label': 'config'}, repeat.config)));
}

/* repeat: {command, config (text), no_config, again, files}; whole: the run or study that it repeats. */
function repeatContent(repeat, {name, manifest, signature = null, method}) {
  return [repeat.command ? [el('p', null, 'Made by'), toCopy(repeat.command)] : null,
    repeat.again ? [el('p', null, repeat.config ? 'With the config below as config.json, the same games are played again by'
        : 'Checked again by'), toCopy(repeat.again)] : null,
    configBox(repeat), el('div', {class: 'method'}, el('h4', null, 'How the numbers are made'), method.map(text => el('p', null, text))),
    numbers(repeat.numbers?.bots, null, 'Bots'), numbers(repeat.numbers?.files, null, 'Files'),
    el('div', null, el('h4', null, 'To cite'), toCopy(citation(name, manifest, signature), el('span', {class: 'citation'}, citation(name, manifest, signature))))];
}

function repeatPartOf(run) {
  if (!run.repeat) return null;
  return part(run, 'repeat', 'How to repeat this', repeatContent(run.repeat, {name: run.manifest.name, manifest: run.manifest,
      signature: run.summary.signature, method: methodOfRun(run)}));
}

const METHODS = {
  search: ['The search compares two sets of options against each other on deals of its own in each round; the winner is then '
      + 'compared with the start on deals that the search did not use.'],
  grid: ['Each combination plays against the bot’s own values, all on the same deals. It counts as better or worse if p, adjusted by Holm’s method for all '
      + 'combinations, is below 0.05.'],
  history: ['Each commit is built in a worktree of its own and plays the anchor, and the commit before it that plays, on the same deals. '
      + 'Equal modules are played once. A change is called better or worse if p, adjusted by Holm’s method for all changes, is below 0.05.'],
  bisect: ['Each step tests a commit against the good one by a sequential test: is it worse by more than the margin? The chances that a '
      + 'step errs add up to at most alpha.'],
};

/* Of a study, a search or a history. */
function repeatPart(whole) {
  const {repeat} = whole;
  if (!repeat) return null;
  return el('section', {class: 'part', id: `${whole.id}-repeat`}, el('h3', null, 'How to repeat this'),
      repeatContent(repeat, {name: whole.name, manifest: {harness: whole.harness, seed: whole.seed},
        method: METHODS[repeat.method] ?? METHOD_OF_STUDY}));
}
