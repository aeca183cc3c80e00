// A form's keys, and what it shows of itself where there is little room.

import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/effects/app.ts';
import { resolve } from '../../../src/keys/dispatch.ts';
import { t } from '../../../src/lib/visible.ts';
import { field, moveFocus, withErrors } from '../../../src/store/form.ts';
import type { Form, State } from '../../../src/store/state.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { type FormPlace, FormView, formBindings } from '../../../src/ui/screens/form.tsx';
import { signedInStore } from '../../store/signed-in.ts';

const form: Form = {
  fields: [
    field('from', t`From`, '2026-01-01', t`YYYY-MM-DD`),
    field('to', t`To`, '', t`YYYY-MM-DD, or nothing`),
    field('currency', t`Currency`, 'GBP', t`three letters`),
  ],
  focus: 0,
};

const place: FormPlace = {
  id: 'test',
  get: state => (state.overlay?.kind === 'server-filter' ? state.overlay.form : undefined),
  set: (state, next): State => ({ ...state, overlay: { kind: 'server-filter', form: next } }),
};

describe('the keys', () => {
  function open() {
    const store = signedInStore();
    store.setState(state => place.set(state, form));
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
    };
  }

  it('move through the fields and the button, round and back', () => {
    const { press } = open();
    expect(press('tab', 'down')).toBe(2);
    expect(press('shift-tab', 'up', 'up')).toBe(3);
    expect(press('tab')).toBe(0);
  });

  it('Enter goes to the next field; on the button alone it submits', () => {
    const { press, submitted } = open();
    expect(press('enter', 'enter', 'enter')).toBe(3);
    expect(submitted).toEqual([]);
    press('enter');
    expect(submitted).toEqual([{ ...form, focus: 3 }]);
  });

  it('do nothing where there is no form', () => {
    const { store, press, submitted } = open();
    store.setState({ overlay: undefined });
    press('enter', 'tab');
    expect(submitted).toEqual([]);
    expect(store.getState().overlay).toBeUndefined();
  });
});

const theme: Theme = { paint: (_, text) => text as string as Painted };
const focusedOn = (focus: number, of: Form = form): Form =>
  Array.from({ length: focus }).reduce<Form>(f => moveFocus(f, 1), of);

function drawn(of: Form, height: number, width = 60): string[] {
  const view = (
    <FormView form={of} button={t`Apply`} width={width} height={height} theme={theme} onChange={() => {}} />
  );
  // The text cursor is an inverse cell, where colours are on.
  return stripVTControlCharacters(renderToString(view, { columns: width })).split('\n');
}

describe('the drawing', () => {
  it('has a line below each field: what the one in the focus takes, and what is wrong with any', () => {
    const lines = drawn(withErrors(focusedOn(1), { currency: t`No such currency.` }), 8);
    expect(lines.map(line => line.trimEnd())).toEqual([
      '  From      2026-01-01',
      '',
      '  To',
      '',
      '› Currency  GBP',
      '            No such currency.',
      '[ Apply ]',
      '',
    ]);
    expect(drawn(focusedOn(1), 8)[3]?.trim()).toBe('YYYY-MM-DD, or nothing');
  });

  it('F18: always shows the field in the focus, its hint and the button, however low it is', () => {
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

  it('says what is wrong with the field in the focus, also where there is no room for hints', () => {
    const wrong = withErrors(form, { currency: t`No such currency.` });
    expect(drawn(wrong, 3).join('\n')).toContain('No such currency.');
  });
});
