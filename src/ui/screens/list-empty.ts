// The text of a list without rows: that it is empty, or why.

import { explain } from '../../api/client/explain.ts';
import { countText } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import { places } from '../../store/places.ts';
import { ownFilter, underOf } from '../../store/view.ts';
import type { Entry } from '../kit/details.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

export function emptyEntries<Row>(listing: Listing<Row>, shown: ListModel<Row>): readonly Entry[] {
  const { list, view } = shown;
  if (list.loading) return [{ note: t`Loading …` }];
  if (list.failure && list.failure.kind !== 'abandoned') {
    const { what, money, todo } = explain(list.failure, places[listing.place].title);
    return [
      { note: what, tone: 'bad' },
      { note: money },
      { note: todo, tone: 'plain' },
      ...(listing.refused !== undefined && list.failure.kind === 'refused'
        ? [{ note: listing.refused, tone: 'plain' as const }]
        : []),
    ];
  }
  if (list.failure) return [{ note: t`Loading was stopped. Press r to load.`, tone: 'plain' }];
  if (list.pages.taken === 0) return [{ note: t`Not loaded yet.` }];
  const under = ownFilter(view) === '' ? underOf(view) : undefined;
  if (shown.count > 0 && under) {
    return [
      {
        note: t`None for ${under.name} among ${countText(shown.count)} searched. Press f to search an earlier period.`,
        tone: 'plain',
      },
    ];
  }
  if (shown.count > 0) {
    return [
      {
        note:
          list.pages.end === undefined
            ? t`No loaded row matches the filter. Esc clears the filter; G loads the rest.`
            : t`No row matches the filter. Esc clears the filter.`,
        tone: 'plain',
      },
    ];
  }
  const filtered = Object.keys(view.server).length > 0;
  return [
    {
      note: filtered
        ? listing.filtered
          ? t`No match in ${listing.filtered}. Esc clears the filter, f changes it; G loads older entries.`
          : t`No match at the service. Esc clears the filter, f changes it.`
        : listing.empty,
      tone: 'plain',
    },
  ];
}
