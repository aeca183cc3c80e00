/** Two consoles in pseudo-terminals, on one record: what one person does, the other one sees. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Simulator } from '../../src/sim/simulator.ts';
import { builtProgram } from '../e2e/program.ts';
import { type PtyProgram, spawnInPty } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';

export interface Stage {
  /** A folder that goes when the run ends. */
  readonly folder: string;
  /** The port of the PostgreSQL server. */
  readonly port: number;
  readonly simulator: Simulator;
  readonly userId: string;
  /** A beneficiary of this customer who may be paid. */
  readonly beneficiary: { readonly id: string };
}

/** A console of an operator, on this customer's accounts. */
export async function openDesk(stage: Stage, user: string): Promise<PtyProgram> {
  const { simulator, userId } = stage;
  const { clientId, apiKey, programId } = simulator.credentials;
  const onBehalfOf = simulator.customers.find(customer => customer.userId === userId)?.onBehalfOf;
  const folder = path.join(stage.folder, `console-of-${user}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const team = {
    ...{ baseUrl: simulator.url, environment: 'demo', clientId, programId, userId },
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    journal: { host: '127.0.0.1', port: stage.port, database: 'team', user, sslmode: 'disable' },
  };
  fs.writeFileSync(
    path.join(folder, 'config.json'),
    JSON.stringify({ profile: 'team', profiles: { team } }),
    { mode: 0o600 },
  );
  const program = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
    ...{ cols: 120, rows: 36 },
    env: { TZ: 'UTC', PURSER_CONFIG_DIR: folder, PURSER_API_KEY: apiKey },
  });
  process.on('exit', () => program.kill('SIGKILL'));
  await program.screen.until(/\d accounts?, all/);
  return program;
}

/** Goes to a place by `:`. */
export async function goes({ screen }: PtyProgram, place: string): Promise<void> {
  screen.press(':');
  screen.type(place);
  await screen.until(place.slice(-12));
  screen.press('enter');
}

/** Fills in a payout, types its amount in the dialog, and presses its button. */
export async function pays(
  desk: PtyProgram,
  { beneficiary }: Stage,
  { amount, reference }: { readonly amount: string; readonly reference: string },
): Promise<void> {
  const { screen } = desk;
  await goes(desk, `new-payout/${beneficiary.id}`);
  await screen.until(/Status +VERIFIED/);
  screen.type(amount);
  await screen.until(/available [\d,.]+ → −?[\d,.]+ [A-Z]{3}/);
  screen.press('tab', 'tab');
  screen.type(reference);
  screen.press('tab', 'tab', 'enter');
  await confirms(screen, amount);
}

/** Types the token as soon as the dialog asks for it, and presses the button. */
export async function confirms(screen: Screen, token: string): Promise<void> {
  await screen.until(/to confirm: *‹ *›/);
  screen.type(token);
  await screen.until(`‹ ${token}`);
  screen.press('enter');
  // A key this soon after the typing counts as a part of it.
  await new Promise(resolve => setTimeout(resolve, 300));
  screen.press('enter');
}

/** What one person writes is in the other one's journal. */
export async function sharedJournal(stage: Stage): Promise<string> {
  const [ana, ben] = await Promise.all([openDesk(stage, 'ana'), openDesk(stage, 'ben')]);
  await pays(ana, stage, { amount: '12.50', reference: 'Invoice 7' });
  await ana.screen.until(/DONE/);
  ben.screen.press('esc', '0');
  await ben.screen.until(/DONE +(?:Make|Send|Pay|New)/);
  await Promise.all([ana.close(), ben.close()]);
  return 'a payout of Ana is DONE in the journal of Ben';
}
