// The small table of ink-table: the keys are the headings.

import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { t, visible } from '../../../src/lib/visible.ts';
import { StaticTable } from '../../../src/ui/kit/StaticTable.tsx';
import { createTheme, type Theme, UNPAINTED } from '../../../src/ui/kit/theme.ts';

test('the table shows its headings and its rows, aligned', () => {
  const { lastFrame } = render(
    <StaticTable
      theme={createTheme('mono')}
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

test('each part has the tone of its theme, so that the table is dim behind a dialog', () => {
  const theme: Theme = { paint: (_, text) => UNPAINTED.paint('plain', visible('·'.repeat(text.length))) };
  const { lastFrame } = render(<StaticTable theme={theme} rows={[{ Where: t`Balances` }]} />);
  expect(lastFrame()?.split('\n')).toHaveLength(5);
  expect(lastFrame()).not.toMatch(/[^·\s]/);
});
