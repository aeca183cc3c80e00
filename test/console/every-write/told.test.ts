// Every write, as a person reads it: its question, its request, its outcome after a lost answer, and what its check finds. The
// files in told/ are reviewed. `vitest -u` writes them, also for a new write: read them before you commit.

import { it } from 'vitest';
import type { TestConsole } from '../../harness/console.ts';
import {
  agrees,
  expectTold,
  opensDialog,
  section,
  sentFor,
  startFor,
  ways,
  writeIds,
} from '../every-write.ts';
import { goes } from '../paying.ts';
import { breaks, closes, dialogOf, endsIn } from '../writing.ts';

function question(console: TestConsole): string {
  const { title, lines, warnings, token, button } = dialogOf(console);
  const shown = lines.map(({ label, value }) => `${label}: ${value}`);
  const typed = token ? [`Type ${token.name}: ${token.text}`] : [];
  return [title, ...shown, ...warnings.map(text => `! ${text}`), ...typed, `[ ${button} ]`].join('\n');
}

it.each(writeIds)('%s says what it does, what it sends, and what its check finds [E16a–d E23b]', async id => {
  // In production every write has a token.
  const console = await startFor(id, { environment: 'production' });
  console.app.grant.give('T-1');
  await ways[id].prepares?.(console);
  await opensDialog(console, id);
  const asked = question(console);
  await breaks(console, `${id} status=500 executed count=1`);
  await agrees(console);
  await endsIn(console, 'UNKNOWN');
  const [sent] = sentFor(console, id);
  const outcome = section(console, /^UNKNOWN/, /^Request ID/);
  await closes(console);
  await goes(console, 'journal');
  await console.sees(/› .*UNKNOWN/);
  console.press('enter');
  await console.sees(/^(?:Conclusion|Not supported by the service)/m);
  await console.drawn();
  const found = section(console, /^At the service now/, /^ PRODUCTION /);
  const request = `${sent?.method} ${sent?.target}\n${sent?.body}`.trim();
  await expectTold(`${id}.txt`, asked, request, outcome, found);
});
