// A new beneficiary.

import { Odd } from '../../api/contract/odd.ts';
import { created } from '../../api/contract/write-meaning.ts';
import { textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { bodyLines } from '../../format/member-rows.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import type { CheckedWrite } from '../../money/check/reconciliation.ts';
import { MOST_BENEFICIARIES, readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, given, nothing } from '../../money/for-call.ts';
import { textOf } from '../../money/same-thing.ts';
import { lastFour } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { Question } from '../../sending/question.ts';
import { bodyWarnings } from './account-checks.ts';

export const beneficiaryCreate: WriteDefinition<'beneficiary.create'> = {
  operation: 'beneficiary.create',
  class: 'write',
  happened: () => t`Created the beneficiary.`,
  meaning: created,
  token: {
    words: t`the last four of the account number`,
    // People write an account number in groups, unlike an ID. `lastFour` ignores the blanks.
    of: ({ body }) => ({
      text: lastFour(body.beneficiary_account_number),
      name: t`the last four of the account number`,
    }),
  },
  question({ body }) {
    const { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others } = body;
    return asked(creationQuestion({ currency, number, others: given(others) }, nothing));
  },
  duplicates: {
    similar: {
      what: t`a beneficiary with this account number`,
      // A number with blanks or hyphens is the same number.
      of: intent => [
        textOf(intent, 'beneficiary_account_number')?.replace(/[\s-]/g, ''),
        textOf(intent, 'beneficiary_account_currency'),
      ],
    },
  },
  reconcile: {
    plan: intent =>
      readWith(textIn(intent, 'beneficiary_account_currency'), currency => ({
        operation: 'beneficiary.list',
        input: { query: { currency, limit: MOST_BENEFICIARIES } },
      })),
    reads: ['beneficiary.list'],
    entries: candidates,
    proof: t`A candidate has the same currency and the same last digits, and is newer than this request. That is no proof: a duplicate made elsewhere matches too. Without a candidate, the beneficiary may still appear later.`,
  },
  onScreen: { place: 'create-beneficiary', key: 'enter' },
};

/** The list of beneficiaries has all of them. */
const MOST = 20;

function candidates({ row, outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'beneficiary.list')?.value;
  if (read === undefined) return [];
  const { data } = read;
  if (data === undefined || data instanceof Odd) return [noted(t`The response has no list.`, 'warn')];
  const end = lastFour(textIn(row.intent, 'beneficiary_account_number') ?? '');
  const rows = data.flatMap(one => (one instanceof Odd ? [] : [one]));
  const fits = ({ account_number: number, created_at: at }: RowOf<'beneficiary.list'>): boolean =>
    lastFour(idText(number) ?? '') === end &&
    // A record without a readable time stays a candidate.
    (at === undefined || at instanceof Odd || at.epochMs >= outcomeCheck.since);
  const found = rows.filter(fits);
  return [
    { heading: t`Candidates among the beneficiaries` },
    noted(
      t`Purser searched the beneficiaries in this currency (${countText(rows.length)}) for account numbers that end in ${visible(end)}. Candidates were created after the confirmation, or in the minute before.`,
      'plain',
    ),
    ...(found.length === 0
      ? [noted(t`No match. The request may still have worked.`, 'warn')]
      : found
          .slice(0, MOST)
          .flatMap((one, i): readonly Entry[] => [
            noted(t`Candidate ${i + 1} of ${found.length}:`, 'warn'),
            { label: t`Name`, cell: textCell(one.account_holder_name) },
            { label: t`Account`, cell: textCell(one.account_number) },
            { label: t`Status`, cell: textCell(one.status) },
            { label: t`Created`, cell: timeCell(one.created_at, moment) },
            { label: t`ID`, cell: textCell(one.id) },
          ])),
    ...(rows.length < MOST_BENEFICIARIES
      ? []
      : [noted(t`There may be more beneficiaries than Purser read. See the list (7).`, 'warn')]),
  ];
}

export interface NewBeneficiary {
  readonly currency: string;
  readonly number: string;
  readonly others: Readonly<Record<string, Json>>;
}

export function creationQuestion(
  { currency, number, others }: NewBeneficiary,
  ended: NonNullable<Question<'beneficiary.create'>['ended']>,
): Question<'beneficiary.create'> {
  const body = { beneficiary_account_currency: currency, beneficiary_account_number: number, ...others };
  return {
    operation: 'beneficiary.create',
    input: { body },
    title: t`New beneficiary`,
    button: t`Create beneficiary`,
    lines: bodyLines(body),
    warnings: [
      ...bodyWarnings(body),
      t`Purser sends exactly these fields. Purser can't check for a duplicate: look for this beneficiary in the list (7) first.`,
    ],
    token: beneficiaryCreate.token.of({ body }, {}),
    done(value) {
      const id = idText(value.id);
      const asked = [currency, number];
      const came = [idText(value.beneficiary_account_currency), idText(value.beneficiary_account_number)];
      return [
        id === undefined
          ? t`The service sent no usable ID. The list shows the beneficiary.`
          : t`Beneficiary ID: ${visible(id)}.`,
        ...(came.every((text, i) => text === asked[i])
          ? []
          : [
              t`The service returned a different account: ${textCell(value.beneficiary_account_number).text} in ${textCell(value.beneficiary_account_currency).text}. Check the beneficiary before you pay.`,
            ]),
        t`The list shows the status. The service does not document whether it pays a beneficiary that is not VERIFIED.`,
      ];
    },
    ended,
  };
}
