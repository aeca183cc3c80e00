/** A team in one process: its consoles share a journal file, and the rest of the team's data is in memory. */

import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Held, Row } from '../../src/journal/intent.ts';
import type { Journal, ReadResult } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import type { Note, SharedView, Together, Whereabouts } from '../../src/journal/together.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { t } from '../../src/lib/visible.ts';
import { customerKey } from '../../src/store/workspace.ts';
import { machine, temporaryFile, whole } from '../journal/parts.ts';

export interface Room {
  /** Opens the journal for this person. */
  as(person: string): OpenJournal;
  /** Where each person is. Tests also add colleagues without a console. */
  readonly where: Map<string, Whereabouts | undefined>;
  readonly notes: (Note & { readonly of: string })[];
  readonly held: Map<string, Held>;
  readonly views: SharedView[];
  /** The server does not answer. */
  away: boolean;
}

const AT = Date.UTC(2026, 10, 20, 9);

export function room(people: readonly string[]): Room {
  const host = machine();
  const file = temporaryFile();
  let changes = 0;
  const made: Room = {
    where: new Map(),
    notes: [],
    held: new Map(),
    views: [],
    away: false,
    as: person => async () => {
      const parts = {
        file,
        clock: systemClock(),
        processes: host.processes(),
        redact: (text: string) => text,
      };
      const local = localJournal(whole(openJournal(parts)));
      return { journal: { ...inTeam(local), together: together(local, person) }, fingerprint };
    },
  };
  const withHeld = (row: Row, owner: string): Row =>
    row.state === 'UNKNOWN' ? { ...row, held: made.held.get(row.intent.requestId) ?? { owner } } : row;

  /** The first person owns every entry until it is handed over. */
  function inTeam(local: Journal): Journal {
    const held = (found: ReadResult<readonly Row[]>): ReadResult<readonly Row[]> =>
      found.ok ? { ok: true, value: found.value.map(row => withHeld(row, people[0] ?? '')) } : found;
    return {
      ...local,
      list: async wanted => held(await local.list(wanted)),
      async settle(...outcome) {
        const done = await local.settle(...outcome);
        return done.ok ? { ...done, row: withHeld(done.row, people[0] ?? '') } : done;
      },
      unresolved: async () => held(await local.unresolved()),
      version: async () => Number(await local.version()) * 1000 + changes,
    };
  }

  const away = { ok: false, unreadable: t`away`, unwritable: t`away`, why: t`The server is away.` } as const;

  function together(local: Journal, person: string): Together {
    async function change(requestId: string, to: (held: Held) => Held) {
      const found = await local.get(requestId);
      if (!found.ok || !found.value) return { ok: false as const, barred: t`no such entry` };
      const before = made.held.get(requestId) ?? { owner: people[0] ?? '' };
      made.held.set(requestId, to(before));
      changes += 1;
      return { ok: true as const, row: withHeld(found.value, '') };
    }
    return {
      async look(where, customers) {
        if (made.away) return away;
        made.where.set(person, where);
        const asked = new Set(customers.map(customerKey));
        const here = [...made.where].flatMap(([other, place]) =>
          place && other !== person && asked.has(customerKey(place.customer))
            ? [{ person: other, ...place }]
            : [],
        );
        const counts = customers.flatMap(customer => {
          const notes = made.notes.filter(({ of }) => of === customerKey(customer)).length;
          return notes === 0 ? [] : [{ customer, notes }];
        });
        return { ok: true, value: { me: person, people, here, counts } };
      },
      notes: async customer => ({
        ok: true,
        value: made.notes.filter(({ of }) => of === customerKey(customer)).toReversed(),
      }),
      async addNote(customer, text, record) {
        if (made.away) return away;
        const number = made.notes.length + 1;
        const note = { number, author: person, at: AT, text, ...(record !== undefined && { record }) };
        made.notes.push({ ...note, of: customerKey(customer) });
        return { ok: true };
      },
      joinNote: async () => ({ ok: true }),
      handOver: (requestId, to) =>
        change(requestId, ({ owner }) =>
          to === person ? { owner: to } : { owner, offer: { to, by: person } },
        ),
      answer: (requestId, accepts) => change(requestId, ({ owner }) => ({ owner: accepts ? person : owner })),
      views: async () => ({ ok: true, value: [...made.views] }),
      async shareView(place, name, view) {
        const at = made.views.findIndex(one => one.place === place && one.name === name);
        const other = made.views[at];
        if (other && other.person !== person)
          return { ok: false, why: t`Somebody else shares a view of this name.` };
        if (at >= 0) made.views.splice(at, 1);
        made.views.push({ place, name, person, view });
        return { ok: true };
      },
      async unshareView(place, name) {
        const at = made.views.findIndex(one => one.place === place && one.name === name);
        if (at >= 0) made.views.splice(at, 1);
        return { ok: true };
      },
    };
  }
  return made;
}
