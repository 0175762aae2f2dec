// SPDX-License-Identifier: MIT
/* Charts, drawn as SVG from numbers that are also in the table below each: the theme and the printer restyle them, and
 * their text is text. Pointing at a chart, or the arrow keys where it has the focus, tells the values of a point; a button
 * saves it as a file. */

const CHART_HEIGHT = 250;
const MARKS = ['a', 'b', 'third', 'fourth', 'fifth', 'sixth'];

/* What every chart is told:
 *   label         what it shows; aria: the same for those who do not see it, if that is more
 *   keys          of the legend, or none
 *   above, below  words over and under it
 *   count, say(i) how many things have something to say, and what that is
 *   pick(i)       one was clicked; stays(): the one that is shown where nothing is pointed at
 *   plan(width)   how it is laid out: {height, nodes(at), near(x, y)}; `at` is the thing that is shown, or null
 * Returns {node, mark(i)}; mark() shows a thing as if it were pointed at. */
function drawing(spec) {
  const svg = shape('svg', {class: 'chart', role: 'img', 'aria-label': spec.aria ?? spec.label, tabindex: 0});
  const readout = el('p', {class: 'readout', 'aria-live': 'polite'});
  let at = null, width = 0, plan = null;

  function redraw() {
    svg.replaceChildren();
    fill(svg, null, plan.nodes(at));
    readout.textContent = at === null ? '' : spec.say(at);
  }
  function mark(i) {
    if (at === i) return;
    at = i;
    if (plan) redraw();
  }
  const pointed = event => {
    const box = svg.getBoundingClientRect();
    return plan.near(event.clientX - box.left, event.clientY - box.top);
  };
  svg.onpointermove = event => { if (plan) mark(pointed(event)); };
  svg.onpointerleave = () => { mark(spec.stays?.() ?? null); };
  svg.onclick = event => { if (plan) spec.pick?.(pointed(event)); };
  svg.onkeydown = event => {
    const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    mark(clamp((at ?? (step > 0 ? -1 : spec.count)) + step, 0, spec.count - 1));
    spec.pick?.(at);
  };
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (!now || now === width) return;
    width = now;
    plan = spec.plan(width);
    fill(svg, {height: plan.height, viewBox: `0 0 ${width} ${plan.height}`}, []);
    redraw();
  }).observe(svg);
  const save = el('button', {type: 'button', class: 'save', title: 'save this chart as an SVG file', 'aria-label': `save as SVG: ${spec.label}`,
    onclick: () => { mark(null); saveFile(`${spec.label.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 60)}.svg`, standalone(svg, spec)); }}, 'SVG');
  return {node: el('div', {class: 'chart-box'}, spec.keys ? legend(spec.legend ?? spec.keys) : null, spec.above ? el('p', {class: 'axis-title'}, spec.above) : null,
      svg, spec.below ? el('p', {class: 'axis-title below'}, spec.below) : null, el('div', {class: 'under'}, readout, save)), mark};
}

/* ---- A chart as a file of its own ---- */

const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'paint-order', 'font-family', 'font-size', 'font-weight', 'opacity'];

/* A copy with what the page's style gives it; what a node has from the one around it need not be said. */
function styled(node) {
  const copy = node.cloneNode(true), all = [copy, ...copy.querySelectorAll('*')];
  [node, ...node.querySelectorAll('*')].forEach((own, i) => {
    const style = getComputedStyle(own), around = i ? getComputedStyle(own.parentElement) : null;
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value !== (name === 'opacity' ? '1' : around?.getPropertyValue(name))) all[i].setAttribute(name, value);
    }
    all[i].removeAttribute('class');
  });
  return copy;
}

/* Lines of at most so many letters. */
const wrapped = (text, most) => text.split(' ').reduce((lines, word) => (lines.length && `${lines.at(-1)} ${word}`.length <= most
  ? [...lines.slice(0, -1), `${lines.at(-1)} ${word}`] : [...lines, word]), /** @type {string[]} */ ([]));

/* A chart as a file: with the words around it as lines above and below. */
function standalone(svg, {label, keys = [], above, below}) {
  const {width, height} = svg.viewBox.baseVal, LINE = 18, MARGIN = 12, {color: ink, fontFamily} = getComputedStyle(svg), copy = styled(svg);
  const heads = wrapped(label, (width - 2 * MARGIN) / 8), top = LINE * (heads.length + keys.length + (above ? 1 : 0)) + MARGIN, foot = below ? LINE + MARGIN : MARGIN;
  const line = (n, text, weight, x = 0) => shape('text', {x, y: LINE * (n + 1) - top, 'font-size': 13, 'font-weight': weight, fill: ink, stroke: 'none'}, text);
  const lines = [...heads.map((text, n) => line(n, text, 700)), ...keys.map(([mark, text], k) => [
    shape('rect', {x: 0, y: LINE * (heads.length + k + 1) - top - 9, width: 10, height: 10, fill: colourOf(mark)}), line(heads.length + k, text, 400, 18)]),
  above ? line(heads.length + keys.length, above, 400) : null,
  below ? shape('text', {x: width / 2, y: height + LINE - 4, 'text-anchor': 'middle', 'font-size': 13, fill: ink}, below) : null];
  const box = {width: width + 2 * MARGIN, height: top + height + foot};
  fill(copy, {xmlns: SVG, ...box, viewBox: `${-MARGIN} ${-top} ${box.width} ${box.height}`, 'font-family': fontFamily}, lines);
  copy.removeAttribute('tabindex');
  copy.prepend(shape('title', null, label), shape('rect', {x: -MARGIN, y: -top, ...box, fill: getComputedStyle(document.body).backgroundColor}),
      styled(document.getElementById('hatch')));
  return new XMLSerializer().serializeToString(copy);
}

/* The colour that a key of a legend has: its ground, or its line. */
function colourOf(mark) {
  const key = document.body.appendChild(el('span', {class: `key key-${mark}`})), style = getComputedStyle(key), clear = 'rgba(0, 0, 0, 0)';
  const colour = style.backgroundColor === clear ? style.borderTopColor : style.backgroundColor;
  key.remove();
  return colour;
}

function saveFile(name, text) {
  const href = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
  el('a', {href, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

/* ---- Estimates on one axis, a row for each ---- */

const ROW = 19, GAP = 5, CHARACTER = 7; /* a row's height, what is above the title of a group, and a letter's width, in pixels */

/* A mark of a bot: each has a shape and a colour of its own; hollow where the difference is not shown. */
function dot(mark, x, y, r, hollow) {
  const way = {b: `M${x},${y - r}l${r},${r}l${-r},${r}l${-r},${-r}z`, third: `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    fourth: `M${x},${y - r}l${r},${2 * r}h${-2 * r}z`, fifth: `M${x},${y + r}l${r},${-2 * r}h${-2 * r}z`}[mark];
  const kind = hollow ? `hollow line-${mark}` : `fill-${mark}`;
  return way ? shape('path', {class: kind, d: way}) : shape('circle', {class: kind, cx: x, cy: y, r});
}

/* One scale for a list of estimates. It includes zero unless the list has positions, not differences. */
function scaleOf(estimates, symmetric = false, zero = [0]) {
  const ends = estimates.flatMap(e => (e ? [e.mean, e.low, e.high, e.decides?.low, e.decides?.high] : [])).filter(known).concat(zero);
  let low = Math.min(...ends), high = Math.max(...ends);
  if (symmetric) { high = Math.max(high, -low); low = -high; }
  if (!(high > low)) { low = (known(low) ? low : 0) - 1; high = low + 2; }
  const room = (high - low) * 0.06;
  return {low: low - room, high: high + room};
}

/* The colour of the bot that a difference favours. */
const sideOf = e => (e.mean < 0 ? 'b' : 'a');

/* rows: {title} of a group, or {name, points, strong}: the points of a row are {e, mark}, an estimate as a mark on the band
 * of what was seen, with a thin line for the interval that decides. A row with one point has its numbers beside it.
 * Options as those of a chart, and
 *   scale, sign, percent  of the axis; digits of the numbers
 *   sure                  marks are full also where no difference is shown: these are no differences
 *   sides                 in the colour of the bot that a difference favours
 *   big                   one tall row without a name
 *   ends                  words at both ends of the axis
 *   marks                 places of further lines */
function dots(rows, options) {
  const {scale, sign = true, digits = 2, big = false, sure = false} = options, told = rows.filter(row => row.points);
  const written = (x, signed = sign) => number(x, digits, signed) + (options.percent ? '\u00a0%' : '');
  const figures = ({points: [{e}]}) => [written(e.mean), hasEnds(e) ? ` (${range(e, digits, sign)})` : ''];
  const said = row => `${row.name}${row.name ? ': ' : ''}${row.points.map(({e, name}) => `${name ? `${name} ` : ''}${figures({points: [{e}]}).join('')}`).join(', ')}`;
  const beside = !big && told.every(row => row.points.length === 1);

  const plan = width => {
    const longest = Math.max(0, ...told.map(row => row.name.length)) * CHARACTER + 14;
    const wide = beside ? Math.max(...told.map(row => figures(row).join('').length)) * CHARACTER + 8 : 0;
    const short = beside ? Math.max(...told.map(row => figures(row)[0].length)) * CHARACTER + 8 : 0;
    const most = width * 0.42, names = told.map(row => row.name);
    /* Names that would look alike where they are cut off stand above their rows. */
    const over = longest > most && new Set(names.map(name => shortened(name, most - 12))).size < new Set(names).size;
    const left = big ? 10 : over ? 14 : Math.min(longest, most), whole = width - left - wide >= 190, right = whole ? wide || 18 : short;
    const row = big ? 36 : over ? 1.7 * ROW : ROW, top = big ? 0 : 4, gap = i => GAP * rows.slice(0, i + 1).filter(one => !one.points).length;
    const middle = i => top + (i + (over ? 0.7 : 0.5)) * row + gap(i), foot = middle(rows.length - 1) + row / 2;
    const ends = options.ends ?? [], stacked = ends.join('').length * CHARACTER > width - left - 24, height = foot + 20 + (ends.length ? stacked ? 34 : 17 : 0);
    const x = v => Math.round(10 * (left + (clamp(v, scale.low, scale.high) - scale.low) / (scale.high - scale.low) * (width - left - right))) / 10;
    const widest = Math.max(...[scale.low, scale.high].map(v => written(v).length));
    const ticks = ticksOf(scale.low, scale.high, Math.max(2, (width - left - right) / (16 + CHARACTER * widest)));
    const tick = t => number(t, ticks.digits, sign) + (options.percent ? '\u00a0%' : '');
    const text = (kind, at, y, anchor, content) => shape('text', {class: kind, x: at, y: Math.round(y), 'text-anchor': anchor}, content);
    const line = (kind, from, to, y) => shape('line', {class: kind, x1: from, x2: to, y1: y, y2: y});
    const upright = (kind, v) => shape('line', {class: kind, x1: x(v), x2: x(v), y1: top, y2: foot});
    const drawn = (points, y) => points.map(({e, mark}) => [
      hasEnds(e.decides) ? line('decides', x(e.decides.low), x(e.decides.high), y) : null,
      hasEnds(e) && e.low < e.high ? line(big ? 'seen wide' : 'seen', x(e.low), x(e.high), y) : null,
      known(e.mean) ? dot(mark ?? (options.sides ? sideOf(e) : 'a'), x(e.mean), y, big ? 7 : 4.2, !sure && !e.shown) : null]);
    const place = told.map(one => rows.indexOf(one)), kindOf = one => (one.strong ? 'name strong' : 'name');
    const nodes = at => [at === null || big ? null : shape('rect', {class: 'pointed', x: 0, y: middle(place[at]) - row / 2, width, height: row}),
      ticks.list.map(t => [upright('grid-line', t), text(null, clamp(x(t), left, width - Math.max(right - 10, 20)), foot + 14, 'middle', tick(t))]),
      scale.low <= 0 && scale.high >= 0 && !options.positions ? upright('zero-line', 0) : null, (options.marks ?? []).map(v => upright('goal-line', v)),
      rows.map((one, i) => (one.points
        ? [big ? null : text(kindOf(one), one.strong || over ? 0 : 8, middle(i) + (over ? 4 - 0.8 * ROW : 4), 'start',
          shortened(one.name, over ? width : left - 12)), drawn(one.points, middle(i)),
        beside ? text(kindOf(one), width, middle(i) + 4, 'end', figures(one)[0] + (whole ? figures(one)[1] : '')) : null]
        : text('group', 0, middle(i) + 5, 'start', one.title))),
      ends.map((end, i) => text(options.sides ? ['fill-b', 'fill-a'][i] : null, i ? width - 4 : stacked ? 4 : left, height - (stacked && !i ? 20 : 3),
          i ? 'end' : 'start', end))];
    return {height, nodes, near: (_, y) => nearest(place.map(middle), y)};
  };
  const key = mark => shape('svg', {width: 12, height: 12, 'aria-hidden': 'true'}, dot(mark, 6, 6, 4.5));
  return drawing({...options, legend: options.keys?.map(([mark, name]) => [key(mark), name]),
    aria: options.aria ?? (told.length > 4 ? options.label : `${options.label}: ${told.map(said).join('; ')}`), count: told.length, say: i => said(told[i]), plan});
}

/* ---- Values over x ---- */

/* Told, beside what every chart is:
 *   height     in pixels
 *   x, y       {title, low, high, sign}; x may have names: one for each place 0, 1, ...
 *   points     the values of x that have something to say, ascending; told(i): whether the list below the chart has what it says
 *   draw(plot) the marks, as nodes; plot.x and plot.y turn values into pixels, plot.width and plot.height are its size */
function chart(spec) {
  const plan = width => {
    const plot = layOut(spec, width);
    return {height: plot.tall, near: x => nearest(spec.points, plot.back(x - plot.left)),
      nodes: at => [frameOf(plot, spec), shape('svg', {x: plot.left, y: plot.top, width: plot.width, height: plot.height, overflow: 'hidden'},
          spec.draw(plot), zeroLine(plot), at === null ? null : cursorAt(plot, spec.points[at]))]};
  };
  const told = spec.points.map((_, i) => i).filter(spec.told ?? (() => true)).map(spec.say);
  return {...drawing({...spec, above: spec.y.title, below: spec.x.title, count: spec.points.length, plan}), told};
}

function layOut(spec, outer) {
  const {low, high} = spec.y, tall = spec.height ?? CHART_HEIGHT, top = 8, bottom = 22;
  let ys = ticksOf(low, high, (tall - top - bottom) / 40);
  if (ys.list.length < 2) ys = ticksOf(low, high, (tall - top - bottom) / 20);
  const label = t => number(t, ys.digits, spec.y.sign);
  const left = 12 + 7 * Math.max(...ys.list.map(t => label(t).length)), right = 14;
  const width = Math.max(outer - left - right, 40), height = tall - top - bottom;
  const across = (spec.x.high - spec.x.low) || 1, up = (high - low) || 1;
  return {tall, left, top, width, height, low, high, from: spec.x.low, to: spec.x.high,
      x: v => (v - spec.x.low) / across * width, y: v => (high - v) / up * height,
      back: pixels => spec.x.low + pixels / width * across, ys: ys.list.map(t => [t, label(t)])};
}
/* The grid and the numbers at both axes. */
function frameOf(plot, spec) {
  const text = (x, y, written, anchor) => shape('text', {x, y, 'text-anchor': anchor}, written);
  const bottom = plot.top + plot.height, {names} = spec.x, xs = names ? null : ticksOf(plot.from, plot.to, plot.width / 80);
  const every = Math.ceil((10 + CHARACTER * Math.max(...(names ?? []).map(name => name.length))) * (names ?? []).length / plot.width);
  /* A number at the end of the axis stays within the chart. */
  const anchor = t => (plot.x(t) < 16 ? 'start' : plot.x(t) > plot.width - 16 ? 'end' : 'middle');
  const place = t => clamp(plot.left + plot.x(t), plot.left, plot.left + plot.width + 12);
  return [plot.ys.map(([t, label]) => [
      shape('line', {class: 'grid-line', x1: plot.left, x2: plot.left + plot.width,
          y1: plot.top + plot.y(t), y2: plot.top + plot.y(t)}),
      text(plot.left - 6, plot.top + plot.y(t) + 4, label, 'end')]),
  xs ? xs.list.filter(t => Math.abs(t) < 1e15).map(t => text(place(t), bottom + 16, number(t, xs.digits, spec.x.sign), anchor(t)))
      : names.map((name, i) => (i % every ? null : text(plot.left + plot.x(i), bottom + 16, name, 'middle')))].flat(3);
}
/* A name as far as there is room for it, at 6.5 pixels a character. */
const shortened = (name, room) => (name.length * 6.5 <= room ? name : `${name.slice(0, Math.max(1, Math.floor(room / 6.5) - 1))}…`);

/* Above the marks, so that a band does not hide it. */
const zeroLine = plot => (plot.low <= 0 && plot.high >= 0
    ? shape('line', {class: 'zero-line', x1: 0, x2: plot.width, y1: plot.y(0), y2: plot.y(0)}) : null);
const cursorAt = (plot, value) => shape('line', {class: 'cursor', x1: plot.x(value), x2: plot.x(value), y1: 0, y2: plot.height});

function nearest(points, value) {
  let best = 0;
  points.forEach((p, i) => { if (Math.abs(p - value) < Math.abs(points[best] - value)) best = i; });
  return best;
}

/* ---- Kinds of charts ---- */

const pathOf = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)},${y.toFixed(1)}`).join('');

/* A mean over time with its band: points are {at, mean, low, high}. The first ones vary a lot: the scale fits those after the
 * first eighth. */
function bandChart(points, spec) {
  const last = points.at(-1).at, settled = points.filter(p => p.at >= last / 8), {low, high} = scaleOf(settled.length ? settled : points);
  return chart({...spec, x: {low: 0, high: last, ...spec.x}, y: {low, high, ...spec.y}, points: points.map(p => p.at), draw: plot => {
    const banded = points.filter(p => known(p.low));
    const line = key => banded.map(p => [plot.x(p.at), plot.y(p[key])]);
    return [banded.length ? shape('path', {class: 'band', d: `${pathOf([...line('high'), ...line('low').reverse()])}Z`}) : null,
        shape('path', {class: 'line', d: pathOf(points.map(p => [plot.x(p.at), plot.y(p.mean)]))}),
        points.length === 1 ? shape('circle', {class: 'fill-a', cx: plot.x(points[0].at), cy: plot.y(points[0].mean), r: 4}) : null];
  }});
}

/* A column of a chart. Every other mark is hatched, for those who do not tell the colours apart. */
function columnShape(mark, x, y, width, height) {
  const at = {x: x.toFixed(1), y: y.toFixed(1), width: width.toFixed(1), height: Math.max(height, 0).toFixed(1)};
  return [shape('rect', {...at, class: `fill-${mark}`}),
      MARKS.indexOf(mark) % 2 === 1 ? shape('rect', {...at, fill: 'url(#hatch)'}) : null];
}
/* The pattern of hatched columns, once in the page. */
const hatching = () => shape('svg', {width: 0, height: 0, 'aria-hidden': 'true', class: 'patterns'},
    shape('pattern', {id: 'hatch', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
        shape('line', {x1: 0, x2: 0, y1: 0, y2: 5, class: 'hatch-line'})));

/* A chart with its caption, and folded what is in it: a table, or a list of what it says. */
const figure = (drawn, caption, ...tables) => el('figure', {class: 'plot stack'}, drawn.node, caption ? el('figcaption', null, caption) : null,
    drawn.told ? folded('The numbers', el('ul', {class: 'told'}, drawn.told.map(text => el('li', null, text)))) : null, tables);

/* A line of values with intervals, as small as a word: points are {mean, low, high}; one of them may be marked. */
function sparkline(points, marked, label) {
  const WIDTH = 120, HEIGHT = 30, scale = scaleOf(points);
  const x = i => 6 + (WIDTH - 12) * (points.length > 1 ? i / (points.length - 1) : 0.5);
  const y = v => HEIGHT * (scale.high - clamp(v, scale.low, scale.high)) / (scale.high - scale.low);
  return shape('svg', {class: 'sparkline', role: 'img', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT},
      shape('line', {class: 'zero-line', x1: 0, x2: WIDTH, y1: y(0), y2: y(0)}),
      points.map((p, i) => (known(p.low) ? shape('line', {class: 'span', x1: x(i), x2: x(i), y1: y(p.low), y2: y(p.high)}) : null)),
      shape('path', {class: 'line', d: pathOf(points.map((p, i) => [x(i), y(p.mean)]))}),
      points.map((p, i) => shape('circle', {class: i === marked ? 'dot marked' : 'dot', cx: x(i), cy: y(p.mean), r: i === marked ? 4 : 2.5})));
}
