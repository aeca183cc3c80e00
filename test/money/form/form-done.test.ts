// What the service's refusal shows at the fields of a form, and which text a reopened form keeps.
import { describe, expect, it } from 'vitest';
import type { FieldError } from '../../../src/api/contract/refusal-words.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { App } from '../../../src/money/app.ts';
import { formDone, withRefusal } from '../../../src/money/form/form-done.ts';
import type { Ended } from '../../../src/sending/question.ts';
import { field, setField } from '../../../src/store/form-state.ts';
import { keptForms } from '../../../src/store/kept-forms.ts';
import type { PlaceId } from '../../../src/store/places.ts';
import type { Form } from '../../../src/store/state.ts';
import { currentView, goTo } from '../../../src/store/workspace.ts';
import { entered } from '../../../src/ui/screens/form-screen.tsx';
import { signedInStore } from '../../store/signed-in.ts';

const given: Form = {
  fields: ['home.city', 'work.city', 'amount', 'beneficiary'].map(id =>
    field(id, t`Label`, id === 'beneficiary' ? 'payee-1' : '', t``),
  ),
  focus: 0,
};
const forms = keptForms('new-payout', () => given);
const state = goTo(signedInStore().getState(), 'new-payout');
const refused = (name: string, words = 'too small'): FieldError => ({
  field: fromServer(name),
  words: fromServer(words),
});
const errorsIn = (now: typeof state): Record<string, string> =>
  Object.fromEntries(forms.get(now).fields.flatMap(({ id, error }) => (error ? [[id, error]] : [])));

describe('a refusal that names fields', () => {
  const shown = (...errors: readonly FieldError[]) => errorsIn(withRefusal(state, forms, given, errors));

  it.each([
    ['amount', 'amount'],
    ['payout.amount', 'amount'],
    ['/payout/amount', 'amount'],
    ['items[0].amount', 'amount'],
    ['beneficiary_id', 'beneficiary'],
    ['work.city', 'work.city'],
  ])('puts the words for %s at the field %s', (name, id) => {
    expect(shown(refused(name))).toEqual({ [id]: 'The service: "too small"' });
  });

  it('puts no words at a field that the name may not mean', () => {
    for (const name of ['city', 'office.city', 'currency', ''])
      expect(shown(refused(name)), name).toEqual({});
  });

  it.each([
    ['amount is too small', { amount: 'The service: "amount is too small"' }],
    ['Invalid beneficiary.', { beneficiary: 'The service: "Invalid beneficiary."' }],
    ['The amounts differ.', {}],
    ['amount or beneficiary is wrong', {}],
    ['city is unknown', {}],
  ])('without a name of a field puts %j where the words name one field', (words, said) => {
    expect(shown({ words: fromServer(words) })).toEqual(said);
  });

  it('puts no words at text that was typed meanwhile', () => {
    const typed = forms.set(state, setField(given, 'amount', '7'));
    expect(errorsIn(withRefusal(typed, forms, given, [refused('amount')]))).toEqual({});
  });
});

describe('a form that is opened again', () => {
  const keptIn = (now: typeof state): readonly string[] =>
    forms.get(now).fields.flatMap(({ id, kept }) => (kept ? [id] : []));
  const reopened = (now: typeof state) => entered({ ...now, selectedIn: undefined }, forms);

  it('selects all its text', () => {
    const typed = reopened(forms.set(state, setField(given, 'amount', '7')));
    expect(keptIn(typed)).toContain('amount');
    expect(keptIn(typed)).toEqual(forms.get(typed).fields.flatMap(({ id, value }) => (value ? [id] : [])));
  });

  it('selects nothing again while it stays in front', () => {
    const again = reopened(state);
    const typed = forms.set(again, setField(forms.get(again), 'amount', '8'));
    expect(keptIn(entered(typed, forms))).not.toContain('amount');
  });

  it('does not mark a field any more once a person types in it', () => {
    const again = reopened(forms.set(state, setField(given, 'amount', '7')));
    expect(keptIn(forms.set(again, setField(forms.get(again), 'amount', '8')))).not.toContain('amount');
  });
});

const ends: { readonly [Word in Ended['word']]: readonly [amount: string, place: PlaceId] } = {
  DONE: ['', 'payouts'],
  WAITING: ['7', 'payouts'],
  REFUSED: ['7', 'new-payout'],
  'NOT SENT': ['7', 'new-payout'],
  UNKNOWN: ['7', 'new-payout'],
};

it.each(Object.entries(ends))(
  'after %s the amount is %j, and the person is in %s',
  (word, [amount, place]) => {
    const store = signedInStore();
    store.setState(forms.set(state, setField(given, 'amount', '7')));
    formDone({ store } as App, { declared: { place: 'new-payout', forms } })({ word: word as Ended['word'] });
    const now = store.getState();
    expect(currentView(now).place).toBe(place);
    const { fields } = forms.get(goTo(now, 'new-payout'));
    expect(fields.find(({ id }) => id === 'amount')?.value).toBe(amount);
  },
);
