// The questions of a request for information in one list: open questions first, then answered questions. Pure.

import { Odd, readable } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { type Json, memberOf } from '../lib/json.ts';
import { type Untrusted, unsafeText } from '../lib/visible.ts';

export type Rfi = Result<'rfi.get'>;
type RfiRequest = Exclude<Rfi['active_request'], Odd | undefined>;
type RfiQuestionFields = Exclude<Exclude<RfiRequest['questions'], Odd | undefined>[number], Odd>;
export type ByLanguage = RfiQuestionFields['title'];

export interface AskedQuestion extends RfiQuestionFields {
  /** Answered questions are in other requests than open ones. */
  readonly of: {
    readonly rfi: Rfi;
    readonly raw: Json;
    readonly request: Pick<RfiRequest, 'created_at' | 'updated_at'> | undefined;
  };
  readonly open: boolean;
}

interface QuestionWithRaw {
  readonly question: AskedQuestion;
  readonly raw: Json;
}

/** INTERFACE.md, RFI. An entry of another form becomes a question that has only a title. */
export function askedQuestions(rfi: Rfi, raw: Json): readonly QuestionWithRaw[] {
  const { active_request: active, answered_requests: answered } = rfi;
  const rawAnswered = memberOf(raw, 'answered_requests');
  const asList = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);
  const requests = [
    { request: active, raw: memberOf(raw, 'active_request'), open: true },
    ...(readable(answered) ?? []).map((request, i) => ({
      request,
      raw: asList(rawAnswered)[i],
      open: false,
    })),
  ];
  return requests.flatMap(({ request, raw: rawRequest, open }): readonly QuestionWithRaw[] => {
    if (request === undefined) return [];
    if (request instanceof Odd)
      return [
        { question: { ...onlyTitle(request), of: { rfi, raw, request: undefined }, open }, raw: request.raw },
      ];
    const { questions } = request;
    if (questions === undefined) return [];
    const of = { rfi, raw, request };
    if (questions instanceof Odd)
      return [{ question: { ...onlyTitle(questions), of, open }, raw: questions.raw }];
    const raws = asList(memberOf(rawRequest, 'questions'));
    return questions.map((one, i) => ({
      question: { ...(one instanceof Odd ? onlyTitle(one) : one), of, open },
      raw: raws[i] ?? (one instanceof Odd ? one.raw : null),
    }));
  });
}

const onlyTitle = (value: Odd): RfiQuestionFields => ({
  id: undefined,
  key: undefined,
  title: value,
  description: undefined,
  answer: undefined,
  attachments: undefined,
  comment: undefined,
});

interface InLanguage {
  readonly code: string;
  readonly text: Untrusted | Odd;
}

/** In the service's order, without missing texts. */
export const languagesOf = (texts: ByLanguage): readonly InLanguage[] =>
  Object.entries(readable(texts) ?? {}).flatMap(([code, text]) =>
    text === undefined ? [] : [{ code, text }],
  );

/** With this tag, in its language, in English, or else the first. */
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

const primary = (tag: string): string => tag.split('-', 1)[0] ?? '';

export const isWanted = (code: string, wanted: string): boolean =>
  primary(code.replaceAll('_', '-').toLowerCase()) === primary(wanted.toLowerCase());
