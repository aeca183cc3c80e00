// The form of a list's server filters, and what may be typed into them.

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

/** A period, by the names of its two request fields; `open` says what holds without a first day. */
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
        ? t`This day is before the first one; nothing would be found.`
        : undefined),
  },
];

export const [fromDate, toDate] = periodFilters('from_date', 'to_date');

export const currencyFilter: ServerFilter = {
  field: 'currency',
  label: t`Currency`,
  hint: t`three letters, such as GBP`,
  // Which currencies there are is the service's to know: it may have one that no list of ours has.
  check: value => (/^[A-Za-z]{3}$/.test(value) ? undefined : t`A currency is three letters, such as GBP.`),
  send: value => value.toUpperCase(),
};

/** A filter whose values the interface names, wholly or in part. */
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
    hint: closed ? t`one of ${listed}` : t`${listed}, or another the service knows`,
    check: value =>
      closed && !known.some(word => word === value.toUpperCase()) ? t`It is one of ${listed}.` : undefined,
    // Typed in lower case, a word that the interface lists is still that word.
    send: value => known.find(word => word === value.toUpperCase()) ?? value,
  };
}

function checkDate(value: string): Visible | undefined {
  return isDate(value) ? undefined : t`A day is written YYYY-MM-DD and must exist, such as 2026-02-28.`;
}
