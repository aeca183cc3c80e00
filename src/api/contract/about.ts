/** Whose record an answer must be. A service may answer with another record than the asked one. */

import { sameId } from '../../lib/identifier.ts';
import { isJsonList, isObject, type Json } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { OperationId } from './operations.ts';

interface About {
  /** The member of the request, or the customer of the call. */
  readonly asked: readonly [part: 'params' | 'query' | 'headers', name: string] | 'customer';
  /** The member of the record that repeats it. The first one that is sent counts. */
  readonly answered: readonly string[];
  readonly what: Visible;
  /** Of a list: the member with the records. */
  readonly rows?: string;
}

const ACCOUNT: About = {
  asked: ['params', 'global_account_id'],
  answered: ['global_account_id'],
  what: t`account`,
};

const ABOUT: { readonly [Id in OperationId]?: readonly About[] } = {
  'account.list': [{ asked: ['query', 'id'], answered: ['id'], what: t`account` }],
  'account.transactions': [
    { asked: ['headers', 'x-account-id'], answered: ['account_id', 'x-account-id'], what: t`account` },
  ],
  'beneficiary.get': [
    { asked: ['query', 'beneficiary_id'], answered: ['id', 'beneficiary_id'], what: t`beneficiary` },
  ],
  'card.details': [{ asked: ['query', 'id'], answered: ['card_id', 'cardHashId'], what: t`card` }],
  'card.limits': [{ asked: ['query', 'id'], answered: ['card_id', 'cardHashId', 'id'], what: t`card` }],
  'card.transactions': [{ asked: ['query', 'id'], answered: ['card_id'], what: t`card`, rows: 'items' }],
  'conversion.get': [{ asked: ['query', 'conversion_id'], answered: ['id'], what: t`conversion` }],
  'directDebit.get': [
    { asked: ['params', 'transaction_id'], answered: ['transaction_id'], what: t`direct debit` },
  ],
  'globalAccount.get': [{ ...ACCOUNT, answered: ['id'] }],
  'mandate.get': [{ asked: ['params', 'mandate_id'], answered: ['id'], what: t`mandate` }, ACCOUNT],
  'mandate.list': [{ ...ACCOUNT, rows: 'items' }],
  'quote.get': [{ asked: ['query', 'quote_id'], answered: ['id'], what: t`quote` }],
  'rfi.get': [{ asked: 'customer', answered: ['account_id'], what: t`customer` }],
  'user.get': [{ asked: 'customer', answered: ['id'], what: t`customer` }],
};

export interface AskedFor {
  readonly operation: OperationId;
  readonly input: unknown;
  readonly customer?: { readonly userId: string; readonly onBehalfOf?: string | undefined } | undefined;
}

const textIn = (value: unknown, name: string): string | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const member: unknown = (value as Readonly<Record<string, unknown>>)[name];
  return typeof member === 'string' && member !== '' ? member : undefined;
};

/** The IDs that the answer may have. None if the request names none. */
function askedIds({ asked }: About, { input, customer }: AskedFor): readonly string[] {
  if (asked === 'customer') return [customer?.userId, customer?.onBehalfOf].filter(id => id !== undefined);
  const [part, name] = asked;
  const id = textIn((input as Readonly<Record<string, unknown>>)[part], name);
  return id === undefined ? [] : [id];
}

/** A sentence, if the record, as sent or as read, is another one. A record without its ID is not. */
export function findOther(record: unknown, of: AskedFor): Visible | undefined {
  for (const about of ABOUT[of.operation] ?? []) {
    const [asked, ...others] = askedIds(about, of);
    const answered = about.answered.map(name => textIn(record, name)).find(id => id !== undefined);
    if (asked === undefined || answered === undefined) continue;
    if ([asked, ...others].every(id => !sameId(id, answered)))
      return t`The service answered about another ${about.what} (${visible(answered, 40)}), not ${visible(asked, 40)}.`;
  }
  return undefined;
}

/** Of a whole answer: the sentence about its first other record. */
export function findOtherIn(raw: Json, of: AskedFor): Visible | undefined {
  const name = ABOUT[of.operation]?.[0]?.rows;
  const inner = name !== undefined && isObject(raw) ? (raw[name] ?? null) : raw;
  for (const record of isJsonList(inner) ? inner : [inner]) {
    const why = findOther(record, of);
    if (why !== undefined) return why;
  }
  return undefined;
}
