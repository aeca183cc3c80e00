// The customer screen: the record, the terms, and the activation. No read ever activates or accepts anything.

import { describe, expect, it } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { effectsOf } from './paying.ts';
import { breaks, closes, confirms, endsIn, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 160, cols: 200, ...options });
  console.press('9');
  await console.sees(/Nickname/);
};
/** The index of the first simulated customer for whose record `fits` is true. */
const having = async (fits: (record: Record<string, unknown>) => boolean): Promise<number> => {
  const probe = await startConsole();
  const at = probe.simulator.world.customers.findIndex(({ user }) => fits({ ...user.record() }));
  await probe.close();
  return at;
};
/** Opens the record of a customer that is not activated yet. Returns its index. */
const startCreated = async (): Promise<number> => {
  const customer = await having(({ status }) => status === 'CREATED');
  await start({ customer });
  await console.sees(/Status +CREATED/);
  return customer;
};
const asksActivation = async (): Promise<void> => {
  console.press('v');
  await console.sees('[ Activate customer ]');
};
const activations = (): number =>
  console.simulator.wire.filter(({ operation }) => operation === 'user.activate').length;
const termsAsked = (): number =>
  console.simulator.wire.filter(({ operation }) => operation === 'user.terms').length;

describe("the customer's record", () => {
  it('shows every field that the service sent, with nested fields below their names', async () => {
    const at = await having(({ view_type }) => view_type !== 'EXCLUDED_PII');
    await start({ customer: at, cols: 80 });
    const record = console.simulator.world.customers[at]?.user.record();
    const texts = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : value !== null && typeof value === 'object'
          ? Object.values(value).flatMap(texts)
          : [];
    await console.sees('Both are done outside Purser');
    const shown = console.screen.text().replaceAll(/[│\s]+/g, ' ');
    for (const text of texts({ ...record, created_at: '', view_type: '' }))
      expect(shown).toContain(visible(text));
    for (const label of [
      'Registration address',
      'Est. monthly revenue',
      'High-risk reason',
      'No holder >25 %',
      'State of incorporation',
      'Service agreement',
      'Identity files',
      'Additional files',
    ])
      expect(shown).toContain(label);
    await console.sees("Purser can't tell whether this view hides personal data");
  });

  it('says that personal data is hidden, and shows no guess', async () => {
    await start({ cols: 80 });
    await console.sees('This view hides personal data.');
    await console.sees(/Hidden or missing\s/);
    await console.sees(/Persons, Trustee details, Individual details/);
    await console.sees(/Business address, Name\s+[│\s]*in English,[│\s]+Trading name/);
    await console.sees('Both are done outside Purser');
  });

  it('shows hostile values and executes nothing', async () => {
    await start({ customer: 7 });
    await console.sees(/ID +acct_/);
    console.press(']');
    await console.sees('"account_details"');
  });

  it('has a tab with the raw JSON; no tab requests the terms, because that may count as acceptance', async () => {
    await start();
    console.press(']');
    await console.sees('"legal_entity_type"');
    console.press(']');
    await console.sees(/Nickname/);
    expect([activations(), termsAsked()]).toEqual([0, 0]);
  });

  it("explains the customer's status from the API, and marks an unknown status as not documented", async () => {
    await startCreated();
    console.press('i');
    await console.sees('the account must be submitted to the service');
  });

  it("says why the customer can't be read, and refuses the activation too", async () => {
    console = await startOnAccounts({ rows: 40 });
    await breaks(console, "user.get status=400 message='Nobody.'");
    console.press('9');
    await console.sees('Nobody.');
    console.press('v');
    await console.sees('Purser has not read this customer');
    expect(activations()).toBe(0);
  });
});

describe('the activation', () => {
  it('is sent once after the dialog, as a GET; the screen shows the answer and reads the customer again', async () => {
    await startCreated();
    await asksActivation();
    expect(activations()).toBe(0);
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('success: Account Activated');
    await console.sees("These words do not prove the customer's status");
    expect(activations()).toBe(1);
    expect(writesOf(console)).toEqual(['GET /svc/api/v1/user/activate']);
    expect(effectsOf(console, 'user.activate')).toHaveLength(1);
    await closes(console);
    await console.sees(/Status +ACTIVE \(not documented\)/);
  });

  it('does not say that the customer is active after an unexpected answer', async () => {
    await startCreated();
    await asksActivation();
    await breaks(console, 'user.activate set=message:"Queued"');
    await confirms(console);
    await endsIn(console, 'DONE');
    await console.sees('success: Queued');
    await console.sees("These words do not prove the customer's status");
    await expect(console.screen.text()).not.toMatch(/is (now )?active/i);
  });
});
