// Everything that Purser watches for changes. A new source is one line here.

import type { Moving, MovingSource } from '../../effects/moving.ts';
import { conversionsMoving } from '../../features/fx/moving.ts';
import { mandatesMoving } from '../../features/mandates/just-cancelled.ts';
import { movingDebits } from '../../features/payouts/moving.ts';
import { rfiMoving } from '../../features/rfi/open-rfi.ts';
import type { State } from '../../store/state.ts';

const SOURCES: readonly MovingSource[] = [movingDebits, conversionsMoving, mandatesMoving, rfiMoving];
const MINUTE = 60_000;

/** Makes the source of one console. The source keeps its last result, so that a key press costs nothing. */
export function movingSources(): MovingSource {
  let last:
    | { readonly state: State; readonly of: readonly unknown[]; readonly moving: readonly Moving[] }
    | undefined;
  return (state: State) => {
    if (last?.state === state) return last.moving;
    const { journal, workspaces, reach, known, customer, now } = state;
    // Compares the lists and documents, because each key press makes a new workspace.
    const read = Object.values(workspaces).flatMap(({ lists, documents }) => [lists, documents]);
    const of = [journal, reach, known, customer, Math.floor(now / MINUTE), ...read];
    const same = last && of.length === last.of.length && of.every((part, i) => part === last?.of[i]);
    last = { state, of, moving: last && same ? last.moving : SOURCES.flatMap(source => source(state)) };
    return last.moving;
  };
}
