// Everything that Purser watches for changes. A new source is one line here.

import type { Moving, MovingSource } from '../../effects/moving.ts';
import { conversionsMoving } from '../../features/fx/moving.ts';
import { mandatesMoving } from '../../features/mandates/just-cancelled.ts';
import { movingDebits } from '../../features/payouts/moving.ts';
import { rfiMoving } from '../../features/rfi/open-rfi.ts';
import type { State } from '../../store/state.ts';

const SOURCES: readonly MovingSource[] = [movingDebits, conversionsMoving, mandatesMoving, rfiMoving];
const MINUTE = 60_000;

/** One for each console: it keeps its last result, so that a key press costs nothing. */
export function movingSources(): MovingSource {
  let last: { readonly of: readonly unknown[]; readonly moving: readonly Moving[] } | undefined;
  return (state: State) => {
    const { journal, workspaces, reach, known, customer, now } = state;
    // Not the workspaces themselves: each key press makes new ones.
    const read = Object.values(workspaces).flatMap(({ lists, documents }) => [lists, documents]);
    const of = [journal, reach, known, customer, Math.floor(now / MINUTE), ...read];
    if (last && of.length === last.of.length && of.every((part, i) => part === last?.of[i]))
      return last.moving;
    last = { of, moving: SOURCES.flatMap(source => source(state)) };
    return last.moving;
  };
}
