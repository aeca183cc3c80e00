// What this operator can do with a write that waits, and what the write is about.

import { t, type Visible } from '../../lib/visible.ts';
import { factText } from '../../records/journal-entry.ts';
import { AMOUNT, BENEFICIARY, confirmedLine, confirmedLines } from '../../records/shown-lines.ts';
import type { Waiting } from '../../store/approvals.ts';
import type { Cell } from '../../ui/kit/cell.ts';

interface Part {
  /** Lower comes first. */
  readonly rank: number;
  readonly state: Cell;
  readonly next: Visible;
}

export const PARTS: Readonly<Record<Waiting['part'], Part>> = {
  send: {
    rank: 0,
    state: { text: t`approved`, tone: 'good' },
    next: t`Press Enter to check the request again and to send it.`,
  },
  vote: {
    rank: 1,
    state: { text: t`to approve`, tone: 'warn' },
    next: t`Press Enter to check and approve the request, or x to decline it.`,
  },
  wait: {
    rank: 2,
    state: { text: t`waiting`, tone: 'accent' },
    next: t`You asked for this. Press Enter to see it, or to withdraw it.`,
  },
  look: { rank: 3, state: { text: t`waiting`, tone: 'dim' }, next: t`You can't approve this request.` },
};

/** "12.50 GBP to Zoë Ltd", or the record's ID. */
export function aboutText({ row }: Waiting): Visible {
  const [amount, payee] = [confirmedLine(row, AMOUNT), confirmedLine(row, BENEFICIARY)];
  if (amount !== undefined) return payee === undefined ? amount : t`${amount} to ${payee}`;
  return factText(row) ?? confirmedLines(row)[0]?.value ?? t`–`;
}
