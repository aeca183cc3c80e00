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
  /** Of something new: how the same thing made twice is recognised. */
  readonly alike?: {
    readonly what: Visible;
    /** What has to be the same; a missing one makes it like no other. Absent: too little of it is kept to tell, so any may be it. */
    of?(intent: Intent): readonly Named[];
    /** A screen knows more of done ones, and warns of them itself. */
    readonly warnedElsewhere?: true;
  };
  /** The record that it changes, or that it is made with, by each name that the request gives it. */
  readonly record?: {
    /** "this card" */
    readonly what: Visible;
    names(intent: Intent): readonly Named[];
    /** Another write of a record that isn't certain matters only where that one changes it. */
    readonly changes: boolean;
  };
}

const canonical = (id: Named): Named => (id === undefined ? undefined : canonicalId(id));

const referenceOf = (name: Named): Named =>
  name === undefined ? undefined : `reference ${canonicalReference(name)}`;

/** A system reference in the ID's place is one all the same. */
const payoutOf = (id: Named): Named =>
  id !== undefined && isSystemReference(id) ? referenceOf(id) : canonical(id);

const changing = (what: Visible, id: (intent: Intent) => Named): Rule => ({
  record: { what, names: intent => [canonical(id(intent))], changes: true },
});
const madeWith = (what: Visible, id: (intent: Intent) => Named): Rule => ({
  record: { what, names: intent => [canonical(id(intent))], changes: false },
});
const member = (name: string) => (intent: Intent) => textIn(intent, name);

const CARDHOLDER = t`this cardholder`;
const BENEFICIARY = t`this beneficiary`;
const ofUser = changing(t`this customer`, ({ customer }) => customer.userId);
const ofCard = changing(t`this card`, member('id'));

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

/** The same digits may be sold or bought: that is not the same conversion. */
function bought(intent: Intent): Named {
  const digits = sum(intent, 'destination_amount');
  return digits && `${digits} bought`;
}

const rules: { readonly [Id in WriteId]: Rule } = {
  'payout.create': {
    ...madeWith(BENEFICIARY, member('beneficiary_id')),
    alike: {
      what: t`the same amount to this beneficiary`,
      of: intent => [text(intent, 'beneficiary_id'), text(intent, 'currency'), sum(intent, 'amount')],
    },
  },
  'payout.cancel': {
    record: {
      what: t`this payout`,
      names: intent => [payoutOf(textIn(intent, 'id')), referenceOf(textIn(intent, 'systemReferenceNumber'))],
      changes: true,
    },
  },
  'conversion.create': {
    alike: {
      what: t`a conversion with the same amount and currencies`,
      of: intent => [
        // The short form of its body names no currencies.
        text(intent, 'source_currency') ?? '-',
        text(intent, 'destination_currency') ?? '-',
        sum(intent, 'source_amount') ?? bought(intent),
      ],
      // The review knows the currencies from the quote (features/fx/review.ts).
      warnedElsewhere: true,
    },
  },
  'directDebit.cancel': changing(t`this direct debit`, cancelledDebit),
  'mandate.cancel': changing(t`this mandate`, intent => cancelledMandate(intent)?.mandate_id),
  'card.activate': ofCard,
  'card.update': ofCard,
  'card.close': ofCard,
  'card.issue': {
    ...madeWith(CARDHOLDER, member('card_holder_id')),
    alike: {
      what: t`a card of this type for this cardholder`,
      of: intent => [text(intent, 'card_holder_id'), text(intent, 'card_type')],
    },
  },
  'cardholder.create': { alike: { what: t`a new cardholder, whose name isn't kept` } },
  'cardholder.update': changing(CARDHOLDER, member('id')),
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
  'beneficiary.update': changing(BENEFICIARY, changedBeneficiary),
  'account.create': {
    alike: {
      what: t`an account of this type, country and currency`,
      of: intent => [text(intent, 'type'), text(intent, 'country'), text(intent, 'currency')],
    },
  },
  'user.create': { alike: { what: t`a new customer, whose name isn't kept` } },
  'user.activate': ofUser,
  'user.terms': ofUser,
  'rfi.respond': {
    alike: { what: t`an answer to this question`, of: intent => [canonical(textIn(intent, 'id'))] },
  },
};

/** A journal may hold operations of other versions: those are like none. */
export const likeness = ({ operation }: Intent): Rule =>
  Object.hasOwn(rules, operation) ? rules[operation as WriteId] : {};

/** Whether both would make the same thing. */
export function isAlike(one: Intent, other: Intent): boolean {
  const { alike } = likeness(one);
  if (alike === undefined || one.operation !== other.operation) return false;
  if (alike.of === undefined) return true;
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
  const [changed, record] = [likeness(other).record, likeness(one).record];
  if (record === undefined || changed?.changes !== true || changed.what !== record.what) return false;
  const mine = record.names(one);
  return changed.names(other).some(name => name !== undefined && mine.includes(name));
}
