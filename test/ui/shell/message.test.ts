// The progress line of an export.

import { expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import type { Exporting } from '../../../src/store/state.ts';
import { goTo, placeKey, updateView } from '../../../src/store/workspace.ts';
import { exportLine } from '../../../src/ui/shell/message.tsx';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';

const started = goTo(signedInStore().getState(), 'accounts');
const line = (change: Partial<Exporting>, state = started): string | undefined =>
  exportLine({
    ...state,
    exporting: {
      many: t`accounts`,
      file: t`~/out.csv`,
      rows: 0,
      pages: 0,
      total: undefined,
      from: placeKey(started),
      whose: alpha,
      ...change,
    },
  });

it('the export line counts rows and pages, and has a bar only if the total is known', () => {
  expect(exportLine(started)).toBeUndefined();
  expect(line({ rows: 100, pages: 1 })).toBe('Exporting accounts 100 rows, 1 page · Esc stops');
  expect(line({ rows: 4_500, pages: 45, total: 10_000 })).toBe(
    'Exporting accounts [████······] 4,500 of 10,000 rows, 45 pages · Esc stops',
  );
  expect(line({ rows: 7, total: 5 })).toContain('[██████████] 7 of 5 rows');
  expect(line({ total: 0 })).toBe('Exporting accounts 0 of 0 rows · Esc stops');
});

it('the export line offers Esc only on the screen and for the customer of the export', () => {
  expect(line({}, goTo(started, 'payouts'))).not.toContain('Esc');
  const under = line({}, { ...started, customer: beta });
  expect(under).not.toContain('Esc');
  expect(under).toMatch(/^acct_alpha: Exporting accounts/);
});

it('the export line says that Esc first stops the export, and only then clears a filter or marks', () => {
  for (const narrowed of [{ filter: 'x' }, { server: { status: 'SETTLED' } }, { marks: new Set(['a']) }])
    expect(line({}, updateView(started, { ...narrowed }))).toMatch(/Esc stops this first$/);
});
