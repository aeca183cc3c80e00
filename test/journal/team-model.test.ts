/** A team with random failures: each write is recorded once before it is sent, and each outcome reaches the server. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChain } from '../../src/journal/audit-chain.ts';
import type { TeamJournal } from '../../src/journal/team/team-journal.ts';
import { repeated } from '../harness/whole.ts';
import { payout, requestId } from './parts.ts';
import { newTeam } from './team-parts.ts';

const networks = ['up', 'up', 'lost request', 'lost answer'] as const;
const outcomes = ['DONE', 'DONE', 'REFUSED', 'UNKNOWN'] as const;

/** One write of one machine: the network at each step, and the service's outcome. */
const write = fc.record({
  desk: fc.nat(1),
  action: fc.constantFrom('pay', 'cancel', 'convert'),
  network: fc.record({
    prepare: fc.constantFrom(...networks),
    sent: fc.constantFrom(...networks),
    settle: fc.constantFrom(...networks),
  }),
  outcome: fc.constantFrom(...outcomes),
  dies: fc.constantFrom('no', 'no', 'no', 'after the leave', 'after the effect'),
  pause: fc.constantFrom(0, 0, 1000, 7000, 22_000),
});

/** In ms: up to 30 hours. */
const shift = fc.integer({ min: -30 * 3_600_000, max: 30 * 3_600_000 });

test('each write is sent at most once and only with recorded permission, and the server gets every outcome', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 4, maxLength: 10 }),
      fc.tuple(shift, shift),
      async (writes, shifts) => {
        const team = newTeam();
        const desks = [team.desk('ana'), team.desk('ben')];
        // A machine's own clock may be a day off. The server's clock decides.
        for (const [at, { clock }] of desks.entries()) {
          const { wall } = clock;
          Object.assign(clock, { wall: () => wall() + (shifts[at] ?? 0) });
        }
        const journals: TeamJournal[] = [];
        for (const desk of desks) journals.push(await desk.open());
        /** The effects at the service, and the outcome that each machine knows. */
        const effects: { readonly action: string; readonly id: string }[] = [];
        const known = new Map<string, string>();
        for (const [at, { desk: which, action, network, outcome, dies, pause }] of writes.entries()) {
          const [desk, journal] = [desks[which], journals[which]];
          if (!desk || !journal) continue;
          const id = requestId(at);
          desk.network = network.prepare;
          const prepared = await journal.prepare(payout(at, { fingerprint: `2:${action}` }));
          if (prepared.ok) {
            desk.network = network.sent;
            const sent = await journal.sent(id);
            const leaves = sent.ok && journal.stale(id) === undefined;
            if (leaves) {
              const [row] = await team.server.admin(
                `SELECT state FROM purser.intents WHERE request_id = '${id}'`,
              );
              expect(row).toEqual({ state: 'SENT' });
              if (dies !== 'after the leave' && outcome !== 'REFUSED') effects.push({ action, id });
            }
            desk.network = network.settle;
            if (dies === 'no' || !leaves) {
              const word = leaves ? outcome : 'NOT SENT';
              known.set(id, word);
              await journal.settle(id, word);
            } else {
              desk.die();
              desk.network = 'up';
              journals[which] = await desk.open();
            }
          }
          desk.network = 'up';
          await team.pass(pause);
        }
        await team.pass(40_000);
        // No action was done twice: the first write prevented the others, even if its console died.
        expect(new Set(effects.map(({ action }) => action)).size).toBe(effects.length);
        const found =
          await team.server.admin(`SELECT i.request_id, i.state, (SELECT verdict FROM purser.transitions t
        WHERE t.request_id = i.request_id AND verdict IS NOT NULL) AS verdict FROM purser.intents i`);
        for (const { request_id: id, state, verdict } of found) {
          const word = known.get(String(id));
          const done = effects.some(effect => effect.id === id);
          expect(['PREPARED', 'SENT']).not.toContain(state);
          if (word === 'DONE')
            expect([state, verdict]).toEqual(state === 'DONE' ? ['DONE', null] : ['RESOLVED', 'DONE']);
          if (done) expect(['NOT SENT', 'REFUSED']).not.toContain(state);
          if (verdict === 'NOT DONE') expect(done).toBe(false);
        }
        const lines = await (journals[0] as TeamJournal).audit(10_000);
        expect(lines.ok).toBe(true);
        const sealed = await team.server.admin(
          'SELECT number::int, line AS text, hash FROM purser.audit WHERE realm = 1 ORDER BY number',
        );
        expect(checkChain(sealed as never)).toMatchObject({ ok: true });
        for (const journal of journals) await journal.close();
      },
    ),
    { seed: 20261122, numRuns: repeated(6, 12) },
  );
}, 300_000);
