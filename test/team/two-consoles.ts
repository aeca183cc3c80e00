/** Two consoles in pseudo-terminals with one record: each person sees the other's writes, and approves them. */
import type { PtyProgram } from '../harness/pty.ts';
import {
  approves,
  asks,
  checksOf,
  confirms,
  ends,
  leaves,
  openDesk,
  opens,
  pays,
  type Stage,
  sends,
  withdraws,
} from './keys.ts';
import { startProxy } from './proxy.ts';
import { sharedWork } from './shared-work.ts';

/** How a machine between the server and a console could change the answers. */
const LIES = {
  none: (text: string) => text,
  expiry: (text: string) =>
    text.replaceAll(
      /("expires_at" ?: ?\d+)(\d)/g,
      (_, head: string, last: string) => `${head}${(Number(last) + 1) % 10}`,
    ),
  amount: (text: string) => text.replaceAll('36.10', '36.19'),
} as const;

async function digestOn({ screen }: PtyProgram): Promise<string | undefined> {
  const sight = /Digest +([0-9a-f]{8})/;
  await screen.until(sight);
  return sight.exec(screen.text())?.[1];
}

/** The milliseconds until the screen shows the sight. */
async function timeUntil({ screen }: PtyProgram, sight: string | RegExp): Promise<number> {
  const begun = performance.now();
  await screen.until(sight);
  return Math.round(performance.now() - begun);
}

export async function twoConsoles(stage: Stage): Promise<void> {
  const { simulator } = stage;
  const { figure, check } = checksOf(stage);
  /** Renames the payee at the service. Returns the earlier name. */
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

  await figure('each console shows the writes of the other', async () => {
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
    return `B saw the request after ${seen} ms, A saw the approval ${known} ms after B pressed Enter`;
  });
  await figure('B declines', async () => {
    await asks(ana, stage, '32.10');
    await opens(ben);
    // Esc leaves the dialog. In the list, x declines.
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
    const digest = await digestOn(ana);
    await leaves(ana);
    await opens(cy);
    const other = await digestOn(cy);
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
    return `another expiry: digest ${digest} for A, ${other} for B, and the vote is refused; another amount: the seal does not fit, and B can't write`;
  });
  await figure('the request expires', async () => {
    await stage.setRule(1);
    await asks(ana, stage, '35.10');
    await leaves(ana);
    await ana.screen.until('The request expired before it was approved', 90_000);
    check('35.10', 0);
    return 'NOT SENT after one minute, and A gets a message';
  });
  await stage.setRule(30);
  await sharedWork(stage, ana, ben);
}
