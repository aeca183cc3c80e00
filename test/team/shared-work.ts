/** Two consoles in pseudo-terminals share work: a killed console, a handover, notes and views. */
import type { PtyProgram } from '../harness/pty.ts';
import {
  approves,
  asks,
  checksOf,
  ends,
  leaves,
  openDesk,
  pays,
  type Stage,
  sends,
  withdraws,
} from './keys.ts';

/** Runs all parts, and closes both consoles at the end. */
export async function sharedWork(stage: Stage, ana: PtyProgram, ben: PtyProgram): Promise<void> {
  const { figure, check } = checksOf(stage);

  await figure('A withdraws', async () => {
    await asks(ana, stage, '37.10');
    await leaves(ana);
    await ben.screen.until('1 to approve');
    await withdraws(ana);
    await ben.screen.until(now => !now.shows('to approve'));
    check('37.10', 0);
    return 'NOT SENT, and B is not asked any more';
  });

  let again = ana;
  await figure('A is killed between the approval and the sending', async () => {
    await asks(ana, stage, '38.10');
    await leaves(ana);
    await approves(ben, '38.10');
    await leaves(ben);
    await ana.screen.until('1 approved: send it');
    await ben.screen.until('ana is here');
    ana.kill('SIGKILL');
    await ana.exit;
    const killed = performance.now();
    ben.screen.press('0');
    await ben.screen.until(/Approved +New payout/);
    await ben.screen.until(now => !now.shows('ana is here'), 40_000);
    const gone = Math.round((performance.now() - killed) / 1000);
    check('38.10', 0);
    again = await openDesk(stage, 'ana');
    await sends(again);
    await ends(again, 'DONE');
    await leaves(again);
    check('38.10', 1);
    return `nothing was sent. B's journal says Approved, and B's header names A for ${gone} s more. A's next console says "1 approved: send it", and sends`;
  });

  await figure('A hands an entry over', async () => {
    await fetch(`${stage.simulator.url}/__sim/faults`, {
      method: 'POST',
      body: JSON.stringify(['payout.create reset=after count=1']),
    });
    await pays(again, stage, '12.60');
    await ends(again, 'UNKNOWN');
    await leaves(again);
    // After UNKNOWN the form still has the text of the write.
    again.screen.press('esc');
    await again.screen.until(now => !now.shows('[ Review payout ]'));
    again.screen.press('0');
    await again.screen.until(/UNKNOWN +New payout/);
    await again.screen.until('1 UNRESOLVED (1 yours)');
    again.screen.press('H');
    await again.screen.until('Hand over to ben');
    again.screen.press('enter');
    await again.screen.until('Offered to ben');
    await ben.screen.until('1 OFFERED TO YOU');
    ben.screen.press('home');
    await ben.screen.until(/› .*UNKNOWN/);
    ben.screen.press('H');
    await ben.screen.until('› Accept');
    ben.screen.press('enter');
    await ben.screen.until('1 UNRESOLVED (1 yours)');
    await again.screen.until('ben owns this entry now');
    return "B is offered the entry and accepts; A reads that B owns it, and it counts as B's";
  });

  await figure('notes', async () => {
    again.screen.press('2');
    await again.screen.until(/accounts?, all/);
    again.screen.press('M');
    await again.screen.until('Nobody has written a note');
    again.screen.type('prefers mail');
    again.screen.press('enter');
    await again.screen.until('Note added.');
    again.screen.press('esc');
    await ben.screen.until('1 note');
    ben.screen.press('9');
    await ben.screen.until('prefers mail');
    return "A's note is counted in B's header, and B reads it";
  });

  await figure('a shared view', async () => {
    again.screen.press('V');
    await again.screen.until('name:');
    again.screen.type('night');
    again.screen.press('enter');
    await again.screen.until('Saved as “night”');
    again.screen.press('V');
    await again.screen.until('› night');
    again.screen.press('ctrl-o');
    await again.screen.until('shared by ana');
    ben.screen.press('2');
    await ben.screen.until(/accounts?, all/);
    ben.screen.press('V');
    await ben.screen.until(/night .*shared by ana/);
    return "A's view is in B's list, with A's name";
  });
  await Promise.all([again.close(), ana.close(), ben.close()]);
}
