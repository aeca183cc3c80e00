// The form of a list's service filters, and what may be typed into them.

import { isDate } from '../../lib/time.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { field } from '../../store/form.ts';
import type { Form } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { ServerFilter } from './resource.ts';

export const filterForm = (filters: readonly ServerFilter[], view: View): Form => ({
  fields: filters.map(f => field(f.field, f.label, view.server[f.field] ?? '', f.hint)),
  focus: 0,
});

const DAY = t`YYYY-MM-DD; days in the service’s time zone`;

/** A period, by the names of its two request fields; `open` says what applies without a first day. */
export const periodFilters = (
  from: string,
  to: string,
  open: Visible = DAY,
): readonly [from: ServerFilter, to: ServerFilter] => [
  { field: from, label: t`From`, hint: open, check: checkDate },
  {
    field: to,
    label: t`To`,
    hint: DAY,
    check: (value, values) =>
      checkDate(value) ??
      (isDate(values[from] ?? '') && value < (values[from] ?? '')
        ? t`This day is before the first day. Nothing can match.`
        : undefined),
  },
];

export const [fromDate, toDate] = periodFilters('from_date', 'to_date');

export const currencyFilter: ServerFilter = {
  field: 'currency',
  label: t`Currency`,
  hint: t`three letters, such as GBP`,
  // Only the service knows its currencies: it may have one that our list lacks.
  check: value => (/^[A-Za-z]{3}$/.test(value) ? undefined : t`A currency is three letters, such as GBP.`),
  send: value => value.toUpperCase(),
};

/** A filter whose values the API names, all or some of them. */
export function wordFilter(
  name: string,
  label: Visible,
  known: readonly Visible[],
  closed: boolean,
): ServerFilter {
  const listed = known.reduce((all, word) => t`${all}, ${word}`);
  return {
    field: name,
    label,
    hint: closed ? t`one of ${listed}` : t`${listed}, or another value of the service`,
    check: value =>
      closed && !known.some(word => word === value.toUpperCase()) ? t`Type one of ${listed}.` : undefined,
    // A documented word typed in lower case is still that word.
    send: value => known.find(word => word === value.toUpperCase()) ?? value,
  };
}

function checkDate(value: string): Visible | undefined {
  return isDate(value) ? undefined : t`Type a real day as YYYY-MM-DD, such as 2026-02-28.`;
}
