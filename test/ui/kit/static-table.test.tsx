// The small table of ink-table: the keys are the headings.

import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { StaticTable } from '../../../src/ui/kit/StaticTable.tsx';

test('the table shows its headings and its rows, aligned', () => {
  const { lastFrame } = render(
    <StaticTable
      rows={[
        { Where: t`Balances`, Key: t`b` },
        { Where: t`日本の売上`, Key: t`Enter` },
      ]}
    />,
  );
  const lines = stripVTControlCharacters(lastFrame() ?? '').split('\n');
  expect(lines[1]).toMatch(/│ Where +│ Key +│/);
  expect(lines[3]).toMatch(/│ Balances +│ b +│/);
  expect(lines[5]).toMatch(/│ 日本の売上 +│ Enter +│/);
});
