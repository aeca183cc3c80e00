// The last limit change that may have had an effect, kept until Purser reads the limits again and compares them.

import { explain } from '../../api/client/explain.ts';
import type { Ended } from '../../effects/question.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type LimitOrder, type Limits, limitsQuery } from '../../records/limit-lines.ts';
import { flowSlot } from '../../store/flow.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { outcomeEntries } from './limit-change.ts';

interface LastChange {
  /** The card's name in the dialog, because Purser reads the list again after a change. */
  readonly card: Visible;
  readonly order: LimitOrder;
  readonly word: 'DONE' | 'UNKNOWN';
  readonly requestId: string;
  /** The limits just before the request. */
  readonly before: Limits;
  /** The read that was current at the outcome: it is older than the effect. */
  readonly stale: Limits | undefined;
}

const slot = flowSlot<Readonly<Record<string, LastChange>>>('card-limits/last');

/** Reserves the slot, so that the outcome finds its customer even after a switch. */
export const expectChange = (state: State): State => (slot.get(state) ? state : slot.set(state, {}));

/** Keeps the outcome, unless nothing changed (refused or not sent). `owner` is `customerKey`. */
export function keepChange(
  state: State,
  owner: string,
  id: string,
  { word, requestId }: Pick<Ended, 'word' | 'requestId'>,
  asked: Pick<LastChange, 'card' | 'order' | 'before'>,
): State {
  if (word !== 'DONE' && word !== 'UNKNOWN') return state;
  const inFront = state.customer !== undefined && customerKey(state.customer) === owner;
  // Purser keeps no earlier reads of a customer who is not selected.
  const stale = inFront ? documentOf(state, limitsQuery(id)).value : undefined;
  return slot.change(state, owner, all => ({ ...all, [id]: { ...asked, word, requestId, stale } }));
}

/** The card's name when its limits changed. */
export const changedCard = (id: string, state: State): Visible | undefined => slot.get(state)?.[id]?.card;

/** The limits now, beside the request. */
export function lastChangeEntries(id: string, state: State): readonly Entry[] {
  const last = slot.get(state)?.[id];
  if (!last) return [];
  const { word, requestId, order, before, stale } = last;
  const { value, loading, failure } = documentOf(state, limitsQuery(id));
  return [
    ...(word === 'UNKNOWN'
      ? [
          {
            note: t`The last change is UNKNOWN. These limits do not prove its outcome. Check the journal (0).`,
            tone: 'bad' as const,
          },
        ]
      : []),
    ...(loading
      ? [{ note: t`Reading the limits again …` }]
      : value !== undefined && value !== stale
        ? outcomeEntries(order, before, value)
        : unread(failure)),
    { note: t`The outcome of that change: ${visible(word)} (request ID ${visible(requestId)}).` },
  ];
}

function unread(failure: Parameters<typeof explain>[0] | undefined): readonly Entry[] {
  if (!failure || failure.kind === 'abandoned')
    return [{ note: t`Purser has not read the limits again yet. Press Ctrl+R.`, tone: 'warn' }];
  const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
  return [{ note: t`The limits are not known. ${what} ${todo}`, tone: 'bad' }];
}
