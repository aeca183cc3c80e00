// What `purser call` prints about a write whose outcome the journal could not record.

import { expect, it } from 'vitest';
import { reportOutcome } from '../../src/commands/call-end.ts';
import type { CommandParts } from '../../src/commands/commands.ts';
import { t } from '../../src/lib/visible.ts';
import type { AskedWrite } from '../../src/money/ask.ts';
import type { Flights } from '../../src/money/flight.ts';
import { payout, requestId } from '../journal/parts.ts';

it.each([
  ['NOT SENT', []],
  ['UNKNOWN', [requestId(1)]],
] as const)('after %s it says why the outcome was not recorded', (word, unknown) => {
  let said = '';
  const lost: string[] = [];
  const parts = {
    err: (text: string) => (said += text),
    outLost: () => undefined,
  } as unknown as CommandParts;
  const flights = {
    unrecorded: (write: { requestId: string }) => lost.push(write.requestId),
  } as unknown as Flights;
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
  expect(reportOutcome(sent, asked, flights, parts)).toBe(1);
  expect(said).toContain('purser: The money.\npurser: The response could not be recorded.\n');
  expect(said).not.toContain('A key.');
  expect(lost).toEqual(unknown);
});
