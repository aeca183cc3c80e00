// The handover: displayed, copied, saved with access for its owner only, and never over another file.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { auditOf, closes, endsIn, pays } from './writing.ts';

let console: TestConsole;
const copied: string[] = [];

async function start(): Promise<void> {
  copied.length = 0;
  console = await startOnAccounts({
    cols: 100,
    rows: 40,
    clipboard: {
      tools: [{ command: 'clip', args: [], encoding: 'utf8' }],
      run: async (_, text) => {
        copied.push(text);
        return true;
      },
      inside: undefined,
    },
  });
  await pays(console);
  await endsIn(console, 'DONE');
  await closes(console);
  console.press('0');
  await console.sees('Amount or ID');
  console.press('H');
  await console.sees(/Done: 1/);
}

const files = (): readonly string[] => readdirSync(console.home).filter(name => name.endsWith('.md'));

it('the handover shows the writes, and copies the same text', async () => {
  await start();
  await console.sees(/• .* DONE Pay 12\.50 GBP/);
  await console.sees(/customer\s+Bramble & Finch Trading Ltd\s+acct_ec6dd444ac467a7afb10/);
  console.press('y');
  await console.sees('Copied by clip: the handover');
  expect(copied[0]).toMatch(/^# Handover\n\nPeriod: .* Written by sam\. /);
  // The ampersand has no meaning in the Markdown.
  expect(copied[0]).toContain('customer Bramble \\& Finch Trading Ltd acct\\_ec6dd444ac467a7afb10');
  expect(copied[0]).toContain('## Done: 1');
});

it('the handover is saved with access for its owner only, and never over another file', async () => {
  await start();
  console.press('E');
  await console.sees('The handover was saved to');
  await vi.waitFor(() => expect(files()).toHaveLength(1), patience);
  const [first = ''] = files();
  expect((statSync(join(console.home, first)).mode & 0o777).toString(8)).toBe('600');
  expect(readFileSync(join(console.home, first), 'utf8')).toContain('## Done: 1');
  console.press('E');
  await vi.waitFor(() => expect(files()).toHaveLength(2), patience);
  expect(readFileSync(join(console.home, first), 'utf8')).toContain('## Done: 1');
  expect(auditOf(console).at(-1)).toMatchObject({ kind: 'exported', detail: { what: 'The handover' } });
});

it('the handover covers the chosen number of hours, and Esc goes back to the journal', async () => {
  await start();
  await console.sees('of the last 12 hours');
  console.press('l');
  await console.sees('of the last 24 hours');
  console.press('h', 'h');
  await console.sees('of the last 8 hours');
  console.press('esc');
  await console.sees('Amount or ID');
});
