// The team of a world: its server, the way to it, and what must be true of its record.

import { createPrivateKey, hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { approvalDigest, type Rule } from '../../src/journal/approvals.ts';
import type { Intent, Row, Transition } from '../../src/journal/intent.ts';
import type { StoredRow } from '../../src/journal/stored-row.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { rowsOf } from '../harness/ledger.ts';
import type { Desk } from './desk.ts';
import { stateOf, type TeamDoor } from './machine.ts';
import type { Judge } from './oracles.ts';
import type { TeamDeed } from './script.ts';
import { type DatabaseWeather, FAIR, teamLink } from './team-link.ts';
import { startTeamServer, type TeamOf } from './team-server.ts';
import type { Place, WorldTime } from './world-time.ts';

export type Team = Awaited<ReturnType<typeof startTeam>>;

export async function startTeam(
  time: WorldTime,
  { url, credentials }: Simulator,
  of: TeamOf,
  report: (place: Place, what: string) => void,
) {
  const service = { baseUrl: url, clientId: credentials.clientId };
  const server = await startTeamServer(time, service, of);
  let weather: DatabaseWeather = FAIR;
  let links = 0;
  let lostAt = NEVER;
  const sleeps = new Map<string, { readonly desk: Desk; readonly ms: number; step: number }>();
  let next: { readonly weather: DatabaseWeather; readonly from: StepOfAWrite } | undefined;
  /** The restored server has these entries from the machines, perhaps without their votes. */
  const imported = new Set<string>();
  const door: TeamDoor = {
    service,
    link: (place, clock, role) =>
      teamLink({
        ...{ time, server, place, clock, role, report },
        weather: () => weather,
        onStep,
        luck: time.luckOf(`database/${place.name}/${++links}`),
      }),
  };
  return {
    door,
    rows: server.rows,
    stateOf: server.stateOf,
    /** True too if the server has lost what it permitted a moment ago. */
    permits: async (requestId: string): Promise<boolean> => {
      if (time.now() - lostAt < PERMIT) return true;
      const sentAt = await server.sentAt(requestId);
      return sentAt !== undefined && time.clock.wall() - sentAt < PERMIT;
    },
    close: server.close,
    calm(): void {
      weather = FAIR;
      next = undefined;
      sleeps.clear();
    },
    sleepsAt(desk: Desk, step: number, ms: number): void {
      sleeps.set(desk.name, { desk, step, ms });
    },
    undergoes(deed: TeamDeed, desks: readonly Desk[]): void {
      switch (deed.kind) {
        case 'database':
          if (deed.from) next = { weather: deed.weather, from: deed.from };
          else becomes(deed.weather);
          break;
        case 'crash':
          time.hold(server.crash());
          break;
        case 'backup':
          time.hold(server.backUp());
          break;
        case 'restore':
          time.hold(restore());
          break;
        case 'runbook':
          time.hold(runbook(desks));
      }
    },
    async checkAgreed(judge: Judge, rows: readonly Row[], { wire }: Simulator): Promise<void> {
      const [requests, votes] = [await server.requests(), await server.votes()];
      const early = of.rules.flatMap(rule =>
        rows
          .filter(({ intent }) => isCovered(intent, rule) && !imported.has(intent.requestId))
          .filter(row =>
            row.transitions.some(
              step => step.to === 'SENT' && voters(row, step, requests, votes).size < rule.votes,
            ),
          ),
      );
      if (of.rules.length > 0)
        judge.check('agreed', early.length === 0, () =>
          early
            .map(({ intent }) => `${intent.operation} ${intent.requestId} was SENT without its votes`)
            .join('; '),
        );
      for (const { headers, body, operation } of wire.slice(-MOST_REQUESTS)) {
        const [id] = headers['x-request-id'] ?? [];
        const asked = requests.find(each => each['request_id'] === id);
        const row = rows.find(({ intent }) => intent.requestId === id);
        if (!asked || !row) continue;
        const [salt, its] = [asked['salt'], asked['sent_hash']];
        const same =
          its === null ? (row.intent.body ?? '') === body : hash('sha256', `${salt} ${body}`, 'hex') === its;
        judge.check('agreed', same, () => `${operation} ${id}: sent ${body}, approved ${row.intent.body}`);
      }
    },
    async checkOwners(judge: Judge, rows: readonly Row[]): Promise<void> {
      const accepted = await server.accepted();
      const people = new Map(of.operators);
      for (const { intent, held, transitions } of rows) {
        if (!held || imported.has(intent.requestId)) continue;
        const taken = accepted.findLast(each => each['request_id'] === intent.requestId);
        const owner = taken ? String(taken['to_person']) : people.get(transitions[0]?.operator ?? '');
        judge.check(
          'record',
          held.owner === owner,
          () => `${intent.requestId} is of ${held.owner}, not of ${owner}`,
        );
      }
    },
    async checkRecord(judge: Judge): Promise<void> {
      const checked = await server.check();
      judge.check(
        'record',
        checked?.problems.length === 0,
        () => checked?.problems.join('\n') ?? 'no record',
      );
    },
  };

  function becomes(now: DatabaseWeather): void {
    next = undefined;
    weather = now;
    if (weather.refused === 1) server.hangUp();
  }

  function onStep(place: Place, done: boolean): void {
    const sleep = sleeps.get(place.name.split('-')[0] ?? '');
    if (done && sleep && --sleep.step <= 0) {
      sleeps.delete(sleep.desk.name);
      sleep.desk.undergoes({ kind: 'sleep', ms: sleep.ms });
    }
    if (next?.from.done !== done) return;
    if (next.from.step <= 1) becomes(next.weather);
    else next = { ...next, from: { done, step: next.from.step - 1 } };
  }

  async function restore(): Promise<void> {
    if (await server.restore()) lostAt = time.now();
  }

  /** See docs/team.md. */
  async function runbook(desks: readonly Desk[]): Promise<void> {
    if (lostAt === NEVER) return;
    for (const desk of desks) desk.end();
    for (const { name, machine, file } of desks) {
      const rows = rowsOf(file);
      for (const { intent } of rows) imported.add(intent.requestId);
      await server.bringIn(name, path.basename(machine.folder), rows);
      for (const kept of fs.readdirSync(stateOf(machine)))
        if (kept.startsWith('team-head-')) fs.rmSync(path.join(stateOf(machine), kept));
    }
    await server.reopen();
  }

  /** The persons who approved exactly this request before it was sent. */
  function voters(
    row: Row,
    sent: Transition,
    requests: readonly StoredRow[],
    votes: readonly StoredRow[],
  ): Set<string> {
    const { requestId } = row.intent;
    const asked = requests.find(each => each['request_id'] === requestId);
    if (!asked) return new Set();
    const asker = String(asked['asked_by']);
    const expiresAt = Number(asked['expires_at']);
    const [salt, sentHash] = [asked['salt'], asked['sent_hash']];
    const digest = approvalDigest({
      ...{ intent: row.intent, asker, expiresAt },
      warnings: JSON.parse(String(asked['warnings'])),
      ...(sentHash !== null && { hidden: { salt: String(salt), hash: String(sentHash) } }),
    });
    if (sent.at > expiresAt) return new Set();
    const people = votes
      .filter(
        vote =>
          vote['request_id'] === requestId &&
          vote['vote'] === 'approve' &&
          vote['digest'] === digest &&
          Number(vote['number']) < (sent.number ?? 0),
      )
      .map(vote => String(vote['voter']));
    return new Set(people.filter(person => person !== asker));
  }
}

/** An unknown amount is over every limit. */
function isCovered({ operation, amounts }: Intent, rule: Rule): boolean {
  const { currency, over = -1 } = rule;
  if (operation !== rule.operation) return false;
  return (
    amounts?.some(
      each =>
        (currency === undefined || each.currency?.toUpperCase() === currency) &&
        !(Number(each.amount) <= Number(over)),
    ) ?? true
  );
}

/** Between two looks there are fewer. */
const MOST_REQUESTS = 300;

interface StepOfAWrite {
  readonly step: number;
  readonly done: boolean;
}

/** In ms: a permission of the server is valid for five seconds after the console asked, which is before the server's SENT. */
const PERMIT = 6000;
const NEVER = Number.NEGATIVE_INFINITY;

/** With the rows that only the machine has, because a restored server lost them. */
export const withLost = (team: readonly Row[], machine: readonly Row[]): readonly Row[] => {
  const known = new Set(team.map(row => row.intent.requestId));
  return [...team, ...machine.filter(row => !known.has(row.intent.requestId))];
};

/** Every row of the team, as this machine knows it. Its file does not say that a write is the duplicate of a colleague's write. */
export const asKnownIn = (team: readonly Row[], machine: readonly Row[]): readonly Row[] => {
  const own = new Map(machine.map(row => [row.intent.requestId, row]));
  return team.map(row => {
    const { duplicateOf } = row;
    const known = own.get(row.intent.requestId) ?? row;
    return duplicateOf === undefined ? known : { ...known, duplicateOf };
  });
};

/** A key of 32 bytes in hex, because a new key would be another one in each run. */
export function writeMachineKey(folder: string, hex: string): void {
  const key = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${hex}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  fs.writeFileSync(path.join(folder, 'machine-key.pem'), key.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
}
