/** Two consoles in pseudo-terminals, on one record: what one person does, the other one sees, and approves. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Simulator } from '../../src/sim/simulator.ts';
import { builtProgram } from '../e2e/program.ts';
import { type PtyProgram, spawnInPty } from '../harness/pty.ts';
import { startProxy } from './proxy.ts';

export interface Stage {
  /** A folder that goes when the run ends. */
  readonly folder: string;
  /** The port of the PostgreSQL server. */
  readonly port: number;
  readonly simulator: Simulator;
  readonly userId: string;
  /** A beneficiary of this customer who may be paid. */
  readonly beneficiary: { readonly id: string };
  /** From now on payouts above 20 need approval, and wait for so many minutes. */
  setRule(minutes: number): Promise<void>;
  figure(name: string, found: string, well: boolean): void;
}

/** A console of an operator, on this customer's accounts. */
async function openDesk(stage: Stage, user: string, port = stage.port): Promise<PtyProgram> {
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
    env: { TZ: 'UTC', PURSER_CONFIG_DIR: folder, PURSER_API_KEY: apiKey },
  });
  process.on('exit', () => program.kill('SIGKILL'));
  await program.screen.until(/\d accounts?, all/);
  return program;
}

/** Fills in a payout, and confirms it. */
async function pays({ screen }: PtyProgram, { beneficiary }: Stage, amount: string): Promise<void> {
  const place = `new-payout/${beneficiary.id}`;
  screen.press(':');
  screen.type(place);
  await screen.until(place.slice(-12));
  screen.press('enter');
  await screen.until(/Status +VERIFIED/);
  // The form keeps what was not sent.
  screen.press('ctrl-u');
  screen.type(amount);
  await screen.until(/available [\d,.]+ → −?[\d,.]+ [A-Z]{3}/);
  screen.press('tab', 'tab');
  screen.press('ctrl-u');
  screen.type(`Invoice ${amount}`);
  screen.press('tab', 'tab', 'enter');
  await confirms({ screen }, amount);
}

/** Types the token as soon as the dialog asks for it, and presses the button. */
async function confirms({ screen }: Pick<PtyProgram, 'screen'>, token: string): Promise<void> {
  await screen.until('to confirm:');
  screen.type(token);
  await screen.until(`confirm: ${token}`);
  screen.press('enter');
  // A key this soon after the typing counts as a part of it.
  await new Promise(resolve => setTimeout(resolve, 400));
  screen.press('enter');
}

/** Opens the only request, and waits for its buttons. */
async function opens({ screen }: PtyProgram): Promise<void> {
  await screen.until('1 to approve');
  screen.press('A');
  await screen.until('of the whole team');
  screen.press('enter');
  await screen.until('[ Decline ]');
}

/** Goes back to what was approved, and sends it. */
async function sends({ screen }: PtyProgram): Promise<void> {
  await screen.until('1 approved');
  screen.press('A');
  await screen.until(/Approval +approved by/);
  // The dialog has to be on the screen for as long as somebody needs to read it.
  await new Promise(resolve => setTimeout(resolve, 1000));
  screen.press('tab', 'enter');
}

/** The dialog says this word, and not the screen behind it. */
const ends = ({ screen }: PtyProgram, word: string): Promise<void> =>
  screen.until(now => now.shows('[ Close ]') && now.boxWith('[ Close ]').includes(word));

async function leaves({ screen }: PtyProgram): Promise<void> {
  screen.press('esc');
  await screen.until(now => !/\[ (?:Close|Hide) \]/.test(now.text()));
}

async function asks(desk: PtyProgram, stage: Stage, amount: string): Promise<void> {
  await pays(desk, stage, amount);
  await desk.screen.until('WAITING FOR APPROVAL');
}

/** Gives up the only request. */
async function withdraws(desk: PtyProgram): Promise<void> {
  const { screen } = desk;
  await screen.until('1 waiting');
  screen.press('A');
  await screen.until('of the whole team');
  screen.press('enter');
  await screen.until('[ Withdraw request ]');
  screen.press('tab', 'enter');
  await ends(desk, 'You withdrew the request');
  await leaves(desk);
}

/** Approves the only request. */
async function approves(desk: PtyProgram, amount: string): Promise<void> {
  await opens(desk);
  await confirms(desk, amount);
  await ends(desk, 'APPROVED');
}

/** What a machine between the server and a console may make of the answers. */
const LIES = {
  none: (text: string) => text,
  expiry: (text: string) =>
    text.replaceAll(
      /("expires_at" ?: ?\d+)(\d)/g,
      (_, head: string, last: string) => `${head}${(Number(last) + 1) % 10}`,
    ),
  amount: (text: string) => text.replaceAll('36.10', '36.19'),
} as const;

const digestOn = ({ screen }: PtyProgram): string | undefined =>
  /Digest +([0-9a-f]{8})/.exec(screen.text())?.[1];

/** The time until the screen shows it, in ms. */
async function timeUntil({ screen }: PtyProgram, sight: string | RegExp): Promise<number> {
  const begun = performance.now();
  await screen.until(sight);
  return Math.round(performance.now() - begun);
}

export async function twoConsoles(stage: Stage): Promise<void> {
  const { simulator } = stage;
  const paid = (amount: string): number =>
    simulator.wire.filter(
      ({ operation, body }) => operation === 'payout.create' && body.includes(`"amount":${amount},`),
    ).length;
  /** Renames the payee at the service; gives the name before. */
  function rename(full_name: string): string {
    const { id } = stage.beneficiary;
    const theirs = simulator.world.customers.find(({ beneficiaries }) =>
      beneficiaries.find(id),
    )?.beneficiaries;
    const before = theirs?.find(id)?.account_holder_name ?? '';
    theirs?.change(id, { full_name });
    return before;
  }
  const [ana, ben] = [await openDesk(stage, 'ana'), await openDesk(stage, 'ben')];
  const figure = async (name: string, work: () => Promise<string>): Promise<void> => {
    try {
      stage.figure(`two consoles: ${name}`, await work(), true);
    } catch (error) {
      stage.figure(`two consoles: ${name}`, String(error), false);
    }
  };
  const check = (amount: string, times: number): void => {
    if (paid(amount) !== times) throw new Error(`the service received ${paid(amount)} payouts of ${amount}`);
  };

  await figure('a write of one is in the journal of the other', async () => {
    await pays(ana, stage, '12.50');
    await ends(ana, 'DONE');
    await leaves(ana);
    ben.screen.press('0');
    await ben.screen.until(/DONE +New payout/);
    check('12.50', 1);
    return 'DONE on both screens';
  });
  await stage.setRule(30);
  await figure('A asks, B approves, A sends', async () => {
    await asks(ana, stage, '31.10');
    const seen = await timeUntil(ben, 'asks for approval');
    await leaves(ana);
    await opens(ben);
    check('31.10', 0);
    await confirms(ben, '31.10');
    const known = await timeUntil(ana, 'approved: New payout');
    await ends(ben, 'APPROVED');
    await leaves(ben);
    check('31.10', 0);
    await sends(ana);
    await ends(ana, 'DONE');
    await leaves(ana);
    check('31.10', 1);
    return `the question was on B's screen ${seen} ms after A's, the approval on A's ${known} ms after B pressed Enter`;
  });
  await figure('B declines', async () => {
    await asks(ana, stage, '32.10');
    await opens(ben);
    // Esc leaves the dialog; in the list x declines.
    ben.screen.press('esc');
    await ben.screen.until(now => !now.shows('[ Decline ]'));
    ben.screen.press('x');
    await ben.screen.until('One decline ends the request');
    ben.screen.type('wrong payee');
    ben.screen.press('enter', 'enter');
    await ana.screen.until('declined the request: wrong payee');
    await ends(ana, 'NOT SENT');
    await leaves(ana);
    check('32.10', 0);
    return "NOT SENT, with B's note on A's screen";
  });
  await figure('the record changes after the approval', async () => {
    await asks(ana, stage, '33.10');
    await leaves(ana);
    await approves(ben, '33.10');
    await leaves(ben);
    const before = rename('Somebody Else Ltd');
    await sends(ana);
    await ends(ana, 'The approval is void');
    await ana.screen.until('Somebody Else Ltd');
    await leaves(ana);
    rename(before);
    check('33.10', 0);
    return 'void: NOT SENT, and A reads what changed';
  });
  await figure("B's machine shows something else", async () => {
    let lies: keyof typeof LIES = 'none';
    const proxy = await startProxy(stage.port, bytes =>
      Buffer.from(LIES[lies](bytes.toString('latin1')), 'latin1'),
    );
    const cy = await openDesk(stage, 'cy', proxy.port);
    lies = 'expiry';
    await asks(ana, stage, '34.10');
    const digest = digestOn(ana);
    await leaves(ana);
    await opens(cy);
    const other = digestOn(cy);
    if (digest === other) throw new Error(`both digests are ${digest}`);
    await confirms(cy, '34.10');
    await ends(cy, 'NOT APPROVED');
    await leaves(cy);
    await withdraws(ana);
    lies = 'amount';
    await asks(ana, stage, '36.10');
    await leaves(ana);
    await cy.screen.until("The journal can't be read: it is damaged.");
    await withdraws(ana);
    await cy.close();
    proxy.close();
    check('34.10', 0);
    check('36.10', 0);
    return `another expiry: digest ${digest} for A, ${other} for B, and the vote is refused; another amount: the seal is broken, and B can't write`;
  });
  await figure('it expires', async () => {
    await stage.setRule(1);
    await asks(ana, stage, '35.10');
    await leaves(ana);
    await ana.screen.until('The request expired before it was approved', 90_000);
    check('35.10', 0);
    return 'NOT SENT after one minute, and A is told';
  });
  await Promise.all([ana.close(), ben.close()]);
}
