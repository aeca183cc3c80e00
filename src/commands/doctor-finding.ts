// One finding of `purser doctor`: one line, and how to correct the problem.

import { t, type Visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';

export interface DoctorFinding {
  readonly check: Visible;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: Visible;
  readonly mend?: Visible;
}

export type Check = ReturnType<typeof check>;

/** The findings that a check can have. */
export const check = (title: Visible) => ({
  ok: (found: Visible): DoctorFinding => ({ check: title, state: 'ok', found }),
  warn: (found: Visible, mend?: Visible): DoctorFinding =>
    withoutUndefined({ check: title, state: 'warn' as const, found, mend }),
  fail: (found: Visible, mend: Visible): DoctorFinding => ({ check: title, state: 'fail', found, mend }),
});

export function findingText({ check, state, found, mend }: DoctorFinding): string {
  const line = `${state.padEnd(4)}  ${check}: ${found}\n`;
  return mend === undefined ? line : `${line}${t`      → ${mend}`}\n`;
}
