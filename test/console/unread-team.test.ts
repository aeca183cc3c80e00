// A console whose team's server does not answer from the start. No screen may say that the team made no write.

import { expect, it } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { t } from '../../src/lib/visible.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { machine, temporaryFile, whole } from '../journal/parts.ts';
import { goes } from './paying.ts';

const CAUSE = t`Writing is barred: the server can't be reached. Check journal.host in the profile.`;

async function start(cols = 100, rows = 30): Promise<TestConsole> {
  const [file, clock, host] = [temporaryFile(), systemClock(), machine()];
  const opens: OpenJournal = async () => {
    const parts = { file, clock, processes: host.processes(), redact: (text: string) => text };
    const local = localJournal(whole(openJournal(parts)));
    const journal = await openTeam({
      ...{ local, clock },
      openServer: async () => ({ locked: CAUSE, away: true }),
    });
    if ('locked' in journal) throw new Error(journal.locked);
    return { journal, fingerprint };
  };
  const console = await startConsole({ cols, rows, openJournal: opens });
  await console.sees('accounts, all');
  return console;
}

it.each([
  [80, 24],
  [200, 50],
])(
  'the journal says that the team’s journal was not read, why, and what that means: %s × %s',
  async (...size) => {
    const console = await start(...size);
    await console.sees('JOURNAL NOT READ');
    expect(console.screen.text()).not.toMatch(/JOURNAL \d/);
    expect(console.screen.lines()[0]).toContain('READ-ONLY');
    await goes(console, 'journal');
    await console.sees('only of this machine');
    const text = console.screen.text().replace(/[\s│]+/g, ' ');
    expect(text).toContain(
      "Purser has not read the team's journal yet. Writing is barred: the server can't be",
    );
    expect(text).toContain(
      'reached. Check journal.host in the profile. Writes of colleagues are missing here, and some',
    );
    expect(text).toContain('tries again every 5 seconds, and sends nothing before it has read the journal.');
    expect(text).not.toContain('no writes yet');
  },
);

it.each(['overview', 'fx', 'approvals'])('%s does not say that there are no writes', async place => {
  const console = await start();
  await goes(console, place);
  await console.sees(/Purser has not read the team's/);
  expect(console.screen.text()).not.toMatch(/Nothing needs attention|No conversions made|Nothing waits/);
});

it('the list of approvals says why the journal can’t be read', async () => {
  const locked = t`The journal can't be read: this role may not sign in.`;
  const console = await startConsole({ cols: 100, rows: 30, openJournal: async () => ({ locked }) });
  await console.sees('accounts, all');
  await goes(console, 'approvals');
  await console.sees(/│ The journal can't be read: this role/);
  expect(console.screen.text()).not.toContain('Nothing waits');
});

it('the handover of the shift says that the writes of colleagues are missing', async () => {
  const console = await start();
  await goes(console, 'journal');
  console.press('H');
  await console.sees('Unresolved: 0');
  await console.sees("Purser has not read the team's journal yet.");
});

it('a search does not say that the journal has no such entry', async () => {
  const console = await start();
  console.press(':');
  console.type('4b5c2f1e-0000-4000-8000-000000000001');
  console.press('enter');
  await console.sees("The team's journal was not read. Not found on this machine (0).");
});
