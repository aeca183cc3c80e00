// The panels of a list: the panel above it, the rows, and the details of the selected row.

import { useState } from 'react';
import type { Moment } from '../../format/cells.ts';
import { remembered } from '../../lib/remembered.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { type Span, tabSpans } from '../kit/edges.ts';
import type { Headed } from '../kit/heading.ts';
import { Lines } from '../kit/Line.tsx';
import { Panel } from '../kit/Panel.tsx';
import { moreBelow, windowAt } from '../kit/scroll.ts';
import { createTableLines } from '../kit/table-lines.ts';
import { concat, type Theme } from '../kit/theme.ts';
import { detailsRows, type Layout } from './layout.ts';
import { detailsLines, detailsTitles } from './list-details.ts';
import { emptyEntries } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import { isGone } from './list-needs.ts';
import { createListStatus, type ListStatus } from './list-status.ts';
import type { Above, Listing } from './resource.ts';
import type { ScreenProps } from './screen.ts';
import { strayReason } from './stray.ts';

interface AboveProps extends Above {
  readonly layout: Layout;
  readonly theme: Theme;
}

export function AbovePanel({ title, age, lines, layout: { framed, body }, theme }: AboveProps) {
  return (
    <Panel
      width={body.width}
      height={lines.length}
      padding={framed ? 1 : 0}
      framed={framed}
      focused={false}
      top={{ left: () => [{ text: title, tone: 'strong' }], right: age }}
      theme={theme}
    >
      <Lines lines={lines} />
    </Panel>
  );
}

interface ListPanelProps<Row> {
  readonly listing: Listing<Row>;
  readonly shown: ListModel<Row>;
  readonly state: State;
  readonly title: ScreenProps['title'];
  readonly theme: Theme;
}

export function ListPanel<Row>({
  listing,
  shown,
  state,
  title,
  theme,
  drawn,
}: ListPanelProps<Row> & { readonly drawn: (columns: readonly Headed[]) => void }) {
  const { items, list, view, cursor, top, height, layout } = shown;
  const { width } = layout.list;
  const [compose] = useState(() => createTableLines<Row, Moment>());
  const focused = view.panel === 'list' && !state.overlay;
  const [statusOf] = useState(createListStatus);
  const status = statusOf(shown, state, listing);
  const { tone, count, age } = status;
  const window = items.slice(top, top + height).map((item, i) => ({
    key: item.key,
    row: item.row,
    cursor: top + i === cursor,
    changed: list.changed.has(item.key) || listing.changed?.(item.row, state) === true,
    gone: isGone(listing.itself?.(item.row), state),
    stray: strayReason(shown, item) !== undefined,
    marked: view.marks.has(item.key),
  }));
  const { heading, rows, constants, columns } = compose({
    columns: shown.columns,
    column: shown.column?.id,
    sort: view.sort,
    rows: window,
    context: shown.moment,
    found: shown.found,
    theme,
    width,
    focused,
    subject: `${listing.place} ${view.subject ?? ''} ${state.customer?.userId ?? ''} ${serverText(view.server)}`,
  });
  drawn(columns);
  return (
    <Panel
      width={width}
      height={height + 1}
      framed={layout.framed}
      focused={focused}
      top={{ left: title, facts: constants, right: { text: count, tone: 'strong' } }}
      bottom={{
        left: room => [{ text: fitting(status, room), tone }],
        right: age && { text: age, tone },
      }}
      theme={theme}
      lines={
        items.length > 0
          ? // Before V8 optimises the code, `concat` is faster than a spread.
            [heading].concat(rows)
          : composeDetails(emptyEntries(listing, shown, state), width - 2, theme).map(line =>
              concat(theme.paint('plain', t` `), line),
            )
      }
    />
  );
}

/** Other filters of the service may bring other rows. */
const serverText = remembered((server: ListModel<never>['view']['server']) => JSON.stringify(server));

function fitting(status: ListStatus, room: number): Visible {
  const fits = (text: Visible): boolean => cellWidth(text) <= room;
  return fits(status.text)
    ? status.text
    : (status.briefer.find(fits) ?? status.briefer.at(-1) ?? status.text);
}

export function DetailsPanel<Row>({
  listing,
  shown,
  state,
  theme,
  drawn,
}: ListPanelProps<Row> & { readonly drawn: (tabs: readonly Span[]) => void }) {
  const { view, layout } = shown;
  const { width } = layout.details;
  const focused = view.panel === 'details' && !state.overlay;
  const titles = detailsTitles(listing);
  const lines = detailsLines(listing, shown, state, theme);
  const height = detailsRows(layout.details);
  const window = windowAt(view.detailsTop, height, lines.length);
  return (
    <Panel
      width={width}
      height={height}
      framed={layout.framed}
      focused={focused}
      top={{
        left: room => {
          const tabs = tabSpans(titles, view.detailsTab, room);
          drawn(tabs);
          return tabs;
        },
        right: moreBelow(window),
      }}
      theme={theme}
      lines={lines
        .slice(window.top, window.top + height)
        .map(line => concat(theme.paint('plain', t` `), line))}
    />
  );
}
