// One finding of `purser doctor`: one line, and how to correct the problem.

import { t, type Visible } from '../lib/visible.ts';

export interface DoctorFinding {
  readonly check: Visible;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: Visible;
  readonly mend?: Visible;
}

export const ok = (check: Visible, found: Visible): DoctorFinding => ({ check, state: 'ok', found });

export const warn = (check: Visible, found: Visible, mend?: Visible): DoctorFinding => ({
  ...{ check, state: 'warn', found },
  ...(mend !== undefined && { mend }),
});

export const fail = (check: Visible, found: Visible, mend: Visible): DoctorFinding => ({
  ...{ check, state: 'fail', found, mend },
});

export function findingText({ check, state, found, mend }: DoctorFinding): string {
  const line = `${state.padEnd(4)}  ${check}: ${found}\n`;
  return mend === undefined ? line : `${line}${t`      → ${mend}`}\n`;
}
