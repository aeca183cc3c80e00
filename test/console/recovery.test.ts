// Unresolved writes of an earlier console: the next console shows them first, and names no outcome.

import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Processes } from '../../src/journal/processes.ts';
import { Secret } from '../../src/lib/redact.ts';
import { startSimulator } from '../../src/sim/simulator.ts';
import { askToWrite } from '../../src/start/opening.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { rowsOf } from '../harness/ledger.ts';
import { patience } from '../harness/patience.ts';
import { machine, requestId, temporaryFile, written } from '../journal/parts.ts';
import { asProcess, intended, recordsNoOutcome } from './earlier-journals.ts';
import { fillsIn } from './paying.ts';
import { breaks, confirm, dialogOf, endsIn, pay, payee, pays, writesOf } from './writing.ts';

let first: TestConsole;
let file: string;
let host: ReturnType<typeof machine>;
let earlier: Processes;

beforeEach(() => {
  file = temporaryFile();
  host = machine();
  earlier = host.processes();
});

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  first = await startOnAccounts({ journalFile: file, processes: earlier, ...options });
};
/** Starts another console on the same machine, after the first console's process has ended. */
async function startAgain(options: ConsoleOptions = {}): Promise<TestConsole> {
  host.end(earlier);
  return startConsole({
    at: first.simulator,
    journalFile: file,
    processes: host.processes(),
    ...options,
  });
}
const effects = () => first.simulator.world.ledger.effects;

describe('at the start', () => {
  it('a write that was recorded and perhaps not sent is UNKNOWN with its request ID [E2]', async () => {
    await start();
    asProcess(file, earlier, journal => journal.prepare(intended(first.simulator, 7)));
    const console = await startAgain();
    await console.sees('1 UNRESOLVED');
    await console.sees(/› .*UNKNOWN +Create payout/);
    await console.sees('did not record whether it sent the request');
    expect(currentView(console.state()).cursorKey).toBe(requestId(7));
    expect(writesOf(console)).toEqual([]);
  });

  it('unresolved writes come before the screen from the command line [E3a–b]', async () => {
    await start({ openJournal: recordsNoOutcome(file, earlier) });
    await breaks(first, 'payout.create hang');
    void first.app.dialog.ask(pay(payee(first), '12.50', 'GBP'));
    await first.sees('Send the payout');
    await confirm(first, '12.50');
    await first.sees('Waiting for the response');
    const { requestId: id } = dialogOf(first);
    const seen = first.exchanges().length;
    const console = await startAgain({ opening: 'transactions/acc-1', cols: 120 });
    await console.sees('1 write is unresolved');
    await console.sees('1 UNRESOLVED');
    expect(currentView(console.state())).toMatchObject({ place: 'journal', cursorKey: id });
    // Only the sign-in was sent, and nothing for another screen.
    expect(
      console
        .exchanges()
        .slice(seen)
        .every(line => line.includes('login')),
    ).toBe(true);
    console.press('-');
    await console.sees('Transactions');
  });

  it('an outcome that was not recorded is UNKNOWN; sending the same request ID again returns the outcome [E4a–b]', async () => {
    await start({ openJournal: recordsNoOutcome(file, earlier) });
    await fillsIn(first);
    await confirm(first, '12.50');
    await endsIn(first, 'UNKNOWN');
    expect(effects()).toHaveLength(1);
    const { requestId: id } = dialogOf(first);
    const console = await startAgain();
    await console.sees('UNKNOWN');
    console.press('p');
    await console.sees('Send again: New payout');
    expect(dialogOf(console).requestId).toBe(id);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toHaveLength(1);
    expect(writesOf(console)).toHaveLength(2);
    await console.losesSight('UNRESOLVED');
  });

  it('no write is possible until the whole journal is open [E8a]', async () => {
    const looked = Promise.withResolvers<void>();
    const opens = recordsNoOutcome(file, earlier);
    await start({ openJournal: () => looked.promise.then(opens) });
    first.press('0');
    await first.sees('Opening the journal');
    const asked = first.app.dialog.ask(pay(payee(first), '12.50', 'GBP'));
    expect(first.state().overlay).toBeUndefined();
    looked.resolve();
    await asked;
    await first.sees('Send the payout');
    expect(writesOf(first)).toEqual([]);
  });

  it('neither unresolved writes nor the question about write access come over an open prompt', async () => {
    const looked = Promise.withResolvers<void>();
    await start();
    asProcess(file, earlier, journal => journal.prepare(intended(first.simulator, 7)));
    const openJournal = () => looked.promise.then(recordsNoOutcome(file, host.processes()));
    const console = await startAgain({ environment: 'production', openJournal });
    await console.sees('accounts, all');
    console.type('/x');
    await vi.waitFor(() => expect(currentView(console.state()).filter).toBe('x'), patience);
    askToWrite(console.app.store);
    looked.resolve();
    await vi.waitFor(() => expect(console.state().journal.kind).toBe('open'), patience);
    await console.drawn();
    expect(console.state().overlay).toBeUndefined();
    expect(currentView(console.state())).toMatchObject({ place: 'accounts', filter: 'x' });
    console.press('esc');
    await console.sees('Ask for write access');
    expect(currentView(console.state()).place).toBe('journal');
  });

  it('the unresolved writes are shown after a customer is chosen', async () => {
    await start();
    asProcess(file, earlier, journal => journal.prepare(intended(first.simulator, 7)));
    const console = await startAgain({ customer: 'none' });
    await console.sees('Großhandel');
    console.press('down', 'enter');
    await console.sees('1 write is unresolved');
  });

  it('the requested screen opens if nothing is unresolved', async () => {
    await start();
    await pays(first);
    await endsIn(first, 'DONE');
    const console = await startAgain({ opening: 'balances' });
    await console.sees('balances, all');
  });

  it('after a sign-in to another service its own unresolved writes come first', async () => {
    await start();
    const other = await startSimulator({ seed: 9 });
    asProcess(file, host.processes(), journal => journal.prepare(intended(first.simulator, 7)));
    asProcess(file, earlier, journal => journal.prepare(intended(other, 8)));
    const console = await startAgain();
    // The console that prepared this write still runs.
    await console.sees('1 being sent');
    console.press('2');
    await console.sees('accounts, all');
    const { credentials, url } = other;
    await console.app.session.signIn({
      clientId: credentials.clientId,
      apiKey: new Secret(credentials.apiKey),
      baseUrl: url,
      programId: credentials.programId,
    });
    await console.sees('no customer');
    console.type(other.customers[0]?.userId ?? '');
    console.press('enter');
    await console.sees(/› .*UNKNOWN/);
    await console.sees('1 write is unresolved');
    await console.sees('1 UNRESOLVED');
    expect(currentView(console.state())).toMatchObject({ place: 'journal', cursorKey: requestId(8) });
  });
});

describe('an outcome that could not be recorded', () => {
  it('is UNKNOWN on the screen and at exit, and can be resolved when the disk works again [E7a E7c]', async () => {
    let full = true;
    await start({ openJournal: recordsNoOutcome(file, earlier, () => full) });
    await pays(first);
    await endsIn(first, 'UNKNOWN');
    const { requestId: id } = dialogOf(first);
    await first.sees('could not be recorded');
    expect(first.flights.unknown().map(one => one.requestId)).toEqual([id]);
    first.press('enter');
    first.press('0');
    await first.sees('The journal could not record this');
    expect(first.screen.text()).toContain('1 UNRESOLVED');
    expect(rowsOf(file)).toMatchObject([{ state: 'SENT' }]);
    full = false;
    first.press('r');
    await first.sees('The request was sent, and the journal');
    expect(rowsOf(file)).toMatchObject([{ state: 'UNKNOWN' }]);
    expect(first.screen.text()).not.toContain('DONE');
  });

  it('is the outcome of the duplicate that a new request names', async () => {
    await start({ openJournal: recordsNoOutcome(file, earlier, () => true) });
    await pays(first);
    await endsIn(first, 'UNKNOWN');
    first.press('enter');
    await first.losesSight('could not be recorded');
    await pays(first);
    await first.sees('Not sent. “Pay” with the same content');
    expect(first.screen.text()).not.toContain('is being sent');
  });
});

it('an outcome that could not be recorded is tried once more before a signal ends the process', async () => {
  let full = true;
  await start({ openJournal: recordsNoOutcome(file, earlier, () => full) });
  await pays(first);
  await endsIn(first, 'UNKNOWN');
  full = false;
  const closing = first.close();
  // A signal ends the process here, and waits for no promise.
  expect(rowsOf(file)).toMatchObject([{ state: 'UNKNOWN' }]);
  await closing;
});

describe('a damaged journal', () => {
  it('prevents writing and says why, keeps its file unchanged, and reads still work [E8a–b]', async () => {
    written(file);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096, 4096 + 900);
    writeFileSync(file, bytes);
    await start();
    await first.sees('READ-ONLY');
    first.press('0');
    await first.sees("Purser can't write to the service");
    await first.sees('You can still read everything');
    first.press('2', 'b');
    await first.sees('balances, all');
    void first.app.dialog.ask(pay(payee(first), '1.00', 'GBP'));
    await first.sees("Purser can't write to the service");
    expect(writesOf(first)).toEqual([]);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});
