// What a timeline takes from the store, and how far Purser's own records are complete.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/journal/intent.ts';
import { MOST_NOTES, type Note } from '../../../src/journal/together.ts';
import { t } from '../../../src/lib/visible.ts';
import type { State } from '../../../src/store/state.ts';
import { customerKey } from '../../../src/store/workspace.ts';
import { createTimelineData } from '../../../src/subjects/timeline/data.ts';
import { alpha, beta, NOW, signedInStore } from '../../store/signed-in.ts';
import { row } from '../fx/rows.ts';

const loadedIn = (own: Partial<State>, subject?: string) =>
  createTimelineData()({ ...signedInStore(alpha).getState(), ...own }, subject);

const open = (rows: readonly Row[], complete: boolean): Partial<State> => ({
  journal: { kind: 'open', rows, complete },
});

const notes = (count: number, counted = count): Partial<State> => ({
  notes: {
    counts: [{ customer: alpha, notes: counted }],
    read: {
      of: customerKey(alpha),
      all: Array.from(
        { length: count },
        (_, n): Note => ({ number: count - n, author: '', at: NOW - n, text: 'x' }),
      ),
    },
  },
});

describe('the journal is loaded', () => {
  const [older, newer] = [row({ createdAt: NOW - 500 }), row({ createdAt: NOW - 100 })];
  const unknown: Row = { ...row({ createdAt: NOW - 9000 }), state: 'UNKNOWN' };

  it.each<[string, Partial<State>, unknown]>([
    ['not at all if it is closed', {}, 'none'],
    ['whole if it has no older entries', open([newer, older], true), 'all'],
    ['back to its oldest entry', open([newer, older], false), NOW - 500],
    [
      'not back to an older unresolved entry, which is loaded alone',
      open([newer, older, unknown], false),
      NOW - 500,
    ],
    ['not at all if only unresolved entries are loaded', open([unknown], false), 'none'],
  ])('%s', (_, own, expected) => {
    expect(loadedIn(own).writesLoaded).toBe(expected);
  });
});

describe('notes are loaded', () => {
  it.each<[string, Partial<State>, unknown]>([
    ['not at all before they are read', {}, 'none'],
    ['whole if there are no others', notes(3), 'all'],
    ['back to the oldest if there are others', notes(3, 5), NOW - 2],
    [
      'back to the oldest if there are as many as the journal gives',
      notes(MOST_NOTES, 0),
      NOW - MOST_NOTES + 1,
    ],
    ['not at all if they are not read yet', notes(0, 1), 'none'],
  ])('%s', (_, own, expected) => {
    expect(loadedIn(own).notesLoaded).toBe(expected);
  });
});

it('under an account has only its notes and status changes, and none of another customer', () => {
  const change = (key: string, customer = alpha) => ({
    ...{ customer, key, name: t`Account`, status: t`CLOSED`, grave: false, at: NOW },
  });
  const statusChanges = [change('account a-1'), change('account a-11'), change('account a-1', beta)];
  const all: readonly Note[] = ['a-1', 'a-2', undefined].map((record, number) => ({
    ...{ number, author: '', at: NOW, text: 'x' },
    ...(record !== undefined && { record }),
  }));
  const own = { statusChanges, notes: { counts: [], read: { of: customerKey(alpha), all } } };
  expect(loadedIn(own)).toMatchObject({ notes: all, changes: statusChanges.slice(0, 2) });
  expect(loadedIn(own, 'a-1')).toMatchObject({ notes: [all[0]], changes: [statusChanges[0]] });
});
