import { describe, expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import type { App } from '../../../src/money/app.ts';
import { currentView } from '../../../src/store/workspace.ts';
import { drawnLines, windowAt } from '../../../src/ui/kit/scroll.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { scrollBindings } from '../../../src/ui/screens/scrolling.ts';
import { createConsole } from '../../../src/ui/shell/console.ts';
import { allRules } from '../../harness/rules.ts';
import { signedInStore } from '../../store/signed-in.ts';

const ROOM = 5;
const COUNT = 12;

function scrolling() {
  const store = signedInStore();
  const bindings = scrollBindings({
    id: 'here',
    group: t`here`,
    windowIn: state => windowAt(currentView(state).detailsTop, ROOM, COUNT),
  });
  // These bindings use only the store.
  const app = { store } as unknown as App;
  return (key: string): number => {
    bindings.find(({ keys }) => keys.includes(key))?.run(app);
    return currentView(store.getState()).detailsTop;
  };
}

describe('keys that scroll lines', () => {
  it('move by a line, by a page, and to the ends', () => {
    const press = scrolling();
    expect(['j', 'pgdn', 'pgdn', 'k', 'g', 'G', 'pgup', 'home'].map(press)).toEqual([1, 6, 7, 6, 0, 7, 2, 0]);
  });

  it('never go past the lines', () => {
    const press = scrolling();
    expect(['k', 'pgup', 'end', 'j', 'space'].map(press)).toEqual([0, 0, 7, 7, 7]);
  });

  it('are the same in a quote, in raw JSON, and in the explanation of a status', () => {
    const { sets } = createConsole(allRules);
    const keysOf = (name: string, id: string): readonly string[] =>
      (sets.get(name) ?? []).filter(one => one.id.startsWith(`${id}.`)).flatMap(({ keys }) => keys);
    for (const key of ['j', 'pgdn', 'ctrl-d', 'pgup', 'g', 'G'])
      for (const [name, id] of [
        ['convert: quoted', 'convert'],
        ['explain', 'explain'],
        ['record', 'record'],
      ] as const)
        expect(keysOf(name, id), `${name}: ${key}`).toContain(key);
  });
});

describe('lines that do not all fit', () => {
  it('end with the number of hidden lines', () => {
    const theme = createTheme('mono');
    const lines = Array.from({ length: COUNT }, (_, i) => theme.paint('plain', t`line ${i}`));
    const drawn = drawnLines(lines, windowAt(0, ROOM, COUNT), theme);
    expect(drawn).toHaveLength(ROOM);
    expect(drawn.at(-1)).toContain('↓ 8 more lines');
    expect(drawnLines(lines, windowAt(99, ROOM, COUNT), theme).at(-1)).toContain('line 11');
  });
});
