// The actions on the selected record: their keys, and the menu of all of them.

import { momentOf } from '../../format/cells.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { showOverlay } from '../../store/open-overlays.ts';
import type { Item } from '../../store/paging.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { shownText } from '../kit/column-widths.ts';
import { markedReason, rowProblem } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import { type Relations, relatedTo } from './related-entries.ts';
import type { Listing, RowAction } from './resource.ts';
import { strayReason } from './stray.ts';

const bind = bindingsIn<App>(t`list`);

export interface OfferedAction {
  readonly title: Visible;
  readonly key: Key | undefined;
  readonly barred: Visible | undefined;
  run(app: App): void;
}

const LOST = t`That row is gone from this list. Select a row first.`;

export function offeredActions<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
  state: State,
): readonly OfferedAction[] {
  const shown = model(state);
  const { current } = shown;
  if (!current) return [];
  return (listing.actions ?? []).map(action => ({
    title: action.title,
    key: action.key,
    barred: barReason(action, shown, current, state),
    run: app => action.run(app, current.row, current.key),
  }));
}

const barReason = <Row>(
  { barred, reads }: RowAction<Row>,
  shown: ListModel<Row>,
  item: Item<Row>,
  state: State,
): Visible | undefined =>
  barred?.(item.row, state) ??
  strayReason(shown, item) ??
  (reads ? undefined : markedReason(shown.view, item.key));

export function actionBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
): readonly Binding<App>[] {
  const { actions = [], commands = [], place } = listing;
  const { title } = places[place];
  const bindHere = bindingsIn<App>(title);
  const current = (app: App) => model(app.store.getState()).current;
  const noActionsReason = (state: State): Visible | undefined => {
    const shown = model(state);
    const { view, current } = shown;
    const notHere = rowProblem(shown);
    if (notHere || !current) return notHere;
    return view.lost || (view.cursorKey !== undefined && view.cursorKey !== current.key) ? LOST : undefined;
  };
  return [
    ...actions.flatMap(action => {
      const { key, footer } = action;
      if (key === undefined) return [];
      return bindHere(`${place}.${action.id}`, action.title, [key], {
        forRecord: true,
        footer,
        enabled(app) {
          const state = app.store.getState();
          const shown = model(state);
          const barred = shown.current && barReason(action, shown, shown.current, state);
          return noActionsReason(state) ?? barred ?? true;
        },
        run(app) {
          const item = current(app);
          if (item) action.run(app, item.row, item.key);
        },
      });
    }),
    ...commands,
    bind('list.actions', t`actions`, ['a'], {
      enabled: app =>
        actions.length === 0
          ? t`${title}: no actions for these records.`
          : (noActionsReason(app.store.getState()) ?? true),
      run(app) {
        const item = current(app);
        if (!item) return;
        const record = recordName(listing, item.row, app.store.getState());
        showOverlay(app.store, { kind: 'actions', cursor: 0, key: item.key, record });
      },
    }),
  ];
}

export const relationsIn = <Row>(
  listing: Listing<Row>,
  { current }: ListModel<Row>,
  state: State,
): Relations | undefined =>
  current && {
    key: current.key,
    record: recordName(listing, current.row, state),
    all: relatedTo(listing, current, state),
  };

const TELLING = 3.5;

/** First the amounts, then the columns that stay longest in a narrow terminal. */
export function recordName<Row>({ columns }: Listing<Row>, row: Row, state: State): Visible {
  const telling = columns.filter(column => column.drop <= TELLING);
  const isAmount = ({ align }: (typeof telling)[number]): boolean => align === 'decimal';
  const cells = [...telling.filter(isAmount), ...telling.filter(column => !isAmount(column))].map(column =>
    column.cell(row, momentOf(state)),
  );
  return join(
    cells.map(({ mark: _, ...cell }) => (cell.unit ? t`${shownText(cell)} ${cell.unit}` : shownText(cell))),
    ' · ',
  );
}
