// The handover: every write once, under its outcome. It names no person and breaks no Markdown.

import { expect, test } from 'vitest';
import type { AuditLine } from '../../../src/journal/audit.ts';
import type { Row, RowState } from '../../../src/journal/intent.ts';
import { handoverEntries, handoverLines, type Shift } from '../../../src/subjects/journal/handover.tsx';
import { payout, requestId, start } from '../../journal/parts.ts';

const HOUR = 3_600_000;

function row(number: number, state: RowState, changes: Partial<Row> & { readonly at?: number } = {}): Row {
  const { at = start, ...others } = changes;
  const intent = payout(number, {
    body: '{"beneficiary_id":"b-1","amount":9007199254740993.10,"currency":"EUR","reference":"Jane Doe"}',
    what: [{ label: 'Beneficiary', value: 'Jane Doe' }],
    createdAt: at - 1000,
  });
  const process = { pid: 1, started: 'x' };
  const transitions = [{ number, from: 'NEW' as const, to: state, at, process }];
  return { number, intent, state, wasUnknown: false, transitions, ...others };
}

const line = (kind: string, detail: Readonly<Record<string, string>>, at = start): AuditLine => ({
  ...{ number: 1, at: new Date(at).toISOString(), pid: 1, process: 'x', operator: 'sam', before: '' },
  kind,
  detail,
});

const shift = (changes: Partial<Shift> = {}): Shift => ({
  rows: [],
  complete: true,
  lines: [],
  from: start - HOUR,
  until: start + HOUR,
  zone: 'UTC',
  operator: 'sam',
  ...changes,
});

const text = (changes: Partial<Shift> = {}): string => handoverLines(shift(changes)).join('\n');

test('a quiet shift says so under each heading', () => {
  expect(text()).toBe(
    [
      '# Handover',
      '',
      'Period: 20 Nov 2026 09:00:00 UTC to 20 Nov 2026 11:00:00 UTC. Written by sam. The lists have the writes of every person and customer. Unresolved and waiting writes may be from an earlier time.',
      ...['Unresolved', 'Done', 'Refused, not sent, or resolved as not done', 'Write access'].flatMap(
        nothing,
      ),
      ...['Card details requested', 'Saved to files'].flatMap(nothing),
    ].join('\n'),
  );
});

const nothing = (title: string): readonly string[] => ['', `## ${title}: 0`, '', 'None.'];

test('each write is listed once, under its outcome, with its digits and its request ID', () => {
  const said = text({
    rows: [
      row(1, 'DONE'),
      row(2, 'REFUSED', { at: start + 1 }),
      row(3, 'UNKNOWN'),
      row(4, 'NOT SENT'),
      row(5, 'SENT'),
    ],
  });
  expect(said).toMatch(/## Unresolved: 2\n\n(- .*\n){2}/);
  expect(said).toMatch(
    /## Done: 1\n\n- 20 Nov 2026 10:00:00 UTC \*\*DONE\*\* Create payout 9,007,199,254,740,993\.10 EUR, /,
  );
  expect(said).toMatch(/## Refused, not sent, or resolved as not done: 2\n/);
  // When it was asked for, not when a later console found that its outcome is missing.
  expect(said).toContain('20 Nov 2026 09:59:59 UTC **UNKNOWN** Create payout');
  expect(said).toContain('The money may have moved, or not.');
  expect(said).toContain("Don't make these requests again");
  for (const number of [1, 2, 3, 4, 5]) expect(said.split(requestId(number))).toHaveLength(2);
});

test('a request that waits for approval is listed as waiting, however old it is', () => {
  const said = text({
    rows: [row(1, 'WAITING', { at: start - 90 * HOUR }), row(2, 'WAITING'), row(3, 'REFUSED')],
  });
  expect(said).toMatch(
    /## Waiting for approval: 2\n\n(- .*WAITING.*\n){2}\nThese requests were not sent yet/,
  );
  expect(said).toMatch(/## Refused, not sent, or resolved as not done: 1\n/);
  for (const number of [1, 2, 3]) expect(said.split(requestId(number))).toHaveLength(2);
});

test('a write that ended before the shift is left out, but not an unresolved write', () => {
  const said = text({
    rows: [row(1, 'DONE', { at: start - 2 * HOUR }), row(2, 'UNKNOWN', { at: start - 90 * HOUR })],
    lines: [line('grant-given', { reason: 'old' }, start - 2 * HOUR)],
  });
  expect(said).not.toContain(requestId(1));
  expect(said).toContain(requestId(2));
  expect(said).not.toContain('old');
});

test('a write that was made before the shift and ended in it is listed', () => {
  const old = row(1, 'DONE');
  const before = { ...old, intent: { ...old.intent, createdAt: start - 2 * HOUR } };
  expect(text({ rows: [before] })).toContain('## Done: 1');
});

test('an unresolved write names its owner', () => {
  expect(text({ rows: [row(1, 'UNKNOWN', { held: { owner: 'Ana_Silva' } })] })).toContain(
    ' Owner: Ana\\_Silva.',
  );
});

test('a resolved write is listed under its verdict, with the name of the person who confirmed', () => {
  const resolved = (number: number, verdict: 'DONE' | 'NOT DONE'): Row =>
    row(number, 'RESOLVED', {
      transitions: [
        {
          ...{ number, from: 'UNKNOWN', to: 'RESOLVED', at: start, process: { pid: 1, started: 'x' } },
          resolution: { by: 'Ada', verdict, evidence: 'Jane Doe called', note: '' },
        },
      ],
    });
  const said = text({ rows: [resolved(1, 'DONE'), resolved(2, 'NOT DONE')] });
  expect(said).toMatch(/## Done: 1\n\n- .*\*\*RESOLVED\*\* \(resolved as done by Ada\).*1`/);
  expect(said).toMatch(/resolved as not done: 1\n\n- .*\*\*RESOLVED\*\* \(resolved as not done by Ada\).*2`/);
  expect(said).not.toContain('Jane');
});

test('write access, requested card details and saved files are listed in the words of staff', () => {
  const said = text({
    lines: [
      line('signed-in', { profile: 'x' }),
      line('grant-given', { reason: 'T-7' }),
      line('grant-ended', { reason: 'T-7', why: 'expired' }),
      line('card-reveal', { card: '1234', customer: 'acct\\_1', reason: 'lost card' }),
      line('card-masked', { card: '1234' }),
      line('exported', { what: 'transactions', records: '3', file: '~/out.csv' }),
    ],
  });
  expect(said).toContain('given: T-7');
  expect(said).toContain('ended (expired): T-7');
  expect(said).toContain('card ID ending 1234, customer acct\\\\\\_1: lost card');
  expect(said).toContain('3 transactions: \\~/out.csv');
});

test('the screen shows headings, items and values without the marks of Markdown', () => {
  const lines = handoverLines(
    shift({ rows: [row(1, 'DONE')], lines: [line('grant-given', { reason: 'a*b_(c)' })] }),
  );
  const entries = handoverEntries(lines);
  expect(entries).toContainEqual({ note: 'Done: 1', tone: 'strong' });
  const items = entries.flatMap(entry => ('mark' in entry ? [entry.note] : []));
  expect(items.join('\n')).not.toMatch(/[\\`]|\*\*/);
  expect(items[0]).toMatch(/ DONE /);
  expect(items[1]).toMatch(/given: a\*b_\(c\)$/);
});

test('the handover has no Markdown character, line break, card number or hidden character from a value', () => {
  const hostile = 'T-1\n# Done: 99\n- <b>`x`</b> [a](http://x) 4111 1111 1111 1111 \u202e\u001b[31m';
  const before = handoverLines(shift({ lines: [line('grant-given', { reason: 'x' })] }));
  const lines = handoverLines(shift({ lines: [line('grant-given', { reason: hostile })] }));
  expect(lines).toHaveLength(before.length);
  const said = lines.join('\n');
  for (const hidden of ['\u202e', '\u001b']) expect(said).not.toContain(hidden);
  expect(said).not.toContain('4111 1111');
  expect(said.match(/(?<!\\)[`<>[\]]/)).toBeNull();
});

test('the handover says that the audit log is unreadable, or that there are more writes than loaded', () => {
  expect(text({ lines: undefined })).toContain(
    "The audit log can't be read, so write access, card details and saved files are missing.",
  );
  expect(text({ rows: [row(1, 'DONE')], complete: false })).toContain('only the newest 1 writes');
  expect(text({ rows: [row(1, 'DONE', { at: start - 9 * HOUR })], complete: false })).not.toContain(
    'There were more',
  );
});
