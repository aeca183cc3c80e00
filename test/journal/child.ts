/** A separate process that writes to a journal. It prints each step after the step is on the disk. */
import fs from 'node:fs';
import type { Settlement } from '../../src/journal/intent.ts';
import type { FileJournal } from '../../src/journal/local-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { type Database, openSqlite } from '../../src/journal/sqlite/database.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';

const [file = '', job = '', number = '0', extra = '0', place = 'local'] = process.argv.slice(2);

const jobs: Readonly<Record<string, (journal: FileJournal) => void>> = { write, race, recover };

/** The process kills itself before this call to the database; 0 means never. */
const lastCall = job === 'race' ? 0 : Number(extra);
let calls = 0;
const journal = openJournal({
  file,
  clock: systemClock(),
  processes: systemProcesses(),
  redact: text => text,
  network: () => place === 'network',
  open: (path, opening) => counted(openSqlite(path, opening)),
});
if ('locked' in journal) say(`locked ${journal.locked}`);
else jobs[job]?.(journal);

function counted(real: Database): Database {
  const count = () => {
    if (++calls === lastCall) process.kill(process.pid, 'SIGKILL');
  };
  return {
    exec: sql => {
      count();
      real.exec(sql);
    },
    run: (sql, ...values) => {
      count();
      real.run(sql, ...values);
    },
    rows: (sql, ...values) => {
      count();
      return real.rows(sql, ...values);
    },
    close: () => real.close(),
  };
}

/** Writes one intent after the other, each through all its steps, from `number` on, until the process is killed. */
function write(journal: FileJournal): void {
  const outcomes: readonly Settlement[] = ['DONE', 'REFUSED', 'UNKNOWN', 'NOT SENT'];
  for (let at = Number(number); at < Number(number) + 200; at++) {
    const outcome = outcomes[at % outcomes.length] ?? 'DONE';
    step('prepare', at, journal.prepare(intent(at, `fingerprint ${at}`)));
    step('sent', at, journal.sent(id(at)));
    step(outcome, at, journal.settle(id(at), outcome, { status: 200, text: 'x'.repeat(at % 5000) }));
  }
}

/** Waits for the signal, then prepares the same actions as its rivals. */
function race(journal: FileJournal): void {
  say('ready');
  fs.readSync(0, Buffer.alloc(1));
  for (let round = 0; round < Number(extra); round++) {
    const at = round * 10 + Number(number);
    // In odd rounds only the name is the same.
    const print = round % 2 === 0 ? `round ${round}` : `round ${round} of ${number}`;
    const result = journal.prepare({ ...intent(at, print), uses: [`round ${round}`] });
    if (result.ok) say(`won ${round}`);
    else if ('equal' in result) say(`lost ${round}`);
    else say(`failed ${round} ${JSON.stringify(result)}`);
  }
  say('finished');
  fs.readSync(0, Buffer.alloc(1));
}

function recover(journal: FileJournal): void {
  const before = calls;
  const { recovered } = journal.recover();
  say(`recovered ${recovered.length} in calls ${before + 1} to ${calls}`);
}

function step(name: string, at: number, result: { readonly ok: boolean }): void {
  say(`${result.ok ? name : 'failed'} ${at}${result.ok ? '' : ` ${JSON.stringify(result)}`}`);
}

function id(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

function intent(at: number, fingerprint: string): Parameters<FileJournal['prepare']>[0] {
  return {
    requestId: id(at),
    operation: 'payout.create',
    title: 'Create payout',
    class: 'money',
    profile: 'demo',
    environment: 'demo',
    baseUrl: 'http://127.0.0.1:8080',
    clientId: 'client-1',
    programId: 'program-1',
    customer: { userId: 'user-1' },
    method: 'POST',
    target: '/v1/payouts',
    body: `{"amount":${at}.10,"reason":"${'y'.repeat(at % 3000)}"}`,
    fingerprint: `2:${fingerprint}`,
    what: [{ label: 'Amount', value: `${at}.10` }],
    createdAt: Date.now(),
  };
}

/** Prints a line, which is written before this function returns. */
function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
