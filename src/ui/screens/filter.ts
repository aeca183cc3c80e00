// The grammar of the local filter. Pure.
// Terms: words, "a phrase", column:part, column=whole, this|that, >100, time>=2026-11-20, !not.

import { isZero, negate, orderKey, parseTypedAmount } from '../../lib/decimal.ts';
import { folded } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Column } from '../kit/column-widths.ts';

const RELATIONS = ['>', '>=', '<', '<=', '='] as const;
type Relation = (typeof RELATIONS)[number];

/** A row matches if any of the columns (by ID) has any of the folded `texts`. */
export type Term = { readonly not: boolean } & (
  | { readonly kind: 'word'; readonly texts: readonly string[] }
  | {
      readonly kind: 'column';
      readonly columns: readonly string[];
      readonly whole: boolean;
      readonly texts: readonly string[];
    }
  | {
      readonly kind: 'amount';
      readonly columns: readonly string[];
      readonly relation: Relation;
      /** An order key (lib/decimal.ts). */
      readonly bound: string;
      /** Typed without a sign, so the bound is compared with the size of an amount: money in and money out. */
      readonly size: boolean;
    }
  /** `bound` is a moment as people write it, from a month to a minute: `2026-11`, `2026-11-20 09:15`. */
  | {
      readonly kind: 'time';
      readonly columns: readonly string[];
      readonly relation: Relation;
      readonly bound: string;
    }
);

export interface Filter {
  readonly terms: readonly Term[];
  /** A filter with an error matches no row. */
  readonly wrong: readonly Visible[];
}

export type FilterColumn = Pick<Column<never, never>, 'id' | 'title' | 'align' | 'onlyNamed' | 'isBalance'>;

type TermRead = { readonly term: Term } | { readonly wrong: Visible } | undefined;

/** Blanks and bars in quotes separate nothing. */
const TOKENS = /(?:[^\s"]|"[^"]*(?:"|$))+/g;
const ALTERNATIVES = /(?:[^|"]|"[^"]*(?:"|$))+/g;

export const tokensOf = (typed: string): readonly string[] =>
  [...typed.matchAll(TOKENS)].map(([token]) => token);

/** The conditions in the typed filter. An unfinished term (`!`, `status:`) filters nothing yet, and isn't wrong. */
export function parseFilter(typed: string, columns: readonly FilterColumn[]): Filter {
  const terms: Term[] = [];
  const wrong: Visible[] = [];
  for (const token of tokensOf(typed)) {
    const not = token.startsWith('!');
    const read = termOf(not ? token.slice(1) : token, not, columns);
    if (read && 'term' in read) terms.push(read.term);
    else if (read) wrong.push(read.wrong);
  }
  return { terms, wrong };
}

/** Name, sign and value of a term. A term that begins with a quote or a digit, such as 09:15, has no sign. */
export function termParts(token: string): {
  readonly name: string;
  readonly sign: string;
  readonly value: string;
} {
  const [, name = '', sign = '', value = ''] =
    /^((?:[a-z][^":<>=]*)?)(:|>=|<=|>|<|=)(.*)$/is.exec(token) ?? [];
  return { name, sign, value };
}

function termOf(token: string, not: boolean, columns: readonly FilterColumn[]): TermRead {
  const { name, sign, value } = termParts(token);
  const relation = RELATIONS.find(one => one === sign);
  if (sign === '' || (name === '' && !relation)) {
    const texts = textsOf(token);
    return texts.length === 0 ? undefined : { term: { kind: 'word', texts, not } };
  }
  const named = name === '' ? columns : columnsNamed(name, columns);
  if (named.length === 0 && name !== '') return { wrong: noColumn(name) };
  return relation ? comparison(name, named, relation, value, not) : partTerm(named, value, false, not);
}

function partTerm(named: readonly FilterColumn[], value: string, whole: boolean, not: boolean): TermRead {
  const texts = textsOf(value);
  const columns = named.map(({ id }) => id);
  return texts.length === 0 ? undefined : { term: { kind: 'column', columns, whole, texts, not } };
}

/** Compares exact amounts, or moments if the value is a date. On other columns `=` means the whole text. */
function comparison(
  name: string,
  named: readonly FilterColumn[],
  relation: Relation,
  value: string,
  not: boolean,
): TermRead {
  const amounts = named.filter(({ align, onlyNamed }) => align === 'decimal' && (name !== '' || !onlyNamed));
  const others = named.filter(({ align }) => align !== 'decimal');
  const bound = boundOf(value.replaceAll('"', ''));
  if (bound !== undefined && amounts.length > 0) {
    const columns = amounts.map(({ id }) => id);
    const size = bound.size && !amounts.some(({ isBalance }) => isBalance);
    return { term: { kind: 'amount', columns, relation, bound: bound.bound, size, not } };
  }
  const time = timeOf(value);
  if (time !== undefined && others.length > 0)
    return { term: { kind: 'time', columns: others.map(({ id }) => id), relation, bound: time, not } };
  if (relation === '=' && name !== '' && others.length > 0) return partTerm(others, value, true, not);
  if (value === '') return { wrong: t`${visible(relation)} needs a number or a day` };
  const typed = t`“${visible(value, 20)}”`;
  if (amounts.length > 0) return { wrong: t`${typed} is not a number` };
  const whose = named[0] && name !== '' ? named[0].title : t`this list`;
  return { wrong: t`${whose} has no amounts, and ${typed} is not a day` };
}

const textsOf = (value: string): readonly string[] =>
  [...value.matchAll(ALTERNATIVES)].map(([one]) => unquoted(one)).filter(text => text !== '');

/** A moment with year and month, and perhaps the rest up to the minute. Undefined for other text and a year alone. */
function timeOf(value: string): string | undefined {
  const text = value.replaceAll('"', '').replace(/[Tt]/, ' ').trim();
  return /^\d{4}-\d{2}(?:-\d{2}(?: \d{2}(?::\d{2})?)?)?$/.test(text) ? text : undefined;
}

/** Zero has no direction, so `<0` finds money out and `>0` money in. */
function boundOf(value: string): { readonly bound: string; readonly size: boolean } | undefined {
  const [, sign = '', digits = ''] = /^([-+\u2212]?)(.*)$/s.exec(value) ?? [];
  const amount = parseTypedAmount(digits, Number.POSITIVE_INFINITY);
  if (!amount.ok) return undefined;
  const signed = sign === '' || sign === '+' ? amount.value : negate(amount.value);
  return { bound: orderKey(signed), size: sign === '' && !isZero(amount.value) };
}

const noColumn = (name: string): Visible => t`no column begins with “${visible(name, 20)}”`;

/** The column with this title or ID; otherwise the columns whose title or ID begins with `name`. */
export function columnsNamed<Named extends FilterColumn>(
  name: string,
  columns: readonly Named[],
): readonly Named[] {
  const wanted = unquoted(name);
  const fits = (test: (text: string) => boolean) =>
    columns.filter(({ id, title }) => test(folded(id)) || test(folded(title)));
  const exact = fits(text => text === wanted);
  return exact.length > 0 ? exact : fits(text => text.startsWith(wanted));
}

const unquoted = (text: string): string => folded(text.replaceAll('"', ''));

/** Whether an amount has this relation to the bound; both are order keys. */
export function fitsAmount(amount: string, relation: Relation, bound: string): boolean {
  switch (relation) {
    case '>':
      return amount > bound;
    case '>=':
      return amount >= bound;
    case '<':
      return amount < bound;
    case '<=':
      return amount <= bound;
    case '=':
      return amount === bound;
  }
}

/** A day means all of its hours, so `>` means after the day. Text without a date doesn't match. */
export function fitsMoment(written: string, relation: Relation, bound: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(written) && fitsAmount(written.slice(0, bound.length), relation, bound);
}

/** Searched in the cells too, because the record may have the direction only as a word such as DEBIT. */
export const isSigned = (text: string): boolean => /^[-+][\d,.]*$/.test(text);

/** Whether every row that matches `after` matches `before` too. */
export const narrows = (before: Filter, after: Filter): boolean =>
  before.terms.every(wide => after.terms.some(narrow => implies(narrow, wide)));

function implies(narrow: Term, wide: Term): boolean {
  if (!('texts' in narrow && 'texts' in wide) || narrow.not || wide.not)
    return JSON.stringify(narrow) === JSON.stringify(wide);
  if (narrow.kind === 'column' && wide.kind === 'column') {
    if (!narrow.columns.every(id => wide.columns.includes(id))) return false;
    if (wide.whole) return narrow.whole && narrow.texts.every(text => wide.texts.includes(text));
  } else if (narrow.kind !== wide.kind) return false;
  // A signed amount is searched in the cells too, any other word only in the record.
  return narrow.texts.every(text =>
    wide.texts.some(part => text.includes(part) && isSigned(text) === isSigned(part)),
  );
}
