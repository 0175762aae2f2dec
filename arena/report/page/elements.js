// SPDX-License-Identifier: MIT
/* Elements of the page, and numbers in words. Data becomes text nodes and attributes only, never markup. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) node[name] = value;
    else if (value === true) node.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const shape = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
/* An element that page.html has. */
function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/* An end of which nothing is known may be infinite, which files have as 1e308. */
const isInfinite = x => typeof x === 'number' && Math.abs(x) > 1e300;
const known = x => typeof x === 'number' && Number.isFinite(x) && !isInfinite(x);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
/* Words of cards and games in the language of the page: data.language; English without it. */
let LANGUAGE = {};
const translated = text => LANGUAGE.words?.[text] ?? text;
const capital = s => s.charAt(0).toUpperCase() + s.slice(1);
const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
/* A word of a command, quoted for a shell. */
const shellWord = text => (/^[\w\-./,:=@%+]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
/* A kind of thing in words; names of options stay as they are written in a config. */
const words = name => String(name).replaceAll('_', ' ');
const code = text => el('code', null, text);

/* Minus is U+2212, commas separate groups of three, and nothing is ever minus zero. */
function number(x, digits = 0, sign = false) {
  if (isInfinite(x)) return x < 0 ? '−∞' : '∞';
  if (!known(x)) return '–';
  const text = Math.abs(x).toFixed(digits).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
  const zero = !/[1-9]/.test(text);
  return (zero ? '' : x < 0 ? '−' : sign ? '+' : '') + text;
}
/* A text of the program, which has to do with ASCII, as the page writes numbers: minus, plus-minus, and a space before a percent sign. */
const typeset = text => (text === '-' ? '–' : text.replaceAll('+-', '±').replace(/(?<=^|[\s(])-(?=[\s\d])/gu, '−').replace(/(?<=\d)%/gu, '\u00a0%'));
const percent = (x, digits = 1) => (known(x) ? `${number(100 * x, digits)}\u00a0%` : '–');
/* A level, which has few digits: 95 %, 99.5 %. */
const levelText = level => `${Number((100 * level).toPrecision(4))} %`;
const hasEnds = e => [e?.low, e?.high].every(x => known(x) || isInfinite(x));
const range = (e, digits, sign = false) =>
  (hasEnds(e) ? `${number(e.low, digits, sign)} to ${number(e.high, digits, sign)}` : '–');

/* So many digits that each end is shown on the side of each mark on which it is: what is shown contradicts no verdict. */
function digitsApart(e, least, marks) {
  const side = (x, mark) => Math.sign(x - mark);
  const told = n => [e.low, e.high].every(x => !known(x) || marks.every(mark => side(Number(x.toFixed(n)), mark) === side(x, mark)));
  let digits = least;
  while (digits < 9 && !told(digits)) digits++;
  return digits;
}

const digitsFor = size => (size >= 100 ? 0 : size >= 10 ? 1 : 2);
const SIGNIFICANT = 0.05;
const isShown = judged => known(judged?.p_adjusted) && judged.p_adjusted < SIGNIFICANT;
/* An estimate as it was seen, with the wider interval that decides, if there is one, and whether the difference is shown. */
const judgedEstimate = (estimate, judged) => ({...estimate, decides: judged ? {low: judged.low, high: judged.high} : null, shown: isShown(judged)});
/* Does what was seen exclude 0, while that is not shown? */
const looksSo = (estimate, judged) => Boolean(judged) && !isShown(judged) && known(estimate?.low) && (estimate.low > 0 || estimate.high < 0);
/* A share with its interval, in per cent. */
function inPercent(e) {
  const times = x => (isInfinite(x) ? x : known(x) ? 100 * x : null);
  return e && {...e, mean: times(e.mean), low: times(e.low), high: times(e.high)};
}
const plainText = parts => (parts instanceof Node ? parts.textContent : Array.isArray(parts) ? parts.map(plainText).join('') : String(parts ?? ''));

/* A legend, in the page's own text so that it can break into lines: [mark, text]; a mark is a kind of key, or a node. */
function legend(keys) {
  return el('ul', {class: 'legend'}, keys.map(([mark, text]) => el('li', null,
      typeof mark === 'string' ? el('span', {class: `key key-${mark}`, 'aria-hidden': 'true'}) : mark, text)));
}

/* Round steps for an axis: at most `most` of 1, 2 or 5 times a power of ten. */
function ticksOf(low, high, most) {
  const least = (high - low) / Math.max(most, 1), power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map(n => n * power).find(s => s >= least * 0.999) ?? 10 * power;
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) list.push(i * step);
  return {list, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9))};
}

/* A text with a button that copies it, where the browser lets a page do that. */
function toCopy(text, node = el('code', {class: 'command'}, text)) {
  const button = el('button', {type: 'button', class: 'copy', onclick: async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  }}, 'Copy');
  return el('div', {class: 'to-copy'}, node, navigator.clipboard ? button : null);
}

/* The way back to all results, where a server shows them. */
const homeLink = href => el('p', {class: 'quiet'}, el('a', {href}, 'All results'));
