// Moving in a form and typing into it; pure. A form ends with its button, which alone submits.

import { type Visible, visible } from '../lib/visible.ts';
import type { Field, Form } from './state.ts';

export const field = (id: string, label: Visible, value: string, hint: Visible, secret = false): Field => ({
  id,
  label,
  // A field draws its value as it is: what is filled in must show as what it is.
  value: visible(value) === value ? value : '',
  secret,
  hint,
  error: undefined,
});

export const moveFocus = (form: Form, by: number): Form => {
  const stops = form.fields.length + 1;
  return { ...form, focus: (form.focus + by + stops) % stops };
};

export const onButton = (form: Form): boolean => form.focus === form.fields.length;

export const setField = (form: Form, id: string, value: string): Form => ({
  ...form,
  fields: form.fields.map(f => (f.id === id ? { ...f, value, error: undefined } : f)),
});

/** Puts a sentence beside each field that is wrong, and the focus on the first of them. */
export function withErrors(form: Form, errors: Readonly<Record<string, Visible | undefined>>): Form {
  const fields = form.fields.map(f => ({ ...f, error: errors[f.id] }));
  const first = fields.findIndex(f => f.error !== undefined);
  return { fields, focus: first < 0 ? form.focus : first };
}

export const fieldValue = (form: Form, id: string): string =>
  form.fields.find(f => f.id === id)?.value.trim() ?? '';
