// SPDX-License-Identifier: MIT
/* Pictures of cards, drawn from paths: French suits, or German ones where the language has these. Colours are page.css's. */

/* A symbol fits into a square of 10 around 0, 0. Each of its paths has a class: "" is the colour of the suit. */
const HEART = [['', 'M0 4.8C-7 0-4.9-4.8-2.4-4.6-1-4.5-.2-3.4 0-2.6.2-3.4 1-4.5 2.4-4.6 4.9-4.8 7 0 0 4.8Z']];
const SYMBOLS = {
  C: [['', 'M1.6-.6A2.3 2.3 0 1 1 .35 1.7Q.5 3.6 1.7 4.8H-1.7Q-.5 3.6-.35 1.7A2.3 2.3 0 1 1-1.6-.6 2.3 2.3 0 1 1 1.6-.6Z']],
  S: [['', 'M0-4.9C6.9.2 4.9 3.5 2.5 3.2 1.4 3.1.6 2.4.3 1.7Q.4 3.7 1.7 4.8H-1.7Q-.4 3.7-.3 1.7C-.6 2.4-1.4 3.1-2.5 3.2-4.9 3.5-6.9.2 0-4.9Z']],
  H: HEART,
  D: [['', 'M0-5Q1.7-2 4-0 1.7 2 0 5-1.7 2-4 0-1.7-2 0-5Z']],
};
const GERMAN_SYMBOLS = {
  C: [['gold', 'M-2.9-.9C-3 2.9-1.3 4 0 5 1.3 4 3 2.9 2.9-.9Z'], ['', 'M-3.7-.6C-3.9-3.2-2-3.9-.5-4L-.6-5H.6L.5-4C2-3.9 3.9-3.2 3.7-.6Z']],
  S: [['', 'M0-5C5.2-3.9 5.4 1.3.3 3L.7 5H-.7L-.3 3C-5.4 1.3-5.2-3.9 0-5Z'], ['vein', 'M0-3.4V2.8M0-.6 1.9-1.9M0-.6-1.9-1.9M0 1.4 2.2-.1M0 1.4-2.2-.1']],
  H: HEART,
  D: [['gold', 'M0-4.6A4.3 4.3 0 1 1 0 4.2 4.3 4.3 0 1 1 0-4.6Z'], ['', 'M-4.3-.9H4.3V.5H-4.3Z'], ['', 'M-.9 1.8A.9.9 0 1 1 .9 1.8L.5 4.3H-.5Z']],
};

/* What is shown of a court card, around 0, 0 in a box of 26 by 26: clothes, face, and what marks the rank. German cards have no queen: an
 * Ober has the hat of its own. */
const CLOTHES = [['cloth', 'M-13 14Q-12.4 4.6-4 3.4L0 7 4 3.4Q12.4 4.6 13 14Z'], ['gold', 'M-4 3.4 0 7 4 3.4 3 10H-3Z']];
const FACE = ['skin', 'M-4.6-4.6H4.6V-.6Q4.4 4.6 0 4.8-4.4 4.6-4.6-.6Z'];
const FEATURES = ['line', 'M-2.3-1.6H-1.5M1.5-1.6H2.3M0-1.4V.8M-1.3 2.6Q0 3.3 1.3 2.6'];
const FIGURES = {
  K: [['hair', 'M-5.6-4.4H5.6V1.2Q5.2 7 0 7.6-5.2 7-5.6 1.2Z'], FACE, ['hair', 'M-4.4 1.4Q0 .8 4.4 1.4 4.4 5.6 0 6.6-4.4 5.6-4.4 1.4Z'], FEATURES,
    ['gold', 'M-6-4.4-7.4-12.4-3.4-8.8 0-13.4 3.4-8.8 7.4-12.4 6-4.4Z']],
  Q: [['hair', 'M-6-5.4H6Q7.6 2 6.6 6.6H-6.6Q-7.6 2-6-5.4Z'], FACE, FEATURES, ['gold', 'M-5.4-4.6-6-9.4-2.7-7.2 0-11.6 2.7-7.2 6-9.4 5.4-4.6Z']],
  J: [['hair', 'M-6.2-5.4H6.2L6.6 3.4H-6.6Z'], FACE, FEATURES, ['cloth', 'M-7-4.4Q-7.4-9.8 0-10 7.4-9.8 7-4.4Z'],
    ['gold', 'M3.6-6.2Q12.6-7.4 11.6-13.6 5.4-12.2 3.6-6.2Z']],
  O: [['hair', 'M-6-5.4H6L6.4 3.8Q0 9 -6.4 3.8Z'], FACE, FEATURES, ['cloth', 'M-10.4-4.2Q0-6.4 10.4-4.2L6-6.6 3.6-12H-3.6L-6-6.6Z'],
    ['gold', 'M-6-6.6Q0-8.2 6-6.6L5.4-8.2Q0-9.6-5.4-8.2Z']],
};

/* Where the symbols of a number stand: [column -1 to 1, row from 0, at the top, to 1]. */
const bothSides = rows => rows.flatMap(row => [[-1, row], [1, row]]);
const THREE = [0, 1 / 2, 1], FOUR = [0, 1 / 3, 2 / 3, 1];
const PLACES = {6: bothSides(THREE), 7: [...bothSides(THREE), [0, 1 / 4]], 8: [...bothSides(THREE), [0, 1 / 4], [0, 3 / 4]], 9: [...bothSides(FOUR), [0, 1 / 2]],
    T: [...bothSides(FOUR), [0, 1 / 6], [0, 5 / 6]]};

const hasGermanSuits = () => Boolean(LANGUAGE.suits);
const paths = list => list.map(([kind, d]) => shape('path', {class: kind || null, d}));
function symbolAt(suit, x, y, size, turned = false) {
  return shape('g', {transform: `translate(${x} ${y}) scale(${size})${turned ? ' rotate(180)' : ''}`},
    paths((hasGermanSuits() ? GERMAN_SYMBOLS : SYMBOLS)[suit] ?? []));
}

/* What is to the right of the index, on a card of 50 by 70: the Unter has its suit below, the Ober above, as on old cards; a Daus has it twice. */
function cardFace([suit, rank]) {
  if (rank in PLACES) return PLACES[rank].map(([across, down]) => symbolAt(suit, 34 + 8.6 * across, 11 + 48 * down, 0.98, down > 1 / 2 && !hasGermanSuits()));
  if (rank === 'A') return hasGermanSuits() ? [symbolAt(suit, 34, 20, 2), symbolAt(suit, 34, 50, 2)] : symbolAt(suit, 33, 38, 2.7);
  const german = hasGermanSuits(), y = german && rank === 'Q' ? 43 : 34;
  return [shape('g', {class: 'figure', transform: `translate(33 ${y}) scale(1.15)`}, paths(CLOTHES), paths(FIGURES[german && rank === 'Q' ? 'O' : rank] ?? [])),
    german && rank === 'Q' ? symbolAt(suit, 33, 14, 1.6) : symbolAt(suit, 33, 59, german && rank === 'J' ? 1.6 : 1.2)];
}

/* The index in the corner, which is what one reads in a fan of cards, and the face. */
function cardPicture(card) {
  const rank = rankOf(card);
  return shape('svg', {viewBox: '0 0 50 70', 'aria-hidden': 'true', focusable: 'false'},
    shape('text', {x: 10.5, y: 20, class: 'index', ...rank.length > 1 ? {textLength: 17, lengthAdjust: 'spacingAndGlyphs'} : {}}, rank),
    symbolAt(card[0], 10.5, 31, 1.4), cardFace(card));
}
