// Actions on a row: their keys, the menu of all actions, and the reason at each barred action.

import { Box } from 'ink';
import { beforeEach, expect, it } from 'vitest';
import { type Binding, resolve } from '../../../src/keys/binding.ts';
import { fromServer, t, type Untrusted, type Visible, visible } from '../../../src/lib/visible.ts';
import type { App } from '../../../src/money/app.ts';
import type { Item } from '../../../src/store/paging.ts';
import type { Store } from '../../../src/store/store.ts';
import { currentView, goTo } from '../../../src/store/workspace.ts';
import { textColumn } from '../../../src/ui/screens/common-columns.ts';
import { listScreen } from '../../../src/ui/screens/list-screen.tsx';
import type { Resource } from '../../../src/ui/screens/resource.ts';
import type { ListScreen } from '../../../src/ui/screens/screen.ts';
import type { OverlayKind } from '../../../src/ui/shell/overlay.ts';
import { actionsOverlay } from '../../../src/ui/shell/record-menus.ts';
import { drawnByInk } from '../../harness/by-ink.tsx';
import { signedInStore } from '../../store/signed-in.ts';
import { listApp, theme } from '../screens/list-app.ts';

interface Order {
  readonly name: Untrusted;
  readonly settled: boolean;
}

const WHY = t`It is settled, and what is settled can't be cancelled by anybody, however long the sentence is that says so.`;

let store: Store;
let done: string[];
let orders: readonly Item<Order>[];
let screen: ListScreen;
let menu: OverlayKind;
let app: App;

const order = (name: string, settled = false): Item<Order> => ({
  key: name,
  row: { name: fromServer(name), settled },
  raw: name,
});

const list: Resource<never, Order> = {
  place: 'payouts',
  local: () => orders,
  nouns: { one: t`order`, many: t`orders` },
  empty: t`No orders.`,
  columns: [textColumn('name', t`Name`, [10, 20, 0], row => row.name)],
  details: [],
  actions: [
    {
      id: 'cancel',
      title: t`cancel this`,
      key: 'x',
      footer: 2,
      barred: (row): Visible | undefined => (row.settled ? WHY : undefined),
      run: (_, row) => void done.push(`cancel ${visible(row.name)}`),
    },
    {
      id: 'repeat',
      title: t`make another like it`,
      run: (_, row) => void done.push(`repeat ${visible(row.name)}`),
    },
  ],
  commands: [
    {
      id: 'payouts.new',
      title: t`new order`,
      keys: ['n'],
      group: t`Payouts`,
      run: () => void done.push('new'),
    },
  ],
};

beforeEach(() => {
  store = signedInStore();
  store.setState(state => ({ ...goTo(state, 'payouts'), size: { columns: 80, rows: 24 } }));
  done = [];
  orders = [order('one'), order('two', true)];
  screen = listScreen(list);
  menu = actionsOverlay(() => screen);
  app = listApp(store, []);
  store.setState(screen.settle(store.getState()));
});

/** Presses a key; returns the reason if the key is barred. */
function press(key: string): Visible | undefined {
  const open: readonly Binding<App>[] = store.getState().overlay ? menu.bindings : screen.bindings;
  const found = resolve(open, app, key);
  if (found.kind === 'unbound') throw new Error(`${key} is unbound`);
  if (found.kind === 'barred') return found.reason;
  found.binding.run(app);
  store.setState(screen.settle(store.getState()));
  return undefined;
}
/** The lines of the menu as one text. */
const drawn = (): string => {
  const area = { width: 80, height: 19 };
  const state = store.getState();
  return drawnByInk(
    <Box width={80} height={20}>
      {state.overlay && (
        <menu.View app={app} overlay={state.overlay} state={state} theme={theme} area={area} />
      )}
    </Box>,
    80,
  ).replace(/[\s│]+/g, ' ');
};

it("an action's key runs the action on the selected row; a barred action says why it can't run", () => {
  expect(press('x')).toBeUndefined();
  press('j');
  expect(press('x')).toBe(WHY);
  press('n');
  expect(done).toEqual(['cancel one', 'new']);
});

it('without a row no action can run', () => {
  orders = [];
  expect(press('x')).toContain('No row is selected');
  expect(press('a')).toContain('No row is selected');
  expect(press('n')).toBeUndefined();
});

it('the menu of actions names the record, the key of each action, and why an action is barred', () => {
  press('j');
  press('a');
  const text = drawn();
  expect(text).toContain('─ Actions ─');
  expect(text).toContain(' two ');
  expect(text).toContain('x cancel this');
  expect(text).toContain(WHY);
  expect(text).toContain('make another like it');
  expect(press('enter')).toBe(WHY);
  press('j');
  press('enter');
  expect(done).toEqual(['repeat two']);
  expect(store.getState().overlay).toBeUndefined();
});

it('the cursor stays within the menu, and Esc closes it', () => {
  press('a');
  for (const key of ['k', 'j', 'j', 'down', 'up', 'up']) press(key);
  press('enter');
  press('a');
  press('esc');
  expect(done).toEqual(['cancel one']);
  expect(store.getState().overlay).toBeUndefined();
});

it('a list that changes under the open menu runs nothing on another record', () => {
  press('a');
  orders = [order('zero'), order('one')];
  store.setState(screen.settle(store.getState()));
  expect(currentView(store.getState()).cursorKey).toBe('one');
  expect(drawn()).toContain('cancel this');
  orders = [order('zero'), order('three')];
  store.setState(screen.settle(store.getState()));
  expect(currentView(store.getState()).cursorKey).toBe('three');
  expect(drawn()).toContain('no longer selected');
  expect(press('enter')).toContain('no longer selected');
  expect(done).toEqual([]);
});

it('a list without actions says so', () => {
  const { actions: _, ...none } = list;
  screen = listScreen(none);
  expect(press('a')).toContain('no actions');
});
