// Texts for a waiting request: what this operator can do with it, and its amount or ID.

import type { Cell } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { factText } from '../../money/journal-entry.ts';
import { APPROVED } from '../../money/journal-states.ts';
import { confirmedLines, confirmedMoney } from '../../money/shown-lines.ts';
import type { Waiting } from '../../store/approvals.ts';

interface Part {
  /** The list sorts its rows by rank. Rank 0 comes first. */
  readonly rank: number;
  readonly state: Cell;
  readonly next: Visible;
}

export const PARTS: Readonly<Record<Waiting['part'], Part>> = {
  send: {
    rank: 0,
    state: { text: APPROVED.mine, tone: 'good' },
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
    next: t`You asked for this approval. Press Enter to see or withdraw the request.`,
  },
  decline: {
    rank: 3,
    state: { text: APPROVED.theirs, tone: 'dim' },
    next: t`Enough persons have approved the request. Press x to decline it.`,
  },
  look: { rank: 4, state: { text: t`waiting`, tone: 'dim' }, next: t`You can't approve this request.` },
};

/** What this operator can do. If the operator can do nothing: whether the request is approved or still waits. */
export const stateCell = ({ part, row }: Waiting): Cell =>
  part === 'look' && row.approved ? PARTS.decline.state : PARTS[part].state;

/** Such as "12.50 GBP to Zoë Ltd". Without an amount: the record's ID, or else the first confirmed line. */
export const aboutText = ({ row }: Waiting): Visible =>
  confirmedMoney(row) ?? factText(row) ?? confirmedLines(row)[0]?.value ?? t`–`;
