// What makes two writes alike, and which record each is about, operation by operation, read from the very request; pure.

import type { WriteId } from '../api/contract/operations.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { padFraction } from '../lib/decimal.ts';
import { canonicalId, canonicalReference, isSystemReference, sameId } from '../lib/identifier.ts';
import { JsonNumber, memberOf } from '../lib/json.ts';
import { t, type Visible } from '../lib/visible.ts';
import {
  amountIn,
  bodyOf,
  cancelledDebit,
  cancelledMandate,
  changedBeneficiary,
  textIn,
} from './read-back-plan.ts';

type Named = string | undefined;

interface Rule {
  /** Of something new: what has to be the same for it to be the same thing made twice; a missing one makes it like no other. */
  readonly alike?: {
    readonly what: Visible;
    of(intent: Intent): readonly Named[];
    /** Too little of it is kept to tell: only what is not certain counts. */
    readonly onlyOpen?: true;
    /** A screen knows more of done ones, and warns of them itself. */
    readonly warnedElsewhere?: true;
  };
  /** The records that it changes: another write of one of them that isn't certain matters. */
  changes?(intent: Intent): readonly Named[];
  /** The records that it is made with, as they are. */
  uses?(intent: Intent): readonly Named[];
  /** "this card": what `changes` and `uses` name. */
  readonly record?: Visible;
}

const named = (kind: string, id: Named): Named =>
  id === undefined ? undefined : `${kind} ${canonicalId(id)}`;

/** A system reference in the ID's place is one all the same. */
const payoutNamed = (name: Named, kind: 'payout' | 'reference' = 'payout'): Named =>
  name !== undefined && (kind === 'reference' || isSystemReference(name))
    ? `reference ${canonicalReference(name)}`
    : named(kind, name);

const ofUser: Rule = {
  changes: intent => [named('user', intent.customer.userId)],
  record: t`this customer`,
};
const ofCard: Rule = {
  changes: intent => [named('card', textIn(intent, 'id'))],
  record: t`this card`,
};

/** A member of the body; capitals and blanks around it make no difference. */
function text(intent: Intent, name: string): Named {
  const value = memberOf(bodyOf(intent), name);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : undefined;
}

/** More digits than any currency has: 12.5 is 12.50. */
const DIGITS = 20;

function sum(intent: Intent, member: string): Named {
  const digits = amountIn(intent, member);
  return digits && padFraction(digits, DIGITS);
}

const rules: { readonly [Id in WriteId]: Rule } = {
  'payout.create': {
    alike: {
      what: t`the same amount to this beneficiary`,
      of: intent => [text(intent, 'beneficiary_id'), text(intent, 'currency'), sum(intent, 'amount')],
    },
    uses: intent => [named('beneficiary', textIn(intent, 'beneficiary_id'))],
    record: t`this beneficiary`,
  },
  'payout.cancel': {
    changes: intent => [
      payoutNamed(textIn(intent, 'id')),
      payoutNamed(textIn(intent, 'systemReferenceNumber'), 'reference'),
    ],
    record: t`this payout`,
  },
  'conversion.create': {
    alike: {
      what: t`a conversion with the same amount and currencies`,
      of: intent => [
        // The short form of its body names no currencies.
        text(intent, 'source_currency') ?? '-',
        text(intent, 'destination_currency') ?? '-',
        sum(intent, 'source_amount') ?? named('buys', sum(intent, 'destination_amount')),
      ],
      // The review knows the currencies from the quote (features/fx/review.ts).
      warnedElsewhere: true,
    },
  },
  'directDebit.cancel': {
    changes: intent => [named('debit', cancelledDebit(intent))],
    record: t`this direct debit`,
  },
  'mandate.cancel': {
    changes: intent => [named('mandate', cancelledMandate(intent)?.mandate_id)],
    record: t`this mandate`,
  },
  'card.activate': ofCard,
  'card.update': ofCard,
  'card.close': ofCard,
  'card.issue': {
    alike: {
      what: t`a card of this type for this cardholder`,
      of: intent => [text(intent, 'card_holder_id'), text(intent, 'card_type')],
    },
    uses: intent => [named('cardholder', textIn(intent, 'card_holder_id'))],
    record: t`this cardholder`,
  },
  // What these say of persons isn't kept, so any of them may be this one.
  'cardholder.create': {
    alike: { what: t`a new cardholder, whose name isn't kept`, of: () => ['any'], onlyOpen: true },
  },
  'cardholder.update': {
    changes: intent => [named('cardholder', textIn(intent, 'id'))],
    record: t`this cardholder`,
  },
  'beneficiary.create': {
    alike: {
      what: t`a beneficiary with this account number`,
      // In groups or in one piece it is the same number.
      of: intent => [
        text(intent, 'beneficiary_account_number')?.replace(/[\s-]/g, ''),
        text(intent, 'beneficiary_account_currency'),
      ],
    },
  },
  'beneficiary.update': {
    changes: intent => [named('beneficiary', changedBeneficiary(intent))],
    record: t`this beneficiary`,
  },
  'account.create': {
    alike: {
      what: t`an account of this type, country and currency`,
      of: intent => [text(intent, 'type'), text(intent, 'country'), text(intent, 'currency')],
    },
  },
  'user.create': {
    alike: { what: t`a new customer, whose name isn't kept`, of: () => ['any'], onlyOpen: true },
  },
  'user.activate': ofUser,
  'user.terms': ofUser,
  'rfi.respond': {
    alike: { what: t`an answer to this question`, of: intent => [named('question', textIn(intent, 'id'))] },
  },
};

/** A journal may hold operations of other versions: those are like none. */
export const likeness = ({ operation }: Intent): Rule =>
  Object.hasOwn(rules, operation) ? rules[operation as WriteId] : {};

/** Whether both would make the same thing. */
export function isAlike(one: Intent, other: Intent): boolean {
  const { alike } = likeness(one);
  if (alike === undefined || one.operation !== other.operation) return false;
  const [mine, its] = [alike.of(one), alike.of(other)];
  return mine.every((value, at) => value !== undefined && value === its[at]);
}

/** Later writes from here of the record that this one is about, for the same customer: what is shown now may be theirs. */
export function changedSince({ number, intent }: Row, rows: readonly Row[]): readonly Row[] {
  return rows.filter(
    row =>
      row.number > number &&
      row.intent.baseUrl === intent.baseUrl &&
      sameId(row.intent.customer.userId, intent.customer.userId) &&
      changesItsRecord(row.intent, intent),
  );
}

/** Whether `other` changes a record that `one` changes or is made with. */
export function changesItsRecord(other: Intent, one: Intent): boolean {
  const rule = likeness(one);
  const mine = [...(rule.changes?.(one) ?? []), ...(rule.uses?.(one) ?? [])];
  const its = likeness(other).changes?.(other) ?? [];
  return its.some(name => name !== undefined && mine.includes(name));
}
