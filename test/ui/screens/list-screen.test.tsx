// A list with its details: what its keys do, what it asks for, and what it draws at every size.

import { renderToString } from 'ink';
import stringWidth from 'string-width';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { decode } from '../../../src/api/contract/decode.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import type { App } from '../../../src/effects/app.ts';
import { queryKey } from '../../../src/effects/query.ts';
import { resolve } from '../../../src/keys/dispatch.ts';
import { parseJson } from '../../../src/lib/json.ts';
import { emptyList, type List } from '../../../src/store/list.ts';
import { join, noPages } from '../../../src/store/paging.ts';
import type { Size } from '../../../src/store/state.ts';
import type { Store } from '../../../src/store/store.ts';
import type { View } from '../../../src/store/view.ts';
import {
  currentView,
  customerKey,
  goTo,
  updateView,
  withDocument,
  withList,
  withWorkspace,
} from '../../../src/store/workspace.ts';
import type { Painted, Theme } from '../../../src/ui/kit/theme.ts';
import { listScreen } from '../../../src/ui/screens/list-screen.tsx';
import type { Screen } from '../../../src/ui/screens/screen.ts';
import { alpha, NOW, signedInStore } from '../../store/signed-in.ts';
import { accountOf, ledger } from './ledger.ts';
import { listApp } from './list-app.ts';

/** No paint, so that what is drawn can be read. */
const theme: Theme = { paint: (_, text) => text as string as Painted };
const BASE: Size = { columns: 100, rows: 20 };

let store: Store;
let screen: Screen;
/** What was asked of the effects, in words. */
let asked: string[];
let app: App;

beforeEach(() => {
  store = signedInStore(alpha);
  store.setState(state => ({ ...goTo(state, 'transactions', 'acc-1'), size: BASE }));
  screen = listScreen(ledger);
  asked = [];
  app = listApp(store, asked);
});

const view = (): View => currentView(store.getState());
const see = (change: Partial<View>): void =>
  store.setState(state => updateView(state, v => ({ ...v, ...change })));
const resize = (columns: number, rows: number): void => store.setState({ size: { columns, rows } });

function press(...keys: readonly string[]): void {
  for (const key of keys) {
    const found = resolve(screen.bindings, app, key);
    if (found.kind === 'run') found.binding.run(app);
    else throw new Error(`${key}: ${found.kind === 'barred' ? found.reason : 'unbound'}`);
  }
}

/** The list holds these records; `change` says what else is so with it. */
function hold(records: readonly object[], change: Partial<List<unknown>> = {}): void {
  const raw = parseJson(JSON.stringify(records));
  if (!raw.ok || !Array.isArray(raw.value)) throw new Error('not a list');
  const raws = raw.value;
  const decoded = decode(operations['account.transactions'].result, raws);
  const rows = 'value' in decoded ? decoded.value : [];
  const page = rows.map((row, i) => ({ row, raw: raws[i] ?? null, id: (records[i] as { id?: string }).id }));
  const query = ledger.query?.(view());
  if (!query) throw new Error('the ledger is asked of the service');
  store.setState(state =>
    withWorkspace(state, customerKey(alpha), w =>
      withList(w, queryKey(query), {
        ...emptyList(),
        pages: join(noPages(), page, true),
        asOf: NOW,
        ...change,
      }),
    ),
  );
}
const entry = (id: string, more: object = {}) => ({
  id,
  amount: 10.5,
  currency: 'GBP',
  type: 'CREDIT',
  status: 'SETTLED',
  create_time: '2026-11-20T09:00:00+0000',
  description: `about ${id}`,
  ...more,
});
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(`e${n}`));

function drawn(): string[] {
  const state = store.getState();
  return renderToString(
    <screen.View app={app} state={state} view={view()} title={() => []} theme={theme} />,
    {
      columns: state.size.columns,
    },
  ).split('\n');
}

describe('moving the cursor', () => {
  beforeEach(() => hold(entries(50)));

  it('works by j k g G and pages, by record, within the list', () => {
    press('j', 'j', 'k');
    expect(view()).toMatchObject({ cursorIndex: 1, cursorKey: 'e1' });
    press('pgdn');
    expect(view().cursorIndex).toBe(14);
    press('ctrl-u');
    expect(view().cursorIndex).toBe(7);
    press('G');
    expect(view()).toMatchObject({ cursorIndex: 49, cursorKey: 'e49' });
    press('j', 'pgdn');
    expect(view().cursorIndex).toBe(49);
    press('g', 'k');
    expect(view()).toMatchObject({ cursorIndex: 0, top: 0 });
  });

  it('stays on the first record if others arrive above it, before any key', () => {
    store.setState(screen.settle(store.getState()));
    hold([entry('new'), ...entries(50)]);
    store.setState(screen.settle(store.getState()));
    expect(view()).toMatchObject({ cursorIndex: 1, cursorKey: 'e0' });
    expect(screen.settle(store.getState())).toBe(store.getState());
  });

  it('goes to the record in the same place if its own is gone', () => {
    press('j', 'j');
    hold(entries(50).filter(({ id }) => id !== 'e2'));
    store.setState(screen.settle(store.getState()));
    expect(view()).toMatchObject({ cursorIndex: 2, cursorKey: 'e3' });
  });

  it('keeps it in the window', () => {
    press(...Array.from({ length: 20 }, () => 'j'));
    const { cursorIndex, top } = view();
    expect(cursorIndex).toBe(20);
    expect(cursorIndex - top).toBe(12);
    expect(drawn().some(line => line.includes('›') && line.includes('about e20'))).toBe(true);
  });

  it('does nothing in an empty list', () => {
    hold([]);
    press('j', 'G', 'pgup');
    expect(view()).toMatchObject({ cursorIndex: 0, cursorKey: undefined });
  });

  it('loads the rest with G, unless everything is loaded or loading', () => {
    press('G');
    hold(entries(3), { loading: { sequence: 1, purpose: 'all', since: 0 } });
    press('G');
    const { pages } = emptyList();
    hold(entries(3), { pages: { ...pages, end: 'empty-page' } });
    press('G');
    expect(asked).toEqual(['list all 0']);
  });
});

describe('the details', () => {
  beforeEach(() => hold([entry('e0', { description: 'word '.repeat(400) }), entry('e1')]));

  it('scroll with the same keys, never past their ends, and back at once', () => {
    press('tab', ']', ']', 'j', 'j');
    expect(view()).toMatchObject({ panel: 'details', detailsTab: 2, detailsTop: 2, cursorIndex: 0 });
    press('G');
    const end = view().detailsTop;
    expect(end).toBeGreaterThan(10);
    press('j', 'pgdn');
    expect(view().detailsTop).toBe(end);
    press('k');
    expect(view().detailsTop).toBe(end - 1);
    press('g', 'k');
    expect(view().detailsTop).toBe(0);
  });

  it('start at their top for another record and on another tab', () => {
    press('tab', ']', ']', 'j', ']');
    expect(view()).toMatchObject({ detailsTab: 0, detailsTop: 0 });
    press('[', 'j', 'tab', 'j');
    expect(view()).toMatchObject({ detailsTab: 2, detailsTop: 0, cursorKey: 'e1' });
  });

  it('show the record, and on the last tab its raw JSON', () => {
    expect(drawn().join('\n')).toMatch(/ID +e0/);
    press('[');
    expect(drawn().join('\n')).toContain('"amount": 10.5');
  });

  it('show undocumented fields, marked, their card numbers masked', () => {
    hold([entry('e0', { colour: 'red', note: '4111111111111111', constructor: { a: 1.1 } })]);
    const text = drawn().join('\n');
    expect(text).toContain('Not in the API');
    expect(text).toMatch(/\? colour +red/);
    expect(text).toMatch(/\? note +•+1111/);
    expect(text).toMatch(/\? construct\S+ +\{"a":1\.1\}/);
    press('[');
    expect(drawn().join('\n')).not.toContain('4111111111111111');
  });

  it('have the joined reads next to the record', () => {
    press(']');
    expect(drawn().join('\n')).toMatch(/Name +–/);
    store.setState(state =>
      withWorkspace(state, customerKey(alpha), w =>
        withDocument(w, queryKey(accountOf('e0')), {
          value: { account_name: 'Operations' },
          raw: null,
          loading: undefined,
          failure: undefined,
          asOf: NOW,
          drift: [],
        }),
      ),
    );
    expect(drawn().join('\n')).toMatch(/Name +Operations/);
  });
});

describe('opening', () => {
  it("is possible with Enter: the record's target, or else its details", () => {
    hold([entry('e0'), entry('closed')]);
    press('j', 'enter');
    expect(view()).toMatchObject({ place: 'transactions', panel: 'details' });
    press('tab', 'k', 'enter');
    expect(view()).toMatchObject({ place: 'history', subject: 'e0' });
  });

  it('is refused without a record, with a sentence', () => {
    hold([]);
    expect(() => press('enter')).toThrow('Nothing to open');
  });

  it("works with f for the service's filters, which show the current filter", () => {
    see({ server: { currency: 'GBP' } });
    press('f');
    const { overlay } = store.getState();
    expect(overlay?.kind === 'server-filter' && overlay.form.fields.map(f => f.value)).toEqual(['', 'GBP']);
  });
});

describe('the requests of a list', () => {
  const needs = () =>
    screen
      .needs(store.getState())
      .map(need => (need.kind === 'list' ? `through ${need.through}` : need.query.input));

  it('include rows past the window, and the documents of the selected row', () => {
    hold(entries(50));
    expect(needs()).toEqual(['through 53', accountOf('e0').input]);
    press('j', 'G');
    expect(needs()).toEqual(['through 90', accountOf('e49').input]);
  });

  it('stop while a filter hides rows', () => {
    hold(entries(50));
    see({ filter: 'nowhere' });
    expect(needs()).toEqual(['through 0']);
  });

  it('repeat the visible rows after r, or the first page if there were none', () => {
    screen.reload(app);
    hold(entries(50));
    screen.reload(app);
    press('pgdn', 'pgdn');
    screen.reload(app);
    expect(asked).toEqual(['list first 13', 'list again 13', 'document e0', 'list again 27', 'document e26']);
  });

  it('repeat all filtered rows after r, because the found row may be on the last page', () => {
    hold(entries(50));
    see({ filter: 'e42' });
    screen.reload(app);
    expect(asked).toEqual(['list again 50', 'document e42']);
  });

  it('end after Esc, for the list and the document', () => {
    hold(entries(2));
    expect(screen.abandon(app)).toBe(true);
    expect(asked).toEqual(['abandon list', 'abandon document']);
  });
});

describe('the drawing', () => {
  const failure: Failure = { kind: 'timeout', afterMs: 15_000 };

  it('is exactly as high as the body and no wider than the terminal, at every size [F18]', () => {
    hold([entry('日本の売上'), ...entries(40), entry('e41', { amount: 900719925474099 })]);
    for (const panel of ['list', 'details'] as const) {
      see({ panel });
      for (const [columns, rows] of [
        [40, 10],
        [59, 40],
        [60, 14],
        [60, 15],
        [84, 24],
        [85, 15],
        [100, 30],
        [200, 60],
      ] as const) {
        resize(columns, rows);
        const lines = drawn();
        expect(lines).toHaveLength(rows - 4);
        expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('of 5,000 rows on one page makes and draws only the visible ones [D5]', () => {
    hold(entries(5000));
    let made = 0;
    const counting: typeof ledger = {
      ...ledger,
      columns: ledger.columns.map(column => ({
        ...column,
        cell(row, moment) {
          made += 1;
          return column.cell(row, moment);
        },
      })),
    };
    const counted = listScreen(counting);
    const state = store.getState();
    renderToString(<counted.View app={app} state={state} view={view()} title={() => []} theme={theme} />, {
      columns: 100,
    });
    expect(made).toBe(13 * ledger.columns.length);
  });

  it.each([
    ['what is being loaded', [], { loading: { sequence: 1, purpose: 'first', since: 0 } }, 'Loading …'],
    ['that it was stopped', [], { failure: { kind: 'abandoned' } }, 'Press r to load'],
    ['what went wrong, and what to do', [], { failure }, 'no complete answer within 15 seconds'],
    ['that there is none', [], {}, 'This account has no entries.'],
  ] as const)('says %s without rows', (_, records, change, sentence) => {
    hold(records, change);
    expect(drawn().join(' ').replace(/ +/g, ' ')).toContain(sentence);
  });

  it('names the filter if it leaves no rows', () => {
    hold(entries(3));
    see({ filter: 'nowhere' });
    expect(drawn().join(' ')).toContain('No loaded row matches');
    see({ filter: '', server: { currency: 'GBP' } });
    hold([]);
    expect(drawn().join(' ')).toContain('No match at the service');
  });

  it('keeps the rows after a failed reload, and says so below them', () => {
    hold(entries(3), { failure });
    const lines = drawn();
    expect(lines.some(line => line.includes('about e0'))).toBe(true);
    expect(lines.at(-1)).toContain('failed; r loads again');
    expect(screen.problem(store.getState())).toContain('no complete answer');
  });

  it('marks changes since the last reload', () => {
    hold(entries(3), { changed: new Set(['e1']) });
    expect(drawn().find(line => line.includes('about e1'))).toMatch(/^ •/);
  });
});
