// What the header says of the team: colleagues, notes, offers, and what waits for approval. Pure.

import { t, type Visible } from '../../lib/visible.ts';
import { waitingFor } from '../../store/approvals.ts';
import { unresolvedHere } from '../../store/journal.ts';
import type { State } from '../../store/state.ts';
import { mineIn, noteCount, notesText, offeredToMe, presenceOf, presenceText } from '../../store/together.ts';
import type { Tone } from '../kit/theme.ts';

/** The rank of what the team tells. */
export const TEAM = 2.7;

export interface Segment {
  readonly text: Visible;
  readonly tone: Tone;
  /** Lower stays longer. */
  readonly rank: number;
  /** It goes on with what the segment before says. */
  readonly goesOn?: true;
}

/** A fact of the header without its clock; `gone` is spoken when the fact ends. */
export interface HeaderFact {
  readonly id: string;
  readonly text: Visible;
  readonly gone?: Visible;
  /** Said only on request. */
  readonly silent?: true;
}

/** What an operator should know of the team: who else is at this customer, and what waits for an answer. */
export function togetherSegments(state: State): readonly Segment[] {
  if (state.together === undefined) return [];
  const here = presenceOf(state, state.customer);
  const [offered, notes] = [offeredToMe(state).length, noteCount(state, state.customer)];
  return [
    ...(offered === 0 ? [] : [{ text: t`${offered} OFFERED TO YOU`, tone: 'warn' as const, rank: TEAM }]),
    ...(here === undefined ? [] : [{ text: here.who, tone: 'warn' as const, rank: 2.6 }]),
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
  { part: 'vote', name: t`to approve`, gone: t`Nothing to approve`, tone: 'warn', rank: 2.45 },
  { part: 'send', name: t`approved`, gone: t`Nothing approved is left to send`, tone: 'good', rank: 2.45 },
  { part: 'wait', name: t`waiting`, gone: t`Nothing waits for approval`, tone: 'accent', rank: 2.6 },
] as const;

/** What waits for this operator to approve or to send, and what waits for somebody else. */
export const approvalSegments = (state: State): readonly (Segment & HeaderFact)[] =>
  APPROVALS.flatMap(({ part, name, ...rest }) => {
    const count = waitingFor(state, part).length;
    return count === 0 ? [] : [{ ...rest, id: part, text: t`${count} ${name}` }];
  });

/** How many of them this operator answers for. */
export function minePart(state: State): Visible {
  const mine = mineIn(state, unresolvedHere(state));
  return mine === 0 ? t`` : t` (${mine} yours)`;
}
