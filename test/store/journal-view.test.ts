// The store's copy of the journal: what a reading changes.

import { expect, test } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import type { ReadResult } from '../../src/journal/journal.ts';
import { withReading, withRow } from '../../src/store/journal-view.ts';
import type { JournalView } from '../../src/store/state.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';

const shown = (view: JournalView) =>
  view.kind === 'closed' ? [] : view.rows.map(({ intent, state }) => [intent.requestId, state]);

test('a write that began between the two reads of a reading is there once, with its later steps', () => {
  const journal = openWhole();
  const { self } = journal;
  const told = (view: JournalView, done: { readonly ok: boolean; readonly row?: Row }) =>
    done.row ? withRow(view, done.row) : view;
  const read = <T>(found: ReadResult<T>): T => {
    if (!found.ok) throw new Error('unreadable');
    return found.value;
  };
  journal.prepare(payout(1));
  const newest = read(journal.list());
  const facts = { complete: true, self };
  let view = withReading({ kind: 'closed' }, { newest, unresolved: newest, ...facts });
  view = told(view, journal.prepare(payout(2)));
  const unresolved = read(journal.unresolved());
  view = told(view, journal.sent(requestId(2)));
  view = withReading(view, { newest, unresolved, ...facts });
  view = told(view, journal.settle(requestId(2), 'DONE'));
  expect(shown(view)).toEqual([
    [requestId(2), 'DONE'],
    [requestId(1), 'PREPARED'],
  ]);
});
