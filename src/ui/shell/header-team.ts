// What the header says about the team: colleagues, notes, offers, and what waits for approval. Pure.

import type { Tone } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { waitingFor } from '../../store/approvals.ts';
import { unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import {
  noteCount,
  notesText,
  offeredToMe,
  ownedCount,
  presenceOf,
  presenceText,
} from '../../store/together.ts';

/** The header cuts the customer's text before it leaves out a segment with this rank or a lower rank. */
export const TEAM = 2.7;
/** The rank of the writes and offers that wait for this operator. Their segments stay at any width. */
const WAITS = 2.45;

export interface Segment {
  readonly text: Visible;
  readonly tone: Tone;
  /** A shorter text, for a header that doesn't fit. */
  readonly short?: Visible;
  /** A segment with a lower rank stays longer. */
  readonly rank: number;
  /** The segment continues the text of the segment before. */
  readonly goesOn?: true;
}

/** A fact of the header without ages and countdowns; `gone` is spoken when the fact ends. */
export interface HeaderFact {
  readonly id: string;
  readonly text: Visible;
  readonly gone?: Visible;
  /** Said only on request. */
  readonly silent?: true;
}

/** What an operator should know about the team: who else is at this customer, and what waits for an answer. */
export function togetherSegments(state: State): readonly Segment[] {
  if (state.together === undefined) return [];
  const here = presenceOf(state, state.customer);
  const [offered, notes] = [offeredToMe(state).length, noteCount(state, state.customer)];
  return [
    ...(offered === 0
      ? []
      : [
          {
            ...{ text: t`${offered} OFFERED TO YOU`, short: t`${offered} OFFERED` },
            ...({ tone: 'warn', rank: WAITS } as const),
          },
        ]),
    ...(here === undefined
      ? []
      : [
          {
            text: here.who,
            ...(here.short && { short: here.short }),
            ...({ tone: 'warn', rank: 2.65 } as const),
          },
        ]),
    ...(here?.doing === undefined
      ? []
      : [{ text: t`· ${here.doing}`, tone: 'warn' as const, rank: 2.8, goesOn: true as const }]),
    ...(notes === 0 ? [] : [{ text: notesText(notes), tone: 'accent' as const, rank: 3.1 }]),
  ];
}

export function togetherFacts(state: State): readonly HeaderFact[] {
  if (state.together === undefined) return [];
  const here = presenceText(state, state.customer);
  const [offered, notes] = [offeredToMe(state).length, noteCount(state, state.customer)];
  return [
    ...(offered === 0
      ? []
      : [{ id: 'offered', text: t`${offered} offered to you`, gone: t`Nothing offered to you` }]),
    ...(here === undefined ? [] : [{ id: 'here', text: here, gone: t`Nobody else is here` }]),
    ...(notes === 0 ? [] : [{ id: 'notes', text: notesText(notes), silent: true as const }]),
  ];
}

const APPROVALS = [
  { part: 'vote', name: t`to approve`, gone: t`Nothing to approve`, tone: 'warn', rank: WAITS },
  {
    part: 'send',
    name: t`approved: send it`,
    gone: t`Nothing approved is left to send`,
    tone: 'good',
    rank: WAITS,
  },
  { part: 'wait', name: t`waiting`, gone: t`Nothing waits for approval`, tone: 'accent', rank: 2.6 },
] as const;

/** How many writes this operator can approve or send, and how many wait for other people. */
export const approvalSegments = (state: State): readonly (Segment & HeaderFact)[] =>
  APPROVALS.flatMap(({ part, name, ...rest }) => {
    const count = waitingFor(state, part).length;
    const short = part === 'send' ? t`${count} approved` : t`${count} ${name}`;
    return count === 0 ? [] : [{ ...rest, short, id: part, text: t`${count} ${name}` }];
  });

/** How many unresolved operations this operator owns: ` (2 yours)`. */
export function minePart(state: State): Visible {
  const mine = ownedCount(state, unresolvedHere(state));
  return mine === 0 ? t`` : t` (${mine} yours)`;
}
