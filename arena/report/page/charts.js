// SPDX-License-Identifier: MIT
/* Charts, drawn as SVG from numbers that are also in the table below each: the theme and the printer restyle them, and
 * their text is text. Pointing at a chart, or the arrow keys where it has the focus, tells the values of a point. */

const CHART_HEIGHT = 250;
const MARKS = ['a', 'b', 'third', 'fourth', 'fifth', 'sixth'];

/* What a chart is told:
 *   label        what it shows, for those who do not see it
 *   height       in pixels
 *   x, y         {title, low, high, sign, percent}; x may have names: one for each place 0, 1, ...
 *   keys         of the legend, or none
 *   points       the values of x that have something to say, ascending, and say(i), what it is
 *   draw(plot)   the marks, as nodes; plot.x and plot.y turn values into pixels, plot.width and plot.height are its size
 *   fit(low, high)  y's ends for a part of x; without it a chart does not zoom
 *   pick(i)      a point was clicked
 * Returns {node, mark(i)}; mark() shows a point as if it were pointed at. */
function chart(spec) {
  const state = {low: spec.x.low, high: spec.x.high, at: null, width: 0, from: null};
  const svg = shape('svg', {class: 'chart', role: 'img', 'aria-label': spec.label, tabindex: 0, height: spec.height ?? CHART_HEIGHT});
  const readout = el('p', {class: 'readout', 'aria-live': 'polite'});
  const zoom = spec.fit ? zoomButtons(state, spec, () => redraw()) : null;
  let plot = null;

  function redraw() {
    plot = layOut(spec, state);
    svg.setAttribute('viewBox', `0 0 ${plot.outer} ${plot.tall}`);
    svg.replaceChildren(...frameOf(plot, spec), shape('svg', {x: plot.left, y: plot.top, width: plot.width, height: plot.height},
        spec.draw(plot), zeroLine(plot), state.at === null ? null : cursorAt(plot, spec.points[state.at])));
    readout.textContent = state.at === null ? '' : spec.say(state.at);
    zoom?.update();
  }
  function mark(i) {
    if (state.at === i) return;
    state.at = i;
    if (plot) redraw();
  }
  const pointAt = event => nearest(spec.points, plot.back(event.clientX - svg.getBoundingClientRect().left - plot.left));
  svg.onpointermove = event => { if (plot) mark(pointAt(event)); };
  svg.onpointerleave = () => { mark(spec.stays?.() ?? null); };
  svg.onclick = event => { if (plot && state.from === null) spec.pick?.(pointAt(event)); };
  svg.onkeydown = event => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    mark(clamp((state.at ?? (step > 0 ? -1 : spec.points.length)) + step, 0, spec.points.length - 1));
    spec.pick?.(state.at);
  };
  if (spec.fit) dragToZoom(svg, state, () => plot, redraw);
  new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width && width !== state.width) { state.width = width; redraw(); }
  }).observe(svg);
  return {node: el('div', {class: 'chart-box'}, spec.keys ? legend(spec.keys) : null,
      el('p', {class: 'axis-title'}, spec.y.title), svg, el('p', {class: 'axis-title below'}, spec.x.title),
      el('div', {class: 'under'}, readout, zoom?.node)), mark};
}

/* ---- Where things are ---- */

function layOut(spec, state) {
  const [low, high] = spec.fit ? spec.fit(state.low, state.high) : [spec.y.low, spec.y.high];
  const tall = spec.height ?? CHART_HEIGHT, top = 8, bottom = 22;
  let ys = ticksOf(low, high, (tall - top - bottom) / 40);
  if (ys.list.length < 2) ys = ticksOf(low, high, (tall - top - bottom) / 20);
  const label = t => number(t, ys.digits, spec.y.sign) + (spec.y.percent ? '\u00a0%' : '');
  const left = 12 + 7 * Math.max(...ys.list.map(t => label(t).length)), right = 14;
  const width = Math.max(state.width - left - right, 40), height = tall - top - bottom;
  const across = (state.high - state.low) || 1, up = (high - low) || 1;
  return {outer: state.width, tall, left, top, width, height, low, high, from: state.low, to: state.high,
      x: v => (v - state.low) / across * width, y: v => (high - v) / up * height,
      back: pixels => state.low + pixels / width * across, ys: ys.list.map(t => [t, label(t)])};
}

/* The grid and the numbers at both axes. */
function frameOf(plot, spec) {
  const text = (x, y, written, anchor) => shape('text', {x, y, 'text-anchor': anchor}, written);
  const bottom = plot.top + plot.height, xs = spec.x.names ? null : ticksOf(plot.from, plot.to, plot.width / 80);
  /* A number at the end of the axis stays within the chart. */
  const anchor = t => (plot.x(t) < 16 ? 'start' : plot.x(t) > plot.width - 16 ? 'end' : 'middle');
  const place = t => clamp(plot.left + plot.x(t), plot.left, plot.left + plot.width + 12);
  return [plot.ys.map(([t, label]) => [
      shape('line', {class: 'grid-line', x1: plot.left, x2: plot.left + plot.width,
          y1: plot.top + plot.y(t), y2: plot.top + plot.y(t)}),
      text(plot.left - 6, plot.top + plot.y(t) + 4, label, 'end')]),
  xs ? xs.list.filter(t => Math.abs(t) < 1e15).map(t => text(place(t), bottom + 16, number(t, xs.digits, spec.x.sign), anchor(t)))
      : spec.x.names.map((name, i) => text(plot.left + plot.x(i), bottom + 16, shortened(name, plot.width / spec.x.names.length),
          'middle'))].flat(3);
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

/* ---- Zooming into a part of x ---- */

function zoomTo(state, spec, low, high) {
  const least = (spec.x.high - spec.x.low) / 50;
  const width = clamp(high - low, least, spec.x.high - spec.x.low);
  state.low = clamp((low + high - width) / 2, spec.x.low, spec.x.high - width);
  state.high = state.low + width;
}

function zoomButtons(state, spec, redraw) {
  const by = factor => () => {
    const centre = state.at === null ? (state.low + state.high) / 2 : spec.points[state.at];
    const half = (state.high - state.low) * factor / 2;
    zoomTo(state, spec, centre - half, centre + half);
    redraw();
  };
  const whole = () => { zoomTo(state, spec, spec.x.low, spec.x.high); redraw(); };
  const button = (label, text, onclick) => el('button', {type: 'button', title: label, 'aria-label': label, onclick}, text);
  const buttons = [button('zoom in', '+', by(0.5)), button('zoom out', '−', by(2)), button('show all', 'All', whole)];
  return {node: el('div', {class: 'zoom', role: 'group', 'aria-label': 'zoom'}, buttons), update: () => {
    buttons[1].disabled = buttons[2].disabled = state.high - state.low >= (spec.x.high - spec.x.low) * 0.999;
  }};
}

/* Dragging with a mouse shows the part that was dragged over; a double click shows all. A finger scrolls the page. */
function dragToZoom(svg, state, plotOf, redraw) {
  const spot = event => plotOf().back(event.clientX - svg.getBoundingClientRect().left - plotOf().left);
  const all = {low: state.low, high: state.high};
  svg.onpointerdown = event => {
    if (event.pointerType === 'mouse' && event.button === 0) state.from = {pixel: event.clientX, value: spot(event)};
  };
  svg.onpointerup = event => {
    const from = state.from, dragged = from && Math.abs(event.clientX - from.pixel) > 10;
    if (dragged) {
      const [low, high] = [from.value, spot(event)].sort((x, y) => x - y);
      zoomTo(state, {x: all}, low, high);
      redraw();
    }
    state.from = null;
  };
  svg.ondblclick = () => { Object.assign(state, all); redraw(); };
}

/* ---- Kinds of charts ---- */

const pathOf = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)},${y.toFixed(1)}`).join('');

/* A mean over time with its band: points are {at, mean, low, high}. The first ones vary a lot, so the scale fits those after
 * the first eighth, unless a part is looked at. */
function bandChart(points, spec) {
  const last = points.at(-1).at;
  const fit = (low, high) => {
    const whole = high - low >= last * 0.999;
    const seen = points.filter(p => p.at <= high && p.at >= (whole ? last / 8 : low));
    const {low: bottom, high: top} = scaleOf(seen.length ? seen : points);
    return [bottom, top];
  };
  return chart({...spec, x: {low: 0, high: last, ...spec.x}, fit, points: points.map(p => p.at), draw: plot => {
    const banded = points.filter(p => known(p.low));
    const line = key => banded.map(p => [plot.x(p.at), plot.y(p[key])]);
    return [banded.length ? shape('path', {class: 'band', d: `${pathOf([...line('high'), ...line('low').reverse()])}Z`}) : null,
        shape('path', {class: 'line', d: pathOf(points.map(p => [plot.x(p.at), plot.y(p.mean)]))}),
        points.length === 1 ? shape('circle', {class: 'fill-a', cx: plot.x(points[0].at), cy: plot.y(points[0].mean), r: 4}) : null];
  }});
}

/* Groups of columns: names of groups, and series {mark, values}, a value of 0..100 for each group or null. */
function groupsChart(names, series, spec) {
  const most = Math.max(1, ...series.flatMap(s => s.values).filter(known));
  const high = spec.y.high ?? most * 1.06;
  return chart({...spec, x: {low: -0.5, high: names.length - 0.5, names, title: spec.x.title}, y: {low: 0, percent: true, ...spec.y, high},
      points: names.map((_, i) => i), draw: plot => {
        const wide = plot.x(0.5) - plot.x(-0.5), each = Math.min(wide * 0.78 / series.length, 40);
        return names.flatMap((_, i) => series.map((s, k) => {
          const value = s.values[i], left = plot.x(i) + (k - series.length / 2) * each;
          return known(value) ? columnShape(s.mark, left, plot.y(value), Math.max(each - 1.5, 1), plot.height - plot.y(value)) : null;
        }));
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

/* A chart with its caption, and its numbers as a table in a closed box. */
function figure(drawn, caption, numbers) {
  return el('figure', {class: 'plot stack'}, drawn.node, el('figcaption', null, caption),
      el('details', {class: 'numbers'}, el('summary', null, 'The numbers'), numbers));
}

/* A line of values with intervals, as small as a word: points are {mean, low, high}; one of them may be marked. */
function sparkline(points, marked, label) {
  const WIDTH = 120, HEIGHT = 30, scale = scaleOf(points);
  const x = i => 6 + (WIDTH - 12) * (points.length > 1 ? i / (points.length - 1) : 0.5);
  const y = v => HEIGHT - HEIGHT * placeOn(scale, v) / 100;
  return shape('svg', {class: 'sparkline', role: 'img', 'aria-label': label, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT},
      shape('line', {class: 'zero-line', x1: 0, x2: WIDTH, y1: y(0), y2: y(0)}),
      points.map((p, i) => (known(p.low) ? shape('line', {class: 'span', x1: x(i), x2: x(i), y1: y(p.low), y2: y(p.high)}) : null)),
      shape('path', {class: 'line', d: pathOf(points.map((p, i) => [x(i), y(p.mean)]))}),
      points.map((p, i) => shape('circle', {class: i === marked ? 'dot marked' : 'dot', cx: x(i), cy: y(p.mean), r: i === marked ? 4 : 2.5})));
}
