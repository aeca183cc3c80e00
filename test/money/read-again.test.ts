// The read of the records just before sending: an unchanged dialog sends, and every new line or warning asks again.

import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/api/client/client.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { bodyOf } from '../../src/journal/request-body.ts';
import { t, type Visible } from '../../src/lib/visible.ts';
import { unshownMembers } from '../../src/money/again/send-again.ts';
import { askingAgain } from '../../src/money/ask.ts';
import { anyQuestion, type Reread, rereadOf } from '../../src/money/question.ts';
import { readAgain } from '../../src/money/read-again.ts';
import type { DocumentQuery } from '../../src/records/query.ts';
import { resultOf } from '../harness/answers.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole, payout, requestId } from '../journal/parts.ts';
import { alpha, signedInStore } from '../store/signed-in.ts';

/** A refused change of a card, as a journal of another version may have it: no line shows the note in its body. */
const row: Row = {
  number: 1,
  intent: payout(1, {
    operation: 'card.update',
    customer: { userId: alpha.userId },
    body: '{"id":"card-1","card_status":"INACTIVE","note":"lost at sea"}',
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
  const unshown = unshownMembers(bodyOf(row.intent), lines, requestId(1));
  const question = anyQuestion<'card.update'>({
    ...{ operation: 'card.update', title: t`Change the card`, button: t`Change the card`, lines, unshown },
    ...{ warnings, token: { text: 'ard1', name: t`the last four` }, reread: rereads },
  });
  const begun = await askingAgain(row, question, { state, port, rules: allRules });
  if (!begun.ok) throw new Error(begun.why);
  const { dialog, asked } = begun;
  return { dialog, after: await readAgain(dialog, asked, around, new AbortController().signal) };
}

it('a value that only the body has is in the dialog and is no change of the record', async () => {
  const { dialog, after } = await confirmed(
    [],
    reread(() => lines, []),
  );
  expect(dialog.lines).toContainEqual({ label: 'note', value: '"lost at sea"' });
  expect(after).toBeUndefined();
});

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
