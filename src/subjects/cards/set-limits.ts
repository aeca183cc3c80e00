// The form for a card's limits: a row for each interval with its current value. After a change it shows the result.

import { explain } from '../../api/client/explain.ts';
import { idText } from '../../format/cells.ts';
import type { Cell, Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { readLimit } from '../../format/typed-amount.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { whyNoCurrency } from '../../money/form/parts.ts';
import { isConfirmableId, unusableId } from '../../money/tokens.ts';
import { type FormCheck, fieldValue, field as formField, withErrors } from '../../store/form.ts';
import { keptForms } from '../../store/kept-forms.ts';
import type { Form, State } from '../../store/state.ts';
import { currentView, customerKey } from '../../store/workspace.ts';
import type { FormDeclaration } from '../../ui/screens/form-screen.tsx';
import { cardUpdate, limitQuestion } from './card-update.ts';
import { changedCard, expectChange, keepChange, lastChangeEntries } from './last-change.ts';
import {
  intervalNames,
  intervals,
  type LimitOrder,
  type Limits,
  limitsQuery,
  limitText,
  wanted,
} from './limit-lines.ts';
import { cardText, listedCard } from './listed-card.ts';

const forms = keptForms('card-limits', () => ({
  fields: [
    formField('currency', t`Currency`, '', t`three letters; if empty: the currency of the current limits`),
    ...intervals.map(interval =>
      formField(interval, intervalNames[interval], '', t`a whole number such as 1,000; if empty: not sent`),
    ),
  ],
  focus: 1,
}));

/** The card's name from a loaded list, or else from its last limit change, or else its ID. */
const nameOf = (id: string, state: State): Visible =>
  listedCard(id, state) ? cardText(id, state) : (changedCard(id, state) ?? cardText(id, state));

const subjectOf = (state: State): string => currentView(state).subject ?? '';
const limitsNow = (state: State): Limits | undefined =>
  documentOf(state, limitsQuery(subjectOf(state))).value;

/** The typed currency, or else the currency of the limits. */
const currencyOf = (form: Form, read: Limits | undefined): string =>
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
      return setState({ notice: { text, tone: 'warning' } });
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
    void app.writes.ask(question);
  },
};

/** The rows above the form: the card, then an explanation of the form or the result of the last change. */
function above(state: State): readonly Entry[] {
  const id = subjectOf(state);
  const card: Entry = { label: t`Card`, cell: { text: nameOf(id, state), tone: 'strong' } };
  const last = lastChangeEntries(id, state);
  if (last.length > 0) return [card, ...last];
  const { value, loading, failure } = documentOf(state, limitsQuery(id));
  const note: Entry = {
    note: t`Purser sends only the filled fields. The effect on the other limits is not documented. After the change Purser reads all limits again and shows them here.`,
  };
  if (value) return [card, note];
  if (loading) return [card, { note: t`Reading the limits …` }];
  if (failure && failure.kind !== 'abandoned') {
    const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
    return [card, { note: what, tone: 'bad' }, { note: todo }];
  }
  return [card, { note: t`Purser has not read the limits yet. Press Ctrl+R.` }];
}

function currencyAside(form: Form, read: Limits): Cell | undefined {
  const own = idText(read.currency);
  if (own === undefined) return undefined;
  if (fieldValue(form, 'currency') === '') return { text: t`${visible(own, 12)}, the limits' currency` };
  return currencyOf(form, read) === own
    ? { text: t`same as the limits` }
    : { text: t`the limits are in ${visible(own, 12)}`, tone: 'warn' };
}

function limitAside(fieldId: string, form: Form, read: Limits): Cell | undefined {
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
  read: Limits | undefined,
): FormCheck<{ readonly order: LimitOrder; readonly read: Limits }> {
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
