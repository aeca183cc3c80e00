// Kept forms: text typed for one subject stays with it, and a sent form is emptied only if nobody changed it.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { field, fieldValue, setField } from '../../src/store/form-state.ts';
import { keptForms } from '../../src/store/kept-forms.ts';
import type { State } from '../../src/store/state.ts';
import { customerKey, goTo } from '../../src/store/workspace.ts';
import { alpha, signedInStore } from './signed-in.ts';

const forms = keptForms('new-payout', () => ({ fields: [field('amount', t`Amount`, '', t``)], focus: 0 }));
const ID = 'd0a1c9b0-38c6-4a4f-9f0c-0d7a4c1d5b11';

const at = (state: State, subject: string): State => goTo(state, 'new-payout', subject);
const typed = (state: State, text: string): State =>
  forms.set(state, setField(forms.get(state), 'amount', text));
const amountIn = (state: State): string => fieldValue(forms.get(state), 'amount');
const begun = at(signedInStore(alpha).getState(), ID);

it('the text comes back under every spelling of its subject, and under no other', () => {
  const state = typed(begun, '12.50');
  expect(amountIn(at(state, ID.toUpperCase()))).toBe('12.50');
  expect(amountIn(at(state, ID.replace('d0', 'd1')))).toBe('');
});

it('the time is of the last typed text, not of a moved cursor', () => {
  const first = typed({ ...begun, now: 1000 }, '1');
  const moved = forms.set({ ...first, now: 2000 }, { ...forms.get(first), focus: 1 });
  expect(forms.typedAt(moved)).toBe(1000);
  expect(forms.typedAt(typed({ ...moved, now: 3000 }, '12'))).toBe(3000);
});

it('a sent form is emptied, unless somebody typed in it meanwhile', () => {
  const sent = typed(begun, '12.50');
  const cleared = (state: State) =>
    forms.clear(state, customerKey(alpha), { subject: ID.toUpperCase() }, forms.get(sent));
  const empty = cleared(sent);
  expect(empty && amountIn(empty)).toBe('');
  expect(cleared(typed(sent, '13'))).toBeUndefined();
});
