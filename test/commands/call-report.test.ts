// What `purser call` prints: the duplicates of a write, and an outcome that the journal could not record.

import { expect, it } from 'vitest';
import { checkNamed, preview, reportOutcome } from '../../src/commands/call-report.ts';
import type { CommandParts } from '../../src/commands/command-parts.ts';
import type { Row, RowState } from '../../src/journal/intent.ts';
import { t } from '../../src/lib/visible.ts';
import type { AskedWrite } from '../../src/sending/asked-write.ts';
import type { Dialog } from '../../src/store/dialog.ts';
import { payout, requestId } from '../journal/parts.ts';
import { NOW, signedInStore } from '../store/signed-in.ts';

const row = (nth: number, state: RowState): Row => ({
  ...{ number: nth, intent: payout(nth), state, wasUnknown: false },
  transitions: [{ number: nth, from: 'NEW', to: state, at: NOW, process: { pid: 1, started: 'x' } }],
});

const asked = { prepared: { method: 'POST', target: '/x' }, intent: payout(1) } as unknown as AskedWrite;
const dialog = {
  title: 'New payout',
  warnings: [],
  lines: [{ label: 'A', value: 'B' }],
} as unknown as Dialog;

function duplicate(state: RowState): string {
  const similar = [row(2, state)];
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows: similar, complete: true } });
  const text = preview(dialog, asked, { similar, state: store.getState(), kept: false });
  return /Possible duplicate .*/.exec(text)?.[0] ?? '';
}

it('a duplicate that waits for approval is not said to be sent', () => {
  expect(duplicate('WAITING')).toBe(
    `Possible duplicate of Create payout, asked for at 20 Nov 2026 10:00:00 UTC, request ID ${requestId(2)}: waits for approval.`,
  );
  expect(duplicate('UNKNOWN')).toBe(
    `Possible duplicate of Create payout, sent at 20 Nov 2026 10:00:00 UTC, request ID ${requestId(2)}: UNKNOWN.`,
  );
  expect(duplicate('SENT')).toMatch(/, started at .*: being sent\.$/);
});

it('the reason to send nothing has a sentence for each kind of duplicate', () => {
  const why = (...states: readonly RowState[]) =>
    checkNamed(
      states.map((state, nth) => row(nth, state)),
      [],
    )?.replace(/ To send a duplicate.*/, '');
  const [done, sending, waits] = [
    'was done before, or may have been.',
    'is being sent. Wait for its outcome (purser journal list).',
    'waits for approval.',
  ];
  expect(why('WAITING')).toBe(`the same write ${waits}`);
  expect(why('SENT')).toBe(`the same write ${sending}`);
  expect(why('UNKNOWN')).toBe(`the same write ${done}`);
  expect(why('SENT', 'DONE')).toBe(`the same write ${done} The same write ${sending}`);
  expect(why('WAITING', 'PREPARED', 'DONE')).toBe(
    `the same write ${done} The same write ${sending} The same write ${waits}`,
  );
});

it.each([
  ['NOT SENT', []],
  ['UNKNOWN', [requestId(1)]],
] as const)('after %s it says why the outcome was not recorded', (word, _unknown) => {
  let said = '';
  const parts = {
    err: (text: string) => (said += text),
    outLost: () => undefined,
  } as unknown as CommandParts;
  const asked = { intent: payout(1), question: { title: t`New payout` } } as unknown as AskedWrite;
  const sentences = [t`The reason.`, t`The money.`, t`A key.`, t`The response could not be recorded.`];
  const sent = {
    kind: 'ended',
    word,
    sentences,
    outcome: undefined,
    row: undefined,
    unsettled: { outcome: word },
  } as const;
  expect(reportOutcome(sent, asked, parts)).toBe(1);
  expect(said).toContain('purser: The money.\npurser: The response could not be recorded.\n');
  expect(said).not.toContain('A key.');
});
