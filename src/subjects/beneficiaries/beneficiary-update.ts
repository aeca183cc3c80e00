// A change of a beneficiary.

import { Odd } from '../../api/contract/odd.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { textCell, wordsCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { memberText } from '../../format/member-rows.ts';
import type { Intent } from '../../journal/intent.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { CheckedWrite } from '../../money/check/reconciliation.ts';
import { ANOTHER, asOf, readingOf, readWith } from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, barred, given, nothing, unreadable } from '../../money/for-call.ts';
import { changedBeneficiary } from '../../money/in-path.ts';
import { changing, BENEFICIARY as THIS_BENEFICIARY } from '../../money/same-thing.ts';
import { asSentence, BENEFICIARY, confirmedIn, wholeText } from '../../money/shown-lines.ts';
import { endingToken } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import { type Beneficiary, beneficiaryQuery } from '../../records/reads.ts';
import { type Question, type ShownRecord, shownIn } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import { bodyWarnings } from './account-checks.ts';

export const beneficiaryUpdate: WriteDefinition<'beneficiary.update'> = {
  operation: 'beneficiary.update',
  class: 'write',
  happened(intent) {
    const name = confirmedIn(intent, BENEFICIARY);
    return name === undefined ? t`Changed the beneficiary.` : asSentence(t`Changed the beneficiary ${name}`);
  },
  meaning: changed,
  token: endingToken(t`beneficiary ID`, ({ query }) => query.beneficiary_id),
  async question({ query, body = {} }, { client, store }) {
    const { customer } = store.getState();
    const read = await client.perform('beneficiary.get', { query }, { customer });
    if (!read.ok) return unreadable('beneficiary.get', read.failure);
    if (!isId(read.value.id, query.beneficiary_id))
      return barred(t`The service returned a different beneficiary.`);
    return asked(updateQuestion(query.beneficiary_id, read.value, given(body), nothing));
  },
  duplicates: changing(THIS_BENEFICIARY, beneficiaryIn),
  reconcile: {
    plan: intent => readWith(changedBeneficiary(intent), input => ({ operation: 'beneficiary.get', input })),
    reads: ['beneficiary.get'],
    entries: beneficiaryNow,
    proof: t`Fields with the new values show that the change worked. A masked number shows only its end. Fields with the old values show that the change has not worked so far.`,
  },
  onScreen: { place: 'beneficiaries', key: 'e' },
};

function beneficiaryIn(intent: Intent): string | undefined {
  return changedBeneficiary(intent)?.query.beneficiary_id;
}

function beneficiaryNow({ row, outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'beneficiary.get')?.value;
  if (read === undefined) return [];
  const { metadata } = read;
  return [
    { heading: asOf(t`The beneficiary at the service`, outcomeCheck, 'beneficiary.get', moment) },
    ...(isId(read.id, beneficiaryIn(row.intent)) ? [] : [ANOTHER]),
    { label: t`Name`, cell: textCell(read.account_holder_name) },
    { label: t`Account`, cell: textCell(read.account_number) },
    { label: t`Currency`, cell: textCell(read.currency) },
    { label: t`Bank country`, cell: textCell(read.bank_country_code) },
    { label: t`Entity type`, cell: textCell(read.entity_type) },
    ...(metadata === undefined || metadata instanceof Odd
      ? []
      : [
          { label: t`Account type`, cell: textCell(metadata.account_type) },
          { label: t`Routing no.`, cell: textCell(metadata.routing_number) },
        ]),
    { label: t`Methods`, cell: wordsCell(read.payout_methods) },
    { label: t`Status`, cell: textCell(read.status) },
  ];
}

export function updateQuestion(
  id: string,
  read: Beneficiary,
  changes: Readonly<Record<string, Json>>,
  ended: NonNullable<Question<'beneficiary.update'>['ended']>,
): Question<'beneficiary.update'> {
  const input = { query: { beneficiary_id: id }, body: changes };
  return {
    operation: 'beneficiary.update',
    input,
    title: t`Change beneficiary`,
    button: t`Change beneficiary`,
    ...shownIn(shownUpdate(id, changes), read),
    warnings: [
      ...bodyWarnings(changes),
      t`Purser sends only these fields. Not documented by the service: a new verification, and the effect on this beneficiary's pending payouts.`,
    ],
    token: beneficiaryUpdate.token.of(input, {}),
    done: () => [t`The service did not return the new values. The list and the details show them.`],
    ended,
  };
}

export const ANOTHER_BENEFICIARY = t`The service returned a different beneficiary.`;

/** The record and the change have different names for some fields. */
function fieldNow(read: Beneficiary, member: string): Beneficiary['bank_name'] | string {
  const { metadata } = read;
  const known = metadata instanceof Odd ? undefined : metadata;
  switch (member) {
    case 'full_name':
      return read.account_holder_name;
    case 'account_number':
      return read.account_number;
    case 'account_currency':
      return read.currency;
    case 'bank_country_code':
      return read.bank_country_code;
    case 'entity_type':
      return read.entity_type;
    case 'account_type':
      return known?.account_type;
    case 'routing_number':
      return known?.routing_number;
    default:
      return undefined;
  }
}

export function shownNow(read: Beneficiary, member: string): Visible | undefined {
  const value = fieldNow(read, member);
  return value === undefined ? undefined : wholeText(value);
}

export function updateLines(
  read: Beneficiary,
  changes: Readonly<Record<string, Json>>,
): readonly ShownLine[] {
  return [
    { label: BENEFICIARY, value: wholeText(read.account_holder_name) },
    { label: t`Account`, value: t`${wholeText(read.account_number)} · in ${wholeText(read.currency)}` },
    { label: t`Bank`, value: t`${wholeText(read.bank_name)} · ${wholeText(read.bank_country_code)}` },
    { label: t`ID`, value: t`${wholeText(read.id)} · ${wholeText(read.status)}` },
    ...Object.entries(changes).map(([name, value]) => {
      const sent = memberText(name, value);
      const now = shownNow(read, name);
      return { label: visible(name), value: now === undefined ? sent : t`${now} → ${sent}` };
    }),
  ];
}

const shownUpdate = (
  id: string,
  changes: Readonly<Record<string, Json>>,
): ShownRecord<'beneficiary.get'> => ({
  ...beneficiaryQuery(id),
  found: now => (isId(now.id, id) ? now : ANOTHER_BENEFICIARY),
  lines: now => updateLines(now, changes),
});
