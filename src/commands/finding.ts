// What purser doctor finds: one line each, and how to mend what isn't well.

import { t, type Visible } from '../lib/visible.ts';

export interface DoctorFinding {
  readonly check: Visible;
  readonly state: 'ok' | 'warn' | 'fail';
  /** Half a sentence or more: what is there. */
  readonly found: Visible;
  /** What to do about it, in whole sentences. */
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
