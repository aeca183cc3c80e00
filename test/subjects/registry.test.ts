// A write is declared once: in the contract, in its definition, and in one line of the registry.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWrite, type OperationId, operations, type WriteId } from '../../src/api/contract/operations.ts';
import { definitionOf } from '../../src/money/definition.ts';
import { registry } from '../../src/subjects/registry.ts';

const ids = (Object.keys(operations) as readonly OperationId[]).filter(isWrite);
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /^(?:subjects|money)\/.*\.tsx?$/.test(file));

const named = (id: WriteId) => files.filter(file => readFileSync(`src/${file}`, 'utf8').includes(`'${id}'`));

/**
 * The list of payouts has rows of these writes, and the journal's lines know cancellations of earlier versions. Related
 * records lead to the lists that have their rows.
 */
const alsoIn: Partial<Record<WriteId, readonly string[]>> = {
  'payout.create': ['own-payout.ts', 'related-money.ts'],
  'payout.cancel': ['own-payout.ts', 'related-money.ts', 'shown-lines.ts'],
  'directDebit.cancel': ['own-payout.ts'],
  'conversion.create': ['related-money.ts'],
};

describe.each(ids)('the write %s', id => {
  it('is named only in the registry and in its own definition', () => {
    const own = `${id.replace('.', '-').replace(/[A-Z]/, capital => `-${capital.toLowerCase()}`)}.ts`;
    expect(
      named(id)
        .map(file => basename(file))
        .toSorted(),
    ).toEqual(['registry.ts', own, ...(alsoIn[id] ?? [])].toSorted());
  });

  it('has the name and the class of its contract', () => {
    expect(registry[id].operation).toBe(id);
    expect(registry[id].class).toBe(operations[id].class);
  });
});

it('an operation of a newer version has no definition', () => {
  for (const id of ['payout.split', 'toString', '']) expect(definitionOf(registry, id)).toBeUndefined();
});
