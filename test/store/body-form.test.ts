// A form of a body with lists. The compiler compares its fields with the body.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { bodyForm, withItem } from '../../src/store/body-form.ts';

const form = bodyForm<{ a: { b: string; c?: string }; list: readonly { d: boolean }[] }>();
const field = { label: t`Label`, hint: t`hint` };
const group = { id: 'a', title: t`Title`, about: t`about`, at: 'a' } as const;
const items = { ...group, id: 'item', at: 'list.*', fields: { d: { ...field, kind: 'flag' } } } as const;
const optional = { ...field, optional: true } as const;

it('the compiler refuses a form that lacks a field, or has another one', () => {
  // @ts-expect-error: a.c is missing.
  form([{ ...group, fields: { b: field } }, items]);
  // @ts-expect-error: the list is missing.
  form([{ ...group, fields: { b: field, c: optional } }]);
  // @ts-expect-error: the body has no a.e.
  form([{ ...group, fields: { b: field, c: optional, e: field } }, items]);
});

it('each item of a list has its own groups, and the first has the number', () => {
  const { sections, complete } = form([{ ...group, fields: { b: field, c: optional } }, items]);
  const body = { a: { b: ' x ' }, list: [{ d: false }] };
  expect(complete(body)).toEqual({ a: { b: 'x' }, list: [{ d: false }] });
  const more = withItem(body, 'list', {});
  expect(sections(more).map(({ id, title }) => [id, title])).toEqual([
    ['a', 'Title'],
    ['item.0', 'Title 1'],
    ['item.1', 'Title 2'],
  ]);
  expect(complete(more)).toBeUndefined();
});
