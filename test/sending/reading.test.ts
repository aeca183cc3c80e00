// The read of the records just before sending: an unchanged record sends, and every new line or warning asks again.

import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { changed } from '../../src/api/contract/write-meaning.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import type { DocumentQuery } from '../../src/records/query.ts';
import type { AskedWrite } from '../../src/sending/asked-write.ts';
import { type Reread, rereadOf } from '../../src/sending/question.ts';
import { notRead, readAgain, unfitText } from '../../src/sending/reading.ts';
import { resultOf } from '../harness/answers.ts';
import { payout } from '../journal/parts.ts';
import { alpha } from '../store/signed-in.ts';

const lines = [
  { label: t`Card ID`, value: t`card-1` },
  { label: t`Status`, value: t`ACTIVE` },
];

const limits: DocumentQuery<'card.limits'> = { operation: 'card.limits', input: { query: { id: 'card-1' } } };
const reread = (now: Parameters<typeof rereadOf>[0]['lines'], warnings: readonly Visible[]): Reread =>
  rereadOf({ ...limits, found: found => found, lines: now, warnings: () => warnings });
const first = (...warnings: readonly Visible[]) => reread(() => lines, warnings);
const second = (...warnings: readonly Visible[]) => reread(() => [], warnings);

/** The cast is safe: the reads before sending only perform. */
const answering = (more: object = {}) =>
  ({
    perform: async () => ({
      ...{ ok: true, value: resultOf('card.limits', {}), drift: [], receivedAt: 0, raw: null },
      ...more,
    }),
  }) as unknown as Client;

async function confirmed(
  warnings: readonly Visible[],
  rereads: readonly Reread[],
  earlier: readonly Visible[],
  client = answering(),
) {
  const intent = payout(1, { operation: 'card.update' });
  const question: AskedWrite['question'] = {
    ...{ operation: 'card.update', title: t`Change the card`, button: t`Change the card`, lines },
    ...{ warnings, token: { text: 'ard1', name: t`the last four` }, reread: rereads },
  };
  const asked: AskedWrite = {
    ...{ question, intent, customer: alpha, whose: [], meaning: changed, hide: text => text, recorded: true },
    prepared: {
      operation: 'card.update',
      requestId: intent.requestId,
      method: 'POST',
      target: '',
      headers: {},
    },
  };
  const { signal } = new AbortController();
  return readAgain(asked, { lines, warnings }, { client, earlierWarnings: async () => earlier, signal });
}

const closed = t`The card is CLOSED.`;
const low = t`The limits are in EUR.`;

describe('two records that one write changes', () => {
  it.each([
    ['the first', [low]],
    ['the second', [closed]],
  ])('ask again if %s has a new warning, and show the warnings of both', async (_, known) => {
    expect(await confirmed(known, [first(closed), second(low)], [])).toMatchObject({
      kind: 'changed',
      changes: [],
      warnings: [closed, low],
    });
  });

  it('are sent if all their warnings were in the dialog', async () => {
    expect(await confirmed([closed, low], [first(closed), second(low)], [])).toBeUndefined();
  });
});

it('a write that another console started meanwhile asks again', async () => {
  const started = t`Possible duplicate.`;
  const unfit = await confirmed([low], [first(low)], [started]);
  expect(unfit && unfitText(unfit, { warnings: [low] })).toEqual([started]);
});

it('a changed line is named with both values', async () => {
  const now = [lines[0], { label: t`Status`, value: t`CLOSED` }].filter(line => line !== undefined);
  const unfit = await confirmed([], [reread(() => now, [])], []);
  expect(unfit && unfitText(unfit, { warnings: [] })).toEqual(['Status: was ACTIVE, now CLOSED.']);
});

const TLS = { kind: 'unreachable', cause: 'tls', host: t`pay.example`, detail: t`self-signed` } as const;
it.each([
  TLS,
  { ...TLS, cause: 'refused' as const },
  { kind: 'refused' as const, status: 404 },
  { kind: 'timeout' as const, afterMs: 30_000 },
])('a failed read says only once that nothing was sent: %o', failure => {
  expect(notRead(failure, t`Mandate`, t`p`).match(/nothing was sent/gi)).toHaveLength(1);
});

it('an answer about another record ends the write, whatever its lines', async () => {
  const other = t`The service answered about another record.`;
  expect(await confirmed([], [first()], [], answering({ other }))).toEqual({ kind: 'gone', why: other });
  expect(await confirmed([], [first()], [])).toBeUndefined();
});
