// A form's keys, and its drawing when there is little room.

import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/format/entry.ts';
import { resolve } from '../../../src/keys/binding.ts';
import { t } from '../../../src/lib/visible.ts';
import type { App } from '../../../src/money/app.ts';
import {
  asKept,
  choice,
  field,
  longField,
  moveFocus,
  setField,
  withErrors,
} from '../../../src/store/form-state.ts';
import { overlayWith } from '../../../src/store/open-overlays.ts';
import type { Form, State } from '../../../src/store/state.ts';
import { type FormPlace, FormView, formBindings } from '../../../src/ui/screens/form.tsx';
import { formSpoken } from '../../../src/ui/screens/form-spoken.ts';
import { drawnByInk } from '../../harness/by-ink.tsx';
import { signedInStore } from '../../store/signed-in.ts';
import { theme } from './list-app.ts';

const form: Form = {
  fields: [
    field('from', t`From`, '2026-01-01', t`YYYY-MM-DD`),
    field('to', t`To`, '', t`YYYY-MM-DD, or nothing`),
    field('currency', t`Currency`, 'GBP', t`three letters`),
  ],
  focus: 0,
};

const quoteForm: Form = {
  fields: [
    field('amount', t`Amount`, '100', t`an amount to sell`),
    choice('when', t`Settled`, 'eod', t`when the money is exchanged`, [
      { value: 'immediate', label: t`immediate` },
      { value: 'eod', label: t`end of day` },
      { value: 'next', label: t`next day` },
    ]),
  ],
  focus: 1,
};

const place: FormPlace = {
  id: 'test',
  get: state => (state.overlay?.kind === 'server-filter' ? state.overlay.form : undefined),
  set: (state, next): State => ({ ...state, overlay: overlayWith({ kind: 'server-filter', form: next }) }),
};

describe('the keys', () => {
  function open(of: Form = form) {
    const store = signedInStore();
    store.setState(state => place.set(state, of));
    const submitted: Form[] = [];
    const bindings = formBindings(place, t`Apply`, (_, of) => submitted.push(of));
    // A form's keys use the store and nothing else.
    const app = { store } as App;
    return {
      store,
      submitted,
      press(...keys: readonly string[]) {
        for (const key of keys) {
          const found = resolve(bindings, app, key);
          if (found.kind === 'run') found.binding.run(app);
        }
        return place.get(store.getState())?.focus;
      },
      values: () => place.get(store.getState())?.fields.map(f => f.value),
      /** Why a key can't be used now. */
      barred(key: string) {
        const found = resolve(bindings, app, key);
        return found.kind === 'barred' ? found.reason : undefined;
      },
    };
  }

  it('move through the fields and the button in a circle, in both directions', () => {
    const { press } = open();
    expect(press('tab', 'down')).toBe(2);
    expect(press('shift-tab', 'up', 'up')).toBe(3);
    expect(press('tab')).toBe(0);
  });

  it('include Enter, which goes to the next field and submits only on the button', () => {
    const { press, submitted } = open();
    expect(press('enter', 'enter', 'enter')).toBe(3);
    expect(submitted).toEqual([]);
    press('enter');
    expect(submitted.map(({ focus, fields }) => [focus, fields.map(({ value }) => value)])).toEqual([
      [3, form.fields.map(({ value }) => value)],
    ]);
  });

  it("say why they can't act: a text field has no choices, and a choice takes no text", () => {
    const { press, barred, values } = open(quoteForm);
    expect(['left', 'right'].map(barred)).toEqual([undefined, undefined]);
    press('right', 'left', 'left');
    expect(values()).toEqual(['100', 'immediate']);
    expect(barred('ctrl-u')).toMatch(/This field takes no typing/);
    press('down');
    expect(['left', 'right'].map(barred)).toEqual(
      Array(2).fill('This field has no choices. Type the value.'),
    );
    press('down', 'ctrl-u');
    expect(values()).toEqual(['', 'immediate']);
  });

  it('do nothing without a form', () => {
    const { store, press, submitted } = open();
    store.setState({ overlay: undefined });
    press('enter', 'tab', 'right', 'left', 'ctrl-u');
    expect(submitted).toEqual([]);
    expect(store.getState().overlay).toBeUndefined();
  });
});

const focusedOn = (focus: number, of: Form = form): Form =>
  Array.from({ length: focus }).reduce<Form>(f => moveFocus(f, 1), of);

type Aside = (fieldId: string) => Cell | undefined;

function drawn(of: Form, height: number, width = 60, aside?: Aside): string[] {
  const view = (
    <FormView
      form={of}
      button={t`Apply`}
      width={width}
      height={height}
      theme={theme}
      {...(aside && { aside })}
      onChange={() => {}}
    />
  );
  // The text cursor is an inverse cell if colours are on.
  return stripVTControlCharacters(drawnByInk(view, width)).split('\n');
}

describe('the drawing', () => {
  it('has a line below each field: the hint of the focused one, and every error', () => {
    const lines = drawn(withErrors(focusedOn(1), { currency: t`No such currency.` }), 8);
    expect(lines.map(line => line.trimEnd())).toEqual([
      '  From      2026-01-01',
      '',
      '  To',
      '',
      '› Currency  GBP  typing replaces',
      '            No such currency.',
      '[ Apply ]  1 field to correct',
      '',
    ]);
    expect(drawn(focusedOn(1), 8)[3]?.trim()).toBe('YYYY-MM-DD, or nothing');
  });

  it('always shows the focused field, its hint and the button, at any height [F18a]', () => {
    for (const height of [3, 4, 5, 6, 7, 20]) {
      form.fields.forEach((f, at) => {
        const lines = drawn(focusedOn(at), height);
        expect(lines).toHaveLength(height);
        expect(lines.some(line => line.startsWith(`› ${f.label}`))).toBe(true);
        expect(lines.join('\n')).toContain(f.hint);
        expect(lines.join('\n')).toContain('[ Apply ]');
      });
      expect(drawn(focusedOn(3), height).join('\n')).toContain('[ Apply ]');
    }
  });

  it('shows the error of the focused field even without room for hints', () => {
    const wrong = withErrors(form, { currency: t`No such currency.` });
    expect(drawn(wrong, 3).join('\n')).toContain('No such currency.');
  });
});

describe('a choice', () => {
  const trimmed = (lines: readonly string[]) => lines.map(line => line.trimEnd());

  it('shows all its values with the focus, and only the chosen value without the focus', () => {
    expect(trimmed(drawn(quoteForm, 6))).toEqual([
      '  Amount   100',
      '',
      '› Settled   immediate ·‹end of day›· next day',
      '           when the money is exchanged',
      '[ Apply ]',
      '',
    ]);
    expect(trimmed(drawn({ ...quoteForm, focus: 0 }, 6))[2]).toBe('  Settled  end of day');
  });

  it('shows the chosen value and the number of values if there is no room for all', () => {
    expect(trimmed(drawn(quoteForm, 6, 40))[2]).toBe('› Settled  ‹end of day›  2 of 3');
  });
});

describe('a computed line', () => {
  const after = t`available 1,200.00 → after 1,100.00`;
  const aside: Aside = id => (id === 'amount' ? { text: after, tone: 'plain' } : undefined);

  it('replaces the hint below its field, even without the focus', () => {
    for (const focus of [0, 1, 2]) {
      const lines = drawn({ ...quoteForm, focus }, 6, 60, aside);
      expect(lines[1]?.trimEnd()).toBe(`           ${after}`);
      expect(lines.join('\n')).not.toContain('an amount to sell');
      expect(lines.join('\n').includes('when the money is exchanged')).toBe(focus === 1);
    }
  });

  it("gives way to the field's error", () => {
    const wrong = withErrors(quoteForm, { amount: t`An amount is needed.` });
    expect(drawn(wrong, 6, 60, aside)[1]?.trim()).toBe('An amount is needed.');
  });

  it('is left out with few rows, except at the focused field', () => {
    expect(drawn({ ...quoteForm, focus: 0 }, 3, 60, aside).join('\n')).toContain(after);
    expect(drawn({ ...quoteForm, focus: 1 }, 3, 60, aside).join('\n')).not.toContain(after);
  });
});

describe('a selected text', () => {
  const selected = asKept({ ...form, focus: 2 });
  const spoken = (of: Form) => formSpoken({ form: of, change: () => {} });

  it('is marked in words on the screen, and said to a screen reader', () => {
    expect(drawn(selected, 8).join('\n')).toMatch(/› Currency +GBP +typing replaces/);
    expect(spoken(selected).selected?.text).toContain('Selected: typing replaces the text');
    expect(spoken(selected).selected?.brief).toContain('Selected');
  });

  it('loses the mark with the first typed character, and with an arrow', () => {
    const changed: Form[] = [];
    formSpoken({ form: selected, change: to => changed.push(to) }).typing?.keep?.();
    changed.push(setField(selected, 'currency', 'U'));
    expect(changed).toHaveLength(2);
    for (const to of changed) {
      expect(drawn(to, 8).join('\n')).not.toContain('typing replaces');
      expect(spoken(to).selected?.text).not.toContain('Selected');
    }
  });

  it('in a field with no room for the mark has the mark in the line below', () => {
    const long = setField(form, 'currency', 'x'.repeat(50));
    const lines = drawn(asKept({ ...long, focus: 2 }), 8);
    expect(lines.join('\n')).toMatch(/typing replaces; three letters/);
    expect(lines.find(line => line.startsWith('› Currency'))).toContain('X'.repeat(20));
  });

  it('is the first wrong text of a refused form, but never a long text', () => {
    const refused = withErrors(form, { from: t`No such day.`, currency: t`No such currency.` });
    expect(refused.fields.map(({ kept }) => kept === true)).toEqual([true, false, false]);
    const [from, ...others] = form.fields;
    if (!from) throw new Error('the form has no field');
    const long = withErrors({ ...form, fields: [longField(from), ...others] }, { from: t`Too long.` });
    expect(long.fields[0]?.kept).toBeUndefined();
  });
});

describe('an empty field', () => {
  it('says whether it is required, without the focus', () => {
    const needed = form.fields.map(one => (one.id === 'to' ? { ...one, need: t`required` } : one));
    expect(drawn({ fields: needed, focus: 0 }, 8).join('\n')).toMatch(/To +required/);
    expect(drawn({ fields: needed, focus: 1 }, 8).join('\n')).not.toContain('required');
    expect(formSpoken({ form: { fields: needed, focus: 1 }, change: () => {} }).selected?.text).toContain(
      'empty, required',
    );
  });
});
