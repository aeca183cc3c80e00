// The local filter's grammar: words, "a phrase", column:value, >100, amount<=1,000.50, !not; pure.

import { negate, parseTypedAmount } from '../../lib/decimal.ts';
import { orderKey } from '../../lib/decimal-order.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';

const RELATIONS = ['>', '>=', '<', '<=', '='] as const;
type Relation = (typeof RELATIONS)[number];

/** One of the things that a row must be; all must fit. Columns are by ID, and any of them will do. */
export type Term = { readonly not: boolean } & (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'column'; readonly columns: readonly string[]; readonly text: string }
  | {
      readonly kind: 'amount';
      readonly columns: readonly string[];
      readonly relation: Relation;
      /** An order key (lib/decimal-order.ts). */
      readonly bound: string;
    }
);

export interface Filter {
  readonly terms: readonly Term[];
  /** What is wrong with each term that filters nothing. */
  readonly wrong: readonly Visible[];
}

/** What of a column the grammar needs. */
interface FilterColumn {
  readonly id: string;
  readonly title: Visible;
  readonly align: 'left' | 'right' | 'decimal';
}

type Read = { readonly term: Term } | { readonly wrong: Visible } | undefined;

/** What a row must be by what was typed. A term that is only begun (`!`, `status:`) filters nothing yet, and isn't wrong. */
export function parseFilter(typed: string, columns: readonly FilterColumn[]): Filter {
  const terms: Term[] = [];
  const wrong: Visible[] = [];
  for (const [token] of typed.matchAll(/(?:[^\s"]|"[^"]*(?:"|$))+/g)) {
    const not = token.startsWith('!');
    const read = termOf(not ? token.slice(1) : token, not, columns);
    if (read && 'term' in read) terms.push(read.term);
    else if (read) wrong.push(read.wrong);
  }
  return { terms, wrong };
}

/** What begins with a quote, or is named by no letter, as in 09:15, is a word. */
function termOf(token: string, not: boolean, columns: readonly FilterColumn[]): Read {
  const [, name = '', sign = '', value = ''] =
    /^((?:[a-z][^":<>=]*)?)(:|>=|<=|>|<|=)(.*)$/is.exec(token) ?? [];
  const relation = RELATIONS.find(one => one === sign);
  if (relation) return amountTerm(name, relation, unquoted(value), not, columns);
  if (sign === '' || name === '') {
    const text = unquoted(token);
    return text === '' ? undefined : { term: { kind: 'word', text, not } };
  }
  const named = namedBy(name, columns);
  if (named.length === 0) return { wrong: noColumn(name) };
  const text = unquoted(value);
  return text === ''
    ? undefined
    : { term: { kind: 'column', columns: named.map(({ id }) => id), text, not } };
}

function amountTerm(
  name: string,
  relation: Relation,
  value: string,
  not: boolean,
  columns: readonly FilterColumn[],
): Read {
  const named = name === '' ? columns : namedBy(name, columns);
  if (named.length === 0 && name !== '') return { wrong: noColumn(name) };
  const amounts = named.filter(({ align }) => align === 'decimal').map(({ id }) => id);
  if (amounts.length === 0)
    return { wrong: t`${named[0] && name !== '' ? named[0].title : t`this list`} has no amounts` };
  const bound = boundOf(value);
  if (bound === undefined)
    return {
      wrong:
        value === '' ? t`${visible(relation)} needs a number` : t`“${visible(value, 20)}” is not a number`,
    };
  return { term: { kind: 'amount', columns: amounts, relation, bound, not } };
}

/** The grammar of every typed amount (DESIGN §5), with any number of places, and with a sign. */
function boundOf(value: string): string | undefined {
  const negative = /^[-\u2212]/.test(value);
  const amount = parseTypedAmount(negative ? value.slice(1) : value, Number.POSITIVE_INFINITY);
  return amount.ok ? orderKey(negative ? negate(amount.value) : amount.value) : undefined;
}

const noColumn = (name: string): Visible => t`no column begins with “${visible(name, 20)}”`;

/** The column whose title or ID this is, else those whose title or ID begins so. */
function namedBy(name: string, columns: readonly FilterColumn[]): readonly FilterColumn[] {
  const wanted = unquoted(name);
  const fits = (test: (text: string) => boolean) =>
    columns.filter(({ id, title }) => test(id.toLowerCase()) || test(title.toLowerCase()));
  const exact = fits(text => text === wanted);
  return exact.length > 0 ? exact : fits(text => text.startsWith(wanted));
}

const unquoted = (text: string): string => text.replaceAll('"', '').toLowerCase();

/** Whether an amount stands so to the bound; both are order keys. */
export function holds(amount: string, relation: Relation, bound: string): boolean {
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

/** Whether every row that fits `after` fits `before` too: then only what was left needs to be looked at. */
export const narrows = (before: Filter, after: Filter): boolean =>
  before.terms.every(wide => after.terms.some(narrow => implies(narrow, wide)));

function implies(narrow: Term, wide: Term): boolean {
  if (narrow.kind === 'amount' || wide.kind === 'amount' || narrow.not || wide.not)
    return JSON.stringify(narrow) === JSON.stringify(wide);
  const sameColumns =
    narrow.kind === 'word'
      ? wide.kind === 'word'
      : wide.kind === 'column' && narrow.columns.every(id => wide.columns.includes(id));
  return sameColumns && narrow.text.includes(wide.text);
}
