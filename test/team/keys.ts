/** The keys that a person presses at a team's console in a pseudo-terminal. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Simulator } from '../../src/sim/simulator.ts';
import { builtProgram } from '../e2e/program.ts';
import { type PtyProgram, spawnInPty } from '../harness/pty.ts';

export interface Stage {
  /** A folder that is removed when the run ends. */
  readonly folder: string;
  /** The port of the PostgreSQL server. */
  readonly port: number;
  readonly simulator: Simulator;
  readonly userId: string;
  /** A beneficiary of this customer that can be paid. */
  readonly beneficiary: { readonly id: string };
  /** From now on payouts above 20 need approval, and wait this many minutes. */
  setRule(minutes: number): Promise<void>;
  figure(name: string, found: string, well: boolean): void;
}

/** An operator's console that shows this customer's accounts. */
export async function openDesk(stage: Stage, user: string, port = stage.port): Promise<PtyProgram> {
  const { simulator, userId } = stage;
  const { clientId, apiKey, programId } = simulator.credentials;
  const onBehalfOf = simulator.customers.find(customer => customer.userId === userId)?.onBehalfOf;
  const folder = path.join(stage.folder, `console-of-${user}-${port}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const team = {
    ...{ baseUrl: simulator.url, environment: 'demo', clientId, programId, userId },
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    journal: { host: '127.0.0.1', port, database: 'team', user, sslmode: 'disable' },
  };
  const config = JSON.stringify({ profile: 'team', profiles: { team } });
  fs.writeFileSync(path.join(folder, 'config.json'), config, { mode: 0o600 });
  const program = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
    ...{ cols: 120, rows: 40 },
    env: {
      ...{ TZ: 'UTC', PURSER_CONFIG_DIR: folder, PURSER_API_KEY: apiKey },
      // The next console of this operator is on the same machine.
      PURSER_STATE_DIR: path.join(folder, 'state'),
    },
  });
  process.on('exit', () => program.kill('SIGKILL'));
  await program.screen.until(/\d accounts?, all/);
  return program;
}

/** Fills in a payout and confirms it. */
export async function pays({ screen }: PtyProgram, { beneficiary }: Stage, amount: string): Promise<void> {
  const place = `new-payout/${beneficiary.id}`;
  screen.press(':');
  screen.type(place);
  await screen.until(place.slice(-12));
  screen.press('enter');
  await screen.until(/Status +VERIFIED/);
  // The form keeps text that was not sent.
  screen.press('ctrl-u');
  screen.type(amount);
  await screen.until(/available [\d,.]+ → −?[\d,.]+ [A-Z]{3}/);
  screen.press('tab');
  screen.press('ctrl-u');
  screen.type(`Invoice ${amount}`);
  screen.press('tab', 'tab', 'enter');
  await confirms({ screen }, amount);
}

/** Types the token as soon as the dialog asks for it, and presses the button. */
export async function confirms({ screen }: Pick<PtyProgram, 'screen'>, token: string): Promise<void> {
  await screen.until('to confirm:');
  screen.type(token);
  await screen.until(`confirm: ${token}`);
  screen.press('enter');
  await screen.until(now => now.isArmed());
  screen.press('enter');
}

/** Opens the only request and waits for its buttons. */
export async function opens({ screen }: PtyProgram): Promise<void> {
  await screen.until('1 to approve');
  screen.press('A');
  await screen.until('of the whole team');
  screen.press('enter');
  await screen.until('[ Decline ]');
}

/** Returns to the approved write and sends it. */
export async function sends({ screen }: PtyProgram): Promise<void> {
  await screen.until('1 approved');
  screen.press('A');
  await screen.until(/Approval +approved by/);
  // The dialog must be on the screen long enough to read it.
  await new Promise(resolve => setTimeout(resolve, 1000));
  screen.press('tab');
  await screen.until(now => now.isArmed());
  screen.press('enter');
}

/** Waits until the dialog, not the screen below it, shows this word. */
export const ends = ({ screen }: PtyProgram, word: string): Promise<void> =>
  screen.until(now => now.shows('[ Close ]') && now.boxWith('[ Close ]').includes(word));

export async function leaves({ screen }: PtyProgram): Promise<void> {
  screen.press('esc');
  await screen.until(now => !/\[ (?:Close|Hide) \]/.test(now.text()));
}

export async function asks(desk: PtyProgram, stage: Stage, amount: string): Promise<void> {
  await pays(desk, stage, amount);
  await desk.screen.until('WAITING FOR APPROVAL');
}

/** Withdraws the only request. */
export async function withdraws(desk: PtyProgram): Promise<void> {
  const { screen } = desk;
  await screen.until('1 waiting');
  screen.press('A');
  await screen.until('of the whole team');
  screen.press('enter');
  await screen.until('[ Withdraw request ]');
  // Enter acts after the dialog was on the screen for 0.4 s.
  await new Promise(resolve => setTimeout(resolve, 500));
  screen.press('tab', 'enter');
  await ends(desk, 'You withdrew the request');
  await leaves(desk);
}

/** Approves the only request. */
export async function approves(desk: PtyProgram, amount: string): Promise<void> {
  await opens(desk);
  await confirms(desk, amount);
  await ends(desk, 'APPROVED');
}

/** Records the result of each part, and checks how many payouts of an amount the service received. */
export function checksOf({ simulator, figure }: Stage) {
  const paid = (amount: string): number =>
    simulator.wire.filter(
      ({ operation, body }) => operation === 'payout.create' && body.includes(`"amount":${amount},`),
    ).length;
  return {
    async figure(name: string, work: () => Promise<string>): Promise<void> {
      try {
        figure(`two consoles: ${name}`, await work(), true);
      } catch (error) {
        figure(`two consoles: ${name}`, String(error), false);
      }
    },
    check(amount: string, times: number): void {
      if (paid(amount) !== times)
        throw new Error(`the service received ${paid(amount)} payouts of ${amount}`);
    },
  };
}
