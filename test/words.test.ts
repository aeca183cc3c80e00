// The words of Purser: screens, errors, `purser call` and documents are in plain English, with one word for one thing.

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lazy } from '../src/lib/lazy.ts';
import { pageTexts, type Text, textsOf } from './harness/texts.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md')].sort();
const SOURCES = globSync('src/**/*.{ts,tsx}').sort();

const SERVER = /\bservers?\b/;

/** The team journal is on a database server, so these files may say “server”. */
const aboutTeam = (file: string): boolean => /team|postgres/.test(file);

/** Refused words, and what to say instead. */
const REFUSED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // One word for one thing.
  [
    /\bthe interface\b|\binterface (has|names|lists|says|allows|promises)\b|\bother side\b/,
    'the service; the service’s API',
  ],
  [SERVER, 'the service'],
  [/\bwhom it is about\b|\bin front\b(?!-)/, 'customer'],
  [/\bleave (to|of)\b/, 'write access'],
  [/\bask(s|ed)? (it )?anew\b|\bfurther attempts?\b/, 'send again'],
  [/\balike\b|\blikeness\b|\b(an equal|a second) one\b|\bit looks the same\b/, 'duplicate'],
  [/\bdoubt(s|ed|ful)?\b/, 'warning'],
  [/\bread(ing|s)? back\b/, 'check against the service'],
  [/\b(is|was|are|were|not|be) told\b|\bmoving\b/, 'status change'],
  [/\bthe same ID and bytes\b|\bthe same bytes\b/, 'the same request ID'],
  [/\bbegun\b|\bhow it stands\b/, 'attempt, outcome'],
  [/\bused before\b/, 'Recent'],
  [/\bas (it|they) came\b/, 'Raw JSON; unchanged'],
  [/\bwhat is loaded\b|\ball that there is\b/, 'loaded rows, all rows'],
  [/\bfilter on\b|\bamong what is\b/, 'search the service, filter loaded rows'],
  [/\bis needed\b|\bstay empty\b/, 'required, optional'],
  [/\bnot there\b/, 'not found'],
  [/\bcan't be asked\b|\bnames no call\b/, 'not supported by the service'],
  [/\bgood until\b|\b(it|quote) is over\b/, 'expires in, expired'],
  [/\bamount that leaves\b|\bwhat is bought\b/, 'sell amount, buy amount'],
  [/^do it$/, 'the act and its object'],
  [/\bis called so\b|\bnothing here\b/, 'no match'],
  [/\bsecond person\b/, 'approver'],
  [/\bdirect debit payouts?\b/i, 'direct debit'],
  // Old, inverted or padded phrases.
  [/\banew\b|\bthereof\b|\bwhoever\b|\bwhosoever\b|\bthe latter\b|\bthe former\b/, 'a plain word'],
  [/(?<!-)\bbesides?\b/, 'also; more than; next to'],
  [/\bso many\b|\bso long\b|\bsuch an?\b|\bno such\b/, 'the number or the thing by its name'],
  [/\b(by itself|by themselves|of its own|of their own)\b/, 'automatically; its own'],
  [
    /\bwhat (is(?! wrong)|was|are|were|has|had|came|comes|can't|becomes|became|stands)\b(?![^.]*\?)/,
    'the thing by its name',
  ],
  [/\bstands?\b|\bholds?\b(?! up)/, 'is; contains'],
  [/(?:^|[.!:] )(Of an?|Of what|Beside|Whether|Nor|Wherever)\b/, 'subject, verb, object'],
  [/(?:^|[.!:] )What (?!to do)\w+ \w+ (?![^.]*\?)/, 'subject, verb, object'],
  [/\bplease\b|\bsorry\b|\boops\b/i, 'the next step'],
];

/** Texts that use a refused word on purpose, each with its reason. */
const ALLOWED: readonly (readonly [text: RegExp, reason: string])[] = [
  [/\bon hold for review\b/, 'the service’s API describes IN_REVIEW in these words'],
  [/\bHTTP server\b/, 'the simulator is a server'],
  [
    /\bPostgreSQL server\b|\brole on the server\b|\bserver(’s name| on this machine)\b/,
    'the team journal is on a server of its own',
  ],
];

/** Texts for programs: SQL, shell scripts, lists of characters and of currencies. */
const CODE = /\b(CREATE|SELECT|GRANT|INSERT) |^300-34e |^AED AFN |_purser|complete -c/;

/** Parsed once for all tests. */
const sourceTexts = lazy(() => SOURCES.flatMap(file => textsOf(file).filter(({ says }) => !CODE.test(says))));

const wordsIn = (sentence: string): number =>
  sentence.split(' ').filter(word => /[\p{L}\d…]/u.test(word)).length;

function refused(texts: readonly Text[]): string[] {
  return texts.flatMap(({ file, line, says }) => {
    if (ALLOWED.some(([text]) => text.test(says))) return [];
    return REFUSED.filter(([pattern]) => pattern.test(says) && !(aboutTeam(file) && pattern === SERVER)).map(
      ([pattern, instead]) =>
        `${file}:${line} “${pattern.exec(says)?.[0].trim()}” (say: ${instead}): ${says}`,
    );
  });
}

describe('every text', () => {
  it("uses the glossary's words on screens", () => {
    expect(refused(sourceTexts())).toEqual([]);
  });

  it("uses the glossary's words in the documents", () => {
    expect(refused(PAGES.flatMap(file => pageTexts(file)))).toEqual([]);
  });

  it('has 20 words at most in a sentence', () => {
    const sentences = sourceTexts().flatMap(({ file, line, says }) =>
      says.split(/(?<=[.!?:;]) /).map(sentence => ({ where: `${file}:${line}`, sentence })),
    );
    expect(sentences.filter(({ sentence }) => wordsIn(sentence) > 20)).toEqual([]);
  });

  it("has no name from the program's code", () => {
    const fields = readFileSync('src/api/contract/INTERFACE.md', 'utf8');
    const names = sourceTexts().flatMap(({ file, line, says }) =>
      (says.match(/(?<![\w\\])[a-z]+[A-Z]\w*/g) ?? [])
        .filter(name => !fields.includes(name) && !(name in {}))
        .map(name => `${file}:${line} “${name}”: ${says}`),
    );
    expect(names).toEqual([]);
  });

  it('has no unused exception', () => {
    const all = [...sourceTexts(), ...PAGES.flatMap(file => pageTexts(file))];
    expect(ALLOWED.filter(([text]) => !all.some(({ says }) => text.test(says)))).toEqual([]);
  });
});
