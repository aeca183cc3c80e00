/** Machines of a team, each with a local file and a connection that the test can break. */
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { localJournal } from '../../src/journal/local-journal.ts';
import { type Link, NoAnswer } from '../../src/journal/postgres/link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import { openTeam, type TeamJournal } from '../../src/journal/team/team-journal.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { machine, openWhole, requestId, start, temporaryFile } from './parts.ts';
import { newServer, type Person, SERVICE, type Server } from './pglite.ts';

/** `lost request`: the request never reaches the server. `lost answer`: the server acts, but its answer is lost. */
type Network = 'up' | 'lost request' | 'lost answer';

/** One machine. Its processes follow one another on the same local file. */
export interface Desk {
  network: Network;
  /** Called before each request to the server. */
  onAsk: (sql: string) => void;
  readonly clock: ManualClock;
  readonly file: string;
  open(): Promise<TeamJournal>;
  /** Ends the process: its lease is not renewed, and the next `open` starts another process. */
  die(): void;
}

export interface Team {
  readonly server: Server;
  desk(person?: Person): Desk;
  /** Advances the clocks of all machines and of the server, and waits for their work. */
  pass(ms: number): Promise<void>;
}

export function newTeam(server: Server = newServer()): Team {
  const desks: (Desk & { idle(): Promise<void> })[] = [];
  let hosts = 0;
  return {
    server,
    desk(person = 'ana') {
      const host = `desk-${++hosts}`;
      const processes = machine();
      const clock = manualClock(start);
      const file = temporaryFile();
      let living: { readonly end: () => void } | undefined;
      let asked: Promise<unknown> = Promise.resolve();
      const desk: Desk & { idle(): Promise<void> } = {
        network: 'up',
        onAsk: () => {},
        clock,
        file,
        async open() {
          const born = processes.processes();
          let dead = false;
          living = {
            end() {
              dead = true;
              processes.end(born);
            },
          };
          const real = server.link(person);
          const link: Link = {
            ...real,
            rows(sql, ...values) {
              const answer = (async () => {
                desk.onAsk(sql);
                if (dead || desk.network === 'lost request') throw new NoAnswer();
                const found = await real.rows(sql, ...values);
                if (desk.network === 'lost answer') throw new NoAnswer();
                return found;
              })();
              asked = Promise.allSettled([asked, answer]);
              return answer;
            },
          };
          const opened = await openTeam({
            local: localJournal(openWhole({ file, clock, processes: born })),
            clock,
            openServer: () =>
              openServer({
                link,
                service: SERVICE,
                machine: { host, pid: born.self.pid },
                uuid: randomUUID,
                redact: maskCardNumbers,
              }),
          });
          if ('locked' in opened) throw new Error(opened.locked);
          onTestFinished(() => opened.close());
          return opened;
        },
        die() {
          living?.end();
        },
        async idle() {
          for (let seen: unknown; seen !== asked; ) {
            seen = asked;
            await asked;
            await new Promise(resolve => setImmediate(resolve));
          }
        },
      };
      desks.push(desk);
      return desk;
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        server.advance(Math.min(1000, left));
        for (const { clock } of desks) clock.advance(Math.min(1000, left));
        for (const desk of desks) await desk.idle();
      }
    },
  };
}

/** A team with the open journal of one machine. */
export async function openOne() {
  const team = newTeam();
  const desk = team.desk('ana');
  return { team, desk, journal: await desk.open() };
}

/** A team with the open journals of Ana's and Ben's machines. */
export async function openPair() {
  const { team, desk, journal } = await openOne();
  const other = team.desk('ben');
  return { team, desk, journal, other, colleague: await other.open() };
}

/** The transitions of an entry in the local file. */
export function inFile({ file, clock }: Desk, number: number): string | undefined {
  const found = openWhole({ file, clock }).get(requestId(number));
  return found.ok ? found.value?.transitions.map(({ to }) => to).join(' > ') : found.unreadable;
}
