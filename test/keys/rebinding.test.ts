import { describe, expect, it } from 'vitest';
import { type Binding, readRebinding, rebound } from '../../src/keys/binding.ts';
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
  it('replace the keys of a command with one key, several keys or none', () => {
    expect(read({ 'list.down': 'n', 'list.up': ['p', 'ctrl-p'], reload: [] })).toEqual({
      keys: { 'list.down': ['n'], 'list.up': ['p', 'ctrl-p'], reload: [] },
      problems: [],
    });
    const keys = new Map([['reload', []]]);
    expect(rebound(sets.get('form') ?? [], keys).map(one => one.keys)).toEqual([['enter'], []]);
  });

  it('may use a key that an earlier command of the list gives up', () => {
    expect(read({ 'list.down': [], 'list.up': 'j' }).problems).toEqual([]);
  });

  it.each<[string, Parameters<typeof readRebinding>[0], string]>([
    ['an unknown command', { nothing: 'x' }, 'keys.nothing: unknown command.'],
    ['no key', { reload: 'ctrl-enter-x' }, 'keys.reload: “ctrl-enter-x” is not a key.'],
    ['a taken key', { reload: 'j' }, 'keys.reload: j is bound to both list.down and reload.'],
    [
      'the first of two names that are no keys',
      { reload: ['ctrl-enter-x', 'zz'] },
      'keys.reload: “ctrl-enter-x” is not a key.',
    ],
    [
      'the first of two clashes',
      { reload: ['j', 'k'] },
      'keys.reload: j is bound to both list.down and reload.',
    ],
    [
      'a key of terminals',
      { reload: 'ctrl-s' },
      'keys.reload: reload is bound to ctrl-s, which terminals and tmux use.',
    ],
    ['a fixed command', { 'dialog.enter': 'y' }, 'keys.dialog.enter: this command keeps its keys.'],
  ])('are used without an invalid part: %s is refused', (_, wrong, why) => {
    const { keys, problems } = read({ ...wrong, 'list.up': 'p' });
    expect(keys).toEqual({ 'list.up': ['p'] });
    expect(problems).toEqual([why]);
  });
});
