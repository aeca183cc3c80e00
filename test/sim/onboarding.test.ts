// Users and their requests for information, at the start of the world and after requests.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import { customer } from './http.ts';
import { applicant, responseInput } from './samples.ts';
import { data, desk, effects, type Fields, later, message, must, openTeller } from './teller.ts';

beforeEach(openTeller);

type Asked = {
  readonly id: string;
  readonly title: object;
  readonly answer: object;
  readonly comment: string;
};
interface Rfi {
  readonly status: string;
  readonly active_request: { readonly questions: readonly Asked[] };
  readonly answered_requests: readonly {
    readonly questions: readonly Asked[];
    readonly updated_at: string;
  }[];
}
// The cast is safe: the test knows the type of its own world.
const rfi = async (i = 0) => (await data('rfi.get', {}, i)) as unknown as Rfi;
const user = async (i = 0) => (await data('user.get', {}, i)) as Fields;
const everybody = () => [...desk.sim.customers.keys()];
const status = (name: string) => everybody().find(i => statusOf(i) === name) ?? -1;
const statusOf = (i: number) => desk.sim.world.customers[i]?.user.record().status;

describe('a user', () => {
  it('is CREATED or has a status that INTERFACE.md does not name', () => {
    const statuses = new Set(everybody().map(statusOf));
    expect([...statuses].sort()).toEqual(['ACTIVE', 'CREATED', 'IN_REVIEW', 'SUSPENDED']);
  });

  it('hides personal data if its view type is EXCLUDED_PII', async () => {
    const hidden = everybody().filter(
      i => !JSON.stringify(desk.sim.world.customers[i]?.user.record()).includes('passport'),
    );
    expect(hidden.length).toBeGreaterThan(4);
    expect(hidden.length).toBeLessThan(everybody().length);
    for (const i of everybody()) {
      const own = await user(i);
      const shown = !hidden.includes(i);
      expect(own['view_type'] === 'EXCLUDED_PII').toBe(!shown);
      expect(JSON.stringify(own['account_details']).includes('"business_person_details"')).toBe(shown);
      const email = shown ? expect.stringContaining('@') : null;
      expect(own['primary_contact']).toMatchObject({ email });
    }
  });

  it('is activated once, and its activation changes no other user', async () => {
    const i = status('CREATED');
    const before = everybody().map(statusOf);
    const got = await desk.ask('user.activate', {}, customer(desk.sim, i));
    expect(JSON.parse(got.text)).toEqual({ status: 'success', message: 'Account Activated' });
    expect(everybody().map(statusOf)).toEqual(before.with(i, 'ACTIVE'));
    expect((await user(i))['status']).toBe('ACTIVE');
    const again = await desk.ask('user.activate', {}, customer(desk.sim, i));
    expect([again.status, message(again)]).toEqual([
      400,
      'Activate Account failed! The account was activated before.',
    ]);
    const [effect, ...others] = effects();
    const { userId } = customer(desk.sim, i);
    expect([effect, others]).toEqual([
      expect.objectContaining({ operation: 'user.activate', userId, thing: userId }),
      [],
    ]);
  });

  it('is not activated unless its status is CREATED', async () => {
    for (const i of everybody().filter(n => statusOf(n) !== 'CREATED')) {
      expect((await desk.ask('user.activate', {}, customer(desk.sim, i))).status).toBe(400);
    }
    expect(effects()).toEqual([]);
  });

  it('has accepted the terms or not, as its application says', async () => {
    for (const i of everybody()) {
      const got = await desk.ask('user.terms', {}, customer(desk.sim, i));
      const agreed =
        desk.sim.world.customers[i]?.user.record().customer_agreements.agreed_to_terms_and_conditions;
      expect(message(got)).toBe(`Terms and conditions ${agreed === true ? 'accepted' : 'not accepted yet'}`);
    }
  });
});

describe('a new user', () => {
  it('exists at once with the status CREATED and the data of the request, without questions and without money', async () => {
    const application = applicant('Höß & Söhne');
    const [made] = (await data('user.create', { body: application })) as unknown as { id: string }[];
    const userId = must(made).id;
    expect(userId).toMatch(/^acct_[0-9a-f]{20}$/);
    const person = { userId, name: '' };
    const own = JSON.parse((await desk.ask('user.get', {}, person)).text).data;
    expect(own).toMatchObject({ id: userId, status: 'CREATED', created_at: '2026-11-20T09:00:00+0000' });
    const { contact_number, ...rest } = application.account_details.business_details;
    expect([own.account_details.business_details, contact_number.length]).toMatchObject([rest, 12]);
    expect((await desk.ask('rfi.get', {}, person)).status).toBe(400);
    for (const id of [
      'account.list',
      'account.balances',
      'account.balanceHistory',
      'beneficiary.list',
    ] as const)
      expect(JSON.parse((await desk.ask(id, {}, person)).text).data).toEqual([]);
    expect((await desk.ask('user.activate', {}, person)).status).toBe(200);
  });

  it('is a different user each time, even with the same body', async () => {
    const make = async () =>
      ((await data('user.create', { body: applicant('A') })) as unknown as { id: string }[])[0]?.id;
    const ids = [await make(), await make()];
    expect(new Set([...ids, ...desk.sim.customers.map(({ userId }) => userId)]).size).toBe(
      everybody().length + 2,
    );
    expect(effects().map(({ thing }) => thing)).toEqual(ids);
  });
});

describe('a request for information', () => {
  it('is open, answered or absent, and its titles may lack English', () => {
    const all = desk.sim.world.customers.map(({ requests }) => requests.record());
    expect(new Set(all.map(record => record?.status))).toEqual(
      new Set(['ACTION_REQUIRED', 'SUBMITTED', undefined]),
    );
    const titles = all
      .flatMap(record => record?.active_request.questions ?? [])
      .map(({ title }) => Object.keys(title));
    expect(titles.some(languages => languages.length > 3)).toBe(true);
    expect(titles.some(languages => !languages.includes('en'))).toBe(true);
    expect(all.some(record => record?.answered_requests.length === 2)).toBe(true);
    expect(/\\u001b\]52;/.test(JSON.stringify(all.at(-2)))).toBe(true);
  });

  it('is refused for a customer without a request', async () => {
    const i = everybody().find(n => desk.sim.world.customers[n]?.requests.record() === undefined);
    const got = await desk.ask('rfi.get', {}, customer(desk.sim, must(i)));
    expect(JSON.parse(got.text)).toMatchObject({
      code: 400,
      message: 'Get RFI failed! There is no request for information.',
    });
  });

  it('moves each answered question to the answered requests, until none is open', async () => {
    const before = await rfi();
    const count = before.active_request.questions.length;
    expect([before.status, count, before.answered_requests.length]).toEqual(['ACTION_REQUIRED', 3, 1]);
    for (let left = count - 1; left >= 0; left--) {
      await later(60_000);
      const input = must(responseInput(must(desk.sim.world.customers[0])));
      const answer = await data('rfi.respond', input);
      expect(answer).toMatchObject({
        status: 'SUBMITTED',
        rfi_id: expect.stringMatching(/^rfi_/),
        next_steps: expect.any(String),
      });
      const after = await rfi();
      expect([after.active_request.questions.length, after.status]).toEqual([
        left,
        left > 0 ? 'ACTION_REQUIRED' : 'SUBMITTED',
      ]);
      const answered = after.answered_requests.find(({ questions }) => questions[0]?.id === input.body.id);
      expect(answered?.questions[0]).toMatchObject({
        answer: { address: { suburb: 'B' }, attachments: [{ file_id: 'file_1' }], identity_document: null },
        comment: 'since 2019',
      });
      expect(answered?.updated_at).toBe((answer as Fields)['submitted_at']);
      const again = await desk.ask('rfi.respond', input);
      expect([again.status, message(again)]).toEqual([400, 'Respond RFI failed! Open question not found.']);
    }
    expect(effects()).toHaveLength(count);
  });

  it("refuses an answer to another customer's question", async () => {
    const input: Input<'rfi.respond'> = must(responseInput(must(desk.sim.world.customers[0])));
    expect((await desk.ask('rfi.respond', input, customer(desk.sim, 1))).status).toBe(400);
    expect([(await rfi()).active_request.questions.length, effects()]).toEqual([3, []]);
  });
});
