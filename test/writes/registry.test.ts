// A write is declared once: in the contract, in its definition, and in one line of the registry.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isWrite, type OperationId, operations, type WriteId } from '../../src/api/contract/operations.ts';
import { definitionOf, registry } from '../../src/writes/registry.ts';

const ids = (Object.keys(operations) as readonly OperationId[]).filter(isWrite);
const files = readdirSync('src/writes', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts'));

const named = (id: WriteId) =>
  files.filter(file => readFileSync(`src/writes/${file}`, 'utf8').includes(`'${id}'`));

describe.each(ids)('the write %s', id => {
  it('is named only in the registry and in its own definition', () => {
    const own = `${id.replace('.', '-').replace(/[A-Z]/, capital => `-${capital.toLowerCase()}`)}.ts`;
    expect(named(id).toSorted()).toEqual(['registry.ts', own].toSorted());
  });

  it('has the name and the class of its contract', () => {
    expect(registry[id].operation).toBe(id);
    expect(registry[id].class).toBe(operations[id].class);
  });
});

it('an operation of a newer version has no definition', () => {
  for (const id of ['payout.split', 'toString', '']) expect(definitionOf(id)).toBeUndefined();
});
