import { describe, expect, it } from 'vitest';
import type { Binding } from '../../src/keys/binding.ts';
import { readRebinding, rebound } from '../../src/keys/rebinding.ts';
import { t } from '../../src/lib/visible.ts';

const binding = (id: string, ...keys: readonly string[]): Binding<null> => ({
  id,
  title: t`title`,
  keys,
  group: t`group`,
  run: () => {},
});
const sets = new Map([
  ['list', [binding('list.down', 'j'), binding('list.up', 'k'), binding('reload', 'r')]],
  ['form', [binding('form.next', 'enter'), binding('reload', 'r')]],
  ['dialog', [binding('dialog.enter', 'enter')]],
]);
const read = (wanted: Parameters<typeof readRebinding>[0]) => {
  const { keys, problems } = readRebinding(wanted, sets);
  return { keys: Object.fromEntries(keys), problems };
};

describe('chosen keys', () => {
  it('replace those of a command: one, several or none', () => {
    expect(read({ 'list.down': 'n', 'list.up': ['p', 'ctrl-p'], reload: [] })).toEqual({
      keys: { 'list.down': ['n'], 'list.up': ['p', 'ctrl-p'], reload: [] },
      problems: [],
    });
    const keys = new Map([['reload', []]]);
    expect(rebound(sets.get('form') ?? [], keys).map(one => one.keys)).toEqual([['enter'], []]);
  });

  it('may change places in their order: the first gives its key up', () => {
    expect(read({ 'list.down': [], 'list.up': 'j' }).problems).toEqual([]);
  });

  it.each<[string, Parameters<typeof readRebinding>[0], string]>([
    ['an unknown command', { nothing: 'x' }, 'keys.nothing: unknown command.'],
    ['no key', { reload: 'ctrl-enter-x' }, 'keys.reload: “ctrl-enter-x” is not a key.'],
    ['a taken key', { reload: 'j' }, 'keys.reload: j is bound to both list.down and reload.'],
    [
      'each key that is none',
      { reload: ['ctrl-enter-x', 'zz'] },
      '“ctrl-enter-x” is not a key. “zz” is not a key.',
    ],
    [
      'each clash',
      { reload: ['j', 'k'] },
      'j is bound to both list.down and reload. k is bound to both list.up',
    ],
    ['a key of terminals', { reload: 'ctrl-s' }, 'keys.reload: reload is bound to ctrl-s'],
    ['a fixed command', { 'dialog.enter': 'y' }, 'keys.dialog.enter: this command keeps its keys.'],
  ])('%s is refused, and the good part is kept', (_, wrong, why) => {
    const { keys, problems } = read({ ...wrong, 'list.up': 'p' });
    expect(keys).toEqual({ 'list.up': ['p'] });
    expect(problems.join()).toContain(why);
  });
});
