// The details of the record under the cursor: the resource's own tabs, what the contract doesn't know, and the record as it came.

import type { Result } from '../../api/contract/operations.ts';
import type { DocumentOperation, ListOperation, RowOf } from '../../effects/query.ts';
import { queryKey } from '../../effects/query.ts';
import { type Json, JsonNumber, writeJson } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, documentIn } from '../../store/workspace.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import type { ListModel } from './list-model.ts';
import { momentOf } from './moment.ts';
import type { DetailsContext, Resource } from './resource.ts';

export const detailsTitles = <Id extends ListOperation>(resource: Resource<Id>): readonly Visible[] => [
  ...resource.details.map(tab => tab.title),
  t`Raw`,
];

const contextOf = (state: State): DetailsContext => ({
  moment: momentOf(state),
  customer: state.customer,
  // Documents are cached under the operation that filled them, so the value is that operation's.
  document: <Id extends DocumentOperation>(query: { operation: Id; input: unknown }) =>
    documentIn(currentWorkspace(state), queryKey(query)) as Document<Result<Id>>,
});

/** The lines of the details panel for what is shown now: the panel draws a window of them. */
export function detailsLines<Id extends ListOperation>(
  resource: Resource<Id>,
  { current, view, layout }: ListModel<RowOf<Id>>,
  state: State,
  theme: Theme,
): readonly Painted[] {
  if (!current) return [];
  const width = Math.max(1, layout.details.width - 2);
  return composeDetails(detailsEntries(resource, current, view.detailsTab, state), width, theme);
}

/** What the chosen tab says about `item`. */
function detailsEntries<Id extends ListOperation>(
  resource: Resource<Id>,
  item: Item<RowOf<Id>>,
  tab: number,
  state: State,
): readonly Entry[] {
  const chosen = resource.details[tab];
  if (!chosen) return rawEntries(item.raw);
  const entries = chosen.entries(item.row, contextOf(state), item.raw);
  return tab === 0 ? [...entries, ...unknownEntries(item.row, item.raw)] : entries;
}

/** Fields that the contract doesn't name: shown as they came, marked. */
function unknownEntries(row: unknown, raw: Json): readonly Entry[] {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw) || raw instanceof JsonNumber) return [];
  const unknown = Object.entries(raw).filter(([name]) => !Object.hasOwn(Object(row), name));
  if (unknown.length === 0) return [];
  return [
    { heading: t`Not in the interface` },
    ...unknown.map(([name, value]) => ({
      label: t`? ${visible(name, 40)}`,
      cell: {
        text: visible(maskCardNumbers(typeof value === 'string' ? value : writeJson(value))),
        tone: 'warn' as const,
      },
    })),
  ];
}

const rawEntries = (raw: Json): readonly Entry[] =>
  maskCardNumbers(writeJson(raw, 2))
    .split('\n')
    .map(line => ({ note: visible(line), tone: 'plain' as const }));
