// The question's status and answer at the service, to check an answer whose outcome is UNKNOWN.

import { askedQuestions } from '../../format/asked-questions.ts';
import { isId, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import type { Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { type Json, JsonNumber, memberOf, parseJson, writeJson } from '../../lib/json.ts';
import { HIDDEN, maskCardNumbers } from '../../lib/redact.ts';
import { t, visible } from '../../lib/visible.ts';
import { type CheckedWrite, readingOf } from '../../money/check/reconciliation.ts';
import { confirmedLine, RFI_STATUS } from '../../money/shown-lines.ts';
import { answerEntries } from './rfi-answer.ts';

export function answerEvidence({ row, outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'rfi.get')?.value;
  if (read === undefined) return [];
  const id = textIn(row.intent, 'id');
  const raw = readingOf(outcomeCheck, 'rfi.get')?.raw ?? null;
  const found = askedQuestions(read, raw).filter(({ question }) => isId(question.id, id));
  const status: readonly Entry[] = [
    { label: t`Status then`, cell: textCell(confirmedLine(row, RFI_STATUS)) },
    { label: t`Status now`, cell: textCell(read.status) },
  ];
  if (found.length === 0)
    return [
      { heading: t`The question now` },
      { note: t`Question not found in the request for information.`, tone: 'warn' },
      ...status,
      ...sentEntries(row, null),
    ];
  return found.flatMap(({ question: { open, of, answer, comment }, raw: came }): readonly Entry[] => [
    { heading: t`The question now` },
    {
      label: t`Question status`,
      cell: open ? { text: t`open`, tone: 'warn' } : { text: t`answered`, tone: 'strong' },
    },
    { label: t`Request updated`, cell: timeCell(of.request?.updated_at, moment) },
    ...answerEntries(answer),
    { label: t`Comment`, cell: textCell(comment) },
    ...status,
    ...sentEntries(row, came),
  ]);
}

/** These fields identify the question and aren't part of the answer. */
const NAMES = new Set(['id', 'type']);

/** Each sent value, and whether the question's answer or comment contains it. */
function sentEntries({ intent }: Row, came: Json): readonly Entry[] {
  const parsed = parseJson(intent.body ?? '');
  const sent = parsed.ok
    ? Object.entries(leavesOf(parsed.value, '')).filter(([name]) => !NAMES.has(name))
    : [];
  const there = new Set(
    [memberOf(came, 'answer'), memberOf(came, 'comment')].flatMap(part =>
      Object.values(leavesOf(part ?? null, '')),
    ),
  );
  const hidden = sent.filter(([, value]) => value === HIDDEN);
  const missing = sent.filter(([, value]) => value !== HIDDEN && !there.has(value));
  return [
    { heading: t`Sent values` },
    ...sent.map(([name, value]): Entry => {
      if (value === HIDDEN)
        return {
          label: visible(name, 30),
          cell: { text: t`${visible(HIDDEN)} · not kept in the journal, so not compared` },
        };
      const has = there.has(value);
      return {
        label: visible(name, 30),
        cell: {
          text: t`${visible(maskCardNumbers(value), 300)} · ${has ? t`same in the response` : t`not in the response`}`,
          tone: has ? 'plain' : 'warn',
        },
      };
    }),
    {
      note:
        sent.length === 0
          ? t`Only the question's ID and the type were sent: there is nothing to compare.`
          : missing.length === 0
            ? hidden.length === 0
              ? t`The answer in the response has all sent values.`
              : t`The journal does not keep the answer. Only its author can compare the values.`
            : t`Sent values that are not in the response: ${missing.length} of ${sent.length}.`,
      tone: missing.length === 0 && hidden.length === 0 ? 'plain' : 'warn',
    },
  ];
}

/** Every text and number of a JSON value by its path. */
function leavesOf(value: Json, path: string): Readonly<Record<string, string>> {
  if (value === null) return {};
  if (typeof value !== 'object' || value instanceof JsonNumber)
    return { [path]: typeof value === 'string' ? value : writeJson(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`)),
  );
}
