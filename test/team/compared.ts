/** Compares the service's ledger with the team's record, and checks the chain of the audit log. */
import { checkChain } from '../../src/journal/audit-chain.ts';
import { checkLedger } from './check.ts';
import { few } from './figures.ts';
import { type Service, type Stage, sleep } from './stage.ts';

export async function compared(
  { open, admin, figures }: Stage,
  name: string,
  { simulator, service }: Service,
): Promise<void> {
  const monitor = await open('ana', service, 'monitor');
  // Waits until the leases of dead consoles have ended and their open entries are UNKNOWN.
  for (let left = 1, tries = 0; left > 0 && tries < 60; tries++) {
    await monitor.beat();
    await monitor.recover();
    const [open_] = await admin.rows(
      "SELECT count(*) AS left FROM purser.intents WHERE state IN ('PREPARED', 'SENT') AND base_url = $1",
      service.baseUrl,
    );
    left = Number(open_?.['left']);
    if (left > 0) await sleep(1000);
  }
  const { writes, effects, unknown, wrong } = await checkLedger(admin, simulator);
  figures.tell(
    `${name}: the ledger against the record`,
    `${writes} entries, ${effects} effects, ${unknown} UNKNOWN, ${wrong.length} wrong${few(wrong)}`,
    wrong.length === 0 && effects > 0,
  );
  const lines = [];
  for (let from = 1; ; ) {
    const read = await monitor.lines(from);
    if (!read.ok) throw new Error(read.unreadable);
    if (read.value.length === 0) break;
    lines.push(...read.value);
    from = (lines.at(-1)?.number ?? 0) + 1;
  }
  const chain = checkChain(lines);
  if (!chain.ok) figures.tell(`${name}: the audit log`, chain.why, false);
  await monitor.close();
  await simulator.close();
}
