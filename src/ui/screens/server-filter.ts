// The form of a list's service filters, and the values that its fields take.

import { isCurrencyFilter } from '../../lib/currency.ts';
import { readDays } from '../../lib/days.ts';
import { isDate } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { asKept, field } from '../../store/form-state.ts';
import type { Form } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { ServerFilter } from './resource.ts';

export const filterForm = (filters: readonly ServerFilter[], view: View): Form =>
  asKept({
    fields: filters.map(f => field(f.field, f.label, view.server[f.field] ?? '', f.hint)),
    focus: 0,
  });

const DAY = t`20nov, 20..21nov, yesterday, 7d; days in the service’s time zone`;

/** By their request fields. `open`: the hint of the first. */
export const periodFilters = (
  from: string,
  to: string,
  open: Visible = DAY,
): readonly [from: ServerFilter, to: ServerFilter] => [
  { field: from, label: t`From`, hint: open, check: checkDate, days: { to } },
  {
    field: to,
    label: t`To`,
    hint: t`a day; empty if From has a whole period`,
    days: {},
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
  // Only the service knows its currencies.
  check: value =>
    /^[a-z]/i.test(value) && isCurrencyFilter(value.toUpperCase())
      ? undefined
      : t`A currency is three to six letters, such as GBP.`,
  send: value => value.toUpperCase(),
};

/** `closed`: the API names all values. */
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
    // Even if typed in lower case.
    send: value => known.find(word => word === value.toUpperCase()) ?? value,
  };
}

/** In the service's form. `check` refuses other text. */
export function withDays(
  filters: readonly ServerFilter[],
  typed: Readonly<Record<string, string>>,
  today: string,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = { ...typed };
  for (const { field: name, days } of filters) {
    const value = typed[name];
    const read = days && value !== undefined ? readDays(value, today) : undefined;
    if (!days || !read) continue;
    const { to } = days;
    // A whole period has its own last day.
    if (read.from !== read.to && (to === undefined || typed[to] !== undefined)) continue;
    values[name] = to === undefined ? read.to : read.from;
    if (to !== undefined && typed[to] === undefined && value !== read.from) values[to] = read.to;
  }
  return values;
}

/** Undefined for a date. */
export function daysText(
  filters: readonly ServerFilter[],
  { name, value }: { readonly name: string; readonly value: string },
  today: string,
): Visible | undefined {
  const days = filters.find(filter => filter.field === name)?.days;
  const read = days && !isDate(value) ? readDays(value, today) : undefined;
  if (!read || (read.from !== read.to && days?.to === undefined)) return undefined;
  return read.from === read.to
    ? t`the day ${visible(read.from)}`
    : t`${visible(read.from)} to ${visible(read.to)}`;
}

function checkDate(value: string): Visible | undefined {
  return isDate(value) ? undefined : t`No such day. Type 20nov, 20..21nov, yesterday or 7d.`;
}
