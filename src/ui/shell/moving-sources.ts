// Everything that Purser watches for changes. A new source is one line here.

import type { Moving, MovingSource } from '../../effects/moving.ts';
import type { State } from '../../store/state.ts';
import { movingDebits } from '../../subjects/direct-debits/moving.ts';
import { conversionsMoving } from '../../subjects/fx/attention.ts';
import { mandatesMoving } from '../../subjects/mandates/account-mandates.ts';
import { rfiMoving } from '../../subjects/rfi/open-rfi.ts';

const SOURCES: readonly MovingSource[] = [movingDebits, conversionsMoving, mandatesMoving, rfiMoving];
const MINUTE = 60_000;

/** Makes the source of one console. The source keeps its last result, so that a key press costs nothing. */
export function movingSources(): MovingSource {
  let last: { readonly state: State; readonly moving: readonly Moving[] } | undefined;
  return (state: State) => {
    if (last?.state === state) return last.moving;
    const moving = last && isSame(last.state, state) ? last.moving : SOURCES.flatMap(source => source(state));
    last = { state, moving };
    return moving;
  };
}

/** Whether all data that the sources read is the same. */
const isSame = (one: State, other: State): boolean =>
  one.journal === other.journal &&
  one.reach === other.reach &&
  one.known === other.known &&
  one.customer === other.customer &&
  Math.floor(one.now / MINUTE) === Math.floor(other.now / MINUTE) &&
  haveSameData(one.workspaces, other.workspaces);

/** Compares the lists and documents, because each key press makes a new workspace. */
function haveSameData(some: State['workspaces'], others: State['workspaces']): boolean {
  const keys = Object.keys(some);
  return (
    keys.length === Object.keys(others).length &&
    keys.every(
      key => some[key]?.lists === others[key]?.lists && some[key]?.documents === others[key]?.documents,
    )
  );
}
