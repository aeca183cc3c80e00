// The last change of a card's limits that may have had its effect, kept until the limits were read again: which of them it met.

import { explain } from '../../api/client/explain.ts';
import type { Ended } from '../../effects/question.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { flowSlot } from '../../store/flow.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import { type LimitOrder, type Limits, limitsQuery } from '../../ui/screens/limit-lines.ts';
import { outcomeEntries } from './limit-change.ts';

interface LastChange {
  /** As the dialog named it: the list that had its name is read anew after a change. */
  readonly card: Visible;
  readonly order: LimitOrder;
  readonly word: 'DONE' | 'UNKNOWN';
  readonly requestId: string;
  /** As they were read just before it was sent. */
  readonly before: Limits;
  /** What was known of them when it ended: that reading is older than its effect. */
  readonly stale: Limits | undefined;
}

const slot = flowSlot<Readonly<Record<string, LastChange>>>('card-limits/last');

/** Makes room for it, so that its end finds its customer whoever is in front by then. */
export const expectChange = (state: State): State => (slot.get(state) ? state : slot.set(state, {}));

/** Keeps how it ended; what was refused or never sent changed nothing. `owner` is `customerKey`. */
export function keepChange(
  state: State,
  owner: string,
  id: string,
  { word, requestId }: Pick<Ended, 'word' | 'requestId'>,
  asked: Pick<LastChange, 'card' | 'order' | 'before'>,
): State {
  if (word !== 'DONE' && word !== 'UNKNOWN') return state;
  const inFront = state.customer !== undefined && customerKey(state.customer) === owner;
  // Of a customer who is not in front nothing is kept that was read before.
  const stale = inFront ? documentOf(state, limitsQuery(id)).value : undefined;
  return slot.change(state, owner, all => ({ ...all, [id]: { ...asked, word, requestId, stale } }));
}

/** What the card was called when its limits were changed. */
export const changedCard = (id: string, state: State): Visible | undefined => slot.get(state)?.[id]?.card;

/** What became of the limits, beside what was asked. */
export function lastChangeEntries(id: string, state: State): readonly Entry[] {
  const last = slot.get(state)?.[id];
  if (!last) return [];
  const { word, requestId, order, before, stale } = last;
  const { value, loading, failure } = documentOf(state, limitsQuery(id));
  return [
    ...(word === 'UNKNOWN'
      ? [
          {
            note: t`The last change ended UNKNOWN (0, journal): nothing here proves it.`,
            tone: 'bad' as const,
          },
        ]
      : []),
    ...(loading
      ? [{ note: t`Reading the limits again …` }]
      : value !== undefined && value !== stale
        ? outcomeEntries(order, before, value)
        : unread(failure)),
    { note: t`That change ended ${visible(word)}, request ID ${visible(requestId)}.` },
  ];
}

function unread(failure: Parameters<typeof explain>[0] | undefined): readonly Entry[] {
  if (!failure || failure.kind === 'abandoned')
    return [{ note: t`The limits are not read again yet: Ctrl+R reads them.`, tone: 'warn' }];
  const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
  return [{ note: t`What became of them isn't known: ${what} ${todo}`, tone: 'bad' }];
}
