// The filters of the journal's list, for the SQL of each database and for entries in memory.
import { present } from '../lib/present.ts';
import type { Row } from './intent.ts';
import type { RowFilters } from './journal.ts';

const columnsOf = ({ number, state, intent }: Row) => ({
  state,
  profile: intent.profile,
  operation: intent.operation,
  user_id: intent.customer.userId,
  number,
  created_at: intent.createdAt,
});

/** Of `column`: one of `wanted`, or a comparison with `wanted`. */
type RowCondition = { readonly column: keyof ReturnType<typeof columnsOf> } & (
  | { readonly is: 'in'; readonly wanted: readonly string[] }
  | { readonly is: '=' | '<' | '>='; readonly wanted: string | number }
);

export const conditionsOf = (filters: RowFilters): readonly RowCondition[] => {
  const { states, profile, operations, userId, before, since } = filters;
  return present<RowCondition>(
    states && { column: 'state', is: 'in', wanted: states },
    profile !== undefined && { column: 'profile', is: '=', wanted: profile },
    operations && { column: 'operation', is: 'in', wanted: operations },
    userId !== undefined && { column: 'user_id', is: '=', wanted: userId },
    before !== undefined && { column: 'number', is: '<', wanted: before },
    since !== undefined && { column: 'created_at', is: '>=', wanted: Math.ceil(since) },
  );
};

export function passes(row: Row, filters: RowFilters): boolean {
  const columns = columnsOf(row);
  return conditionsOf(filters).every(({ column, is, wanted }) => {
    const value = columns[column];
    if (is === 'in') return wanted.some(one => one === value);
    return is === '<' ? value < wanted : is === '>=' ? value >= wanted : value === wanted;
  });
}
