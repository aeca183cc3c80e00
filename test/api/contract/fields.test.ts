/** The fast readers of fields agree with the schemas. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amount,
  flag,
  freeText,
  maskedNumber,
  oneOf,
  readerOf,
  text,
  timestamp,
} from '../../../src/api/contract/fields.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { JsonNumber } from '../../../src/lib/json.ts';

const number = (digits: string): JsonNumber => new JsonNumber(digits as Decimal);

const sent = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...['settled', 'SETTLED', 'Pending', 'constructor', '__proto__', '', 'Card 4111 1111 1111 1111'],
    ...[
      '2026-11-20T09:00:00Z',
      '2026-02-30T09:00:00Z',
      '2026-11-20T09:00:00.25+0130',
      '0000-01-01T00:00:00Z',
    ],
    ...['x'.repeat(1000), 'x'.repeat(1001)],
  ),
  fc.constantFrom('0', '-0.00', '1e400', '1e5', '900719925474099301.10', '1'.repeat(401)).map(number),
  fc.constantFrom(null, undefined, true, 5, [], {}, ['SETTLED']),
);

it.each([
  ['text', text()],
  ['freeText', freeText()],
  ['amount', amount()],
  ['timestamp', timestamp()],
  ['oneOf', oneOf(['SETTLED', 'PENDING'])],
])('the reader of %s reads every fitting value as the schema does', (_, schema) => {
  const read = readerOf(schema);
  expect(read).toBeDefined();
  fc.assert(
    fc.property(sent, value => {
      const judged = schema.safeParse(value);
      expect(read?.(value)).toEqual(judged.success ? judged.data : undefined);
    }),
    { numRuns: 300 },
  );
});

it('a kind that hides or checks more has no reader', () => {
  for (const schema of [maskedNumber(), flag(), text().optional()]) expect(readerOf(schema)).toBeUndefined();
});
