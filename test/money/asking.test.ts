// The fingerprint of an intent: two intents with the same effect have the same fingerprint.

import { expect, it } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { t } from '../../src/lib/visible.ts';
import type { CallSources } from '../../src/money/for-call.ts';
import { buildWrite } from '../../src/sending/asked-write.ts';
import { anyQuestion, type Question } from '../../src/sending/question.ts';
import { registry } from '../../src/subjects/registry.ts';
import { testClient } from '../api/client/test-client.ts';
import { allRules } from '../harness/rules.ts';
import { openWhole } from '../journal/parts.ts';
import { cardholderInput } from '../sim/inputs.ts';
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

async function intentOf(asked: Question, requestId: string) {
  await using client = testClient('http://127.0.0.1:9');
  const { reach } = signedInStore(alpha).getState();
  const port = { journal: localJournal(openWhole()), fingerprint };
  const sources = { ...{ rules: allRules, reach, client, port, requestId }, customer: alpha, now: NOW };
  const made = await buildWrite(asked, sources);
  if (!made.ok) throw new Error(made.why);
  return made.asked.intent;
}

it('a card issued twice has one fingerprint, whatever the request ID in its body', async () => {
  const [one, again, other] = [
    await intentOf(question('h1'), 'r-1'),
    await intentOf(question('h1'), 'r-2'),
    await intentOf(question('h2'), 'r-3'),
  ];
  expect(again.fingerprint).toBe(one.fingerprint);
  expect(other.fingerprint).not.toBe(one.fingerprint);
  expect([one, again].map(({ body }) => /"request_id":"([^"]*)"/.exec(body ?? '')?.[1])).toEqual([
    'r-1',
    'r-2',
  ]);
  expect(one.repeatable).toBe(true);
});

it('two writes that differ only in personal data have two fingerprints, and neither keeps that data', async () => {
  const intents = await Promise.all(
    ['zoe@example.com', 'ada@example.com'].map(async (email, at) => {
      const input = { body: { ...cardholderInput().body, email } };
      // This question reads nothing.
      const made = await registry['cardholder.create'].question(input, {} as CallSources);
      if (made.kind !== 'question') throw new Error(made.kind);
      expect(JSON.stringify(made.question.lines)).toContain(email);
      return intentOf(made.question, `r-${at}`);
    }),
  );
  expect(new Set(intents.map(one => one.fingerprint)).size).toBe(2);
  expect(JSON.stringify(intents)).not.toContain('@example.com');
});
