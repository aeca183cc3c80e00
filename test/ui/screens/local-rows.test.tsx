// Local rows, which did not come from the service: alone in a list, or before the service's rows.

import { beforeEach, describe, expect, it } from 'vitest';
import { textCell } from '../../../src/format/cells.ts';
import { fromServer, t, type Untrusted } from '../../../src/lib/visible.ts';
import type { RowOf } from '../../../src/records/query.ts';
import type { List } from '../../../src/store/list.ts';
import type { Item } from '../../../src/store/paging.ts';
import type { Store } from '../../../src/store/store.ts';
import type { View } from '../../../src/store/view.ts';
import { currentView, goTo, updateView } from '../../../src/store/workspace.ts';
import { textColumn } from '../../../src/ui/screens/common-columns.ts';
import { listScreen } from '../../../src/ui/screens/list-screen.tsx';
import type { Resource } from '../../../src/ui/screens/resource.ts';
import type { ListScreen } from '../../../src/ui/screens/screen.ts';
import { drawnByInk } from '../../harness/by-ink.tsx';
import { alpha, signedInStore } from '../../store/signed-in.ts';
import { ledger } from './ledger.ts';
import { holdRows, listApp, pressOn, theme } from './list-app.ts';

/** A local row, which has no field of the service. */
interface Deed {
  readonly deed: Untrusted;
}
type Entry = RowOf<'account.transactions'>;

let store: Store;
let asked: string[];
/** The local rows as they are now. */
let deeds: readonly Item<Deed>[];

const deed = (key: string, text = `did ${key}`): Item<Deed> => ({
  key,
  row: { deed: fromServer(text) },
  raw: { deed: text, note: `noted ${key}` },
});

const wordOf = (row: Deed | Entry) => ('deed' in row ? row.deed : row.description);
const declared = {
  place: 'transactions',
  nouns: { one: t`entry`, many: t`entries` },
  localNouns: { one: t`done from here`, many: t`done from here` },
  empty: t`Nothing was done from here yet.`,
  local: () => deeds,
} as const;
const details = [
  { title: t`Row`, entries: (row: Deed | Entry) => [{ label: t`Word`, cell: textCell(wordOf(row)) }] },
];

const alone: Resource<never, Deed> = {
  ...declared,
  columns: [textColumn('deed', t`Deed`, [10, 40, 0], row => row.deed)],
  details: [{ title: t`Deed`, entries: row => [{ label: t`Deed`, cell: textCell(row.deed) }] }],
  reload: () => void asked.push('read again'),
};
const both: Resource<'account.transactions', Deed> = {
  ...declared,
  query: asked => ledger.query?.(asked),
  columns: [textColumn('word', t`Word`, [10, 40, 0], wordOf)],
  details,
};

beforeEach(() => {
  store = signedInStore(alpha);
  store.setState(state => ({ ...goTo(state, 'transactions', 'acc-1'), size: { columns: 100, rows: 20 } }));
  asked = [];
  deeds = [deed('d1'), deed('d2')];
});

const view = (): View => currentView(store.getState());
const see = (change: Partial<View>): void => store.setState(state => updateView(state, change));
const settle = (screen: ListScreen): void => store.setState(screen.settle(store.getState()));
const press = (screen: ListScreen, ...keys: readonly string[]): void =>
  pressOn(screen, listApp(store, asked), ...keys);
function drawn(screen: ListScreen): string {
  const state = store.getState();
  return drawnByInk(
    <screen.View app={listApp(store, asked)} state={state} view={view()} title={() => []} theme={theme} />,
    state.size.columns,
  );
}
/** The service has answered with entries of these IDs. */
function answered(ids: readonly string[], change: Partial<List<unknown>> = {}): void {
  const page = ids.map(id => ({
    id,
    row: { description: fromServer(`about ${id}`) },
    raw: { id, odd: 'field' },
  }));
  holdRows(store, ledger.query?.(view()), page, change);
}

describe('a list of only local rows', () => {
  it('requests nothing, is never loading, and shows its count', () => {
    const screen = listScreen(alone);
    expect(screen.needs(store.getState())).toEqual([]);
    expect(screen.abandon(listApp(store, asked))).toBe(false);
    const text = drawn(screen);
    expect(text).toContain('did d1');
    expect(text).toContain('2 entries');
    expect(text).not.toMatch(/load|old/);
  });

  it('has a sentence if it is empty', () => {
    deeds = [];
    expect(drawn(listScreen(alone))).toContain('Nothing was done from here yet.');
  });

  it('answers every key for a record with "No row is selected" as soon as it is empty', () => {
    const actions = [{ id: 'undo', title: t`undo`, key: 'x' as const, run: () => void asked.push('undone') }];
    const screen = listScreen({ ...alone, actions });
    settle(screen);
    press(screen, 'x');
    expect(asked).toEqual(['undone']);
    deeds = [];
    settle(screen);
    for (const key of ['x', 'a', 'y', 'Y'])
      expect(() => press(screen, key)).toThrow(`${key}: No row is selected.`);
  });

  it('is searched by the whole record, and not only by its visible cells', () => {
    const screen = listScreen(alone);
    see({ filter: 'NOTED d2' });
    expect(drawn(screen)).toContain('did d2');
    expect(drawn(screen)).not.toContain('did d1');
    expect(drawn(screen)).toContain('1 of 2 loaded match');
    see({ filter: 'nowhere' });
    expect(drawn(screen)).toContain('No row matches the filter.');
  });

  it('has details and the raw record, in which no field is unknown', () => {
    const screen = listScreen(alone);
    expect(drawn(screen)).toMatch(/Deed +did d1/);
    expect(drawn(screen)).not.toContain('Not in the API');
    press(screen, ']');
    expect(drawn(screen)).toContain('"note": "noted d1"');
  });

  it('reads the local rows again with r, and loads nothing with G', () => {
    const screen = listScreen(alone);
    screen.reload(listApp(store, asked));
    press(screen, 'G');
    expect(asked).toEqual(['read again']);
    expect(view().cursorKey).toBe('d2');
  });

  it('keeps the cursor on its record if other records arrive above it', () => {
    const screen = listScreen(alone);
    press(screen, 'j');
    deeds = [deed('d0'), ...deeds];
    settle(screen);
    expect(view()).toMatchObject({ cursorKey: 'd2', cursorIndex: 2 });
  });

  it('shows the current record, even after other changes and with a filter', () => {
    const screen = listScreen(alone);
    see({ filter: 'did' });
    deeds = [deed('d1'), deed('d2'), deed('d3')];
    expect(drawn(screen)).toContain('did d2');
    deeds = [deeds[0] ?? deed('d1'), deed('d2', 'did it better'), deeds[2] ?? deed('d3')];
    expect(drawn(screen)).toContain('did it better');
    expect(drawn(screen)).not.toContain('did d2');
  });
});

describe('local rows before the service’s', () => {
  it('come first, and the status line counts both kinds of rows', () => {
    answered(['e1', 'e2', 'e3']);
    const text = drawn(listScreen(both));
    expect(text.indexOf('did d2')).toBeLessThan(text.indexOf('about e1'));
    expect(text).toContain('2 done from here · 3 loaded · G loads more');
  });

  it("are shown while the service's rows load, and after their failure", () => {
    const screen = listScreen(both);
    expect(drawn(screen)).toContain('did d1');
    answered([], { loading: { sequence: 1, purpose: 'first', since: 0 } });
    expect(drawn(screen)).toContain('did d1');
    expect(drawn(screen)).toContain('loading page 2');
    answered([], { failure: { kind: 'timeout', afterMs: 15_000 } });
    expect(drawn(screen)).toContain('failed; r loads again');
    expect(screen.problem(store.getState())).toContain('no complete answer');
  });

  it("have no marks for undocumented fields, which the service's rows have", () => {
    const screen = listScreen(both);
    answered(['e1']);
    expect(drawn(screen)).not.toContain('Not in the API');
    press(screen, 'j', 'j');
    expect(drawn(screen)).toMatch(/\? odd +field/);
  });

  it('get another key if a row of the service has the same key', () => {
    const screen = listScreen(both);
    deeds = [deed('e1')];
    answered(['e1', 'e2']);
    settle(screen);
    expect(view().cursorKey).toBe('e1~2');
    press(screen, 'j');
    expect(view()).toMatchObject({ cursorKey: 'e1', cursorIndex: 1 });
  });

  it("request as many of the service's rows as fit below them", () => {
    const screen = listScreen(both);
    answered(['e1']);
    const through = () => screen.needs(store.getState()).map(need => need.kind === 'list' && need.through);
    expect(through()).toEqual([51]);
    screen.reload(listApp(store, asked));
    expect(asked).toEqual(['list again 11']);
    deeds = Array.from({ length: 500 }, (_, n) => deed(`d${n}`));
    expect(through()).toEqual([0]);
  });

  it("are combined with the service's rows once, and not again at each key", () => {
    let reads = 0;
    const counting: Resource<'account.transactions', Deed> = {
      ...both,
      local: () => {
        reads += 1;
        return deeds;
      },
    };
    const screen = listScreen(counting);
    answered(['e1', 'e2']);
    let walks = 0;
    deeds = new Proxy(deeds, {
      get(rows, name) {
        if (name === 'map') walks += 1;
        return Reflect.get(rows, name);
      },
    });
    settle(screen);
    press(screen, 'j', 'j', 'k');
    expect(reads).toBeGreaterThan(3);
    expect(walks).toBe(1);
  });

  it("keep the selected record of the service selected, and read the service's rows again at least up to that record", () => {
    const screen = listScreen(both);
    see({ cursorKey: 'e9', cursorIndex: 300 });
    settle(screen);
    expect(view()).toMatchObject({ cursorKey: 'e9', cursorIndex: 300 });
    const [list] = screen.needs(store.getState());
    expect(list).toMatchObject({ kind: 'list', atOnce: true });
    expect(list?.kind === 'list' && list.through).toBeGreaterThan(300);
    answered(['e1']);
    settle(screen);
    expect(view()).toMatchObject({ cursorKey: 'e1', lost: true });
  });
});
