// Movement, typing and choices in a form. Only the button at the end submits.

import { type Visible, visible } from '../lib/visible.ts';
import type { Field, Form, Option } from './state.ts';

export const field = (id: string, label: Visible, value: string, hint: Visible, secret = false): Field => ({
  id,
  label,
  // A value with invisible characters is left out, because a field draws its value unchanged.
  value: visible(value) === value ? value : '',
  secret,
  hint,
  error: undefined,
  ...(/(?:^|[._])currency$/i.test(id) && { code: true }),
});

export const codeField = (one: Field): Field => ({ ...one, code: true });

export const longField = (one: Field): Field => ({ ...one, long: true });

/** A line break in the one line of a field. */
export const LINE_BREAK = '↵';

export const sentText = (value: string): string => value.replaceAll(LINE_BREAK, '\n');

/** A value that is none of `options` means no choice. */
export const choice = (
  id: string,
  label: Visible,
  value: string,
  hint: Visible,
  options: readonly Option[],
): Field => ({
  id,
  label,
  value: options.some(option => option.value === value) ? value : '',
  options,
  secret: false,
  hint,
  error: undefined,
});

/** The text comes back, so typing replaces it. */
export function asKept(form: Form): Form {
  const fields = form.fields.map(one =>
    one.options || one.value === '' || one.kept ? one : { ...one, kept: true },
  );
  return fields.every((one, i) => one === form.fields[i]) ? form : { ...form, fields };
}

/** The person moved the cursor into the text, so typing adds to it. */
export const editing = (form: Form, id: string): Form => ({
  ...form,
  fields: form.fields.map(one => (one.id === id ? { ...one, kept: false } : one)),
});

/** The text of the field is selected, as in other programs' forms. A long text is corrected, not typed again. */
export const moveFocus = ({ fields, focus }: Form, by: number): Form => {
  const stops = fields.length + 1;
  const to = (focus + by + stops) % stops;
  const selects = ({ value, options, long }: Field, at: number): boolean =>
    at === to && value !== '' && !options && !long;
  return { focus: to, fields: fields.map((one, at) => (selects(one, at) ? { ...one, kept: true } : one)) };
};

export const onButton = (form: Form): boolean => form.focus === form.fields.length;

export const setField = (form: Form, id: string, value: string): Form => ({
  ...form,
  fields: form.fields.map(f =>
    f.id === id ? { ...f, value: f.code ? capitals(value) : value, kept: false, error: undefined } : f,
  ),
});

/** Changes only a to z, so that the number of characters stays the same. */
const capitals = (value: string): string => value.replace(/[a-z]/g, letter => letter.toUpperCase());

export const takesText = ({ fields, focus }: Form): boolean => {
  const focused = fields[focus];
  return focused !== undefined && focused.options === undefined;
};

export const onChoice = ({ fields, focus }: Form): boolean => fields[focus]?.options !== undefined;

export function chosenOption({ options = [], value }: Field): number | undefined {
  const at = options.findIndex(option => option.value === value);
  return at < 0 ? undefined : at;
}

/** In a circle. Without a choice, moves to the first or the last option. */
export function changeChoice(form: Form, by: 1 | -1): Form {
  const focused = form.fields[form.focus];
  const count = focused?.options?.length ?? 0;
  if (!focused || count === 0) return form;
  const from = chosenOption(focused) ?? (by > 0 ? -1 : count);
  const option = focused.options?.[(from + by + count) % count];
  return option ? setField(form, focused.id, option.value) : form;
}

/** `stays`: without a move of the focus to the first wrong field. */
export function withErrors(form: Form, errors: FieldErrors, stays = false): Form {
  const first = stays ? -1 : form.fields.findIndex(f => errors[f.id] !== undefined);
  // Typing replaces the first wrong text. A long text is corrected, not typed again.
  const fields = form.fields.map((f, at) => ({
    ...f,
    error: errors[f.id],
    ...(at === first && f.value !== '' && !f.options && !f.long && { kept: true }),
  }));
  return { fields, focus: first < 0 ? form.focus : first };
}

export const fieldValue = (form: Form, id: string): string =>
  form.fields.find(f => f.id === id)?.value.trim() ?? '';

export type FieldErrors = Readonly<Record<string, Visible | undefined>>;

export type FormCheck<Values = object> =
  | ({ readonly ok: true } & Values)
  | { readonly ok: false; readonly errors: FieldErrors };

/** Checks the field that was left. An empty field gets no error yet. */
export function leaveField(form: Form, by: number, check?: (form: Form) => FormCheck): Form {
  const left = form.fields[form.focus];
  const moved = moveFocus(form, by);
  if (!check || !left || left.value.trim() === '') return moved;
  const checked = check(form);
  const error = checked.ok ? undefined : checked.errors[left.id];
  return error === left.error
    ? moved
    : { ...moved, fields: moved.fields.map(f => (f.id === left.id ? { ...f, error } : f)) };
}

export const wrongFields = ({ fields }: Form): number => fields.filter(f => f.error !== undefined).length;

export const valuesOf = ({ fields }: Form): string =>
  JSON.stringify(fields.map(({ id, value }) => [id, value]));
