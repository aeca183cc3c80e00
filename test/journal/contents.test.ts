import { expect, test } from 'vitest';
import type { Row, Settlement } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { open, openWhole, payout, requestId, start, temporaryFile, whole } from './parts.ts';

test('request, shown values and answer are read exactly as written, except redacted texts [C26c]', () => {
  const file = temporaryFile();
  const first = whole(open({ file }));
  const intent = payout(1, { repeatable: true });
  first.prepare(intent);
  first.sent(intent.requestId);
  const answer = { status: 502, message: 'card 4111 1111 1111 1111', text: '{"n":12345678901234567.89}' };
  first.settle(intent.requestId, 'UNKNOWN', answer);
  const resolution = {
    by: 'Ada',
    verdict: 'DONE',
    evidence: 'payout 7, 4111111111111111',
    note: 'called',
  } as const;
  first.resolve(intent.requestId, resolution);
  first.close();
  const row = rowOf(openWhole({ file }), intent.requestId);
  expect(row.intent).toEqual(intent);
  expect(row.transitions.map(({ from, to, at, process }) => [from, to, at, process.pid])).toEqual([
    ['NEW', 'PREPARED', start, 1],
    ['PREPARED', 'SENT', start, 1],
    ['SENT', 'UNKNOWN', start, 1],
    ['UNKNOWN', 'RESOLVED', start, 1],
  ]);
  expect(row.transitions[2]?.answer).toEqual({ ...answer, message: 'card •••• •••• •••• 1111' });
  expect(row.transitions[3]?.resolution).toEqual({ ...resolution, evidence: 'payout 7, ••••••••••••1111' });
});

test('a long answer is redacted before it is cut, and a body that is invalid UTF-8 is refused', () => {
  const journal = openWhole();
  journal.prepare(payout(1, { body: '\ud800' }));
  expect(journal.get(requestId(1))).toEqual({ ok: true, value: undefined });
  expect(journal.prepare(payout(1, { title: 'a\ud800', what: [{ label: '\udc00', value: '' }] })).ok).toBe(
    true,
  );
  journal.sent(requestId(1));
  const text = `${'x'.repeat(64 * 1024 - 8)}4111111111111111`;
  const settled = journal.settle(requestId(1), 'UNKNOWN', { text });
  if (!settled.ok) throw new Error('not settled');
  expect(settled.row.transitions.at(-1)?.answer?.text?.endsWith('xx••••••••…')).toBe(true);
});

test('entries are listed newest first, filtered by state, customer, operation and profile, in pages', () => {
  const journal = openWhole();
  const outcomes: readonly Settlement[] = ['DONE', 'REFUSED', 'NOT SENT', 'UNKNOWN'];
  for (let number = 0; number < 8; number++) {
    const customer = { userId: `user-${number % 2}` };
    journal.prepare(payout(number, { customer, profile: number < 4 ? 'demo' : 'live' }));
    journal.sent(requestId(number));
    journal.settle(requestId(number), outcomes[number % 4] ?? 'DONE');
  }
  const numbers = (filters: Parameters<FileJournal['list']>[0]) => {
    const found = journal.list(filters);
    if (!found.ok) throw new Error(found.unreadable);
    return found.value.map(row => Number(row.intent.requestId.slice(-3)));
  };
  expect(numbers(undefined)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  expect(numbers({ filters: { states: ['DONE', 'REFUSED'] } })).toEqual([5, 4, 1, 0]);
  expect(numbers({ filters: { states: [] } })).toEqual([]);
  expect(numbers({ filters: { userId: 'user-1', profile: 'live' } })).toEqual([7, 5]);
  expect(numbers({ filters: { operations: ['fx.convert'] } })).toEqual([]);
  expect(numbers({ filters: { operations: ['fx.convert', 'payout.create'] }, limit: 2 })).toEqual([7, 6]);
  const sixth = rowOf(journal, requestId(6)).number;
  expect(numbers({ filters: { before: sixth }, limit: 2 })).toEqual([5, 4]);
  const unresolved = journal.unresolved();
  expect(unresolved.ok && unresolved.value.map(row => row.state)).toEqual(['UNKNOWN', 'UNKNOWN']);
});

function rowOf(journal: FileJournal, id: string): Row {
  const found = journal.get(id);
  if (!found.ok || found.value === undefined) throw new Error('no such row');
  return found.value;
}
