/** How much of the record the server reads for a write, on the first day of a team: without statistics it may choose a wrong index. */
import { randomUUID } from 'node:crypto';
import { payout } from './equal-payout.ts';
import { type Stage, sleep } from './stage.ts';

const ENTRIES = 300;
/** In ms. An idle session reports its statistics after 10 s at the latest. */
const REPORTED = 11_000;

export async function plans({ newService, open, admin, figures }: Stage): Promise<void> {
  const { simulator, service } = await newService();
  const journal = await open('ana', service, 'desk-1');
  let made = 0;
  async function write(times: number): Promise<number> {
    const before = await read();
    for (let n = 0; n < times; n++) {
      const requestId = randomUUID();
      await journal.prepare(payout(requestId, service, `reference ${++made}`));
      await journal.sent(requestId);
      await journal.settle(requestId, 'DONE', { status: 200, text: '' });
      await journal.beat();
    }
    return (await read()) - before;
  }
  async function read(): Promise<number> {
    await sleep(REPORTED);
    const [found] = await admin.rows(
      "SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_user_tables WHERE schemaname = 'purser' AND relname = 'intents'",
    );
    return Number(found?.['n']);
  }
  await write(1);
  const early = await write(10);
  await write(ENTRIES);
  const late = await write(10);
  await journal.close();
  await simulator.close();
  figures.tell(
    `entries that the server reads for 10 writes and heartbeats, after 1 and after ${ENTRIES} writes`,
    `${early} and ${late}`,
    early > 0 && late < 2 * early,
  );
}
