// The rules of approval on the command line, with two persons who each have their own role.

import { beforeEach, describe, expect, it } from 'vitest';
import { newServer, type Person, SERVICE, type Server } from '../journal/pglite.ts';
import { runTeam } from './fake-parts.ts';

let server: Server;
beforeEach(async () => {
  server = newServer();
  await server.admin('GRANT purser_approver TO ana, ana2, ben; REVOKE purser_approver FROM cy');
});

/** The exit code and the output of `purser team rule …` for a person. */
async function rule(person: Person, ...rest: readonly string[]): Promise<readonly [number, string]> {
  const link = { ...server.link(person), script: async () => undefined };
  const { code, out, err } = await runTeam(link, SERVICE, ['rule', ...rest]);
  return [code, `${out}${err}`];
}

describe('a rule', () => {
  it('is in force after another person has accepted the proposal, and ends in the same way', async () => {
    expect(await rule('ben', 'list')).toEqual([0, 'No rule is in force: no write needs approval.\n']);
    const [code, said] = await rule('ben', 'set', 'payout.create', '--over', '10000', '--currency', 'gbp');
    expect([code, said]).toEqual([0, expect.stringMatching(/over 10000 GBP: 1 approver within 30 minutes/)]);
    const number = /accept (\d+)/.exec(said)?.[1] ?? '';
    expect((await rule('ben', 'list'))[1]).toMatch(
      /No rule is in force.*Proposed by Ben \(to accept: \d+\): payout/s,
    );
    expect(await rule('ben', 'accept', number)).toEqual([1, expect.stringMatching(/Another person/)]);
    expect(await rule('ana', 'accept', number)).toEqual([0, 'The rule is in force.\n']);
    expect(JSON.parse((await rule('cy', 'list', '--json'))[1])).toEqual({
      rules: [{ operation: 'payout.create', over: '10000', currency: 'GBP', votes: 1, minutes: 30 }],
      proposed: [],
    });
    expect((await rule('cy', 'list'))[1]).toBe(
      'payout.create, over 10000 GBP: 1 approver within 30 minutes\n',
    );
    expect(await rule('ana', 'accept', number)).toEqual([1, expect.stringMatching(/no open proposal/)]);
    const ended = await rule(
      'ana',
      'set',
      'payout.create',
      '--over',
      '10000.00',
      '--currency',
      'GBP',
      '--votes',
      '0',
    );
    expect(ended[1]).toMatch(/no approval/);
    await rule('ben', 'accept', /accept (\d+)/.exec(ended[1])?.[1] ?? '');
    expect((await rule('ben', 'list'))[1]).toMatch(/No rule is in force/);
  });

  it('may limit all writes of one person in some hours', async () => {
    const set = ['set', 'payout.create', '--hours', '24'];
    expect((await rule('ben', ...set))[0]).toBe(2);
    const [code, said] = await rule('ben', ...set, '--over', '50000', '--currency', 'GBP');
    expect([code, said]).toEqual([0, expect.stringContaining('over 50000 GBP by one person in 24 hours')]);
  });

  it('shows one minute in the singular', async () => {
    const [, said] = await rule('ben', 'set', 'card.close', '--minutes', '1');
    expect(said).toContain('1 approver within 1 minute\n');
    await rule('ben', 'withdraw', /accept (\d+)/.exec(said)?.[1] ?? '');
  });

  it('can be accepted only while its proposer is still an approver', async () => {
    const [, said] = await rule('ben', 'set', 'card.close');
    const number = /accept (\d+)/.exec(said)?.[1] ?? '';
    await server.admin('REVOKE purser_approver FROM ben');
    expect(await rule('ana', 'accept', number)).toEqual([1, expect.stringMatching(/no longer an approver/)]);
    await server.admin('GRANT purser_approver TO ben; REVOKE purser_approver FROM ana');
    expect(await rule('ana', 'accept', number)).toEqual([1, expect.stringMatching(/not an approver/)]);
    expect((await rule('cy', 'list'))[1]).toMatch(/No rule is in force/);
  });

  it('of one minute says so', async () => {
    const [, said] = await rule('ben', 'set', 'card.close', '--minutes', '1');
    expect(said).toContain('card.close, every write: 1 approver within 1 minute\n');
    await rule('ben', 'withdraw', /accept (\d+)/.exec(said)?.[1] ?? '');
  });

  it('can be withdrawn by any approver after the proposer has left', async () => {
    const [, said] = await rule('ben', 'set', 'card.close');
    const number = /accept (\d+)/.exec(said)?.[1] ?? '';
    await server.admin("SELECT purser.disable_operator('ben')");
    expect((await rule('ana', 'list'))[1]).toContain(
      `Proposed by Ben (no longer an approver; to withdraw: ${number}): card.close`,
    );
    expect(await rule('cy', 'withdraw', number)).toEqual([1, expect.stringMatching(/another approver can/)]);
    expect(await rule('ana', 'withdraw', number)).toEqual([0, 'The proposal is withdrawn.\n']);
    expect((await rule('ana', 'list'))[1]).toBe('No rule is in force: no write needs approval.\n');
  });

  it('can be withdrawn by its proposer only, until another person accepts the rule', async () => {
    const [, said] = await rule('ben', 'set', 'card.close');
    const number = /accept (\d+)/.exec(said)?.[1] ?? '';
    expect(await rule('ana', 'withdraw', number)).toEqual([1, expect.stringMatching(/Only the person who/)]);
    expect(await rule('ben', 'withdraw', number)).toEqual([0, 'The proposal is withdrawn.\n']);
    expect((await rule('ben', 'list'))[1]).toBe('No rule is in force: no write needs approval.\n');
    expect(await rule('ana', 'accept', number)).toEqual([1, expect.stringMatching(/no open proposal/)]);
    expect(await rule('ben', 'withdraw', number)).toEqual([1, expect.stringMatching(/no open proposal/)]);
    const [, again] = await rule('ana', 'set', 'card.close');
    const next = /accept (\d+)/.exec(again)?.[1] ?? '';
    await rule('ben', 'accept', next);
    expect(await rule('ana', 'withdraw', next)).toEqual([1, expect.stringMatching(/no open proposal/)]);
    const kinds = await server.admin("SELECT line::json->>'kind' AS kind FROM purser.audit ORDER BY number");
    expect(kinds.map(({ kind }) => kind)).toContain('rule-withdrawn');
  });

  it('needs two persons, not only two roles, and both must be approvers', async () => {
    const [, said] = await rule('ana', 'set', 'card.close');
    const number = /accept (\d+)/.exec(said)?.[1] ?? '';
    expect(await rule('ana2', 'accept', number)).toEqual([1, expect.stringMatching(/Another person/)]);
    expect(await rule('cy', 'accept', number)).toEqual([1, expect.stringMatching(/not an approver/)]);
    expect(await rule('cy', 'set', 'card.close')).toEqual([1, expect.stringMatching(/not an approver/)]);
  });

  it.each([
    [['set', 'account.list'], /is not a write/],
    [['set', 'toString'], /is not a write/],
    [['set', 'payout.create', '--over', '10,000'], /without separators/],
    [['set', 'payout.create', '--over', '-1'], /without separators/],
    [['set', 'payout.create', '--currency', 'pounds'], /code such as GBP/],
    [['set', 'payout.create', '--votes', '10'], /from 0 to 9/],
    [['set', 'payout.create', '--minutes', '0'], /from 1 to 1440/],
    [['set', 'payout.create', '--hours', '24', '--over', '10'], /needs --over and --currency/],
    [['set', 'payout.create', '--hours', '24', '--currency', 'GBP'], /needs --over and --currency/],
    [['set', 'payout.create', '--hours', '169', '--over', '10', '--currency', 'GBP'], /from 1 to 168/],
    [['accept', 'one'], /number of the proposal/],
    [['withdraw', '0'], /number of the proposal/],
    [['set'], /^$/],
  ])('%j is refused as wrong usage', async (words, why) => {
    expect(await rule('ben', ...words)).toEqual([2, expect.stringMatching(why)]);
  });
});
