/** Shared data of a team on the server: presence, handovers, notes and views. */
import { expect, test } from 'vitest';
import { checkChain } from '../../src/journal/audit-chain.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import type { Whereabouts } from '../../src/journal/together.ts';
import { payout, requestId } from './parts.ts';
import { newServer, type Server } from './pglite.ts';
import { newTeam } from './team-parts.ts';

const customer = { userId: 'user-1', onBehalfOf: 'account-9' };
const other = { userId: 'user-1' };
const here = (doing = '') => ({ customer, doing });

const newsOf = async (
  { together }: ServerJournal,
  asked: readonly Whereabouts['customer'][] = [customer],
) => {
  const found = await together.look(undefined, asked);
  if (!found.ok) throw new Error(found.unreadable);
  return found.value;
};

/** Makes an UNKNOWN entry. */
async function unknown(journal: ServerJournal, number = 1): Promise<void> {
  await journal.prepare(payout(number));
  await journal.sent(requestId(number));
  await journal.settle(requestId(number), 'UNKNOWN');
}

const heldBy = async (journal: ServerJournal, number = 1): Promise<Row['held']> => {
  const found = await journal.get(requestId(number));
  return found.ok ? found.value?.held : undefined;
};

const kindsOf = async (journal: ServerJournal) => {
  const lines = await journal.audit(100);
  return lines.ok
    ? lines.value.map(({ kind, detail }) => [kind, detail['step']].filter(Boolean).join(' '))
    : [];
};

test('presence shows who has the same customer open, and their dialog, until they leave', async () => {
  const server = newServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await ana.together.look(here('Cancel payout'), [customer]);
  await cy.together.look({ customer: other, doing: '' }, [other]);
  expect(await newsOf(ben)).toMatchObject({
    me: 'Ben',
    people: ['Ana', 'Ben', 'Cy'],
    here: [{ person: 'Ana', customer, doing: 'Cancel payout' }],
  });
  expect((await newsOf(ben, [other])).here).toEqual([{ person: 'Cy', customer: other, doing: '' }]);
  // Nobody sees their own presence.
  expect((await ana.together.look(here(), [customer])).ok && (await newsOf(ben)).here).toMatchObject([
    { person: 'Ana', doing: '' },
  ]);
  for (let second = 0; second < 120; second += 8) {
    server.advance(8000);
    await Promise.all([ana.beat(), ben.beat()]);
  }
  expect((await newsOf(ben)).here).toMatchObject([{ person: 'Ana' }]);
  await ana.together.look(undefined, [customer]);
  expect((await newsOf(ben)).here).toEqual([]);
});

test('the next console deletes the presence of a console that died', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  for (const journal of [ana, ben]) await journal.together.look(here(), [customer]);
  server.die(ana);
  await server.open('cy');
  expect(await server.admin('SELECT console FROM purser.presence')).toEqual([{ console: ben.self.started }]);
});

test('a heartbeat brings persons and counts of notes only if they may have changed', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  const answer = async (told: number) => {
    const sql = `SELECT purser.heartbeat($1, NULL, NULL, NULL, NULL, $2, NULL, '[{"user":"user-1"}]', false) AS r`;
    const [found] = await server.link('ana').rows(sql, ana.self.started, told);
    return Object(found?.['r']);
  };
  await ben.together.addNote(other, 'first');
  expect(await answer(0)).toMatchObject({ counts: [{ user: 'user-1', notes: 1 }], people: null, strays: [] });
  expect(await answer(1)).toMatchObject({ counts: null, people: null, strays: null });
  await server.admin("SELECT purser.disable_operator('ben')");
  expect(await answer(1)).toMatchObject({ counts: null, people: ['Ana', 'Cy'] });
  expect(await answer(2)).toMatchObject({ people: null });
  // The console keeps what did not change.
  expect(await newsOf(ana, [other])).toMatchObject({ people: ['Ana', 'Cy'], counts: [{ notes: 1 }] });
  expect(await newsOf(ana, [other])).toMatchObject({ people: ['Ana', 'Cy'], counts: [{ notes: 1 }] });
});

test('a console that looks for changes sends one call each 2 s; every second one is a heartbeat', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  const asked: string[] = [];
  await journal.together.look(here(), [customer]);
  desk.onAsk = sql => asked.push(/heartbeat|audit_head/.exec(sql)?.[0] ?? sql);
  for (let second = 0; second < 20; second += 2) {
    await team.pass(2000);
    await journal.version();
    if (second % 5 === 0) await journal.together.look(here(), [customer]);
  }
  expect(asked).toEqual(Array.from({ length: 5 }, () => ['audit_head', 'heartbeat']).flat());
  await journal.together.look(here('Cancel payout'), [customer]);
  expect(asked.slice(10)).toEqual(['heartbeat']);
});

test('a killed console is shown until its lease ends; a closed console disappears immediately', async () => {
  const server = newServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  for (const journal of [ana, cy]) await journal.together.look(here(), [customer]);
  const people = async () => (await newsOf(ben)).here.map(({ person }) => person).toSorted();
  expect(await people()).toEqual(['Ana', 'Cy']);
  server.advance(10_000);
  for (const journal of [ben, cy]) await journal.beat();
  expect(await people()).toEqual(['Ana', 'Cy']);
  server.advance(5000);
  expect(await people()).toEqual(['Cy']);
  await cy.close();
  expect(await people()).toEqual([]);
});

test('a console that leaves a customer is no longer shown, and presence is not in the audit log', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await ana.together.look(here(), [customer]);
  await ana.together.look(undefined, [customer]);
  expect((await newsOf(ben)).here).toEqual([]);
  expect(await kindsOf(ana)).toEqual([]);
});

test('a handover can be offered, declined, offered again and accepted; only the acceptance changes the owner', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await unknown(ana);
  expect(await heldBy(ben)).toEqual({ owner: 'Ana' });
  expect((await ana.together.handOver(requestId(1), 'Ben')).ok).toBe(true);
  expect(await heldBy(ben)).toEqual({ owner: 'Ana', offer: { to: 'Ben', by: 'Ana' } });
  expect((await ben.together.answer(requestId(1), false)).ok).toBe(true);
  expect(await heldBy(ana)).toEqual({ owner: 'Ana' });
  await ana.together.handOver(requestId(1), 'Ben');
  const accepted = await ben.together.answer(requestId(1), true);
  expect(accepted.ok && accepted.row.held).toEqual({ owner: 'Ben' });
  expect(await kindsOf(ana)).toEqual([
    ...['write', 'write', 'write'],
    ...['handover offered', 'handover declined', 'handover offered', 'handover accepted'],
  ]);
  const lines = await ana.lines(1);
  expect(lines.ok && checkChain(lines.value)).toMatchObject({ ok: true });
});

test('every console reads the entry again after a handover, and pruning and resolving work as before', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  await unknown(ana);
  const ownerSeen = async () => {
    const found = await ben.list();
    return found.ok && found.value[0]?.held?.owner;
  };
  expect(await ownerSeen()).toBe('Ana');
  const before = await ben.version();
  await ben.together.handOver(requestId(1), 'Ben');
  expect(await ben.version()).not.toBe(before);
  expect(await ownerSeen()).toBe('Ben');
  const resolution = { by: 'sam', verdict: 'NOT DONE', evidence: 'the statement', note: '' } as const;
  const resolved = await ben.resolve(requestId(1), resolution);
  expect(resolved.ok && resolved.row).toMatchObject({ state: 'RESOLVED' });
  expect(resolved.ok && resolved.row.held).toBeUndefined();
  server.advance(80 * 24 * 3_600_000);
  expect(await server.admin('SELECT purser.prune(1, 30) AS gone')).toEqual([{ gone: 1 }]);
});

test('the journal refuses a handover to an unknown person or of an unsent entry, and an answer without an offer', async () => {
  const server = newServer();
  const [ana, ben, cy] = [await server.open('ana'), await server.open('ben'), await server.open('cy')];
  await unknown(ana);
  await ana.prepare(payout(2));
  const why = async (step: ReturnType<ServerJournal['together']['answer']>): Promise<string> => {
    const done = await step;
    return done.ok ? 'done' : 'barred' in done ? done.barred : done.unwritable;
  };
  expect(await why(ana.together.handOver(requestId(1), 'Zoe'))).toMatch(/no operator/);
  expect(await why(ana.together.handOver(requestId(1), 'Ana'))).toMatch(/already/);
  expect(await why(ana.together.handOver(requestId(2), 'Ben'))).toMatch(/not been sent yet/);
  expect(await why(ana.together.handOver(requestId(9), 'Ben'))).toMatch(/not found/);
  await ana.together.handOver(requestId(1), 'Ben');
  expect(await why(cy.together.answer(requestId(1), true))).toMatch(/no longer offered/);
  // A later offer replaces the first.
  await ana.together.handOver(requestId(1), 'Cy');
  expect(await why(ben.together.answer(requestId(1), true))).toMatch(/no longer offered/);
  expect(await why(cy.together.answer(requestId(1), true))).toBe('done');
  await server.admin("UPDATE purser.operators SET active = false WHERE role = 'ben'");
  expect(await why(cy.together.handOver(requestId(1), 'Ben'))).toMatch(/no operator/);
  expect(await why(ben.together.handOver(requestId(1), 'Cy'))).not.toBe('done');
  expect(await heldBy(ana)).toEqual({ owner: 'Cy' });
});

test('the news count the notes of each customer once, and nobody can change a note', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  for (const [journal, of] of [
    [ana, customer],
    [ben, customer],
    [ben, other],
  ] as const)
    expect(await journal.together.addNote(of, 'called')).toEqual({ ok: true });
  expect((await newsOf(ben)).counts).toEqual([{ customer, notes: 2 }]);
  // The current customer is often a recent customer too.
  expect(await ben.together.look(here(), [customer, customer])).toMatchObject({
    value: { counts: [{ customer, notes: 2 }] },
  });
  for (const sql of ["UPDATE purser.notes SET text = 'y'", 'DELETE FROM purser.notes'])
    await expect(server.admin(sql)).rejects.toThrow(/only grows/);
});

test('a shared view can be replaced and removed by its owner, and not by a colleague', async () => {
  const server = newServer();
  const [ana, ben] = [await server.open('ana'), await server.open('ben')];
  expect(await ana.together.shareView('accounts', 'Mine', { filter: 'a' })).toEqual({ ok: true });
  expect(await ana.together.shareView('accounts', 'mine', { filter: 'b' })).toEqual({ ok: true });
  expect(await ben.together.shareView('accounts', 'MINE', { filter: 'c' })).toMatchObject({
    ok: false,
    why: /^Ana shares/,
  });
  expect(await ben.together.shareView('cards', 'Mine', { filter: 'c' })).toEqual({ ok: true });
  expect(await ben.together.unshareView('accounts', 'mine')).toMatchObject({ ok: false, why: /^Ana shares/ });
  expect(await ben.together.views()).toEqual({
    ok: true,
    value: [
      { place: 'accounts', name: 'mine', person: 'Ana', view: { filter: 'b' } },
      { place: 'cards', name: 'Mine', person: 'Ben', view: { filter: 'c' } },
    ],
  });
  expect(await ana.together.unshareView('accounts', 'mine')).toEqual({ ok: true });
  for (const name of ['mine', 'never'])
    expect(await ana.together.unshareView('accounts', name)).toEqual({
      ok: false,
      why: 'The team shares no view with this name on this screen.',
    });
  // A former operator can't remove their view, so a colleague may.
  await server.admin("UPDATE purser.operators SET active = false WHERE person = 'Ben'");
  expect(await ana.together.unshareView('cards', 'Mine')).toEqual({ ok: true });
  expect(await ana.together.views()).toEqual({ ok: true, value: [] });
  expect(await kindsOf(ana)).toEqual([
    'view-shared',
    'view-shared',
    'view-shared',
    'view-removed',
    'view-removed',
  ]);
});

const stranger = async (server: Server) => {
  const ben = await server.open('ben');
  await server.admin("DELETE FROM purser.members WHERE role = 'ben'");
  return ben;
};

test('an operator changes shared data only with the functions, and only in their own services', async () => {
  const server = newServer();
  const ana = await server.open('ana');
  await unknown(ana);
  await ana.together.addNote(customer, 'a note');
  await ana.together.shareView('accounts', 'Mine', {});
  const ben = await stranger(server);
  expect(await ben.together.notes(customer)).toEqual({ ok: true, value: [] });
  expect(await ben.together.views()).toEqual({ ok: true, value: [] });
  expect((await ben.together.look(here(), [customer])).ok).toBe(false);
  expect((await ben.together.addNote(customer, 'x')).ok).toBe(false);
  expect((await ben.together.handOver(requestId(1), 'Ben')).ok).toBe(false);
  expect((await ben.together.shareView('accounts', 'Mine', {})).ok).toBe(false);
  const link = server.link('ana');
  const refused: readonly string[] = [
    "INSERT INTO purser.notes VALUES (1, 99, 'user-1', NULL, NULL, 'ben', 'Ben', 1, 'x')",
    "UPDATE purser.handovers SET answer = 'accepted'",
    "INSERT INTO purser.views VALUES (1, 'accounts', 'x', 'Ben', '{}')",
    'DELETE FROM purser.views',
    "UPDATE purser.presence SET person = 'Ben'",
    "SELECT purser.person('ben')",
    'SELECT purser.people(1)',
  ];
  for (const sql of refused) await expect(link.rows(sql), sql).rejects.toMatchObject({ code: '42501' });
});

test('while the server is away, a team console says so and records nothing', async () => {
  const team = newTeam();
  const desk = team.desk();
  const journal = await desk.open();
  desk.network = 'lost request';
  expect(await journal.together.look(here(), [customer])).toHaveProperty('unreadable');
  expect(await journal.together.addNote(customer, 'x')).toMatchObject({ ok: false });
  desk.network = 'up';
  expect(await journal.together.addNote(customer, 'x')).toEqual({ ok: true });
  expect(await journal.together.notes(customer)).toMatchObject({ value: [{ text: 'x' }] });
});
