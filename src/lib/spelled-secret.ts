/** Finds a secret in the spellings in which a service may repeat it: JSON, percent, HTML, base64 and their mixtures. */

import { HIDDEN } from './redact.ts';

/** So short a secret occurs in many texts by chance, and so short a part of its base64 too. */
const [SHORTEST, SHORTEST_BASE64] = [4, 8];

/** Most texts have no other spelling of a character. */
const MAY_SPELL = /[\\%&]/;

/** Nested deeper than this, nobody reads it. */
const DEPTH = 4;

type Spelling = readonly [RegExp, meant: (...found: readonly (string | undefined)[]) => string];

/** Each match means one character. */
const SPELLINGS: readonly Spelling[] = [
  [
    /(?<!\\)\\+u00([\da-f]{2})|%([\da-f]{2})|&#x0*([\da-f]{2});|&#0*(\d{2,3});/gi,
    (_, json, percent, html, decimal) =>
      String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(json ?? percent ?? html ?? '', 16)),
  ],
  [/\\([^u])/g, (_, sign = '') => sign],
];

/** What one layer of spelling says. `from`: where in the source each of its characters begins, and the end. */
interface SpelledLayer {
  readonly text: string;
  readonly from: readonly number[];
}

/** Layer by layer, the innermost last. */
function layers<Layer>(
  source: Layer,
  textOf: (layer: Layer) => string,
  read: (layer: Layer, by: Spelling) => Layer,
) {
  const all = [source];
  let last = source;
  for (let depth = 0; depth < DEPTH && MAY_SPELL.test(textOf(last)); depth += 1) {
    const before = textOf(last);
    for (const spelling of SPELLINGS) {
      const next = read(last, spelling);
      if (textOf(next) !== textOf(last)) all.push(next);
      last = next;
    }
    if (textOf(last) === before) break;
  }
  return all;
}

const textsOf = (text: string): readonly string[] =>
  layers(
    text,
    layer => layer,
    (layer, [pattern, meant]) => layer.replace(pattern, meant),
  );

const readingsOf = (text: string): readonly SpelledLayer[] =>
  layers({ text, from: Array.from({ length: text.length + 1 }, (_, at) => at) }, layer => layer.text, readBy);

function readBy({ text, from }: SpelledLayer, [pattern, meant]: Spelling): SpelledLayer {
  let said = '';
  const begins: number[] = [];
  let at = 0;
  const copy = (to: number): void => {
    said += text.slice(at, to);
    for (; at < to; at += 1) begins.push(from[at] ?? 0);
  };
  for (const found of text.matchAll(pattern)) {
    copy(found.index);
    said += meant(...found);
    begins.push(from[at] ?? 0);
    at += found[0].length;
  }
  copy(text.length);
  return { text: said, from: [...begins, from.at(-1) ?? 0] };
}

/** The words to look for. Empty if the secret is too short. */
export function spellingsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST) return [];
  const base64 = secret.length < SHORTEST_BASE64 ? [] : partsInBase64(secret);
  return [...new Set([secret, ...base64, ...base64.map(inUrl)])];
}

/** In the place of each secret, the source has dots. `words`: of all secrets. */
export function hideSpelled(text: string, words: readonly string[]): string {
  const texts = textsOf(text);
  const present = words.filter(word => texts.some(one => one.includes(word)));
  if (present.length === 0) return text;
  const ranges = readingsOf(text)
    .flatMap(reading => present.flatMap(word => placesOf(word, reading)))
    .toSorted(([one], [other]) => one - other);
  let clean = '';
  let at = 0;
  for (const [begin, end] of ranges) {
    if (begin >= at) clean += text.slice(at, begin) + HIDDEN;
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

function placesOf(word: string, { text, from }: SpelledLayer): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    places.push([from[at] ?? 0, from[at + word.length] ?? 0]);
  return places;
}

const inUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** What doesn't depend on the bytes around the secret, for each of its three places in a group of three bytes. */
function partsInBase64(secret: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  return [0, 1, 2].map(before =>
    btoa('\0'.repeat(before) + bytes).slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    ),
  );
}
