// Reading and replacing one part of a JSON value by its path.

import { describe, expect, it } from 'vitest';
import { countAt, jsonAt, withJsonAt, withoutEmpty } from '../../src/lib/json-path.ts';

describe('setting a value by its path', () => {
  it.each([
    [{}, 'a', 'x', { a: 'x' }],
    [{}, 'a.b', 'x', { a: { b: 'x' } }],
    [{}, 'a.0.b', 'x', { a: [{ b: 'x' }] }],
    [{ a: ['x'] }, 'a.1', 'y', { a: ['x', 'y'] }],
    // A list gets no holes. An index after its end means the next item.
    [{ a: ['x'] }, 'a.7', 'y', { a: ['x', 'y'] }],
    [{ a: ['x', 'y'] }, 'a.0', undefined, { a: ['y'] }],
    [{ a: { b: 'x', c: 'y' } }, 'a.b', undefined, { a: { c: 'y' } }],
    [{ a: 'x', b: 'y' }, 'a', 'z', { a: 'z', b: 'y' }],
  ])('changes %j at the path %s to %j', (before, path, leaf, after) => {
    expect(withJsonAt(before, path, leaf)).toEqual(after);
  });

  it('keeps the order of the members', () => {
    expect(Object.keys(Object(withJsonAt({ a: 'x', b: 'y' }, 'a', 'z')))).toEqual(['a', 'b']);
  });
});

it('reading by a path finds only a value’s own members', () => {
  expect(jsonAt({ a: [{ b: 'x' }] }, 'a.0.b')).toBe('x');
  for (const path of ['a', 'toString', '__proto__', 'a.length']) expect(jsonAt({}, path)).toBeUndefined();
  expect(jsonAt({ a: ['x'] }, 'a.length')).toBeUndefined();
  expect(countAt({ a: ['x', 'y'] }, 'a')).toBe(2);
  expect(countAt({ a: 'xy' }, 'a')).toBe(0);
});

it('empty values can be dropped', () => {
  const body = { a: ' ', b: [{ c: '' }, { c: ' x ' }], d: ['', 'y '], e: false };
  expect(withoutEmpty(body)).toEqual({ b: [{ c: ' x ' }], d: ['y '], e: false });
  expect(withoutEmpty({ a: [''], b: {} })).toBeUndefined();
});
