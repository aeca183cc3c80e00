// The read of the records just before sending: an unchanged dialog sends, and every new line or warning asks again.

import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { changed } from '../../src/api/contract/write-meaning.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { type AskedWrite, dialogOf } from '../../src/money/ask.ts';
import { readAgain } from '../../src/money/read-again.ts';
import type { DocumentQuery } from '../../src/records/query.ts';
import { anyQuestion, type Reread, rereadOf } from '../../src/sending/question.ts';
import { resultOf } from '../harness/answers.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole, payout } from '../journal/parts.ts';
import { alpha, signedInStore } from '../store/signed-in.ts';

/** A refused change of a card. */
const row: Row = {
  number: 1,
  intent: payout(1, {
    operation: 'card.update',
    customer: { userId: alpha.userId },
    body: '{"id":"card-1","card_status":"INACTIVE"}',
    what: [
      { label: 'Card ID', value: 'card-1' },
      { label: 'New status', value: 'INACTIVE' },
    ],
  }),
  state: 'REFUSED',
  wasUnknown: false,
  transitions: [],
};
const lines = [
  { label: t`Card ID`, value: t`card-1` },
  { label: t`New status`, value: t`INACTIVE` },
];

const limits: DocumentQuery<'card.limits'> = { operation: 'card.limits', input: { query: { id: 'card-1' } } };
const reread = (now: Parameters<typeof rereadOf>[0]['lines'], warnings: readonly Visible[]): Reread =>
  rereadOf({ ...limits, found: found => found, lines: now, warnings: () => warnings });

/** The cast is safe: the reads before sending only perform. */
const client = {
  perform: async () => ({
    ok: true,
    value: resultOf('card.limits', {}),
    drift: [],
    receivedAt: 0,
    raw: null,
  }),
} as unknown as Client;

/** Asks again with these warnings, and reads the records just before sending. */
async function confirmed(warnings: readonly Visible[], ...rereads: readonly Reread[]) {
  const state = signedInStore().getState();
  const port = { journal: localJournal(openWhole()), fingerprint };
  const around = { client, port, rules: allRules, state: () => state };
  const question = anyQuestion<'card.update'>({
    ...{ operation: 'card.update', title: t`Change the card`, button: t`Change the card`, lines },
    ...{ warnings, token: { text: 'ard1', name: t`the last four` }, reread: rereads },
  });
  const { intent } = row;
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
  const dialog = await dialogOf(asked, lines, { state, port, rules: allRules });
  return { dialog, after: await readAgain(dialog, asked, around, new AbortController().signal) };
}

describe('two records that one write changes', () => {
  const status = t`The card is CLOSED.`;
  const low = t`The limits are in EUR.`;

  it('ask again if the first has a new warning, and show the warnings of both', async () => {
    const { after } = await confirmed(
      [low],
      reread(() => lines, [status]),
      reread(() => [], [low]),
    );
    expect(after).toMatchObject({ phase: { kind: 'asking' }, warnings: [status, low] });
  });

  it('ask again if the second has one', async () => {
    const { after } = await confirmed(
      [status],
      reread(() => lines, [status]),
      reread(() => [], [low]),
    );
    expect(after).toMatchObject({ phase: { kind: 'asking' }, warnings: [status, low] });
  });

  it('are sent if all their warnings were in the dialog', async () => {
    const { after } = await confirmed(
      [status, low],
      reread(() => lines, [status]),
      reread(() => [], [low]),
    );
    expect(after).toBeUndefined();
  });
});
