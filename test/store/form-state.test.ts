// Forms: the focus, the fields and their errors.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import {
  changeChoice,
  choice,
  chosenOption,
  field,
  fieldValue,
  longField,
  moveFocus,
  onButton,
  setField,
  takesText,
  withErrors,
} from '../../src/store/form-state.ts';
import { loginForm } from '../../src/store/lock-state.ts';
import type { Form } from '../../src/store/state.ts';
import { reach } from './signed-in.ts';

const form: Form = {
  fields: [
    field('name', t`Name`, '', t`as on the card`),
    field('code', t`Code`, ' 12 ', t`four digits`, true),
  ],
  focus: 0,
};

describe('the focus', () => {
  it('moves through the fields to the button in a circle, in both directions', () => {
    const forward = [1, 2, 3].map(
      steps => Array.from({ length: steps }).reduce<Form>(f => moveFocus(f, 1), form).focus,
    );
    expect(forward).toEqual([1, 2, 0]);
    expect(moveFocus(form, -1).focus).toBe(2);
    expect(onButton(moveFocus(form, -1))).toBe(true);
    expect(onButton(form)).toBe(false);
  });

  it('is always on a field or the button, and a step back undoes a step forward', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, -1)), steps => {
        const moved = steps.reduce<Form>((f, by) => moveFocus(f, by), form);
        expect([0, 1, 2]).toContain(moved.focus);
        const back = moveFocus(moveFocus(moved, 1), -1);
        expect([back.focus, back.fields.map(({ value }) => value)]).toEqual([
          moved.focus,
          form.fields.map(({ value }) => value),
        ]);
      }),
      { seed: 20_261_120, numRuns: 200 },
    );
  });
});

it('a field that the focus moves into has its text selected, but not a choice or a long text', () => {
  const options = [{ value: 'one', label: t`one` }];
  const fields = [
    ...form.fields,
    choice('kind', t`Kind`, 'one', t`hint`, options),
    longField(field('notes', t`Notes`, 'Hello', t`hint`)),
  ];
  const through = [1, 2, 3, 4].map(steps =>
    Array.from({ length: steps }).reduce<Form>(f => moveFocus(f, 1), { fields, focus: 0 }),
  );
  expect(through.map(({ fields, focus }) => fields[focus]?.kept)).toEqual([
    true,
    undefined,
    undefined,
    undefined,
  ]);
  const typed = setField(through[0] ?? form, 'code', '3');
  expect(typed.fields[1]?.kept).toBe(false);
  expect(moveFocus(moveFocus(typed, 1), -1).fields[1]?.kept).toBe(true);
});

describe('a field', () => {
  it('changes when text is typed into it, and no other field changes', () => {
    const typed = setField(form, 'name', ' Ada ');
    expect(typed.fields.map(f => f.value)).toEqual([' Ada ', ' 12 ']);
  });

  it('is read without outer spaces, and an absent field is empty', () => {
    expect(fieldValue(form, 'code')).toBe('12');
    expect(fieldValue(form, 'nothing')).toBe('');
  });

  it('shows its error until its text changes', () => {
    const wrong = withErrors(form, { name: t`A name is needed.`, code: t`Four digits.` });
    const typed = setField(wrong, 'name', 'A');
    expect(typed.fields.map(f => f.error)).toEqual([undefined, 'Four digits.']);
  });
});

describe('a choice', () => {
  const when = (value: string) =>
    choice('when', t`Settled`, value, t`when the money is exchanged`, [
      { value: 'immediate', label: t`immediate` },
      { value: 'eod', label: t`end of day` },
      { value: 'next', label: t`next day` },
    ]);
  const choosing = (value: string): Form => ({ fields: [...form.fields, when(value)], focus: 2 });
  const changed = (from: string, ...steps: readonly (1 | -1)[]) =>
    fieldValue(steps.reduce<Form>(changeChoice, choosing(from)), 'when');

  it('has one of its values or none, whatever value it is given', () => {
    expect(['immediate', 'next', '', 'later'].map(value => chosenOption(when(value)))).toEqual([
      0,
      2,
      undefined,
      undefined,
    ]);
    expect(when('later').value).toBe('');
  });

  it('moves to the next or previous value in a circle, and from no value to the first or last', () => {
    expect(changed('immediate', 1)).toBe('eod');
    expect(changed('immediate', 1, 1, 1)).toBe('immediate');
    expect(changed('immediate', -1)).toBe('next');
    expect(changed('', 1)).toBe('immediate');
    expect(changed('', -1)).toBe('next');
  });

  it('returns to its first value if every step is undone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('immediate', 'eod', 'next'),
        fc.array(fc.constantFrom<(1 | -1)[]>(1, -1)),
        (from, steps) => {
          const back = steps.map((by): 1 | -1 => (by === 1 ? -1 : 1));
          expect(changed(from, ...steps, ...back)).toBe(from);
        },
      ),
      { seed: 20_261_120, numRuns: 200 },
    );
  });

  it('changes only while it has the focus, and a change removes its error', () => {
    const wrong = withErrors(choosing(''), { when: t`Choose one.`, name: t`A name is needed.` });
    for (const focus of [0, 1, 3]) expect(changeChoice({ ...wrong, focus }, 1)).toEqual({ ...wrong, focus });
    const right = changeChoice({ ...wrong, focus: 2 }, 1);
    expect(right.fields.map(({ value, error }) => [value, error])).toEqual([
      ['', 'A name is needed.'],
      [' 12 ', undefined],
      ['immediate', undefined],
    ]);
  });

  it('without options does not change', () => {
    const none: Form = { fields: [choice('none', t`None`, '', t``, [])], focus: 0 };
    expect(changeChoice(none, 1)).toEqual(none);
    expect(takesText(none)).toBe(false);
  });

  it('accepts no text, like the button', () => {
    expect([0, 1, 2, 3].map(focus => takesText({ ...choosing(''), focus }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a form with errors', () => {
  it('has the focus on the first wrong field', () => {
    expect(withErrors({ ...form, focus: 2 }, { code: t`Four digits.` }).focus).toBe(1);
  });

  it('loses the corrected errors, and keeps its focus if no error is left', () => {
    const wrong = withErrors({ ...form, focus: 2 }, { name: t`A name is needed.` });
    const right = withErrors({ ...wrong, focus: 2 }, {});
    expect(right).toEqual({ ...form, focus: 2 });
  });
});

describe('the login form', () => {
  it('has known values filled in, never a secret, and starts at the first empty field', () => {
    const login = loginForm(reach, false);
    expect(login.fields.filter(f => f.secret).map(f => f.value)).toEqual(['', '']);
    expect(login.fields[login.focus]?.id).toBe('apiKey');
    expect(fieldValue(login, 'baseUrl')).toBe(reach.baseUrl);
    // The previous keys are known, so no field is left to fill in, and the button has the focus.
    expect(loginForm(reach, true).focus).toBe(login.fields.length);
    expect(loginForm({ ...reach, baseUrl: '' }, false).focus).toBe(0);
  });
});
