// The texts of a list without rows: why there are none, and why the keys for a record do nothing.

import { explain } from '../../api/client/explain.ts';
import type { Entry } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { doubtOf, extentOf } from '../../store/paging.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { ownFilter, underOf, type View } from '../../store/view.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

/** It stays on the screen, so it must still be true after the rows have arrived. */
export const noRowReason = ({ list }: { readonly list: { readonly loading: unknown } }): Visible =>
  list.loading ? t`The rows were still loading. Press the key again.` : t`No row is selected.`;

/** Or about to be. */
export const isComing = ({ list, served }: Pick<ListModel<unknown>, 'list' | 'served'>): boolean =>
  served && list.pages.taken === 0 && (list.loading !== undefined || list.failure === undefined);

/** After G the cursor is not yet on its row. */
export const isLoadingToEnd = ({ list, view }: Pick<ListModel<unknown>, 'list' | 'view'>): boolean =>
  view.fromEnd !== undefined && list.loading?.purpose === 'all';

/** Why no key can act on the selected row. */
export const rowProblem = (
  shown: Pick<ListModel<unknown>, 'list' | 'view' | 'current'>,
): Visible | undefined => (shown.current && !isLoadingToEnd(shown) ? undefined : noRowReason(shown));

/** Staff may expect that a key acts on the marked rows. */
export const markedReason = ({ marks }: View, key: string | undefined): Visible | undefined =>
  marks.size === 0 || (marks.size === 1 && key !== undefined && marks.has(key))
    ? undefined
    : t`${counted(marks.size, t`row is`, t`rows are`)} marked, for copy and export only. Esc clears the marks.`;

export const hiddenReason = ({ layout }: Pick<ListModel<never>, 'layout'>): Visible | undefined =>
  layout.list.height > 0 ? undefined : t`The details hide the list. Press Tab to show the list.`;

const plain = (note: Visible): readonly Entry[] => [{ note, tone: 'plain' }];

export function emptyEntries<Row>(
  listing: Listing<Row>,
  shown: ListModel<Row>,
  state: State,
): readonly Entry[] {
  const { list, view } = shown;
  // A later load shows in the bottom edge.
  if (list.loading && (list.pages.taken === 0 || list.loading.purpose === 'first'))
    return [{ note: t`Loading …` }];
  if (list.failure && list.failure.kind !== 'abandoned') {
    const { what, todo } = explain(list.failure, places[listing.place].title);
    return [
      { note: what, tone: 'bad' },
      ...plain(todo),
      ...(listing.refused !== undefined && list.failure.kind === 'refused' ? plain(listing.refused) : []),
    ];
  }
  if (list.failure) return plain(t`Loading was stopped. Press r to load.`);
  const [wrong] = shown.wrong;
  const extent = extentOf(list.pages);
  if (list.pages.taken === 0 || (shown.count === 0 && extent === 'part'))
    return [{ note: t`Not loaded yet.` }];
  const doubt = doubtOf(list.pages) && t`Rows may be missing: press r to read again.`;
  if (shown.count > 0 && wrong) return plain(t`Filter not understood: ${wrong}. Esc clears the filter.`);
  const under = ownFilter(view) === '' ? underOf(view) : undefined;
  if (shown.count > 0 && under) {
    const more = extent === 'part' ? t`G loads more.` : doubt;
    const earlier = listing.filters ? t`Press f to search an earlier period.` : undefined;
    return plain(
      t`None of the ${countText(shown.count)} searched rows belongs to ${under.name}. ${more ?? earlier ?? t``}`,
    );
  }
  if (shown.count > 0)
    return plain(
      extent === 'part'
        ? t`No loaded row matches the filter. Esc clears the filter; G loads the rest.`
        : t`No row matches the filter. Esc clears the filter.${doubt ? t` ${doubt}` : t``}`,
    );
  if (doubt !== undefined) return plain(doubt);
  const why = listing.emptyReason?.(state);
  if (why !== undefined) return plain(why);
  if (Object.keys(view.server).length === 0) return plain(listing.empty);
  return plain(
    listing.filtered
      ? t`No match in ${listing.filtered}. Esc clears the filter, f changes it; G loads older entries.`
      : t`No match at the service. Esc clears the filter, f changes it.`,
  );
}
