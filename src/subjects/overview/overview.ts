// The overview: the customer's balances, and below them everything that needs attention. Enter opens the screen of a row.

import { queryKey } from '../../effects/query.ts';
import { minuteCell, timeHeading } from '../../format/cells.ts';
import type { Cell } from '../../format/entry.ts';
import { fromServer, t, type Visible } from '../../lib/visible.ts';
import { balancesNeed, readBalances } from '../../money/available.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentView, currentWorkspace, updateView } from '../../store/workspace.ts';
import { type Attention, type AttentionSource, placeText, wayOf } from '../../ui/screens/attention.ts';
import { cellColumn } from '../../ui/screens/columns.ts';
import { listScreen } from '../../ui/screens/list-screen.tsx';
import type { Resource } from '../../ui/screens/resource.ts';
import type { Screen } from '../../ui/screens/screen.ts';
import { attentions } from './attentions.ts';
import { balancesAbove } from './balances-above.ts';

const NOW: ReadonlySet<Attention['urgency']> = new Set(['unresolved', 'approval', 'returned']);
const LATER: ReadonlySet<Attention['urgency']> = new Set(['inactive', 'draft', 'perhaps none', 'reading']);

/** The mark of a row: `!` for now, `●` for soon, `·` for later. */
const markOf = ({ urgency }: Attention): NonNullable<Cell['mark']> =>
  NOW.has(urgency) ? '!' : LATER.has(urgency) ? '·' : '●';

/**
 * The text of a row: "1 account is inactive: Australia (new)". An amount comes first, because a narrow screen cuts the end:
 * "7.71 GBP from Zoë Ltd · Direct debit".
 */
const itemText = ({ what, about, amountFirst }: Attention): Visible =>
  about === undefined ? what : amountFirst ? t`${about} · ${what}` : t`${what}: ${about}`;

const resource = (rows: NonNullable<Resource<never, Attention>['local']>): Resource<never, Attention> => ({
  place: 'overview',
  local: rows,
  nouns: { one: t`item`, many: t`items` },
  empty: t`Nothing needs attention. No write at this service is unresolved, and Purser found no open items for this customer.`,
  about: () => t`· needs attention`,
  columns: [
    cellColumn('state', t`State`, [8, 20, 0], row => ({ ...row.state, mark: markOf(row) })),
    // One column for all texts, so that a short kind leaves room for a long name.
    cellColumn(
      'what',
      t`Item`,
      [19, 90, 0],
      row => ({
        text: t`${itemText(row)}${row.whose === undefined ? t`` : t` · ${row.whose}`}`,
      }),
      { main: true },
    ),
    cellColumn(
      'since',
      t`Since`,
      [12, 16, 3],
      ({ at }, moment) =>
        at === undefined ? { text: t`` } : minuteCell({ text: fromServer(''), epochMs: at }, moment),
      { heading: timeHeading, spare: true, orderedBy: ({ at }) => at },
    ),
    cellColumn('place', t`Enter opens`, [13, 16, 4], row => ({ text: placeText(row), tone: 'dim' }), {
      spare: true,
    }),
  ],
  enterGoesTo: wayOf,
  statuses: { of: row => row.thing?.status?.of, explain: row => row.thing?.status?.table ?? {} },
  linkedRecord: {
    id: ({ thing }) => (thing?.id === undefined ? undefined : { title: thing.title, text: thing.id }),
    record: row =>
      row.thing?.raw === undefined
        ? { why: t`This row isn't a single record. Press Enter to open ${placeText(row)}.` }
        : { raw: row.thing.raw },
    whyNoStatus: row =>
      row.thing?.status === undefined
        ? t`Purser can't explain a status here. Press Enter to open ${placeText(row)}, then i.`
        : undefined,
  },
  actions: [
    {
      id: 'cancel',
      title: t`cancel`,
      key: 'x',
      footer: 1.5,
      barred: ({ cancel, ...row }, state) =>
        cancel
          ? cancel.barred(state)
          : t`You can't cancel this on the overview. Press Enter to open ${placeText(row)}.`,
      run: (app, { cancel }) => cancel?.run(app),
    },
  ],
  joins: ({ joins = [] }) => joins,
  above: balancesAbove,
  details: [
    {
      title: t`What to do`,
      entries: row => [
        { lead: { text: row.what }, status: row.state },
        ...(row.about === undefined ? [] : [{ about: { text: row.about } }]),
        ...(row.whose === undefined
          ? []
          : [{ note: t`This row belongs to another customer: ${row.whose}.`, tone: 'warn' as const }]),
        ...row.notes,
        { note: t`` },
        { note: t`Press Enter to open ${placeText(row)}.` },
      ],
    },
  ],
});

/** How often Purser reads the balances while they are on the screen, in ms. Balances can change at any time. */
const BALANCES_EVERY = 60_000;

const isReading = (rows: readonly Item<Attention>[]): boolean =>
  rows.some(({ row }) => row.urgency === 'reading');

/** Each console calls this function once, because the screen remembers its last rows. */
export function overview(sources: readonly AttentionSource[]): Screen {
  const { rows, needs } = attentions(sources);
  const readAt = (state: State): number | undefined => {
    const { lists, documents } = currentWorkspace(state);
    const times = needs(state).flatMap(
      ({ kind, query }) => (kind === 'list' ? lists : documents)[queryKey(query)]?.asOf ?? [],
    );
    return times.length === 0 ? undefined : Math.min(...times);
  };
  const list = listScreen({ ...resource(rows), readAt });
  let before: ReturnType<typeof rows> = [];

  /**
   * Keeps the cursor on the most urgent row until staff move it or every read is done. If the row under the cursor
   * disappears, the cursor keeps its position.
   */
  function placed(state: State): State {
    const { cursorKey, cursorIndex, filter, sort } = currentView(state);
    if (cursorKey === undefined || filter !== '' || sort !== undefined) return state;
    const all = rows(state);
    const first = all[0]?.key;
    const early = cursorIndex === 0 && cursorKey !== first && (isReading(all) || isReading(before));
    before = all;
    const gone = !all.some(({ key }) => key === cursorKey);
    return early || gone ? updateView(state, view => ({ ...view, cursorKey: undefined })) : state;
  }

  return {
    ...list,
    settle: state => list.settle(placed(state)),
    needs: state => [{ ...balancesNeed, again: BALANCES_EVERY }, ...needs(state), ...list.needs(state)],
    reload(app) {
      void readBalances(app);
      for (const need of needs(app.store.getState())) {
        if (need.kind === 'list') void app.lists.load(need.query, 'again', need.through);
        else void app.documents.load(need.query);
      }
      void app.journal.refresh();
    },
    abandon(app) {
      const stopped = [balancesNeed, ...needs(app.store.getState())].map(need =>
        need.kind === 'list' ? app.lists.abandon(need.query) : app.documents.abandon(need.query),
      );
      return stopped.includes(true);
    },
  };
}
