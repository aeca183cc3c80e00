// The cost table of docs/architecture.md is true: its files exist, and the existing operations and screens need no other file.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isWrite, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { costs, sources } from './costs.ts';

/** Records of several subjects belong together, and no subject imports another. */
const RELATED = 'a record that belongs to another one';
const LISTED = 'a list that Find and the timeline read';

type Added = (typeof costs)[number]['add'];

/** The files that contain this name but are not in the rows `added` of the table. */
function beyond(name: string, ...added: readonly Added[]): readonly string[] {
  const touched = costs.filter(({ add }) => added.includes(add)).flatMap(({ touch }) => [...touch]);
  return sources.filter(
    file => readFileSync(file, 'utf8').includes(`'${name}'`) && !touched.some(one => file.startsWith(one)),
  );
}

it.each(costs)('each file in the cost table for $add exists', ({ touch }) => {
  for (const file of touch) expect(existsSync(file), file).toBe(true);
});

describe('a write', () => {
  const writes = (Object.keys(operations) as readonly OperationId[]).filter(isWrite);
  const rows = ['a write', RELATED] as const;

  it.each(writes)('%s needs no file beyond the table', id => {
    expect(beyond(id, ...rows)).toEqual([]);
  });
});

it.each(['cards', 'transactions', 'beneficiaries', 'mandates', 'direct-debits'])(
  'the list screen %s needs no file beyond the table',
  place => {
    expect(beyond(place, 'a list screen', 'an operation that reads', 'a write', RELATED, LISTED)).toEqual([]);
  },
);
