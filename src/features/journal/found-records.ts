// What the service shows of the writes that a record or a request can tell of: a mandate, a beneficiary, an account, a customer, an answer.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t, visible } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { flagCell, idText, isId, textCell, timeCell, wordsCell } from '../../ui/screens/cells.ts';
import { lastFour } from '../../ui/screens/last-four.ts';
import { confirmedLine, STATUS } from '../../ui/screens/shown-lines.ts';
import { readingOf } from '../../writes/read-back.ts';
import { cancelledMandate, changedBeneficiary } from '../../writes/rules/in-path.ts';
import type { Finding, Told } from './found.ts';
import { asOf } from './found-later.ts';
import { respondFinding } from './found-rfi.ts';

/** So many are shown; all of them are in their list. */
const MOST = 20;

export const recordFindings: Readonly<Record<string, Finding>> = {
  'rfi.respond': respondFinding,
  'mandate.cancel': {
    reads: ['mandate.get'],
    tell: mandate,
    proof: t`What a mandate's status is called after a cancellation isn't given. ACTIVE shows that it has not been cancelled so far; any other only that it is not active, and the external party may have cancelled it too.`,
  },
  'beneficiary.create': {
    reads: ['beneficiary.list'],
    tell: created,
    proof: t`A candidate is in the same currency, its masked number ends alike and it was created since: it is no proof, for an equal one made elsewhere looks the same. None may mean that it comes later.`,
  },
  'beneficiary.update': {
    reads: ['beneficiary.get'],
    tell: changed,
    proof: t`Fields that are shown whole and are as they were sent speak for it; a masked number shows its end only. As they were before, they speak against it, but the change may come later.`,
  },
  'user.activate': {
    reads: ['user.get'],
    tell: activated,
    proof: t`Which status follows an activation isn't given. CREATED speaks for it not having been done so far; another than before may be its work, or somebody else's.`,
  },
  'user.terms': {
    reads: ['user.get'],
    tell: agreed,
    proof: t`The customer's record says whether they agreed to the terms. It doesn't say when, nor by which request.`,
  },
  'account.create': {
    reads: ['account.list'],
    tell: opened,
    proof: t`An account shows neither when it was opened nor a request ID: one that is in the list may have been there before. An INACTIVE one with a dash for its number is new.`,
  },
};

const another: Entry = {
  note: t`? This answer is about another record than was asked for.`,
  tone: 'bad',
};

function mandate({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'mandate.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: asOf(t`The mandate now`, readBack, 'mandate.get', moment) },
    ...(isId(read.id, cancelledMandate(row.intent)?.mandate_id) ? [] : [another]),
    { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Creditor`, cell: textCell(read.creditor_name) },
    { label: t`Created`, cell: timeCell(read.created_at, moment) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

function created({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'beneficiary.list')?.value;
  if (read === undefined) return [];
  const { data } = read;
  if (data === undefined || data instanceof Odd)
    return [{ note: t`The list was missing from the answer.`, tone: 'warn' }];
  const end = lastFour(textIn(row.intent, 'beneficiary_account_number') ?? '');
  const rows = data.flatMap(one => (one instanceof Odd ? [] : [one]));
  const fits = ({ account_number: number, created_at: at }: RowOf<'beneficiary.list'>): boolean =>
    lastFour(idText(number) ?? '') === end &&
    // What came without a time that can be read may be of any time.
    (at === undefined || at instanceof Odd || at.epochMs >= readBack.since);
  const found = rows.filter(fits);
  return [
    { heading: t`Candidates among the beneficiaries` },
    {
      note: t`Looked for: a number that ends in ${visible(end)}, created since a minute before it was confirmed, among ${countText(rows.length)} in this currency.`,
      tone: 'plain',
    },
    ...(found.length === 0
      ? [{ note: t`There is none. That doesn't prove that it was not done.`, tone: 'warn' as const }]
      : found.slice(0, MOST).flatMap((one, i): readonly Entry[] => [
          { note: t`Candidate ${i + 1} of ${found.length}:`, tone: 'warn' },
          { label: t`Name`, cell: textCell(one.account_holder_name) },
          { label: t`Account`, cell: textCell(one.account_number) },
          { label: t`Status`, cell: textCell(one.status) },
          { label: t`Created`, cell: timeCell(one.created_at, moment) },
          { label: t`ID`, cell: textCell(one.id) },
        ])),
    ...(rows.length < PAGE
      ? []
      : [{ note: t`There may be more than were looked through: see the list (7).`, tone: 'warn' as const }]),
  ];
}

/** INTERFACE.md, Limits: one answer holds no more. */
const PAGE = 100;

function changed({ row, readBack, moment }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'beneficiary.get')?.value;
  if (read === undefined) return [];
  const { metadata } = read;
  return [
    { heading: asOf(t`The beneficiary now`, readBack, 'beneficiary.get', moment) },
    ...(isId(read.id, changedBeneficiary(row.intent)) ? [] : [another]),
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

function activated({ row, readBack }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'user.get')?.value;
  if (read === undefined) return [];
  return [
    { heading: t`The customer now` },
    ...(isId(read.id, row.intent.customer.userId) ? [] : [another]),
    { label: t`Status then`, cell: textCell(confirmedLine(row, STATUS)) },
    { label: t`Status now`, cell: textCell(read.status, 'strong') },
    { label: t`Nickname`, cell: textCell(read.nickname) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

function agreed({ row, readBack }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'user.get')?.value;
  if (read === undefined) return [];
  const { customer_agreements: agreements } = read;
  const terms =
    agreements === undefined || agreements instanceof Odd
      ? agreements
      : agreements.agreed_to_terms_and_conditions;
  return [
    { heading: t`The customer now` },
    ...(idText(read.id) === row.intent.customer.userId ? [] : [another]),
    { label: t`Agreed to the terms`, cell: flagCell(terms) },
    { label: t`ID`, cell: textCell(read.id) },
  ];
}

function opened({ row, readBack }: Told): readonly Entry[] {
  const read = readingOf(readBack, 'account.list')?.value;
  if (read === undefined) return [];
  const rows = read.flatMap(one => (one instanceof Odd ? [] : [one]));
  return [
    { heading: t`The accounts in this currency now` },
    { note: t`Asked for was the label “${visible(textIn(row.intent, 'label') ?? '', 60)}”.`, tone: 'plain' },
    ...(rows.length === 0 ? [{ note: t`There is none.`, tone: 'warn' as const }] : []),
    ...rows.slice(0, MOST).flatMap((one, i): readonly Entry[] => [
      { note: t`Account ${i + 1} of ${rows.length}:`, tone: 'plain' },
      { label: t`Label`, cell: textCell(one.label) },
      { label: t`Status`, cell: textCell(one.status) },
      { label: t`Number`, cell: textCell(one.account_number) },
      { label: t`ID`, cell: textCell(one.id) },
    ]),
  ];
}
