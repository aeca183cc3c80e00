// The checks of the open customer, one for each scope, and their line of the overview.

import type { BooksCheck, BooksScope } from '../../effects/read-books.ts';
import { ageText } from '../../format/cells.ts';
import { noted, type Tone } from '../../format/entry.ts';
import { accountName } from '../../format/joined.ts';
import { counted } from '../../lib/counted.ts';
import { showDate } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { type FlowSlot, flowSlot } from '../../store/flow-data.ts';
import type { State } from '../../store/state.ts';
import { openView, type View } from '../../store/view.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import type { Found } from './findings.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

const BOOKS = 'books ';

const SCOPE_KEYS = ['currency', 'from_date', 'to_date', 'account', 'card'] as const;

/** Of an account or a card, the screen's subject says which. */
export function scopeOf({ server, subject = '' }: Pick<View, 'server' | 'subject'>): BooksScope {
  const [kind, ...rest] = subject.split(':');
  const id = rest.join(':') || undefined;
  if (kind === 'card' && id !== undefined) return { card: id };
  const values: BooksScope = { ...server, ...(kind === 'account' && id !== undefined && { account: id }) };
  return Object.fromEntries(
    SCOPE_KEYS.flatMap(key => {
      const value = values[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

export function checkView({ account, card, ...server }: BooksScope): View {
  const of = account === undefined ? card && `card:${card}` : `account:${account}`;
  return { ...openView('check', of), server };
}

export const slotOf = (scope: BooksScope): FlowSlot<BooksCheck<Found>> =>
  flowSlot(`${BOOKS}${JSON.stringify(SCOPE_KEYS.map(key => scope[key] ?? ''))}`);

export const TONES: Readonly<Record<Verdict, Tone>> = {
  'DOES NOT FOLLOW': 'bad',
  'NOT CHECKED': 'warn',
  EXPECTED: 'accent',
  FOLLOWS: 'good',
};

const URGENCY = {
  'DOES NOT FOLLOW': 'returned',
  'NOT CHECKED': 'unread',
  EXPECTED: 'inactive',
  FOLLOWS: 'inactive',
} as const satisfies Readonly<Record<Verdict, Attention['urgency']>>;

/** With the currency and the days, because the rest was not checked. */
function whatOf(
  { currency, from_date: from, to_date: to, account, card }: BooksScope,
  state: State,
): Visible {
  if (card !== undefined) return t`Card ${visible(card, 40)}`;
  const limits = [
    ...(currency === undefined ? [] : [visible(currency, 8)]),
    ...(from === undefined || from === to ? [] : [t`from ${showDate(from)}`]),
    ...(to === undefined ? [] : [from === to ? showDate(to) : t`to ${showDate(to)}`]),
  ];
  const all = to === undefined ? t`Balances and history` : t`Balance history`;
  const what = account === undefined ? all : t`${accountName(account, state)} and history`;
  return join([what, ...limits], ', ');
}

type DoneCheck = Extract<BooksCheck<Found>, { phase: 'done' }>;

/** Whether a check of `wide` also checks everything of `narrow`. */
const covers = (wide: BooksScope, narrow: BooksScope): boolean =>
  (wide.currency === undefined || wide.currency === narrow.currency) &&
  (wide.from_date === undefined || wide.from_date <= (narrow.from_date ?? '')) &&
  wide.account === narrow.account &&
  wide.card === narrow.card &&
  (wide.to_date === undefined || (narrow.to_date !== undefined && wide.to_date >= narrow.to_date));

/** The worst first, then the widest. Without those that a later check covers. */
function checksIn(state: State): readonly DoneCheck[] {
  const all = Object.keys(currentWorkspace(state).flows).flatMap(key => {
    const check = key.startsWith(BOOKS) ? flowSlot<BooksCheck<Found>>(key).get(state) : undefined;
    return check?.phase === 'done' ? [check] : [];
  });
  const isOld = (one: DoneCheck): boolean =>
    all.some(other => other !== one && other.readAt >= one.readAt && covers(other.scope, one.scope));
  const rank = ({ found }: DoneCheck): number => VERDICTS.indexOf(found.verdict);
  const width = ({ scope }: DoneCheck): number => Object.keys(scope).length;
  return all
    .filter(one => !isOld(one))
    .toSorted((one, other) => rank(one) - rank(other) || width(one) - width(other));
}

/** All checks of the open customer, in one row of the overview: the worst. */
export const checksDone: AttentionSource = {
  live: true,
  attention(state) {
    const checks = checksIn(state);
    const [worst] = checks;
    if (!worst) return [];
    const { verdict, unexplained: wrong } = worst.found;
    const ageOf = ({ readAt }: DoneCheck): Visible => ageText(readAt, state.now) ?? t``;
    const about = wrong > 0 ? t`${wrong} not explained` : t`checked ${ageOf(worst)}`;
    return [
      {
        key: 'check',
        urgency: URGENCY[verdict],
        state: { text: visible(verdict), tone: TONES[verdict] },
        what: whatOf(worst.scope, state),
        about: checks.length === 1 ? about : t`${about}, ${counted(checks.length, t`check`, t`checks`)}`,
        ...(wrong > 0 && { records: wrong }),
        notes: [
          ...checks.map(check =>
            noted(
              checks.length === 1
                ? t`${whatOf(check.scope, state)}, read ${ageOf(check)}.`
                : t`${visible(check.found.verdict)}: ${whatOf(check.scope, state)}, read ${ageOf(check)}.`,
              'plain',
            ),
          ),
          { note: t`Press Enter for the findings.` },
        ],
        to: checkView(worst.scope),
      },
    ];
  },
};
