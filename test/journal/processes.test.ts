import fs from 'node:fs';
import { expect, test } from 'vitest';
import { systemProcesses } from '../../src/journal/processes.ts';
import { startChild } from './children.ts';
import { machine, open, openWhole, payout, requestId, temporaryFile, whole } from './parts.ts';

test('if several processes prepare the same action, exactly one wins [E9b]', async () => {
  const file = temporaryFile();
  const rounds = 25;
  // The journal does not exist yet, so the race includes its creation.
  const rivals = [1, 2, 3].map(number => startChild(file, 'race', number, rounds));
  await Promise.all(rivals.map(rival => rival.said(1)));
  for (const rival of rivals) rival.go();
  await Promise.all(rivals.map(rival => rival.said(rounds + 2)));
  const said = rivals.flatMap(rival => rival.lines);
  for (let round = 0; round < rounds; round++) {
    const results = said.filter(line => line.split(' ')[1] === String(round)).toSorted();
    expect(results).toEqual([`lost ${round}`, `lost ${round}`, `won ${round}`]);
  }
  // While the rivals live, their rows stay. After they end, all their rows are UNKNOWN.
  const journal = openWhole({ file, processes: systemProcesses() });
  expect(journal.recover()).toEqual({ recovered: [] });
  for (const rival of rivals) rival.kill();
  await Promise.all(rivals.map(rival => rival.ended));
  expect(journal.recover().recovered.length).toBe(rounds);
}, 60_000);

test('a full disk in a real process returns a failure, and the written rows are complete [E6a]', async () => {
  const file = temporaryFile();
  whole(open({ file })).close();
  const child = startChild(file, 'write', 0, 0, { shell: 'ulimit -f 600' });
  await child.ended;
  const refusal = child.lines.find(line => line.startsWith('failed'));
  expect(refusal).toMatch(/^failed \d+ \{"ok":false,"unwritable":"The journal can't be written: the disk /);
  const written = child.lines.filter(line => line.startsWith('prepare ')).length;
  expect(written).toBeGreaterThan(3);
  const journal = openWhole({ file });
  const all = journal.list({ limit: 1000 });
  // Writes that reached only SQLite's log do not count, because they were taken back or stayed PREPARED.
  const kept = all.ok ? all.value.filter(({ state }) => !['NOT SENT', 'PREPARED'].includes(state)) : [];
  expect(kept.length).toBeLessThanOrEqual(written);
  expect(all.ok && all.value.length).toBeGreaterThanOrEqual(written);
  expect(journal.prepare(payout(900)).ok).toBe(true);
}, 60_000);

test('a process counts as alive only if it runs and has the recorded start time [E2]', async () => {
  const { self, alive } = systemProcesses();
  expect(alive(self)).toBe(true);
  expect(systemProcesses().self).toEqual(self);
  expect(alive({ ...self, started: `${self.started}0` })).toBe(false);
});

test('a row that another console recovered and sent meanwhile is left to that console [E5 E9b]', () => {
  const file = temporaryFile();
  const { processes, end } = machine();
  const [first, second, third] = [processes(), processes(), processes()];
  openWhole({ file, processes: first }).prepare(payout(1, { repeatable: true }));
  end(first);
  const other = openWhole({ file, processes: second });
  const slow = openWhole({
    file,
    processes: {
      self: third.self,
      alive: owner => {
        expect(other.recover().recovered.length).toBe(1);
        expect(other.repeat(requestId(1)).ok).toBe(true);
        return third.alive(owner);
      },
    },
  });
  expect(slow.recover()).toEqual({ recovered: [] });
  expect(other.settle(requestId(1), 'DONE')).toMatchObject({ ok: true, row: { state: 'DONE' } });
});

test.runIf(process.platform === 'linux')('a zombie process counts as ended [E2]', async () => {
  const child = startChild(temporaryFile(), 'race', 1, 0);
  await child.said(1);
  const stat = () => fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const living = stat().split(' ')[21];
  const { self, alive } = systemProcesses();
  const started = self.started.replace(/ \d+$/, ` ${living}`);
  expect(alive({ pid: child.pid, started })).toBe(true);
  child.kill();
  // The process stays a zombie while this process handles no events.
  while (!stat().includes(') Z ')) fs.statSync('/');
  expect(alive({ pid: child.pid, started })).toBe(false);
  await child.ended;
  expect(alive({ pid: child.pid, started })).toBe(false);
});
