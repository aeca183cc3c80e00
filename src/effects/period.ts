// The days of a list's service filter. A service may leave out the end day, so Purser asks for one day more.

import { Odd } from '../api/contract/odd.ts';
import { addDays, isDate } from '../lib/time.ts';
import { unsafeText } from '../lib/visible.ts';
import { kindOf, timeOf } from '../records/facts.ts';
import { type ListOperation, type ListQuery, withFields } from '../records/query.ts';

interface PeriodFields {
  readonly from: string;
  readonly to: string;
  /** The days that the service lists before the end day, if no first day is given. */
  readonly before?: number;
}

const DAYS = { from: 'from_date', to: 'to_date' };
const CREATED = { from: 'from_created_date', to: 'to_created_date' };

const PERIODS: { readonly [Id in ListOperation]?: PeriodFields } = {
  'account.transactions': DAYS,
  'account.balanceHistory': DAYS,
  'card.transactions': { from: 'start_date', to: 'end_date' },
  // INTERFACE.md, Endpoints › Family A, rule 3.
  'directDebit.list': { ...CREATED, before: 30 },
  'mandate.list': CREATED,
};

interface AskedPeriod {
  readonly fields: PeriodFields;
  readonly to: string;
  readonly from: unknown;
}

/** Undefined without an end day. */
function askedIn({ operation, input }: ListQuery): AskedPeriod | undefined {
  const fields = PERIODS[operation];
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
  const { to } = asked;
  const end = Date.parse(addDays(to, 1));
  return row => {
    const time = timeOf(kindOf(query.operation), row);
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
