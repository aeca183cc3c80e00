// `purser team audit` on the command line, as cron runs it.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CommandParts } from '../../src/commands/command-parts.ts';
import { workOf } from '../../src/commands/team.ts';
import { TEAM_FLAGS } from '../../src/commands/team-help.ts';
import { checkExport } from '../../src/journal/audit-chain.ts';
import { headFileOf } from '../../src/journal/team/open-team.ts';
import { t } from '../../src/lib/visible.ts';
import { readCommandLine } from '../../src/system/command-line.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { payout } from '../journal/parts.ts';
import { newServer, SERVICE } from '../journal/pglite.ts';

async function newRecord() {
  const server = newServer();
  await server.admin(
    'SET ROLE purser_owner; SELECT purser.add_operator(role, person, 1) FROM purser.operators; RESET ROLE',
  );
  const journal = await server.open();
  await journal.prepare(payout(1));
  const state = temporaryFolder();
  async function run(...words: readonly string[]) {
    const read = readCommandLine(t`purser team`, words, TEAM_FLAGS);
    const work = read.ok ? workOf(read.line) : undefined;
    if (!read.ok || typeof work !== 'function') throw new Error('wrong usage');
    let [out, err] = ['', ''];
    const parts = {
      process: { env: {}, stderr: { isTTY: false } },
      out(text: string) {
        out += text;
      },
      err(text: string) {
        err += text;
      },
      refuse(why: string) {
        err += why;
        return 2;
      },
    };
    const link = { ...server.link('cy'), script: async () => undefined };
    // The cast is safe: the work uses only these parts.
    const desk = { link, service: SERVICE, line: read.line, parts: parts as unknown as CommandParts, state };
    return { code: await work(desk), out, err };
  }
  return { server, journal, state, run };
}

it('verify says that the record is whole, with its head, and names each fault with exit code 1', async () => {
  const { server, run } = await newRecord();
  expect(await run('audit', 'verify')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The team's record is whole: 1 entry, 5 lines, head 5:[0-9a-f]{32}\.\n$/),
    err: '',
  });
  await server.admin("UPDATE purser.operators SET person = 'Eve' WHERE role = 'ben'");
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    out: '',
    err: 'purser: The operator ben was changed: the log says Ben, active.\n',
  });
  const { code, out } = await run('audit', 'verify', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([1, { intact: false, entries: 1, problems: [{}] }]);
});

it('verify compares with the head of the last check, and with a head that was kept elsewhere', async () => {
  const { server, state, run } = await newRecord();
  const first = await run('audit', 'verify', '--json');
  const { head } = JSON.parse(first.out);
  // The last line is gone, and the head with it.
  await server.admin(`SET session_replication_role = replica; DELETE FROM purser.transitions; DELETE FROM purser.payloads;
    DELETE FROM purser.intents; DELETE FROM purser.audit WHERE realm = 1 AND number = 5;
    UPDATE purser.audit_head SET (number, hash) = (SELECT number, hash FROM purser.audit WHERE realm = 1 AND number = 4) WHERE realm = 1;
    SET session_replication_role = origin`);
  const cut = { code: 1, err: expect.stringContaining('Line 5 is missing: the log ends with line 4.') };
  expect(await run('audit', 'verify')).toMatchObject(cut);
  for (const file of fs.readdirSync(state)) fs.rmSync(path.join(state, file));
  expect(await run('audit', 'verify', '--head', head)).toMatchObject(cut);
  expect(await run('audit', 'verify')).toMatchObject({ code: 0 });
  expect(await run('audit', 'verify', '--head', 'x')).toMatchObject({ code: 2 });
});

it('export writes a log that can be checked anywhere, and never replaces a file', async () => {
  const { state, run } = await newRecord();
  const file = path.join(state, 'log.ndjson');
  expect(await run('audit', 'export', file)).toMatchObject({ code: 0 });
  const text = fs.readFileSync(file, 'utf8');
  expect(checkExport(text, [])).toMatchObject({ ok: true, lines: 5 });
  expect(checkExport(text.replace('"Ben"', '"Eve"'), [])).toMatchObject({ ok: false });
  expect(await run('audit', 'export', file)).toMatchObject({ code: 1 });
});

it('verify compares with the line that a console of this machine knows, and refuses a damaged file', async () => {
  const { journal, state, run } = await newRecord();
  const file = path.join(state, headFileOf(SERVICE));
  const known = { ...journal.head(), number: 99 };
  fs.writeFileSync(file, JSON.stringify(known));
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Line 99 is missing'),
  });
  fs.writeFileSync(file, '{');
  expect(await run('audit', 'verify')).toMatchObject({
    code: 1,
    err: expect.stringContaining("can't be read. Restore the file."),
  });
});
