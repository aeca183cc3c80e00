// The confirmed lines as the journal keeps them.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { confirmedLine } from '../../src/money/shown-lines.ts';
import { row } from '../subjects/fx/rows.ts';

it.each([
  ['Customer sells', '1.00 GBP'],
  ['You sell', '2.00 GBP'],
])(
  'the sell amount is found under the label of this version and of an earlier version (%s)',
  (label, value) => {
    expect(confirmedLine(row({ what: [{ label, value }] }), t`Customer sells`)).toBe(value);
  },
);
