/** Notes in the file of one machine and on a team's server: the same contract, and how local notes join the team's. */
import { describe, expect, test } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { checkAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { hashOf } from '../../src/journal/stored-row.ts';
import type { LocalNotes, Notes } from '../../src/journal/together.ts';
import { manualClock } from '../harness/clock.ts';
import { openWhole, start, temporaryFile } from './parts.ts';
import { newServer, SERVICE } from './pglite.ts';
import { newTeam, type Team } from './team-parts.ts';

const customer = { userId: 'user-1', onBehalfOf: 'account-9' };
const other = { userId: 'user-1' };

interface NotesWorld {
  open(person: 'Ana' | 'Ben'): Promise<Journal>;
  notesOf(journal: Journal): Notes;
  advance(ms: number): void;
}

const notesOf = (
  journal: Journal,
  service: Parameters<NonNullable<Journal['notes']>>[0] = SERVICE,
): LocalNotes => {
  const notes = journal.notes?.(service);
  if (!notes) throw new Error('a team has no local notes');
  return notes;
};

const localWorld = (): NotesWorld => {
  const file = temporaryFile();
  const clock = manualClock(start);
  return {
    open: async person => localJournal(openWhole({ file, clock, operator: person })),
    notesOf,
    advance: ms => clock.advance(ms),
  };
};

const serverWorld = (): NotesWorld => {
  const server = newServer();
  return {
    open: person => server.open(person === 'Ana' ? 'ana' : 'ben'),
    notesOf(journal) {
      if (!journal.together) throw new Error('no team');
      return journal.together;
    },
    advance: ms => server.advance(ms),
  };
};

describe.each([
  ['the file of one machine', localWorld],
  ['the server of a team', serverWorld],
])('notes in %s', (_, begin) => {
  test('are listed newest first for their customer, on every console, and the log has only their hash', async () => {
    const world = begin();
    const [ana, ben] = [await world.open('Ana'), await world.open('Ben')];
    const [hers, his] = [world.notesOf(ana), world.notesOf(ben)];
    const text = 'called at 10:00\0, card 4111 1111 1111 1111 \ud800';
    expect(await hers.addNote(customer, text)).toEqual({ ok: true });
    world.advance(1000);
    expect(await his.addNote(customer, 'sent the form', 'record-1')).toEqual({ ok: true });
    expect(await his.addNote(other, 'elsewhere')).toEqual({ ok: true });
    const found = await hers.notes(customer);
    expect(found).toMatchObject({
      ok: true,
      value: [
        { author: 'Ben', text: 'sent the form', record: 'record-1', at: start + 1000 },
        {
          author: 'Ana',
          text: expect.stringMatching(/^called at 10:00␀, card [^4]*1111 \ufffd$/),
          at: start,
        },
      ],
    });
    expect(await his.notes(customer)).toEqual(found);
    expect(await his.notes({ userId: 'user-2' })).toEqual({ ok: true, value: [] });
    const lines = await ana.audit(20);
    const logged = lines.ok ? lines.value.filter(({ kind }) => kind === 'note') : [];
    const texts = [...(found.ok ? found.value : []), { text: 'elsewhere' }].map(note => note.text);
    // Of the kept text: the hash of a card number would give the number away.
    expect(logged.map(({ detail }) => detail['hash']).toSorted()).toEqual(texts.map(hashOf).toSorted());
    expect(JSON.stringify(lines)).not.toMatch(/sent the form|called at|elsewhere/);
  });

  test('have 1 to 500 characters', async () => {
    const world = begin();
    const notes = world.notesOf(await world.open('Ana'));
    for (const text of ['', 'x'.repeat(501)])
      expect(await notes.addNote(customer, text)).toMatchObject({ ok: false, why: /1 to 500/ });
    expect(await notes.addNote(customer, 'ж'.repeat(500))).toEqual({ ok: true });
    expect(await notes.notes(customer)).toMatchObject({ value: [{ text: 'ж'.repeat(500) }] });
  });

  test('are found under every spelling of the customer, and keep hostile texts', async () => {
    const world = begin();
    const notes = world.notesOf(await world.open('Ana'));
    const id = '0a1b2c3d-0000-4000-8000-000000000001';
    const text = '\u001b]52;c;AA\u0007\u202e\'); DROP TABLE notes; --\n{"ok": true}';
    expect(await notes.addNote({ userId: id.toUpperCase() }, text, "r'--")).toEqual({ ok: true });
    expect(await notes.notes({ userId: id })).toMatchObject({ value: [{ text, record: "r'--" }] });
  });

  test('are the newest 200', async () => {
    const world = begin();
    const notes = world.notesOf(await world.open('Ana'));
    for (let number = 1; number <= 203; number++) await notes.addNote(customer, `note ${number}`);
    const found = await notes.notes(customer);
    expect(found.ok && found.value).toHaveLength(200);
    expect(found.ok && found.value[0]?.text).toBe('note 203');
  });
});

test('local notes are counted for each customer of one service', async () => {
  const journal = localJournal(openWhole());
  const notes = notesOf(journal);
  for (const one of [customer, customer, other]) await notes.addNote(one, 'x');
  expect(await notes.counts()).toEqual({
    ok: true,
    value: [
      { customer: other, notes: 1 },
      { customer, notes: 2 },
    ],
  });
  const elsewhere = notesOf(journal, { ...SERVICE, clientId: 'client-2' });
  expect(await elsewhere.counts()).toEqual({ ok: true, value: [] });
  expect(await elsewhere.notes(customer)).toEqual({ ok: true, value: [] });
  // A team's server ignores a slash at the end too.
  const same = notesOf(journal, { ...SERVICE, baseUrl: `${SERVICE.baseUrl}/` });
  expect(await same.notes(customer)).toMatchObject({ value: [{ text: 'x' }, { text: 'x' }] });
});

test("nobody can change or delete a local note, and the file's log stays whole", async () => {
  const file = temporaryFile();
  const journal = localJournal(openWhole({ file }));
  await notesOf(journal).addNote(customer, 'a note');
  const database = openSqlite(file, { readOnly: false, busyMs: 0 });
  for (const sql of ["UPDATE notes SET text = 'y'", 'DELETE FROM notes', 'UPDATE notes SET joined = 0'])
    expect(() => database.exec(sql), sql).toThrow(/only grows/);
  database.close();
  expect(checkAudit({ file })).toMatchObject({ ok: true });
});

test('a note that the disk refuses is not added, and the sentence says why', async () => {
  const file = temporaryFile();
  const journal = localJournal(openWhole({ file, busyMs: 20 }));
  const blocker = openSqlite(file, { readOnly: false, busyMs: 0 });
  blocker.exec('BEGIN IMMEDIATE');
  expect(await notesOf(journal).addNote(customer, 'x')).toMatchObject({
    ok: false,
    why: /another console has it open/,
  });
  blocker.exec('ROLLBACK');
  blocker.close();
  expect(await notesOf(journal).notes(customer)).toEqual({ ok: true, value: [] });
});

/** Notes that a desk wrote before its profile named a team. */
async function wroteAlone(desk: ReturnType<Team['desk']>, texts: readonly string[]): Promise<void> {
  const alone = openWhole({ file: desk.file, clock: desk.clock, operator: 'ana.s' });
  for (const text of texts) await notesOf(localJournal(alone)).addNote(customer, text, 'record-1');
  await notesOf(localJournal(alone), { ...SERVICE, clientId: 'client-2' }).addNote(
    customer,
    'not of this service',
  );
  alone.close();
}

const BEAT = 5000;

const teamNotes = async (team: Team) => {
  const found = await (await team.desk('ben').open()).together.notes(customer);
  return found.ok ? found.value.map(({ author, text, at, record }) => ({ author, text, at, record })) : [];
};

describe('local notes join the notes of a team', () => {
  test('once, with their time and the person of the console', async () => {
    const team = newTeam();
    const desk = team.desk();
    await wroteAlone(desk, ['first', 'second']);
    await team.pass(60_000);
    const journal = await desk.open();
    expect(journal.notes).toBeUndefined();
    for (let beats = 0; beats < 3; beats++) await team.pass(BEAT);
    const joined = [
      { author: 'Ana', text: 'second', at: start, record: 'record-1' },
      { author: 'Ana', text: 'first', at: start, record: 'record-1' },
    ];
    expect(await teamNotes(team)).toEqual(joined);
    desk.die();
    await desk.open();
    for (let beats = 0; beats < 3; beats++) await team.pass(BEAT);
    expect(await teamNotes(team)).toEqual(joined);
    // The machine keeps its own, also if the profile has no team any more.
    const alone = notesOf(localJournal(openWhole({ file: desk.file })));
    expect(await alone.notes(customer)).toMatchObject({ value: [{ text: 'second' }, { text: 'first' }] });
    expect(await alone.unjoined(9)).toEqual({ ok: true, value: [] });
  });

  test('once, if the answer of the server is lost', async () => {
    const team = newTeam();
    const desk = team.desk();
    await wroteAlone(desk, ['first', 'second']);
    const journal = await desk.open();
    let lost = 0;
    desk.onAsk = sql => {
      if (!sql.includes('add_note')) return;
      desk.network = 'lost answer';
      lost++;
    };
    await team.pass(BEAT);
    expect(lost).toBeGreaterThan(0);
    desk.onAsk = () => {};
    desk.network = 'up';
    for (let beats = 0; beats < 3; beats++) await team.pass(BEAT);
    expect((await journal.together.notes(customer)).ok).toBe(true);
    expect((await teamNotes(team)).map(({ text }) => text).toSorted()).toEqual(['first', 'second']);
    const kept = notesOf(localJournal(openWhole({ file: desk.file })));
    expect(await kept.unjoined(9)).toEqual({ ok: true, value: [] });
  });

  test('later, if the server is away', async () => {
    const team = newTeam();
    const desk = team.desk();
    await wroteAlone(desk, ['first']);
    await desk.open();
    desk.network = 'lost request';
    await team.pass(4 * BEAT);
    expect(await teamNotes(team)).toEqual([]);
    desk.network = 'up';
    for (let beats = 0; beats < 3; beats++) await team.pass(BEAT);
    expect((await teamNotes(team)).map(({ text }) => text)).toEqual(['first']);
  });
});
