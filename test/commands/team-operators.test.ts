// The operators of a team on the command line.

import { expect, it } from 'vitest';
import { payout } from '../journal/parts.ts';
import { newServer, SERVICE, type Server } from '../journal/pglite.ts';
import { runTeam } from './fake-parts.ts';

/** The exit code and the output of `purser team …` for an administrator. */
async function run(server: Server, ...words: readonly string[]) {
  return runOn(server, async sql => void (await server.admin(sql)), words);
}

async function runOn(server: Server, script: (sql: string) => Promise<void>, words: readonly string[]) {
  const { code, out, err } = await runTeam({ ...server.link('postgres'), script }, SERVICE, words);
  return { code, out: `${err}${out}`, refused: err };
}

it('purser team says that an operator stays an approver when added again without --approver', async () => {
  const server = newServer();
  await server.admin('GRANT purser_approver TO ben; REVOKE purser_approver FROM cy');
  const add = async (...words: readonly string[]): Promise<string> => {
    const { code, out } = await run(server, 'operator', 'add', ...words);
    expect(code).toBe(0);
    return out;
  };
  expect(await add('ben', '--person', 'Ben')).toMatch(
    /ben is an operator\.\nben is still an approver.*--no-approver/s,
  );
  expect(await add('cy', '--person', 'Cy')).toBe('cy is an operator.\n');
  expect(await add('cy', '--person', 'Cy', '--approver')).toBe('cy is an operator.\n');
  expect(await add('cy', '--person', 'Cy', '--no-approver')).toBe('cy is an operator.\n');
  const [cy] = JSON.parse((await run(server, 'operator', 'list', '--json')).out).slice(-1);
  expect(cy).toMatchObject({ role: 'cy', approver: false });
});

it('purser team operator list --json has every operator with the same facts as the text', async () => {
  const server = newServer();
  const { code, out } = await run(server, 'operator', 'list', '--json');
  const operators: readonly { readonly role: string; readonly person: string }[] = JSON.parse(out);
  const { out: text } = await run(server, 'operator', 'list');
  expect([code, operators.length]).toEqual([0, text.trimEnd().split('\n').length]);
  for (const { role, person } of operators) expect(text).toMatch(new RegExp(`^${role} +${person} `, 'm'));
});

it.each(['400', '400d', '30'])('purser team prune takes --older-than %s', async days => {
  const { code, out } = await run(newServer(), 'prune', '--older-than', days);
  const says = `Bodies and answers deleted: 0, of months that ended more than ${parseInt(days, 10)} days ago. The entries and their seals stay.\n`;
  expect([code, out]).toEqual([0, says]);
});

it('purser team prune follows the rule of purser team retention', async () => {
  const server = newServer();
  const { code, refused } = await run(server, 'prune');
  expect([code, refused]).toEqual([2, expect.stringContaining('The team has no rule yet.')]);
  expect(await run(server, 'retention')).toMatchObject({
    out: expect.stringContaining('The team has no rule'),
  });
  const says = 'purser team prune keeps bodies and answers for 400 days.\n';
  expect(await run(server, 'retention', '400d')).toMatchObject({ code: 0, out: says });
  expect(await run(server, 'retention')).toMatchObject({ code: 0, out: says });
  expect(await run(server, 'prune')).toMatchObject({ code: 0, out: expect.stringContaining('400 days ago') });
  expect(await run(server, 'retention', '29')).toMatchObject({ code: 2 });
  expect(await run(server, 'retention', 'none')).toMatchObject({ code: 0 });
  expect(await run(server, 'prune')).toMatchObject({ code: 2 });
  const lines = await server.admin('SELECT line FROM purser.audit WHERE realm = 1 ORDER BY number');
  expect(
    lines.map(({ line }) => [JSON.parse(String(line)).kind, JSON.parse(String(line)).detail.days]),
  ).toEqual([
    ['retention-set', '400'],
    ['pruned', '400'],
    ['retention-set', 'none'],
  ]);
});

it.each([
  ['--older-than', ''],
  ['--older-than', '29d'],
  ['--older-than', '29'],
  ['--older-than', '1y'],
  ['--older-than', '4e2'],
])('purser team prune with %j is refused', async (...words) => {
  const { code, refused } = await run(newServer(), 'prune', ...words);
  expect([code, refused]).toEqual([2, '--older-than takes a number of days, at least 30, such as 400.']);
});

it('purser team reopen opens a closed log once, with a reason', async () => {
  const server = newServer();
  const journal = await server.open();
  await server.admin("UPDATE purser.histories SET started = started - interval '1 hour'");
  expect(await journal.prepare(payout(1))).toMatchObject({ ok: false });
  expect(await run(server, 'reopen')).toMatchObject({ code: 2 });
  expect(await run(server, 'reopen', '--reason', '  ')).toMatchObject({ code: 2 });
  const again = ['reopen', '--reason', 'compared with the service'] as const;
  expect((await run(server, ...again)).out).toMatch(/^The log is open again/);
  expect((await run(server, ...again)).out).toMatch(/^The log is open already/);
  expect((await journal.prepare(payout(2))).ok).toBe(true);
  const lines = await journal.audit(2);
  expect(lines).toMatchObject({
    value: [{ kind: 'log-reopened', detail: { was: 'started', reason: 'compared with the service' } }, {}],
  });
});

it('purser team operator add asks whether a name is a new person, and keeps one spelling and one ID', async () => {
  const server = newServer();
  const add = (...words: readonly string[]) => run(server, 'operator', 'add', ...words);
  const personOf = async (role: string) =>
    JSON.parse((await run(server, 'operator', 'list', '--json')).out).find(
      (each: { readonly role: string }) => each.role === role,
    )?.person;
  expect(await add('dan', '--person', 'Dan Wu')).toMatchObject({
    code: 2,
    refused: expect.stringContaining('--new-person'),
  });
  expect(await server.admin("SELECT FROM pg_roles WHERE rolname = 'dan'")).toEqual([]);
  expect((await add('dan', '--person', 'Dan Wu', '--new-person', '--id', 'u-17')).code).toBe(0);
  // Two spaces, other capitals, a no-break space and an invisible letter are the same person.
  for (const spelling of ['Dan  Wu', 'DAN WU', 'Dan\u00a0Wu', 'Dan\u200b Wu']) {
    expect((await add('dan2', '--person', spelling)).code).toBe(0);
    expect(await personOf('dan2')).toBe('Dan Wu');
  }
  expect(await add('dan2', '--person', 'Dan Wu', '--id', 'u-18')).toMatchObject({ code: 1 });
  expect(await add('eve', '--person', 'Eve', '--new-person', '--id', 'u-17')).toMatchObject({ code: 1 });
  expect(await server.admin("SELECT FROM pg_roles WHERE rolname = 'eve'")).toEqual([]);
  await server.admin('DROP OWNED BY dan, dan2; DELETE FROM purser.members; DROP ROLE dan, dan2');
});

it.each([
  ['Аna', 'mixes Latin and Cyrillic letters'],
  ['Βen Osei', 'mixes Latin and Greek letters'],
  ['Ána', 'looks like Ana'],
  ['A-na', 'looks like Ana'],
  // All letters are Cyrillic.
  ['Су', 'looks like Cy'],
])('purser team operator add refuses the name %s', async (person, why) => {
  const server = newServer();
  const { code, refused } = await run(server, 'operator', 'add', 'eve', '--person', person, '--new-person');
  expect([code, refused]).toEqual([2, expect.stringContaining(why)]);
  expect(await server.admin("SELECT FROM pg_roles WHERE rolname = 'eve'")).toEqual([]);
});

it.each(['Анна Сергеева', 'Нина', 'Ann', '山田 タロウ', 'Νίκος Παππάς', '山田 Taro', 'Łucja Nuñez'])(
  'purser team operator add takes the name %s',
  async person => {
    const server = newServer();
    const { code } = await run(server, 'operator', 'add', 'eve', '--person', person, '--new-person');
    await server.admin('DROP OWNED BY eve; DELETE FROM purser.members; DROP ROLE eve');
    expect(code).toBe(0);
  },
);

it('an administrator who may not make roles adds an operator whose role was made by hand', async () => {
  const server = newServer();
  const denied = async (sql: string): Promise<void> => {
    if (/^(?:RE)?SET ROLE/.test(sql)) await server.admin(sql);
    else throw Object.assign(new Error('permission denied'), { code: '42501' });
  };
  const add = ['operator', 'add', 'eve', '--person', 'Eve', '--new-person'];
  const { code, out } = await runOn(server, denied, add);
  expect([code, out]).toEqual([1, expect.stringMatching(/run operator add again:\n\nCREATE ROLE "eve" /)]);
  const statements = out.slice(out.indexOf('CREATE ROLE'));
  expect(statements.trim().split('\n')).toHaveLength(5);
  await server.admin(statements);
  expect(await runOn(server, denied, add)).toMatchObject({ code: 0, out: 'eve is an operator.\n' });
  expect((await runOn(server, denied, [...add, '--approver'])).code).toBe(1);
  await server.admin('DROP OWNED BY eve; DELETE FROM purser.members; DROP ROLE eve');
});

it('no role is made for a service that the record does not have', async () => {
  const server = newServer();
  await server.admin("UPDATE purser.realms SET client_id = 'client-3' WHERE client_id = 'client-1'");
  const added = run(server, 'operator', 'add', 'eve', '--person', 'Eve', '--new-person');
  await expect(added).rejects.toThrow('purser team init');
  expect(await server.admin("SELECT FROM pg_roles WHERE rolname = 'eve'")).toEqual([]);
});

it('the hint for psql quotes a role that psql would change', async () => {
  const server = newServer();
  const { out } = await run(server, 'operator', 'add', 'Eve', '--person', 'Eve', '--new-person');
  await server.admin('DROP OWNED BY "Eve"; DELETE FROM purser.members; DROP ROLE "Eve"');
  expect(out).toContain(String.raw`\password "Eve" in psql`);
});

it('purser team operator add does not both give and take the right to approve', async () => {
  const both = ['--approver', '--no-approver'] as const;
  expect(await run(newServer(), 'operator', 'add', 'ben', '--person', 'Ben', ...both)).toMatchObject({
    code: 2,
    refused: 'Give --approver or --no-approver, not both.',
  });
});

it('a role may have any name', async () => {
  const server = newServer();
  const words = ['operator', 'add', 'o"neil; DROP', '--person', 'Neil', '--new-person'] as const;
  expect((await run(server, ...words)).code).toBe(0);
  expect(await server.admin("SELECT rolname FROM pg_roles WHERE rolname LIKE 'o%neil%'")).toEqual([
    { rolname: 'o"neil; DROP' },
  ]);
  await server.admin('DROP ROLE "o""neil; DROP"');
});
