// Names that mix scripts: "Раураl" with a Latin l among Cyrillic letters looks like another name (FAULTS F14).

import { lazy } from './lazy.ts';

/** Letters of several of these look alike. */
const SCRIPTS = 'Latin Cyrillic Greek Armenian Hebrew Arabic Georgian Cherokee Coptic Thai Devanagari'.split(
  ' ',
);
/** Several scripts at once are normal. */
const EAST_ASIAN = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}';

const tests = lazy(() => SCRIPTS.map(name => ({ name, has: new RegExp(`\\p{Script=${name}}`, 'u') })));
const eastAsian = lazy(() => new RegExp(`[${EAST_ASIAN}]`, 'u'));
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** In most typefaces. */
const LOOKS_LATIN = /^[АВЕЅІЈКМНОРСТУХԌԚԜаеорсухіјѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυϲ\p{M}\p{N}]+$/u;

/** Within a word, or a word that looks Latin next to a Latin word. East Asian scripts and Latin may share a word. */
export function mixedScripts(text: string): readonly string[] {
  const words = (text.match(WORDS) ?? []).map(word => ({ word, scripts: scriptsOf(word) }));
  const mixed = words.filter(({ scripts }) => isMix(scripts)).flatMap(({ scripts }) => scripts);
  if (mixed.length > 0) return [...new Set(mixed)];
  const others = words.filter(({ scripts }) => scripts.length > 0 && !scripts.includes('Latin'));
  const latin = words.some(({ scripts }) => scripts.includes('Latin'));
  if (!latin || others.length === 0 || !others.every(({ word }) => LOOKS_LATIN.test(word))) return [];
  return [...new Set(['Latin', ...others.flatMap(({ scripts }) => scripts)])];
}

const scriptsOf = (part: string): readonly string[] => [
  ...tests()
    .filter(({ has }) => has.test(part))
    .map(({ name }) => name),
  ...(eastAsian().test(part) ? ['East Asian'] : []),
];

const isMix = (scripts: readonly string[]): boolean =>
  scripts.length > (scripts.includes('East Asian') && scripts.includes('Latin') ? 2 : 1);
