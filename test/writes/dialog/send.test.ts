/** A retry that the journal can't record: the recorded outcome of earlier attempts stays. */
import { expect, test } from 'vitest';
import type { Client } from '../../../src/api/client/client.ts';
import { failed } from '../../../src/api/client/failure.ts';
import { outcomeOf } from '../../../src/api/client/outcome.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { localJournal } from '../../../src/journal/local-journal.ts';
import { t } from '../../../src/lib/visible.ts';
import { sendRecorded } from '../../../src/writes/dialog/send.ts';
import { openWhole, payout, requestId } from '../../journal/parts.ts';

/** A client that fails the test if anything is sent. */
const client = {
  writes: {
    send: () => {
      throw new Error('sent');
    },
  },
} as unknown as Client;

const unwritable = { ok: false, unwritable: t`the disk is full.` } as const;

async function retried(changes: Partial<Journal>) {
  const whole = localJournal(openWhole());
  const intent = payout(1, { repeatable: true });
  await whole.prepare(intent);
  await whole.sent(requestId(1));
  await whole.settle(requestId(1), 'UNKNOWN');
  const journal = { ...whole, repeat: async () => unwritable, ...changes };
  const { customer, target } = intent;
  const prepared = {
    ...{ operation: 'card.issue' as const, requestId: requestId(1), customer },
    ...{ method: 'POST' as const, target, headers: {} },
  };
  const attempt = {
    ...{ intent, prepared, title: t`Issue card`, retry: true, naming: { named: [] } },
    over: () => undefined,
    hide: (text: string) => text,
  };
  return sendRecorded(attempt, {
    port: { journal, fingerprint: () => '' },
    ...{ client, outcomeOf, tell: () => {} },
  });
}

test('an UNKNOWN write stays UNKNOWN if its retry could not be recorded', async () => {
  expect(await retried({})).toMatchObject({ kind: 'ended', word: 'UNKNOWN', row: { state: 'UNKNOWN' } });
  expect(await retried({ get: async () => ({ ok: false, unreadable: t`the disk is full.` }) })).toMatchObject(
    { kind: 'ended', word: 'UNKNOWN', row: undefined },
  );
});

test('the sentences say why the journal bars the last step', async () => {
  const whole = localJournal(openWhole());
  const intent = payout(1);
  const barred = t`The approval is over, or is not for this request.`;
  const held = {
    writes: {
      send: (_: unknown, before: () => Promise<void>) =>
        before().catch(() => failed({ kind: 'unsent', cause: 'not-recorded' })),
    },
  } as unknown as Client;
  const { customer, target } = intent;
  const prepared = {
    ...{ operation: 'card.issue' as const, requestId: requestId(1), customer },
    ...{ method: 'POST' as const, target, headers: {} },
  };
  const sent = await sendRecorded(
    {
      ...{ intent, prepared, title: t`Issue card`, retry: false, naming: { named: [] } },
      over: () => undefined,
      hide: text => text,
    },
    {
      port: { journal: { ...whole, sent: async () => ({ ok: false, barred }) }, fingerprint: () => '' },
      ...{ client: held, outcomeOf, tell: () => {} },
    },
  );
  expect(sent).toMatchObject({ word: 'NOT SENT', sentences: expect.arrayContaining([barred]) });
});
