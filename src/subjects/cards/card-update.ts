// A change of a card: its status, its limits, or both. The form of the limits has a row for each interval with its current
// value, and shows the result after a change.

import type { Input } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { textCell } from '../../format/cells.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { documentOf, unreadEntries } from '../../format/joined.ts';
import { readLimit } from '../../format/typed-amount.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { memberOf } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { questionOf } from '../../money/act.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import {
  asked,
  askedAbout,
  barred,
  type CallQuestion,
  type CallSources,
  nothing,
  wrong,
} from '../../money/for-call.ts';
import { checkCurrency } from '../../money/form/body-fields.ts';
import { member, ofCard } from '../../money/same-thing.ts';
import { cardToken, isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { idText } from '../../records/facts.ts';
import type { Card, CardLimits } from '../../records/reads.ts';
import { type Ended, linesOfBoth, type Question, shownIn } from '../../sending/question.ts';
import { type FormCheck, field, fieldValue, withErrors } from '../../store/form-state.ts';
import { keptForms } from '../../store/kept-forms.ts';
import { warn } from '../../store/notices.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardName, cardText, cardTitle, listedCard, printedEnd } from './card-lines.ts';
import {
  cardHappened,
  cardReconciliation,
  findCard,
  type ListedCard,
  STATUS_ACTS,
  statusQuestion,
} from './card-status.ts';
import {
  intervalNames,
  intervals,
  type LimitOrder,
  limitsQuery,
  limitText,
  limitWarnings,
  shownLimits,
  wanted,
} from './limit-lines.ts';
import { changedCard, expectChange, keepChange, lastChangeEntries } from './limit-outcome.ts';

export const cardUpdate: WriteDefinition<'card.update'> = {
  token: cardToken,
  duplicates: ofCard,
  operation: 'card.update',
  class: 'write',
  happened(intent) {
    const status = textIn(intent, 'card_status');
    const limits = memberOf(bodyOf(intent), 'transaction_limits') !== undefined;
    const set = t`The service accepted the new limits.`;
    if (status === undefined) return set;
    const changed = cardHappened(status === 'INACTIVE' ? STATUS_ACTS.freeze : STATUS_ACTS.unfreeze, intent);
    return limits ? t`${changed} ${set}` : changed;
  },
  meaning: changed,
  question: cardChange,
  reconcile: cardReconciliation(member('card_status')),
  onScreen: { place: 'cards', key: 'z' },
};

/** INTERFACE.md names no status for a freeze. Purser offers it for every other status: it is the safer act. */
const freezeOf = ({ cardStatus }: Card) =>
  cardStatus === 'INACTIVE' ? STATUS_ACTS.unfreeze : STATUS_ACTS.freeze;

export function freezeQuestion(listed: ListedCard): Question<'card.update'> {
  const act = freezeOf(listed.card);
  return statusQuestion(cardUpdate, act, listed, { body: { id: listed.id, card_status: act.becomes } });
}

interface LimitedCard {
  readonly id: string;
  readonly card: Visible;
  readonly listed: Card | undefined;
}

/** `ended` receives the limits as last read before the request. */
function limitQuestion(
  { id, card, listed }: LimitedCard,
  order: LimitOrder,
  read: CardLimits,
  ended: (ended: Ended, before: CardLimits) => void,
): Question<'card.update'> {
  const closed =
    listed?.cardStatus === 'CLOSED'
      ? [t`The list shows this card as CLOSED. The service may refuse the change.`]
      : [];
  let before = read;
  const input = {
    body: {
      id,
      currency: order.currency,
      transaction_limits: order.limits.map(({ interval, value }) => ({ type: interval, value })),
    },
  };
  const title = cardTitle(t`Set card limits`, listed);
  return {
    ...questionOf(cardUpdate, { title, button: t`Set limits` }, input, { cardEnd: printedEnd(listed) }),
    ...shownIn(
      {
        ...shownLimits({ id, card }, order),
        found(now) {
          before = now;
          return now;
        },
        warnings: now => [...closed, ...limitWarnings(order, now)],
      },
      read,
    ),
    done: () => [
      t`The service did not return the limits. Purser reads the limits again. The form shows each result.`,
    ],
    ended: how => ended(how, before),
  };
}

export function bothQuestion(
  listed: ListedCard,
  order: LimitOrder,
  read: CardLimits,
): Question<'card.update'> {
  const status = freezeQuestion(listed);
  const { id, card } = listed;
  const limits = limitQuestion({ id, card: cardName(card), listed: card }, order, read, nothing);
  const button = t`${freezeOf(card).button} and set limits`;
  return {
    ...limits,
    input: { body: { ...limits.input.body, ...status.input.body } },
    title: cardTitle(button, card),
    button,
    lines: linesOfBoth(status.lines, limits.lines),
    warnings: [...status.warnings, ...limits.warnings],
    reread: [...(status.reread ?? []), ...(limits.reread ?? [])],
  };
}

async function cardChange(
  { body }: Input<'card.update'>,
  sources: Pick<CallSources, 'client' | 'store'>,
): Promise<CallQuestion> {
  const { id, card_status: status, transaction_limits: limits } = body;
  const order = status === undefined || limits !== undefined ? orderIn(body) : undefined;
  if (order && 'why' in order) return wrong(order.why);
  const found = await findCard(id, sources);
  if ('kind' in found) return found;
  const { card } = found;
  const frozen = freezeQuestion(found);
  if (status !== undefined && frozen.input.body.card_status !== status) return barred(barFrom(card, status));
  if (!order) return asked(frozen);
  return askedAbout(sources, { ...limitsQuery(id), found: (read: CardLimits) => read }, read =>
    asked(
      status === undefined
        ? limitQuestion({ id, card: cardName(card), listed: card }, order, read, nothing)
        : bothQuestion(found, order, read),
    ),
  );
}

type CardChange = Input<'card.update'>['body'];

/** By the form's rules: a currency is required, and each interval appears once. */
function orderIn({ currency, transaction_limits = [] }: CardChange): LimitOrder | { readonly why: Visible } {
  if (transaction_limits.length === 0)
    return { why: t`Nothing to change. Give card_status, or transaction_limits with their currency.` };
  if (currency === undefined)
    return { why: t`Give the currency of the limits too, as in --set currency=GBP.` };
  const limits = transaction_limits.map(({ type, value }) => ({ interval: type, value }));
  const intervals = limits.map(({ interval }) => interval);
  const twice = intervals.find((interval, at) => intervals.indexOf(interval) !== at);
  return twice === undefined
    ? { currency, limits }
    : { why: t`The limit ${visible(twice)} is given twice. Give it once.` };
}

const barFrom = ({ cardStatus }: Card, status: CardChange['card_status'] = 'ACTIVE'): Visible =>
  cardStatus === status
    ? t`The card's status is ${visible(status)} already.`
    : t`The card's status is ${textCell(cardStatus).text}. Only an INACTIVE card can be unfrozen.`;

const forms = keptForms('card-limits', () => ({
  fields: [
    field('currency', t`Currency`, '', t`three letters; if empty: the currency of the current limits`),
    ...intervals.map(interval =>
      field(interval, intervalNames[interval], '', t`a whole number such as 1,000; if empty: not sent`),
    ),
  ],
  focus: 1,
}));

const nameOf = (id: string, state: State): Visible =>
  listedCard(id, state) ? cardText(id, state) : (changedCard(id, state) ?? cardText(id, state));

const subjectOf = (state: State): string => currentView(state).subject ?? '';
const limitsNow = (state: State): CardLimits | undefined =>
  documentOf(state, limitsQuery(subjectOf(state))).value;

const currencyOf = (form: Form, read: CardLimits | undefined): string =>
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

function currencyAside(form: Form, read: CardLimits): Cell | undefined {
  const own = idText(read.currency);
  if (own === undefined) return undefined;
  if (fieldValue(form, 'currency') === '') return { text: t`${visible(own, 12)}, the limits' currency` };
  return currencyOf(form, read) === own
    ? { text: t`same as the limits` }
    : { text: t`the limits are in ${visible(own, 12)}`, tone: 'warn' };
}

function limitAside(fieldId: string, form: Form, read: CardLimits): Cell | undefined {
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
  read: CardLimits | undefined,
): FormCheck<{ readonly order: LimitOrder; readonly read: CardLimits }> {
  const currency = currencyOf(form, read);
  const filled = intervals.filter(interval => fieldValue(form, interval) !== '');
  const typed = filled.map(interval => ({ interval, limit: readLimit(fieldValue(form, interval)) }));
  const limits = typed.flatMap(({ interval, limit }) => (limit.ok ? [{ interval, value: limit.value }] : []));
  if (!read) return { ok: false, errors: { currency: t`Purser has not read the limits yet. Press Ctrl+R.` } };
  const wrong = typed.map(({ interval, limit }) => [interval, limit.ok ? undefined : limit.why] as const);
  const errors: Readonly<Record<string, Visible | undefined>> = {
    currency: checkCurrency(currency),
    ...(filled.length === 0 ? { PER_TRANSACTION: t`Enter at least one limit.` } : Object.fromEntries(wrong)),
  };
  return Object.values(errors).some(Boolean)
    ? { ok: false, errors }
    : { ok: true, order: { currency, limits }, read };
}
