// The details of one question: its text and languages, its answer, and its request for information.

import { Odd } from '../../api/contract/odd.ts';
import { type ByLanguage, inLanguage, isWanted, languagesOf } from '../../format/asked-questions.ts';
import { type Moment, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { answeredCell, questionCell, type RfiQuestion, rfiStatusCell } from './asked.ts';
import { answerEntries, rawText } from './rfi-answer.ts';

/** The language of the shown text. */
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
    { label: t`Status`, cell: rfiStatusCell(row) },
    ...requestEntries(row, moment),
  ];
}

/** The shown language, and a note if it is not the operator's. */
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

/** The note about further languages, such as "; 2 more (press ])". Empty if there are none. */
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
