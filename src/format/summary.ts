// What staff can say to the customer about a record: two or three plain sentences, from a template.

import { maskCardNumbers } from '../lib/redact.ts';
import { forLast } from '../lib/remembered.ts';
import {
  filled,
  parseTemplate,
  type SUMMARY_FIELDS,
  type SummaryKind,
  type SummaryTexts,
} from '../lib/summaries.ts';
import { showDate, stampOf } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import { type Cell, cellText, DASH } from './entry.ts';

/** An undefined field is not known. */
export type Summary = {
  readonly [Kind in SummaryKind]: {
    readonly kind: Kind;
    /** Chooses the text. Purser has no own text for a status that is not listed. */
    readonly status: string | undefined;
    readonly fields: { readonly [Field in (typeof SUMMARY_FIELDS)[Kind][number]]: Visible | undefined };
  };
}[SummaryKind];

const DEBIT = 'The direct debit of {amount}[ with the reference {reference}], created on {date},';
const CANCELS = 'Your payout[ of {amount}][ to {payee}][ with the reference {reference}]';
const PAYOUT = 'our payout of {amount}[ to {payee}]';

/** Each says no more than the service documents. */
export const SUMMARY_TEXTS: Readonly<Record<string, string>> = {
  'account.ACTIVE': 'Your account {name} is active.[ Its number ends in {last4}.]',
  'account.INACTIVE': 'Your account {name} is not active.[ Its number ends in {last4}.]',
  'beneficiary.VERIFIED': 'You can now pay {payee}[ in {currency}].[ The account number ends in {last4}.]',
  'beneficiary.PENDING_VERIFICATION': '{payee} is being checked. You can pay {payee} after that.',
  'beneficiary.VERIFICATION_PENDING': '{payee} is being checked. You can pay {payee} after that.',
  'card.ACTIVE': 'Your card ending in {last4} is active.',
  'card.INACTIVE': 'Your card ending in {last4} is not active. Contact us if you want to use it again.',
  'card.CLOSED': 'Your card ending in {last4} is closed for good. You need a new card.',
  'card-transaction.APPROVED':
    'The payment of {amount}[ at {merchant}] on {date}[ with the card ending in {last4}] was approved.',
  'card-transaction.DECLINED':
    'The payment of {amount}[ at {merchant}] on {date}[ with the card ending in {last4}] was declined.',
  'conversion.SETTLED': 'You sold {sold} and bought {bought} on {date}. The conversion is complete.',
  'conversion.processing':
    'You sold {sold} and bought {bought} on {date}. The conversion is being processed.',
  'conversion.DONE': 'You sold {sold} and bought {bought} on {date}.',
  'conversion.UNKNOWN':
    'We are checking your conversion of {sold} to {bought} of {date}. Do not convert again until you hear from us.',
  'conversion.REFUSED': 'Your conversion of {sold} to {bought} on {date} was not made.',
  'direct-debit.NEW': `${DEBIT} was received.`,
  'direct-debit.PENDING': `${DEBIT} is pending. Your balance has not changed.`,
  'direct-debit.SETTLED': `${DEBIT} was debited from your balance.`,
  'direct-debit.REJECTED': `${DEBIT} was rejected.`,
  'direct-debit.RETURNED': `${DEBIT} was returned. The money is back in your balance.`,
  'direct-debit.IN_REVIEW': `${DEBIT} is being reviewed.`,
  entry: 'On {date} your balance changed by {amount}.',
  'mandate.ACTIVE': 'The direct debit mandate for {creditor} is active[ since {date}].',
  'payout.DONE': `Y${PAYOUT} was created on {date}.[ Its reference is {reference}.]`,
  'payout.CANCELLED': `${CANCELS} was cancelled on {date}.`,
  'payout.CANCELLING': `We are checking whether y${CANCELS.slice(1)} was cancelled on {date}.`,
  'payout.NOT CANCELLED': `${CANCELS} was not cancelled.`,
  'payout.UNKNOWN': `We are checking whether y${PAYOUT} of {date} was made. Do not send it again until you hear from us.`,
  'payout.REFUSED': `Y${PAYOUT} on {date} was not made. No money left your balance.`,
  'payout.PAID': 'A payout of {amount} left your balance on {date}.',
  'rfi.ACTION_REQUIRED': 'We need your answer to this question: {question}',
  'rfi.SUBMITTED': 'We have your answer to this question: {question} It is being checked.',
  'transaction.SETTLED': 'The transaction of {date} is complete: {amount}.',
  'transaction.PENDING': 'The transaction of {date} is pending: {amount}.',
  'write.DONE': 'Done on {date}: {done}',
  'write.REFUSED': 'Not done on {date}: {what}.',
  'write.UNKNOWN': 'We are checking whether this was done on {date}: {what}.',
};

const templateOf = forLast(parseTemplate);

/** To paste, or why there is none. The texts of the service keep no card number. */
export function summaryText(
  { kind, status, fields }: Summary,
  own: SummaryTexts | undefined,
): { readonly text: Visible } | { readonly why: Visible } {
  const name = `${kind}.${status ?? ''}`;
  const text = own?.texts[name] ?? own?.texts[kind] ?? SUMMARY_TEXTS[name] ?? SUMMARY_TEXTS[kind];
  if (text === undefined) {
    const shown = status === undefined ? t`no status` : t`the status ${visible(status, 40)}`;
    return {
      why: t`There is no text for ${shown}. config.json can have one: summaries.texts, ${visible(name, 60)}.`,
    };
  }
  const template = templateOf(text);
  const said = template && filled(template, fields);
  if (said === undefined) return { why: t`This record lacks a field that the sentence needs.` };
  return { text: visible(maskCardNumbers(said)) };
}

/** Undefined if the service did not send the value as documented. An amount has no sign unless it is `signed`. */
export function said(cell: Cell, signed?: 'signed'): Visible | undefined {
  const { text, unit, tone } = cell;
  if (text === DASH.text || tone === 'warn') return undefined;
  if (signed) return cellText(cell);
  return unit === undefined ? text : t`${visible(text.replace(/^[−-]/, ''))} ${unit}`;
}

export const lastFour = (text: string | undefined): Visible | undefined => {
  const [end] = /[0-9A-Za-z]{4}$/.exec(text?.trim() ?? '') ?? [];
  return end === undefined ? undefined : visible(end);
};

const formatter = forLast(
  (language: string, timeZone: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }),
);

/** "26 Nov 2026", or as the language of config.json writes the day. */
export function saidDay(at: number | undefined, { summaries, reach }: Pick<State, 'summaries' | 'reach'>) {
  if (at === undefined || !Number.isFinite(at)) return undefined;
  const language = summaries?.language;
  if (language === undefined) return showDate(stampOf(at, 'local', reach.zone));
  return visible(formatter(language, reach.zone).format(at));
}
