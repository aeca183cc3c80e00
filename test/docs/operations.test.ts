// The table of operations agrees with INTERFACE.md and with the keys of the screens.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/contract/operation.ts';
import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { loginBindings } from '../../src/subjects/login/login.tsx';
import { onScreenOf } from '../../src/subjects/registry.ts';
import { createConsole } from '../../src/ui/shell/console.ts';
import { allRules } from '../harness/rules.ts';
import { operationRows } from './operations-table.ts';

/** Method and path of every row of INTERFACE.md, Endpoints. */
const endpoints = [
  ...readFileSync('src/api/contract/INTERFACE.md', 'utf8').matchAll(
    /^\| (GET|POST|PATCH)\b[^|]*\| `\{base_url\}(\S+)` \|/gm,
  ),
].map(([, method, path]) => `${method} ${path}`);

const ids = Object.keys(operations) as readonly OperationId[];
const { screens, sets } = createConsole(allRules);

/** The keys of a screen in all its modes. */
function keysOf(place: string): ReadonlySet<string> {
  const own = [...sets].filter(([name]) => name === place || name.startsWith(`${place}: `));
  const bindings = place === 'login' ? loginBindings : own.flatMap(([, all]) => all);
  return new Set(bindings.flatMap(({ keys }) => keys));
}

it('every endpoint of INTERFACE.md has an operation, and every operation has an endpoint', () => {
  const declared = ids.map(id => {
    const { method, path }: Operation = operations[id];
    return `${method} ${path}`;
  });
  expect([...new Set(declared)].sort()).toEqual(endpoints.toSorted());
});

describe.each(ids)('the operation %s', id => {
  it('has the screen and key of the table', () => {
    const at = onScreenOf(id);
    if (at.place !== 'login') expect(screens.has(at.place)).toBe(true);
    if (at.key !== undefined) expect(keysOf(at.place)).toContain(at.key);
  });
});

it('every row of the table is complete', () => {
  expect(operationRows()).toHaveLength(ids.length);
  for (const row of operationRows()) expect(row).not.toContain('');
});
