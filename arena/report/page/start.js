// SPDX-License-Identifier: MIT
/* The page: a section for each run, study, search and history. */

function runSection(run, alone) {
  const single = known(run.single_game), here = list => list.flatMap(p => p ?? []);
  /* What is seen at once, in columns; and what comes below. */
  const columns = single ? [] : [[originPart(run), standingsPart(run)], [costlyPart(run)], [declaresPart(run), curvePart(run)]].map(here);
  const below = here(single ? swingParts(run)
    : [...swingParts(run), biddingPart(run), openCardsPart(run), tablePart(run), faultsPart(run), repeatPartOf(run)]);
  return sectionOf(run, alone, run.manifest.name ?? run.folder,
    ...(run.manifest.bots ?? []).filter(b => b.sees === 'all').map(b => el('p', null, `${b.name} saw all hands.`)),
    run.manifest.description ? el('p', {class: 'quiet'}, run.manifest.description) : null,
    run.summary.complete === false
        ? el('p', {class: 'notice'}, `The run is not complete: ${number(run.summary.games)} of ${number(run.summary.planned)} games.`) : null,
    ...single ? [] : [verdict(run), el('div', {class: 'seen-first'}, columns.filter(list => list.length).map(list => el('div', null, list.map(p => p.node)))),
      el('nav', {'aria-label': `parts of ${run.manifest.name ?? run.folder}`},
        el('ul', {class: 'contents'}, below.map(p => el('li', null, el('a', {href: `#${p.id}`}, p.title)))))],
    below.map(p => p.node));
}

/* ---- All of it ---- */

const SECTIONS = {study: studySection, populations: populationsSection, search: searchSection, grid: gridSection, history: historySection,
  bisect: bisectSection};

function drawPage(data) {
  const runs = (data.runs ?? []).map((run, i) => ({...run, tables: data.tables, id: `run-${i + 1}`,
      number: data.runs.length > 1 ? i + 1 : null, faults: run.faults?.map(unpacked),
      swings: run.swings?.map(s => ({...s, games: s.games.map(unpacked)}))}));
  const others = (data.others ?? []).map((one, i) => ({...one, id: `${one.section}-${i + 1}`})), index = data.index ?? [];
  const alone = runs.length + others.length === 1 && !index.length && (runs[0]?.manifest ?? others[0]).name === data.title;
  document.title = data.title;
  byId('main').replaceChildren(...[
    hatching(), data.home ? homeLink(data.home) : null, el('h1', null, data.title),
    runs.length + others.length > 1 ? overview(runs, others) : null, indexSection(index, data.ratings), ...runs.map(run => runSection(run, alone)),
    ...others.map(one => fill(SECTIONS[one.section](one, alone), null, [repeatPart(one)]))].filter(Boolean));
}

const data = JSON.parse(byId('data').textContent ?? '');
LANGUAGE = data.language ?? {};
if (LANGUAGE.code) byId('main').lang = LANGUAGE.code;
startTheme();
drawPage(data);
watchWidths();
followLink();
addEventListener('hashchange', followLink);
/* What is folded away is printed too, but for the games. */
addEventListener('beforeprint', () => { for (const box of document.querySelectorAll('details.numbers')) box.setAttribute('open', ''); });
/* The page of one game opens it at once. */
const single = data.runs?.find(run => known(run.single_game))?.single_game;
if (known(single) && !location.hash.startsWith('#game=')) DEALS[0]?.open(single, 0, false);
