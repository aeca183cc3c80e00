// The questions of a request for information, one after the other: open ones first, then answered ones. Pure.

import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { type Json, memberOf } from '../lib/json.ts';
import { type Untrusted, unsafeText } from '../lib/visible.ts';

export type Rfi = Result<'rfi.get'>;
type RfiRequest = Exclude<Rfi['active_request'], Odd | undefined>;
type RfiQuestionFields = Exclude<Exclude<RfiRequest['questions'], Odd | undefined>[number], Odd>;
/** Texts by language code, as in the service's keys. */
export type ByLanguage = RfiQuestionFields['title'];

export interface AskedQuestion extends RfiQuestionFields {
  /** Its request; an answered one has a separate request. */
  readonly of: {
    readonly rfi: Rfi;
    /** The raw question. */
    readonly raw: Json;
    readonly request: Pick<RfiRequest, 'created_at' | 'updated_at'> | undefined;
  };
  readonly open: boolean;
}

interface Came {
  readonly question: AskedQuestion;
  readonly raw: Json;
}

/** INTERFACE.md, RFI. An entry that is no question is kept, as the title of one without other fields. */
export function askedQuestions(rfi: Rfi, raw: Json): readonly Came[] {
  const { active_request: active, answered_requests: answered } = rfi;
  const rawAnswered = memberOf(raw, 'answered_requests');
  const asList = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);
  const requests = [
    { request: active, raw: memberOf(raw, 'active_request'), open: true },
    ...(answered === undefined || answered instanceof Odd
      ? []
      : answered.map((request, i) => ({ request, raw: asList(rawAnswered)[i], open: false }))),
  ];
  return requests.flatMap(({ request, raw: rawRequest, open }): readonly Came[] => {
    if (request === undefined) return [];
    if (request instanceof Odd)
      return [
        { question: { ...none(request), of: { rfi, raw, request: undefined }, open }, raw: request.raw },
      ];
    const { questions } = request;
    if (questions === undefined) return [];
    const of = { rfi, raw, request };
    if (questions instanceof Odd) return [{ question: { ...none(questions), of, open }, raw: questions.raw }];
    const raws = asList(memberOf(rawRequest, 'questions'));
    return questions.map((one, i) => ({
      question: { ...(one instanceof Odd ? none(one) : one), of, open },
      raw: raws[i] ?? (one instanceof Odd ? one.raw : null),
    }));
  });
}

const none = (came: Odd): RfiQuestionFields => ({
  id: undefined,
  key: undefined,
  title: came,
  description: undefined,
  answer: undefined,
  attachments: undefined,
  comment: undefined,
});

interface InLanguage {
  readonly code: string;
  readonly text: Untrusted | Odd;
}

/** The texts by their codes, in their order, without missing ones. */
export const languagesOf = (texts: ByLanguage): readonly InLanguage[] =>
  texts === undefined || texts instanceof Odd
    ? []
    : Object.entries(texts).flatMap(([code, text]) => (text === undefined ? [] : [{ code, text }]));

/** The text for a reader of `wanted` (a tag): in it, in its language, in English, or the first. */
export function inLanguage(texts: ByLanguage, wanted: string): InLanguage | undefined {
  const all = languagesOf(texts);
  const usable = all.filter(({ text }) => !(text instanceof Odd) && unsafeText(text).trim() !== '');
  const tags = usable.map(({ code }) => code.replaceAll('_', '-').toLowerCase());
  const [tag = '', english] = [wanted.toLowerCase(), 'en'];
  const ways = [tag, english].flatMap(one => {
    const language = primary(one);
    return [
      (code: string) => code === one,
      (code: string) => code === language,
      (code: string) => primary(code) === language,
    ];
  });
  const at = ways.map(fits => tags.findIndex(fits)).find(found => found >= 0);
  return at === undefined ? (usable[0] ?? all[0]) : usable[at];
}

/** `pt` of `pt-BR`. */
const primary = (tag: string): string => tag.split('-', 1)[0] ?? '';

/** Whether a text of this code is in the wanted language. */
export const isWanted = (code: string, wanted: string): boolean =>
  primary(code.replaceAll('_', '-').toLowerCase()) === primary(wanted.toLowerCase());
