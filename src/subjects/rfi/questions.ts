// Questions of a request for information in the operator's language: their cells, statuses and details.

import { Odd, type Undocumented } from '../../api/contract/odd.ts';
import {
  type AskedQuestion,
  askedQuestions,
  type ByLanguage,
  inLanguage,
  isWanted,
  languagesOf,
  type Rfi,
} from '../../format/asked-questions.ts';
import { type Moment, textCell, timeCell, wordsCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry, type Tone } from '../../format/entry.ts';
import { recordStatus } from '../../format/record-words.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { idText, isId } from '../../records/facts.ts';
import type { State } from '../../store/state.ts';

export interface RfiQuestion extends AskedQuestion {
  readonly language: string;
}

export const questionRows = (rfi: Rfi, raw: Parameters<typeof askedQuestions>[1], { language }: State) =>
  askedQuestions(rfi, raw).map(({ question, raw: ownRaw }) => ({
    row: { ...question, language },
    raw: ownRaw,
    id: idText(question.id),
  }));

/** An open question comes before an answered one. */
export function questionIn(rfi: Rfi, id: string, language: string): RfiQuestion | undefined {
  const found = askedQuestions(rfi, null).find(({ question }) => isId(question.id, id));
  return found && { ...found.question, language };
}

/** In the wanted language, or the best other one. A value without languages is shown raw. */
export function questionCell(texts: ByLanguage, wanted: string, tone?: Tone): Cell {
  if (texts === undefined || texts instanceof Odd) return textCell(texts);
  const best = inLanguage(texts, wanted);
  return best ? textCell(best.text, tone) : DASH;
}

export const answeredCell = ({ open }: RfiQuestion): Cell =>
  open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'good' };

export const languageCell = (texts: ByLanguage, wanted: string): Cell => {
  const said = inLanguage(texts, wanted);
  if (!said) return DASH;
  const code = visible(said.code, 12);
  return isWanted(said.code, wanted) ? { text: code } : { text: code, tone: 'warn' };
};

export function questionEntries(row: RfiQuestion, moment: Moment): readonly Entry[] {
  const { title, description, language } = row;
  return [
    { lead: questionCell(title, language, 'strong'), status: answeredCell(row) },
    { label: t`Question`, cell: questionCell(description, language) },
    { label: t`Language`, cell: { text: t`${languageText(row)}${furtherLanguages(row)}` } },
    { label: t`Comment`, cell: textCell(row.comment) },
    { label: t`Key`, cell: textCell(row.key) },
    { label: t`ID`, cell: textCell(row.id) },
    ...attachments(row),
    { heading: t`Answer` },
    ...answerEntries(row.answer),
    { heading: t`Request` },
    { label: t`Status`, cell: recordStatus('rfi', row.of.rfi) },
    ...requestEntries(row, moment),
  ];
}

export function languageText({ title, description, language }: RfiQuestion): Visible {
  const said = [inLanguage(title, language), inLanguage(description, language)].flatMap(one =>
    one ? [one.code] : [],
  );
  const [first, second = first] = said;
  if (first === undefined || second === undefined) return t`none: the service sent no text in any language`;
  if (first !== second) return t`title in ${visible(first, 12)}, question in ${visible(second, 12)}`;
  const shown = visible(first, 12);
  return isWanted(first, language) ? shown : t`${shown}; no text in ${visible(language, 12)}`;
}

function furtherLanguages({ title, description, language }: RfiQuestion): Visible {
  const all = new Set([...languagesOf(title), ...languagesOf(description)].map(({ code }) => code));
  const said = new Set([inLanguage(title, language)?.code, inLanguage(description, language)?.code]);
  const more = all.difference(said).size;
  return more === 0 ? t`` : t`; ${more} more (press ])`;
}

export function languageEntries({ title, description, language }: RfiQuestion): readonly Entry[] {
  const titles = new Map(languagesOf(title).map(({ code, text }) => [code, text]));
  const descriptions = new Map(languagesOf(description).map(({ code, text }) => [code, text]));
  const codes = [...new Set([...titles.keys(), ...descriptions.keys()])];
  if (codes.length === 0) return [{ note: t`The service sent no text in any language. See Raw.` }];
  const shown = inLanguage(title, language)?.code;
  return codes.flatMap((code): readonly Entry[] => [
    { heading: code === shown ? t`${visible(code, 30)}, shown in the list` : visible(code, 30) },
    { label: t`Title`, cell: textCell(titles.get(code)) },
    { label: t`Question`, cell: textCell(descriptions.get(code)) },
  ]);
}

function attachments({ attachments: all }: RfiQuestion): readonly Entry[] {
  if (all === undefined || all instanceof Odd) return [{ label: t`Attachments`, cell: textCell(all) }];
  if (all.length === 0) return [{ label: t`Attachments`, cell: { text: t`none`, tone: 'dim' } }];
  return all.map((one, i) => ({
    label: t`Attachment ${i + 1}`,
    cell: one instanceof Odd ? textCell(one) : { text: rawText(one) },
  }));
}

function requestEntries({ of: { rfi, request } }: RfiQuestion, moment: Moment): readonly Entry[] {
  return [
    { label: t`Type`, cell: textCell(rfi.type) },
    { label: t`Account ID`, cell: textCell(rfi.account_id) },
    { label: t`RFI created`, cell: timeCell(rfi.created_at, moment) },
    { label: t`RFI updated`, cell: timeCell(rfi.updated_at, moment) },
    { label: t`Request created`, cell: timeCell(request?.created_at, moment) },
    { label: t`Request updated`, cell: timeCell(request?.updated_at, moment) },
  ];
}

export function answerEntries(answer: AskedQuestion['answer']): readonly Entry[] {
  if (answer === undefined) return [{ note: t`No answer in the record.` }];
  if (answer instanceof Odd) return [{ label: t`Answer`, cell: textCell(answer) }];
  const { address, attachments: files, identity_document: document } = answer;
  return [
    ...(address instanceof Odd ? [{ label: t`Address`, cell: textCell(address) }] : addressEntries(address)),
    { label: t`Attachments`, cell: filesCell(files) },
    ...(document === undefined || document instanceof Odd
      ? [{ label: t`Identity document`, cell: textCell(document) }]
      : [
          { label: t`Document type`, cell: textCell(document.type) },
          { label: t`Number`, cell: textCell(document.number) },
          { label: t`Issued in`, cell: textCell(document.issuing_country) },
          { label: t`Front file`, cell: textCell(document.front_file_id) },
          { label: t`Back file`, cell: textCell(document.back_file_id) },
        ]),
  ];
}

/** INTERFACE.md does not list the fields of an address, so each has the service's own name. */
function addressEntries(address: Undocumented | undefined): readonly Entry[] {
  const raw = address?.raw;
  if (raw === undefined || raw === null) return [{ label: t`Address`, cell: DASH }];
  if (typeof raw !== 'object' || Array.isArray(raw) || raw instanceof JsonNumber)
    return [{ label: t`Address`, cell: { text: jsonText(raw) } }];
  return Object.entries(raw).map(([name, value]) => ({
    label: visible(name, 30),
    cell: value === null ? DASH : { text: jsonText(value) },
  }));
}

type RfiAnswerFields = Exclude<AskedQuestion['answer'], Odd | undefined>;

const filesCell = (files: RfiAnswerFields['attachments']): Cell =>
  files === undefined || files instanceof Odd
    ? textCell(files)
    : wordsCell(files.map(file => (file instanceof Odd ? file : (file.file_id ?? new Odd(null)))));

export const rawText = ({ raw }: Undocumented): Visible =>
  raw === undefined || raw === null ? DASH.text : jsonText(raw);

const jsonText = (raw: Json): Visible =>
  visible(maskCardNumbers(typeof raw === 'string' ? raw : boundedJsonText(raw)), 300);
