import { describe, expect, it } from 'vitest';
import { type Binding, clashes, resolve } from '../../src/keys/binding.ts';
import { t } from '../../src/lib/visible.ts';

interface Desk {
  writable: boolean;
}

function binding(id: string, keys: string[], enabled?: Binding<Desk>['enabled']): Binding<Desk> {
  return { id, title: t`Title`, keys, group: t`list`, run: () => {}, ...(enabled && { enabled }) };
}

const open = binding('open', ['enter', 'l']);
const cancel = binding('cancel', ['x'], desk => desk.writable || t`Read-only: press w first`);

describe('a key', () => {
  it('runs its binding', () => {
    expect(resolve([open, cancel], { writable: true }, 'l')).toEqual({ kind: 'run', binding: open });
    expect(resolve([open, cancel], { writable: true }, 'x')).toEqual({ kind: 'run', binding: cancel });
  });

  it('says why it cannot run', () => {
    expect(resolve([open, cancel], { writable: false }, 'x')).toEqual({
      kind: 'barred',
      binding: cancel,
      reason: 'Read-only: press w first',
    });
  });

  it('may have no binding', () => {
    expect(resolve([open, cancel], { writable: true }, 'X')).toEqual({ kind: 'unbound' });
  });
});

describe('the check of the bindings', () => {
  it('finds nothing in a correct list', () => {
    const keys = [
      ...'jkgGOC[]:/?-@!19é👍🏽',
      'up',
      'ctrl-d',
      'ctrl-u',
      'ctrl-c',
      'shift-tab',
      'f1',
      'alt-x',
      'ctrl-left',
    ];
    expect(clashes(keys.map((key, at) => binding(`b${at}`, [key])))).toEqual([]);
  });

  it('finds two bindings with the same key, and names both', () => {
    expect(clashes([open, cancel, binding('next', ['j', 'l'])])).toEqual([
      'l is bound to both open and next.',
    ]);
  });

  it('finds two bindings with the same ID', () => {
    expect(clashes([open, binding('open', ['o'])])).toEqual(['Two bindings are called open.']);
  });

  it('finds keys that terminals and tmux use', () => {
    for (const letter of 'sqhijmba') {
      expect(clashes([binding('mine', [`ctrl-${letter}`])])).toEqual([
        `mine is bound to ctrl-${letter}, which terminals and tmux use.`,
      ]);
    }
  });

  it('finds names that no key has', () => {
    for (const name of [
      'ctl-d',
      'Enter',
      'ctrl-1',
      ' ',
      '',
      'jj',
      '\x1b',
      'shift-a',
      'f13',
      'ctrl-D',
      'space-bar',
    ]) {
      expect(clashes([binding('mine', [name])]), name).toEqual([
        `mine is bound to ${JSON.stringify(name)}, which is not a key.`,
      ]);
    }
  });
});
