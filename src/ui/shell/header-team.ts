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

/** The customer's text is cut before a segment with this rank or a lower rank is left out. */
export const TEAM = 2.7;
/** What waits for this operator stays at any width. */
const WAITS = 2.45;

export interface Segment {
  readonly text: Visible;
  readonly tone: Tone;
  readonly short?: Visible;
  /** A segment with a lower rank stays longer. */
  readonly rank: number;
  /** The segment continues the text of the segment before. */
  readonly goesOn?: true;
}

/** Has no ages and countdowns. `gone` is spoken when the fact ends. */
export interface HeaderFact {
  readonly id: string;
  readonly text: Visible;
  readonly gone?: Visible;
  /** Said only on request. */
  readonly silent?: true;
}

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

/** Writes that this operator can approve or send, and writes that wait for other people. */
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
