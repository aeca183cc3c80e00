// A machine: its folder, its processes, and the journal as each of its processes opens it.

import path from 'node:path';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import type { Link } from '../../src/journal/postgres/link.ts';
import { openServer } from '../../src/journal/postgres/server-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { type OpenDatabase, openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { machineKeyIn } from '../../src/journal/team/machine-key.ts';
import { headFileOf } from '../../src/journal/team/open-team.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { witnessIn } from '../../src/journal/team/witness.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { maskBody } from '../../src/lib/redact.ts';
import type { Place } from './world-time.ts';

/** Its processes share its journal. */
export interface Machine {
  readonly folder: string;
  /** Its operators share this journal with the team. */
  readonly team: TeamDoor | undefined;
  /** Every process that it had. */
  readonly processes: Map<string, Place>;
}

/** How the processes of a machine reach the team's server. */
export interface TeamDoor {
  readonly service: { readonly baseUrl: string; readonly clientId: string };
  readonly link: (place: Place, clock: Clock, role: string) => Link;
}

export const stateOf = ({ folder }: Machine): string => path.join(folder, 'state');

export const journalOf = (machine: Machine): string => path.join(stateOf(machine), 'journal.db');

/** A process that has died does nothing any more, and gets no answers. */
function mortal(journal: Journal, place: Place): Journal {
  const never = new Promise<never>(() => {});
  return new Proxy(journal, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (!place.alive) return never;
        const result: unknown = Reflect.apply(member, target, given);
        return place.alive ? result : never;
      };
    },
  });
}

export interface JournalParts {
  readonly machine: Machine;
  readonly place: Place;
  readonly clock: Clock;
  readonly operator: string;
  readonly open?: OpenDatabase;
}

/** Opens the machine's journal for the process, which is in the machine's list from now on. */
export function journalFor({
  machine,
  place,
  clock,
  operator,
  open = openSqlite,
}: JournalParts): OpenJournal {
  const all = machine.processes;
  all.set(place.name, place);
  const processes: Processes = {
    self: { pid: all.size, started: place.name },
    alive: ({ started }) => all.get(started)?.alive === true,
  };
  return async () => {
    const opened = openJournal({
      ...{ file: journalOf(machine), clock, processes, redact: maskBody, operator, open },
      // A simulated process can't wait for another one.
      busyMs: 0,
    });
    if ('locked' in opened) return opened;
    const local = mortal(localJournal(opened), place);
    if (!machine.team) return { journal: local, fingerprint };
    const journal = await teamJournal(machine, machine.team, {
      local,
      place,
      clock,
      operator,
      pid: processes.self.pid,
    });
    return 'locked' in journal ? journal : { journal: mortal(journal, place), fingerprint };
  };
}

/** As open-team.ts opens it. */
function teamJournal(
  machine: Machine,
  { service, link }: TeamDoor,
  {
    local,
    place,
    clock,
    operator,
    pid,
  }: Pick<JournalParts, 'place' | 'clock' | 'operator'> & { readonly local: Journal; readonly pid: number },
) {
  const key = machineKeyIn(path.join(stateOf(machine), 'machine-key.pem'));
  return openTeam({
    ...(key && { key }),
    ...{ local, clock },
    openServer: known =>
      openServer({
        ...(known && { known }),
        ...{ link: link(place, clock, operator), service },
        machine: { host: path.basename(machine.folder), pid },
        uuid: () => place.luck.uuid(),
        redact: maskBody,
      }),
    witness: witnessIn(path.join(stateOf(machine), headFileOf(service))),
  });
}
