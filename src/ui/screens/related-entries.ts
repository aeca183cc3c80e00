// The end of a record's details: the records that belong to it. `o` opens them.

import type { Entry } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import { forLast, remembered } from '../../lib/remembered.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { type Loaded, loadedIn, type Related } from '../../money/related.ts';
import { showOverlay } from '../../store/open-overlays.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import type { Listing } from './resource.ts';

/** One digit opens each. */
const MOST = 9;

type Make = (row: never, loaded: Loaded, subject: string | undefined) => readonly Related[];

const isWeak = ({ possibly }: Related): boolean => possibly !== undefined;
const NONE: readonly Related[] = [];

/** Again only for another record, or after the data changed. */
const lastOf = remembered((loaded: Loaded) =>
  remembered((related: Make) =>
    forLast((row: never, subject: string | undefined): readonly Related[] => {
      const all = related(row, loaded, subject);
      return [...all.filter(one => !isWeak(one)), ...all.filter(isWeak)].slice(0, MOST);
    }),
  ),
);

export function relatedTo<Row>(
  { related }: Listing<Row>,
  { row }: Item<Row>,
  state: State,
): readonly Related[] {
  // `related` takes the rows of its listing.
  return related ? lastOf(loadedIn(state))(related)(row as never, currentView(state).subject) : NONE;
}

/** The selected record, and what belongs to it. */
export interface Relations {
  readonly key: string;
  readonly record: Visible;
  readonly all: readonly Related[];
}

/** `relations`: or why there are none. */
export const relatedBinding = (
  id: string,
  group: Visible,
  relations: (state: State) => Relations | Visible,
): Binding<App> =>
  bindingsIn<App>(group)(id, t`open related record`, ['o'], {
    enabled(app) {
      const found = relations(app.store.getState());
      if (typeof found === 'string') return found;
      return found.all.length > 0 ? true : t`Purser knows no records that belong to this record.`;
    },
    run(app) {
      const found = relations(app.store.getState());
      if (typeof found === 'string') return;
      // Also for one record: the digit after `o` must never reach the tabs.
      const { key, record } = found;
      showOverlay(app.store, { kind: 'related', cursor: 0, key, record });
    },
  });

export const relatedText = ({ text, possibly }: Related): Visible =>
  possibly === undefined ? text : t`possibly ${text}: ${possibly}`;

export const relatedEntries = remembered((all: readonly Related[]): readonly Entry[] =>
  all.length === 0
    ? []
    : [
        { heading: t`Related (o)` },
        ...all.map((one, at) => ({
          label: t`${at + 1} ${one.kind}`,
          cell: { text: relatedText(one), ...(one.possibly !== undefined && { tone: 'dim' as const }) },
        })),
      ],
);
