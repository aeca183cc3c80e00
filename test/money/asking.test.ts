// The fingerprint of an intent: two intents with the same effect have the same fingerprint.

import { expect, it } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t } from '../../src/lib/visible.ts';
import { asking } from '../../src/sending/asked-write.ts';
import { anyQuestion } from '../../src/sending/question.ts';
import { testClient } from '../api/client/test-client.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole } from '../journal/parts.ts';
import { alpha, NOW, signedInStore } from '../store/signed-in.ts';

const question = (holder: string) =>
  anyQuestion<'card.issue'>({
    operation: 'card.issue',
    input: {
      body: {
        card_issuance_action: 'NEW',
        card_type: 'GPR_VIR',
        card_holder_id: holder,
        issuance_mode: 'VIRTUAL',
        created_by: 'desk',
        program: { purpose: 'COMMERCIAL', type: 'DEBIT', sub_type: 'B2B_TRAVEL' },
        authorization_controls: {
          allowed_transaction_count: 'SINGLE',
          transaction_limits: {
            currency: 'GBP',
            limits: [{ amount: '5' as Decimal, interval: 'DAILY' }],
          },
        },
        is_personalized: false,
      },
    },
    title: t`Issue a card`,
    button: t`Issue the card`,
    lines: [],
    warnings: [],
    token: { text: 'card', name: t`the word card` },
  });

it('a card issued twice has one fingerprint, whatever the request ID in its body', async () => {
  await using client = testClient('http://127.0.0.1:9');
  const intentOf = async (holder: string, requestId: string) => {
    const state = signedInStore(alpha).getState();
    const port = { journal: localJournal(openWhole()), fingerprint };
    const asked = await asking(question(holder), {
      rules: allRules,
      reach: state.reach,
      customer: alpha,
      client,
      port,
      requestId,
      now: NOW,
    });
    if (!asked.ok) throw new Error(asked.why);
    return asked.asked.intent;
  };
  const [one, again, other] = [
    await intentOf('h1', 'r-1'),
    await intentOf('h1', 'r-2'),
    await intentOf('h2', 'r-3'),
  ];
  expect(again.fingerprint).toBe(one.fingerprint);
  expect(other.fingerprint).not.toBe(one.fingerprint);
  expect([one, again].map(({ body }) => /"request_id":"([^"]*)"/.exec(body ?? '')?.[1])).toEqual([
    'r-1',
    'r-2',
  ]);
  expect(one.repeatable).toBe(true);
});
