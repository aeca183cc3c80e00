// Questions in any language and of any form: each is shown, and no invalid question breaks the others.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import {
  askedQuestions,
  type ByLanguage,
  inLanguage,
  languagesOf,
} from '../../src/format/asked-questions.ts';
import { textCell } from '../../src/format/cells.ts';
import { unsafeText } from '../../src/lib/visible.ts';
import { jsonOf, resultOf } from '../harness/answers.ts';

const read = (json: string) => askedQuestions(resultOf('rfi.get', json), jsonOf(json));
const titled = (json: string): ByLanguage =>
  read(`{"active_request": {"questions": [{"title": ${json}}]}}`)[0]?.question.title;
const chosen = (json: string, wanted: string): string | undefined => inLanguage(titled(json), wanted)?.code;

const fifteen = ['ar', 'cs', 'da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'zh'];
const inFifteen = JSON.stringify(Object.fromEntries(fifteen.map(code => [code, `text ${code}`])));

describe('the language', () => {
  it.each(fifteen)("is the reader's language even among fifteen: %s", code => {
    expect(chosen(inFifteen, code)).toBe(code);
  });

  it.each([
    ['{"de": "d", "en": "e"}', 'de-DE', 'de'],
    ['{"de-AT": "a", "de": "d", "de-DE": "D"}', 'de-DE', 'de-DE'],
    ['{"en": "e", "pt_BR": "b"}', 'pt-BR', 'pt_BR'],
    ['{"en": "e", "pt-PT": "p"}', 'pt-BR', 'pt-PT'],
    ['{"EN": "e", "DE": "d"}', 'de', 'DE'],
    ['{"zh-Hant": "t", "en": "e"}', 'zh-TW', 'zh-Hant'],
    ['{"fr": "f", "en": "e"}', 'de', 'en'],
    ['{"fr": "f", "en-GB": "e"}', 'de', 'en-GB'],
    ['{"fr": "f", "it": "i"}', 'de', 'fr'],
    ['{"de": "", "en": "e"}', 'de', 'en'],
    ['{"de": null, "en": "e"}', 'de', 'en'],
    ['{"de": 7, "fr": "f"}', 'de', 'fr'],
    ['{"de": 7}', 'en', 'de'],
    ['{"de": " "}', 'en', 'de'],
    ['{"den": "x", "en": "e"}', 'de', 'en'],
    ['{"__proto__": "p", "constructor": "c"}', 'constructor', 'constructor'],
  ])('of the texts %s for a reader of %s is %s', (json, wanted, code) => {
    expect(chosen(json, wanted)).toBe(code);
  });

  it.each(['{}', '[]', 'null', '"Proof of address"', '7'])('of %s is none', json => {
    expect(chosen(json, 'en')).toBeUndefined();
    expect(languagesOf(titled(json))).toEqual([]);
  });

  it('is none for a title without languages: the title is shown unchanged and marked', () => {
    const title = titled('"Proof of address"');
    expect(title).toMatchObject({ raw: 'Proof of address' });
  });
});

describe('the questions', () => {
  it('are listed with the open questions first, then the answered ones, each with its request', () => {
    const asked = read(`{
      "answered_requests": [
        {"updated_at": "2026-01-02T00:00:00Z", "questions": [{"id": "c"}]},
        {"questions": [{"id": "d"}, {"id": "e"}]}
      ],
      "active_request": {"questions": [{"id": "a"}, {"id": "b"}]}
    }`);
    expect(asked.map(({ question, raw }) => [raw, question.open])).toEqual([
      [{ id: 'a' }, true],
      [{ id: 'b' }, true],
      [{ id: 'c' }, false],
      [{ id: 'd' }, false],
      [{ id: 'e' }, false],
    ]);
    expect(asked[2]?.question.of.request?.updated_at).toMatchObject({ epochMs: Date.UTC(2026, 0, 2) });
  });

  it.each([
    '{}',
    '{"active_request": null, "answered_requests": null}',
    '{"active_request": {}, "answered_requests": []}',
    '{"active_request": {"questions": []}, "answered_requests": [{}]}',
  ])('are none in %s [C17]', json => {
    expect(read(json)).toEqual([]);
  });

  it.each([
    ['{"active_request": "later"}', ['? later'], ['later']],
    ['{"active_request": {"questions": {"id": "a"}}}', ['? {"id":"a"}'], [{ id: 'a' }]],
    ['{"active_request": {"questions": ["why", {"id": "a"}]}}', ['? why', '–'], ['why', { id: 'a' }]],
    ['{"answered_requests": [null, {"questions": [null]}]}', ['? null', '? null'], [null, null]],
  ])('are kept unchanged if they are invalid: %s', (json, titles, raws) => {
    const asked = read(json);
    expect(asked.map(({ question: { title } }) => textCell(odd(title)).text)).toEqual(titles);
    expect(asked.map(({ raw }) => raw)).toEqual(raws);
  });

  it('do not show a card number in a text', () => {
    const text = inLanguage(titled('{"en": "Card 4111 1111 1111 1111"}'), 'en')?.text;
    expect(text === undefined || text instanceof Odd ? '' : unsafeText(text)).toBe(
      'Card •••• •••• •••• 1111',
    );
  });
});

/** A title that is not an object of languages. */
const odd = (title: ByLanguage) => (title instanceof Odd ? title : undefined);
