// The form for a card's limits: a row for each interval with its current value. After a change it shows the result.

import { explain } from '../../api/client/explain.ts';
import { Odd } from '../../api/contract/odd.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { readLimit } from '../../format/typed-amount.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { whyNoCurrency } from '../../money/form/parts.ts';
import { isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { Ended } from '../../sending/question.ts';
import { flowSlot } from '../../store/flow-data.ts';
import { type FormCheck, fieldValue, field as formField, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardText, listedCard } from './card-lines.ts';
import { cardUpdate, limitQuestion } from './card-update.ts';
import {
  type Interval,
  intervalNames,
  intervals,
  isKnownLimit,
  type LimitOrder,
  type LimitsOfCard,
  limitsIn,
  limitsOfInterval,
  limitsQuery,
  limitText,
  NOT_KNOWN,
  unreadableLimits,
  wanted,
} from './limit-lines.ts';

const forms = keptForms('card-limits', () => ({
  fields: [
    formField('currency', t`Currency`, '', t`three letters; if empty: the currency of the current limits`),
    ...intervals.map(interval =>
      formField(interval, intervalNames[interval], '', t`a whole number such as 1,000; if empty: not sent`),
    ),
  ],
  focus: 1,
}));

const nameOf = (id: string, state: State): Visible =>
  listedCard(id, state) ? cardText(id, state) : (changedCard(id, state) ?? cardText(id, state));

const subjectOf = (state: State): string => currentView(state).subject ?? '';
const limitsNow = (state: State): LimitsOfCard | undefined =>
  documentOf(state, limitsQuery(subjectOf(state))).value;

const currencyOf = (form: Form, read: LimitsOfCard | undefined): string =>
  fieldValue(form, 'currency').toUpperCase() || (read && idText(read.currency)) || '';

export const setLimitsForm: FormDeclaration = {
  place: 'card-limits',
  forms,
  button: t`Review limits`,
  about: ({ subject }) => (subject === undefined ? undefined : t`of ${visible(subject, 40)}`),
  above,
  needs: state =>
    subjectOf(state) === '' ? [] : [{ kind: 'document', query: limitsQuery(subjectOf(state)) }],
  aside(fieldId, state, form) {
    const read = limitsNow(state);
    return read && (fieldId === 'currency' ? currencyAside(form, read) : limitAside(fieldId, form, read));
  },
  check(form, state) {
    const read = limitsNow(state);
    return read ? checkLimitsForm(form, read) : { ok: true };
  },
  review(app, form) {
    const { setState, getState } = app.store;
    const state = getState();
    const { customer } = state;
    const id = subjectOf(state);
    if (!customer) return;
    if (!isConfirmableId(id, cardUpdate, state)) {
      const text = unusableId(t`card ID`);
      return warn(app.store, text);
    }
    const checked = checkLimitsForm(form, limitsNow(state));
    if (!checked.ok) return setState(now => forms.set(now, withErrors(form, checked.errors)));
    const { order, read } = checked;
    const owner = customerKey(customer);
    const { subject } = currentView(state);
    setState(expectChange);
    const card = nameOf(id, state);
    const question = limitQuestion(
      { id, card, listed: listedCard(id, state) },
      order,
      read,
      (ended, before) =>
        setState(now => {
          const kept = keepChange(now, owner, id, ended, { card, order, before });
          return ended.word === 'DONE' ? (forms.clear(kept, owner, { subject }, form) ?? kept) : kept;
        }),
    );
    void app.dialog.ask(question);
  },
};

function above(state: State): readonly Entry[] {
  const id = subjectOf(state);
  const card: Entry = { label: t`Card`, cell: { text: nameOf(id, state), tone: 'strong' } };
  const last = lastChangeEntries(id, state);
  if (last.length > 0) return [card, ...last];
  const read = documentOf(state, limitsQuery(id));
  const note: Entry = {
    note: t`Purser sends only the filled fields. The effect on the other limits is not documented. After the change Purser reads all limits again and shows them here.`,
  };
  if (read.value) return [card, note];
  return [
    card,
    ...unreadEntries(read, {
      title: t`Card limits`,
      reading: t`Reading the limits …`,
      unread: t`Purser has not read the limits yet. Press Ctrl+R.`,
    }),
  ];
}

function currencyAside(form: Form, read: LimitsOfCard): Cell | undefined {
  const own = idText(read.currency);
  if (own === undefined) return undefined;
  if (fieldValue(form, 'currency') === '') return { text: t`${visible(own, 12)}, the limits' currency` };
  return currencyOf(form, read) === own
    ? { text: t`same as the limits` }
    : { text: t`the limits are in ${visible(own, 12)}`, tone: 'warn' };
}

function limitAside(fieldId: string, form: Form, read: LimitsOfCard): Cell | undefined {
  const interval = intervals.find(one => one === fieldId);
  if (interval === undefined) return undefined;
  const typed = readLimit(fieldValue(form, fieldId));
  const now = t`now ${limitText(read, interval)}`;
  return typed.ok
    ? { text: t`${now} → ${wanted(typed.value, { currency: currencyOf(form, read) })}` }
    : { text: now };
}

export function checkLimitsForm(
  form: Form,
  read: LimitsOfCard | undefined,
): FormCheck<{ readonly order: LimitOrder; readonly read: LimitsOfCard }> {
  const currency = currencyOf(form, read);
  const filled = intervals.filter(interval => fieldValue(form, interval) !== '');
  const typed = filled.map(interval => ({ interval, limit: readLimit(fieldValue(form, interval)) }));
  const limits = typed.flatMap(({ interval, limit }) => (limit.ok ? [{ interval, value: limit.value }] : []));
  if (!read) return { ok: false, errors: { currency: t`Purser has not read the limits yet. Press Ctrl+R.` } };
  const wrong = typed.map(({ interval, limit }) => [interval, limit.ok ? undefined : limit.why] as const);
  const errors: Readonly<Record<string, Visible | undefined>> = {
    currency: whyNoCurrency(currency),
    ...(filled.length === 0 ? { PER_TRANSACTION: t`Enter at least one limit.` } : Object.fromEntries(wrong)),
  };
  return Object.values(errors).some(Boolean)
    ? { ok: false, errors }
    : { ok: true, order: { currency, limits }, read };
}

interface LastChange {
  /** Kept, because the list of cards may be empty while Purser reads the list again. */
  readonly card: Visible;
  readonly order: LimitOrder;
  readonly word: 'DONE' | 'UNKNOWN';
  readonly requestId: string;
  readonly before: LimitsOfCard;
  /** As in the store when the outcome came, read before the change. */
  readonly stale: LimitsOfCard | undefined;
}

const slot = flowSlot<Readonly<Record<string, LastChange>>>('card-limits/last');

/** Prepares the slot of the current customer, so that the outcome can be kept after a switch to another customer. */
export const expectChange = (state: State): State => (slot.get(state) ? state : slot.set(state, {}));

/** Only DONE or UNKNOWN: other outcomes changed nothing. `owner` is a `customerKey`. */
export function keepChange(
  state: State,
  owner: string,
  id: string,
  { word, requestId }: Pick<Ended, 'word' | 'requestId'>,
  asked: Pick<LastChange, 'card' | 'order' | 'before'>,
): State {
  if (word !== 'DONE' && word !== 'UNKNOWN') return state;
  const isSelected = state.customer !== undefined && customerKey(state.customer) === owner;
  // `documentOf` reads only the selected customer's limits.
  const stale = isSelected ? documentOf(state, limitsQuery(id)).value : undefined;
  return slot.change(state, owner, all => ({ ...all, [id]: { ...asked, word, requestId, stale } }));
}

export const changedCard = (id: string, state: State): Visible | undefined => slot.get(state)?.[id]?.card;

export function lastChangeEntries(id: string, state: State): readonly Entry[] {
  const last = slot.get(state)?.[id];
  if (!last) return [];
  const { word, requestId, order, before, stale } = last;
  const { value, loading, failure } = documentOf(state, limitsQuery(id));
  return [
    ...(word === 'UNKNOWN'
      ? [
          noted(
            t`The last change is UNKNOWN. These limits do not prove its outcome. Check the journal (0).`,
            'bad',
          ),
        ]
      : []),
    ...(loading
      ? [{ note: t`Reading the limits again …` }]
      : value !== undefined && value !== stale
        ? outcomeEntries(order, before, value)
        : unread(failure)),
    { note: t`The outcome of the last change: ${visible(word)} (request ID ${visible(requestId)}).` },
  ];
}

function unread(failure: Parameters<typeof explain>[0] | undefined): readonly Entry[] {
  if (!failure || failure.kind === 'abandoned')
    return [noted(t`Purser has not read the limits again yet. Press Ctrl+R.`, 'warn')];
  const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
  return [noted(t`The limits are not known. ${what} ${todo}`, 'bad')];
}

export function outcomeEntries(order: LimitOrder, before: LimitsOfCard, now: LimitsOfCard): readonly Entry[] {
  const odd = unreadableLimits(now);
  if (odd !== undefined && limitsIn(now).length === 0) return [noted(odd, 'warn')];
  const fates = intervals.flatMap(interval => fateOf(interval, order, before, now));
  const missed = fates.some(({ fate }) => fate === 'missed');
  const moved = fates.some(({ fate }) => fate === 'moved');
  const sum: Entry =
    odd !== undefined
      ? noted(odd, 'warn')
      : missed
        ? noted(t`Some limits differ from the request:`, 'bad')
        : moved
          ? noted(t`All sent limits match the request. Some of the other limits changed or are gone:`, 'warn')
          : noted(t`All sent limits match the request. The other limits are unchanged:`, 'plain');
  return [
    sum,
    ...fates.map(({ interval, fate, text }) => ({
      label: intervalNames[interval],
      cell: { text, tone: fateTones[fate] },
    })),
  ];
}

type Fate = 'met' | 'missed' | 'kept' | 'moved';
const fateTones = { met: 'good', missed: 'bad', kept: 'plain', moved: 'warn' } as const;

function fateOf(
  interval: Interval,
  order: LimitOrder,
  before: LimitsOfCard,
  now: LimitsOfCard,
): readonly { readonly interval: Interval; readonly fate: Fate; readonly text: Visible }[] {
  const asked = order.limits.find(one => one.interval === interval);
  const was = limitText(before, interval);
  const is = limitText(now, interval);
  if (asked) {
    const fate = isMet(asked.value, order, now, interval) ? 'met' : is === NOT_KNOWN ? 'moved' : 'missed';
    return [{ interval, fate, text: t`requested ${wanted(asked.value, order)}, now ${is}, was ${was}` }];
  }
  if (!isKnownLimit(was) && !isKnownLimit(is)) return [];
  return [
    {
      interval,
      fate: was === is && is !== NOT_KNOWN ? 'kept' : 'moved',
      text: t`not sent, now ${is}, was ${was}`,
    },
  ];
}

function isMet(value: Decimal, { currency }: LimitOrder, now: LimitsOfCard, interval: Interval): boolean {
  const [only, other] = limitsOfInterval(now, interval);
  const amount = only?.amount;
  return (
    other === undefined &&
    amount !== undefined &&
    !(amount instanceof Odd) &&
    compare(amount, value) === 0 &&
    idText(now.currency) === currency
  );
}
