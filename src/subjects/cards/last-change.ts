// Keeps the last change of a card's limits, and compares it with the limits that Purser reads afterwards.

import { explain } from '../../api/client/explain.ts';
import type { Entry } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Ended } from '../../money/question.ts';
import { flowSlot } from '../../store/flow.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { outcomeEntries } from './limit-change.ts';
import { type LimitOrder, type Limits, limitsQuery } from './limit-lines.ts';

interface LastChange {
  /** The card's name from the dialog, because the list of cards may be empty while Purser reads the list again. */
  readonly card: Visible;
  readonly order: LimitOrder;
  readonly word: 'DONE' | 'UNKNOWN';
  readonly requestId: string;
  /** The limits just before the request. */
  readonly before: Limits;
  /** The limits in the store when the outcome came, read before the change. Undefined if the store had none. */
  readonly stale: Limits | undefined;
}

const slot = flowSlot<Readonly<Record<string, LastChange>>>('card-limits/last');

/** Prepares the slot of the current customer, so that the outcome can be kept after a switch to another customer. */
export const expectChange = (state: State): State => (slot.get(state) ? state : slot.set(state, {}));

/** Keeps the outcome if it is DONE or UNKNOWN: other outcomes changed nothing. `owner` is a `customerKey`. */
export function keepChange(
  state: State,
  owner: string,
  id: string,
  { word, requestId }: Pick<Ended, 'word' | 'requestId'>,
  asked: Pick<LastChange, 'card' | 'order' | 'before'>,
): State {
  if (word !== 'DONE' && word !== 'UNKNOWN') return state;
  const isSelected = state.customer !== undefined && customerKey(state.customer) === owner;
  // `documentOf` reads only the selected customer's limits.
  const stale = isSelected ? documentOf(state, limitsQuery(id)).value : undefined;
  return slot.change(state, owner, all => ({ ...all, [id]: { ...asked, word, requestId, stale } }));
}

/** The card's name from its last change; undefined if there was no change. */
export const changedCard = (id: string, state: State): Visible | undefined => slot.get(state)?.[id]?.card;

/** The result of the last change: the current limits next to the requested limits. */
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
    { note: t`The outcome of the last change: ${visible(word)} (request ID ${visible(requestId)}).` },
  ];
}

function unread(failure: Parameters<typeof explain>[0] | undefined): readonly Entry[] {
  if (!failure || failure.kind === 'abandoned')
    return [{ note: t`Purser has not read the limits again yet. Press Ctrl+R.`, tone: 'warn' }];
  const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
  return [{ note: t`The limits are not known. ${what} ${todo}`, tone: 'bad' }];
}
