// The days of a list's service filter. A service may leave out the end day, so Purser asks for one day more.

import type { Timestamp } from '../api/contract/fields.ts';
import { Odd } from '../api/contract/odd.ts';
import { addDays, isDate } from '../lib/time.ts';
import { unsafeText } from '../lib/visible.ts';
import { type ListOperation, type ListQuery, type RowOf, withFields } from './query.ts';

interface PeriodFields<Id extends ListOperation> {
  readonly from: string;
  readonly to: string;
  readonly time: keyof RowOf<Id> & string;
  /** The days that the service lists before the end day, if no first day is given. */
  readonly before?: number;
}

const PERIODS: { readonly [Id in ListOperation]?: PeriodFields<Id> } = {
  'account.transactions': { from: 'from_date', to: 'to_date', time: 'create_time' },
  'account.balanceHistory': { from: 'from_date', to: 'to_date', time: 'create_time' },
  'card.transactions': { from: 'start_date', to: 'end_date', time: 'transaction_date' },
  // INTERFACE.md, Endpoints › Family A, rule 3.
  'directDebit.list': {
    from: 'from_created_date',
    to: 'to_created_date',
    time: 'created_at',
    before: 30,
  },
  'mandate.list': { from: 'from_created_date', to: 'to_created_date', time: 'created_at' },
};

interface AskedPeriod {
  readonly fields: PeriodFields<never>;
  readonly to: string;
  readonly from: unknown;
}

/** Undefined without an end day. */
function askedIn({ operation, input }: ListQuery): AskedPeriod | undefined {
  const fields = PERIODS[operation] as PeriodFields<never> | undefined;
  if (!fields) return undefined;
  const query: object = ('query' in input && input.query) || {};
  const given = query as Readonly<Record<string, unknown>>;
  const to = given[fields.to];
  return typeof to === 'string' && isDate(to) ? { fields, to, from: given[fields.from] } : undefined;
}

/** The query as it is sent. `itemsWithin` drops the rows of the added day. */
export function widened<Id extends ListOperation>(query: ListQuery<Id>): ListQuery<Id> {
  const asked = askedIn(query);
  if (!asked) return query;
  const { fields, to, from } = asked;
  const first = from === undefined && fields.before !== undefined ? addDays(to, -fields.before) : undefined;
  const days = { [fields.to]: addDays(to, 1), ...(first !== undefined && { [fields.from]: first }) };
  return { ...query, input: withFields(query, days) } as ListQuery<Id>;
}

/** Whether a row's day is in the period as the service wrote the day, or in UTC. Undefined without an end day. */
function withinPeriod(query: ListQuery): ((row: unknown) => boolean) | undefined {
  const asked = askedIn(query);
  if (!asked) return undefined;
  const { fields, to } = asked;
  const end = Date.parse(addDays(to, 1));
  return row => {
    // Rows of the query's list have this field. Its value may be absent or `Odd`.
    const time = (row as Readonly<Record<string, Timestamp | Odd | undefined>>)[fields.time];
    if (time === undefined || time instanceof Odd) return true;
    return time.epochMs < end || unsafeText(time.text).slice(0, 10) <= to;
  };
}

export function itemsWithin<One extends { readonly row: unknown }>(
  items: readonly One[],
  query: ListQuery | undefined,
): readonly One[] {
  const isWithin = query && withinPeriod(query);
  return isWithin && !items.every(({ row }) => isWithin(row))
    ? items.filter(({ row }) => isWithin(row))
    : items;
}
