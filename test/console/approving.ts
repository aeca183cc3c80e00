// Set-up of the tests of approvals: a team with desks, and the steps of asking, approving and sending.

import { expect, onTestFinished, vi } from 'vitest';
import { type Simulator, startSimulator } from '../../src/sim/simulator.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { fourEyes, type Team } from './four-eyes.ts';
import { fillsIn } from './paying.ts';
import { confirm, confirms, dialogOf, openCustomer, payee } from './writing.ts';

export const ASK = 'Ask for approval';
export const header = (console: TestConsole): string => console.screen.text().split('\n')[0] ?? '';

export let simulator: Simulator;
export let team: Team;

/** Before each test. */
export async function startsTeam(): Promise<void> {
  simulator = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z' });
  onTestFinished(() => simulator.close());
  team = fourEyes();
}

export async function desk(person: string, options: ConsoleOptions = {}): Promise<TestConsole> {
  const console = await startConsole({
    ...{ at: simulator, openJournal: team.desk(person), cols: 110, rows: 36 },
    ...options,
  });
  if (options.customer !== 'none') await console.sees('accounts, all');
  await vi.waitFor(() => expect(console.state().approvals).toBeDefined(), patience);
  return console;
}

/** Confirms a payout that needs approval. */
export async function asks(console: TestConsole): Promise<void> {
  await fillsIn(console, { button: ASK });
  await confirm(console, '12.50');
  await console.sees('WAITING FOR APPROVAL');
}

/** Opens the only request with A and Enter. */
export async function opens(console: TestConsole): Promise<void> {
  await console.sees('1 to approve');
  console.press('A');
  await console.sees(/› to approve/);
  console.press('enter');
  await console.sees('[ Decline ]');
}

/** Approves the only request. */
export async function approves(console: TestConsole): Promise<void> {
  await opens(console);
  await confirm(console, '12.50');
  // Esc during the check of the record would give up the vote.
  await console.sees('APPROVED');
}

/** Returns to the approved write and sends it. */
export async function sends(console: TestConsole): Promise<void> {
  await console.sees('Approval');
  await confirms(console);
}

/** Declines the only request that waits, with a note. */
export async function declines(console: TestConsole): Promise<void> {
  await console.sees('1 to approve');
  console.press('A');
  await console.sees('1 request');
  console.press('x');
  await console.sees('One decline ends the request');
  console.type('wrong payee');
  await console.sees('wrong payee');
  console.press('enter', 'enter');
}

/** Withdraws the request in the open dialog. */
export async function withdraws(console: TestConsole): Promise<void> {
  await vi.waitFor(() => expect(dialogOf(console).reading.drawn).toBeDefined(), patience);
  // The time for reading the dialog passes at once.
  console.passes(1000);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

/** Renames the payee of the request at the service. */
export const rename = (console: TestConsole, full_name: string): void =>
  openCustomer(console).beneficiaries.change(payee(console), { full_name });
