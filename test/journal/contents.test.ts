import { expect, test } from 'vitest';
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
  const read = openWhole({ file }).get(intent.requestId);
  const row = read.ok ? read.value : undefined;
  expect(row?.intent).toEqual(intent);
  expect(row?.transitions.map(({ from, to, at, process }) => [from, to, at, process.pid])).toEqual([
    ['NEW', 'PREPARED', start, 1],
    ['PREPARED', 'SENT', start, 1],
    ['SENT', 'UNKNOWN', start, 1],
    ['UNKNOWN', 'RESOLVED', start, 1],
  ]);
  expect(row?.transitions[2]?.answer).toEqual({ ...answer, message: 'card •••• •••• •••• 1111' });
  expect(row?.transitions[3]?.resolution).toEqual({ ...resolution, evidence: 'payout 7, ••••••••••••1111' });
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
