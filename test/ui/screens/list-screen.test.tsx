// A list with its details: its keys, its requests, and its drawing at every size.

import stringWidth from 'string-width';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { decode } from '../../../src/api/contract/decode.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { parseJson } from '../../../src/lib/json.ts';
import type { App } from '../../../src/money/app.ts';
import { queryKey } from '../../../src/records/query.ts';
import { emptyList, type List } from '../../../src/store/list.ts';
import type { Size } from '../../../src/store/state.ts';
import type { Store } from '../../../src/store/store.ts';
import type { View } from '../../../src/store/view.ts';
import {
  currentView,
  customerKey,
  goTo,
  updateView,
  withDocument,
  withWorkspace,
} from '../../../src/store/workspace.ts';
import { listScreen } from '../../../src/ui/screens/list-screen.tsx';
import type { ListScreen } from '../../../src/ui/screens/screen.ts';
import { drawnByInk } from '../../harness/by-ink.tsx';
import { alpha, NOW, signedInStore } from '../../store/signed-in.ts';
import { accountOf, ledger } from './ledger.ts';
import { holdRows, listApp, pressOn, theme } from './list-app.ts';

const BASE: Size = { columns: 100, rows: 20 };

let store: Store;
let screen: ListScreen;
/** The calls of the effects, in words. */
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
const see = (change: Partial<View>): void => store.setState(state => updateView(state, change));
const resize = (columns: number, rows: number): void => store.setState({ size: { columns, rows } });

const press = (...keys: readonly string[]): void => pressOn(screen, app, ...keys);

/** Puts these records into the list; `change` sets other parts of the list. */
function hold(records: readonly object[], change: Partial<List<unknown>> = {}): void {
  const raw = parseJson(JSON.stringify(records));
  if (!raw.ok || !Array.isArray(raw.value)) throw new Error('not a list');
  const raws = raw.value;
  const decoded = decode(operations['account.transactions'].result, raws);
  const rows = 'value' in decoded ? decoded.value : [];
  const page = rows.map((row, i) => ({ row, raw: raws[i] ?? null, id: (records[i] as { id?: string }).id }));
  holdRows(store, ledger.query?.(view()), page, change);
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
  return drawnByInk(
    <screen.View app={app} state={state} view={view()} title={() => []} theme={theme} />,
    state.size.columns,
  ).split('\n');
}

describe('moving the cursor', () => {
  beforeEach(() => hold(entries(50)));

  it('works with j k g G and pages, by record, within the list', () => {
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

  it('keeps the first record selected if other records arrive above it before any key', () => {
    store.setState(screen.settle(store.getState()));
    hold([entry('new'), ...entries(50)]);
    store.setState(screen.settle(store.getState()));
    expect(view()).toMatchObject({ cursorIndex: 1, cursorKey: 'e0' });
    expect(screen.settle(store.getState())).toBe(store.getState());
  });

  it('selects the record in the same place if the selected record is gone', () => {
    press('j', 'j');
    hold(entries(50).filter(({ id }) => id !== 'e2'));
    store.setState(screen.settle(store.getState()));
    expect(view()).toMatchObject({ cursorIndex: 2, cursorKey: 'e3' });
  });

  it('keeps the cursor visible', () => {
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

  it('counts keys that are pressed before the rows arrive', () => {
    const loading = { sequence: 1, purpose: 'first', since: 0 } as const;
    hold([], { ...emptyList(), loading });
    press('j', 'j', 'j', 'k', 'j');
    hold(entries(50));
    store.setState(screen.settle(store.getState()));
    expect(view()).toMatchObject({ cursorIndex: 3, cursorKey: 'e3' });
  });

  it.each([
    [['G', 'k', 'k'], 'e47'],
    [['G', 'k', 'j', 'j'], 'e49'],
    [['G', 'k', 'g'], 'e0'],
    [['G', 'ctrl-u', 'G', 'k'], 'e48'],
  ])('after G counts %j from the last row, also for rows that arrive later', (keys, key) => {
    for (const loaded of [0, 20]) {
      const loading = { sequence: 1, purpose: 'all', since: 0 } as const;
      if (loaded === 0) hold([], { ...emptyList(), loading });
      else hold(entries(loaded), { loading });
      press(...keys);
      store.setState(screen.settle(store.getState()));
      expect(screen.bindings.find(({ id }) => id === 'list.copy-id')?.enabled?.(app)).toBe(
        loaded > 0 && keys.includes('g') ? true : 'The rows were still loading. Press the key again.',
      );
      hold(entries(30), { loading });
      store.setState(screen.settle(store.getState()));
      hold(entries(50));
      store.setState(screen.settle(store.getState()));
      expect(view()).toMatchObject({ cursorKey: key, fromEnd: undefined });
    }
  });

  it('forgets where G goes if a person sorts or clicks before the rows arrive', () => {
    const goesOn = () => {
      hold(entries(20), { loading: { sequence: 1, purpose: 'all', since: 0 } });
      press('G');
      expect(view().fromEnd).toBe(0);
    };
    goesOn();
    see({ column: 'amount' });
    press('O');
    expect(view()).toMatchObject({ fromEnd: undefined, cursorIndex: 0 });
    goesOn();
    drawn();
    store.setState(state => screen.clicked?.(state, { x: 5, y: 4 }) ?? state);
    expect(view().fromEnd).toBeUndefined();
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

it('the sum of marked rows is shown only if all of them are in the list', () => {
  resize(200, 20);
  hold(entries(3));
  see({ marks: new Set(['e0', 'e1']) });
  expect(drawn().join()).toContain('2 marked, their sum 21.0 GBP');
  see({ marks: new Set(['e0', 'of another filter']) });
  expect(drawn().join()).toContain('2 marked, 1 not in this list');
  expect(drawn().join()).not.toContain('sum');
});

describe('the details', () => {
  beforeEach(() => hold([entry('e0', { description: 'word '.repeat(400) }), entry('e1')]));

  it('scroll with the same keys, and never past their ends', () => {
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

  it('show undocumented fields with a mark, and mask their card numbers', () => {
    hold([entry('e0', { colour: 'red', note: '4111111111111111', constructor: { a: 1.1 } })]);
    const text = drawn().join('\n');
    expect(text).toContain('Not in the API');
    expect(text).toMatch(/\? colour +red/);
    expect(text).toMatch(/\? note +•+1111/);
    expect(text).toMatch(/\? construct\S+ +\{"a":1\.1\}/);
    press('[');
    expect(drawn().join('\n')).not.toContain('4111111111111111');
  });

  it('show the joined documents with the record', () => {
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
  it("is done with Enter, which opens the record's place, or the details if the record has no place", () => {
    hold([entry('e0'), entry('closed')]);
    press('j', 'enter');
    expect(view()).toMatchObject({ place: 'transactions', panel: 'details' });
    press('tab', 'k', 'enter');
    expect(view()).toMatchObject({ place: 'history', subject: 'e0' });
  });

  it('is refused with a sentence if no record is selected', () => {
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

  it('include rows below the visible ones, and the documents of the selected row', () => {
    hold(entries(50));
    expect(needs()).toEqual(['through 53', accountOf('e0').input]);
    press('j', 'G');
    expect(needs()).toEqual(['through 90', accountOf('e49').input]);
  });

  it('stop while a local filter hides rows', () => {
    hold(entries(50));
    see({ filter: 'nowhere' });
    expect(needs()).toEqual(['through 0']);
  });

  it('read the visible rows again after r, or the first page if there were no rows', () => {
    screen.reload(app);
    hold(entries(50));
    screen.reload(app);
    press('pgdn', 'pgdn');
    screen.reload(app);
    expect(asked).toEqual(['list first 13', 'list again 13', 'document e0', 'list again 27', 'document e26']);
  });

  it('read all loaded rows again after r under a filter, because the found row may be on any page', () => {
    hold(entries(50));
    see({ filter: 'e42' });
    screen.reload(app);
    expect(asked).toEqual(['list again 50', 'document e42']);
  });

  it('end after Esc: the list from both panels, the document from the details', () => {
    hold(entries(2));
    expect(screen.abandon(app)).toBe(true);
    see({ panel: 'details' });
    screen.abandon(app);
    expect(asked).toEqual(['abandon list', 'abandon list', 'abandon document']);
  });
});

describe('the drawing', () => {
  const failure: Failure = { kind: 'timeout', afterMs: 15_000 };

  it('is exactly as high as the body and no wider than the terminal, at every size [F18a]', () => {
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

  it('of 5,000 rows on one page makes and draws only the visible ones [D5a]', () => {
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
    drawnByInk(<counted.View app={app} state={state} view={view()} title={() => []} theme={theme} />, 100);
    expect(made).toBe(13 * ledger.columns.length);
  });

  it.each([
    ['that it is loading', [], { loading: { sequence: 1, purpose: 'first', since: 0 } }, 'Loading …'],
    ['that its load was stopped', [], { failure: { kind: 'abandoned' } }, 'Press r to load'],
    ['what went wrong, and what to do', [], { failure }, 'no complete answer within 15 seconds'],
    ['that the account has no entries', [], {}, 'This account has no entries.'],
  ] as const)('without rows says %s', (_, records, change, sentence) => {
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

  it.each(['again', 'more', 'all'] as const)(
    'without rows says the same while Purser loads again or loads more: %s',
    purpose => {
      const loading = { sequence: 2, purpose, since: 0 };
      hold(entries(3), { loading });
      see({ filter: 'nowhere' });
      expect(drawn().join(' ')).toContain('No loaded row matches');
      see({ filter: '' });
      hold([], { loading });
      expect(drawn().join(' ')).toContain('This account has no entries.');
    },
  );

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

describe('a click', () => {
  /** For each cell of a row of the screen: the column that a click sorts by, the tab that it opens, or a blank. */
  const clicked = (y: number): string =>
    Array.from({ length: store.getState().size.columns }, (_, x) => {
      const after = screen.clicked?.(store.getState(), { x, y }) ?? store.getState();
      const { sort, detailsTab, cursorKey } = currentView(after);
      return after === store.getState() ? ' ' : (sort?.column[0] ?? cursorKey?.[1] ?? detailsTab);
    }).join('');

  it('sorts by the column of a head and its sign, and opens the tab of a title; other cells of the row do nothing', () => {
    hold(entries(3));
    const lines = drawn();
    expect(lines[0]).toMatch(/ 3\+ ─{4} Entry ─ Account ─ Raw ─+$/);
    expect(clicked(2).trimEnd()).toBe(`${' '.repeat(60)}00000   1111111   222`);
    expect(lines[1]).toMatch(/^ {2}Description {6}Amount {3,}ID/);
    expect(clicked(3).trimEnd()).toBe('dddddddddddddaaaaaaaaaaaa');
  });

  it('selects a row of the list, and does nothing below the last row and in the details', () => {
    hold(entries(3));
    drawn();
    expect(clicked(5).trimEnd()).toBe('1'.repeat(57));
    expect(clicked(7).trim()).toBe('');
  });
});
