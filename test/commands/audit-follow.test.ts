// `purser audit follow`: each line once and in order, to any target, and no line of its own.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../../src/commands/audit-command.ts';
import { fileSink, followLog, type Sink } from '../../src/commands/audit-follow.ts';
import { type Head, headText, importedLine } from '../../src/journal/audit.ts';
import { checkAudit, type FollowedLine, readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { t } from '../../src/lib/visible.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { open, openWhole, payout, requestId, start, temporaryFile, whole } from '../journal/parts.ts';
import { fakeParts } from './fake-parts.ts';

const numberOf = ({ sealed }: FollowedLine): number => sealed.number;

/** Each look of the follower is followed by the next of `steps`. It ends after the last. */
async function followed(
  file: string,
  steps: readonly (() => void)[],
  parts: { readonly from?: Head; readonly sink?: Sink } = {},
) {
  const taken: FollowedLine[] = [];
  const kept: number[] = [];
  const told: string[] = [];
  const left = [...steps];
  const why = await followLog({
    journal: file,
    from: parts.from,
    sink: parts.sink ?? { take: async line => void taken.push(line) },
    keep: ({ number }) => void kept.push(number),
    tell: sentence => void told.push(sentence),
    async pause(ms) {
      // Without a wait there is more to read.
      if (ms === 0) return true;
      const next = left.shift();
      next?.();
      return next !== undefined;
    },
  });
  return { taken, kept, told, why };
}

const wait = (): void => {};
const headOf = (file: string): Head | undefined => {
  const read = readAudit({ file });
  return read.ok ? read.head : undefined;
};

it('has each line when it appears, once and in order, and adds none', async () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  const { taken, kept, why } = await followed(file, [
    () => journal.prepare(payout(1)),
    wait,
    () => {
      journal.sent(requestId(1));
      journal.settle(requestId(1), 'DONE');
    },
    wait,
  ]);
  expect(why).toBeUndefined();
  expect(taken.map(({ line }) => line.detail['to'] ?? line.kind)).toEqual([
    'log-begun',
    'PREPARED',
    'SENT',
    'DONE',
  ]);
  expect(kept).toEqual([1, 2, 3, 4]);
  expect(headOf(file)?.number).toBe(4);
});

it('waits for a log that does not exist yet', async () => {
  const file = temporaryFile();
  const { taken } = await followed(file, [wait, () => whole(open({ file })).close(), wait]);
  expect(taken.map(numberOf)).toEqual([1]);
});

it('says that a log is gone, and ends when another log appears', async () => {
  const file = temporaryFile();
  const remove = (at: string) => () => {
    for (const end of ['', '-wal', '-shm']) fs.rmSync(`${at}${end}`, { force: true });
  };
  whole(open({ file })).close();
  const another = (): void => {
    const journal = whole(open({ file, operator: 'Eve' }));
    journal.prepare(payout(1));
    journal.close();
  };
  const { told, why } = await followed(file, [wait, remove(file), wait, wait, another, wait]);
  expect(told).toEqual(['The audit log is gone: it once reached entry 1. Purser tries again.']);
  expect(why).toMatch(/^The audit log was changed\. Entry 1 does not match the head/);
});

it('continues after a head', async () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  journal.prepare(payout(1));
  const from = headOf(file);
  journal.sent(requestId(1));
  const { taken } = await followed(file, [wait], from && { from });
  expect(taken.map(numberOf)).toEqual([3]);
});

it('reads a long log in pieces, without a wait between them', async () => {
  const file = temporaryFile();
  const journal = openWhole({ file });
  for (let n = 0; n < 1100; n++) journal.note({ kind: 'exported', detail: { n: String(n) } });
  const { taken } = await followed(file, []);
  expect(taken.map(numberOf)).toEqual(Array.from({ length: 1101 }, (_, n) => n + 1));
});

it('offers a line again until it is taken, and says so once', async () => {
  const file = temporaryFile();
  openWhole({ file }).prepare(payout(1));
  const taken: number[] = [];
  let refusals = 2;
  const take = async (line: FollowedLine) => {
    if (numberOf(line) === 2 && refusals-- > 0) return { why: t`The server is away.` };
    taken.push(numberOf(line));
    return undefined;
  };
  const { told, kept } = await followed(file, [wait, wait, wait], { sink: { take } });
  expect(taken).toEqual([1, 2]);
  expect(kept).toEqual([1, 2]);
  expect(told).toEqual(['The server is away. Purser tries again.', 'Purser follows the audit log again.']);
});

it('keeps no position of a line that nobody took', async () => {
  const file = temporaryFile();
  openWhole({ file });
  const { kept } = await followed(file, [wait], { sink: { take: async () => ({ why: t`Away.` }) } });
  expect(kept).toEqual([]);
});

it('ends when the target takes no line any more', async () => {
  const file = temporaryFile();
  openWhole({ file });
  const take = async () => ({ why: t`Standard output failed (EPIPE).`, ends: true }) as const;
  expect((await followed(file, [wait], { sink: { take } })).why).toBe('Standard output failed (EPIPE).');
});

describe('ends with a sentence', () => {
  const changing = (file: string, sql: string) => (): void => {
    const database = openSqlite(file, { readOnly: false, busyMs: 0 });
    database.exec(`DROP TRIGGER IF EXISTS audit_keeps; DROP TRIGGER IF EXISTS audit_stays; ${sql}`);
    database.close();
  };
  it.each([
    ['a removed end', 'DELETE FROM audit WHERE number > 1', /Entry 2 is missing/],
    [
      'a replaced line',
      "UPDATE audit SET line = replace(line, 'PREPARED', 'SENT') WHERE number = 2",
      /changed/,
    ],
  ])('after %s', async (_, sql, why) => {
    const file = temporaryFile();
    const journal = openWhole({ file });
    journal.prepare(payout(1));
    const change = changing(file, sql);
    const result = await followed(file, [change, () => journal.sent(requestId(1)), wait]);
    expect(result.why).toMatch(/^The audit log was changed\. /);
    expect(result.why).toMatch(why);
    expect(result.taken.map(numberOf)).toEqual([1, 2]);
  });

  it('after another log was put in its place', async () => {
    const file = temporaryFile();
    openWhole({ file }).prepare(payout(1));
    const other = temporaryFile();
    const journal = whole(open({ file: other }));
    journal.prepare(payout(2));
    journal.close();
    const put = (): void => {
      for (const end of ['-wal', '-shm']) fs.rmSync(`${file}${end}`, { force: true });
      fs.renameSync(other, file);
    };
    expect((await followed(file, [put, wait])).why).toMatch(/does not match the head/);
  });
});

describe('a file', () => {
  const now = (): number => start;
  const target = (file: string) => {
    const opened = fileSink(file, now);
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  };
  const verify = async (...files: readonly string[]): Promise<number> =>
    audit(['verify', ...files.flatMap(file => ['--file', file])], fakeParts().parts);

  it('is private, continues after its last line, and can be verified', async () => {
    const [file, copy] = [temporaryFile(), path.join(temporaryFolder(), 'copy.ndjson')];
    const journal = openWhole({ file });
    await followed(file, [wait], target(copy));
    journal.prepare(payout(1));
    const again = target(copy);
    expect(again.last && headText(again.last)).toMatch(/^1:/);
    await followed(file, [wait], { sink: again.sink, ...(again.last && { from: again.last }) });
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(copy, 'utf8').trimEnd().split('\n')).toHaveLength(3);
    expect(await verify(copy)).toBe(0);
    fs.writeFileSync(copy, fs.readFileSync(copy, 'utf8').replace('PREPARED', 'SENT'));
    expect(await verify(copy)).toBe(1);
  });

  it('loses half a line that a power failure left, and gets the line whole', async () => {
    const [file, copy] = [temporaryFile(), path.join(temporaryFolder(), 'copy.ndjson')];
    openWhole({ file }).prepare(payout(1));
    await followed(file, [wait], target(copy));
    const whole = fs.readFileSync(copy);
    fs.writeFileSync(copy, whole.subarray(0, -20));
    const again = target(copy);
    await followed(file, [wait], { sink: again.sink, ...(again.last && { from: again.last }) });
    expect(fs.readFileSync(copy)).toEqual(whole);
  });

  it('that was moved away is begun again, and both can be verified', async () => {
    const [file, copy] = [temporaryFile(), path.join(temporaryFolder(), 'copy.ndjson')];
    const journal = openWhole({ file });
    await followed(
      file,
      [() => fs.renameSync(copy, `${copy}.1`), () => journal.prepare(payout(1)), wait],
      target(copy),
    );
    expect(await verify(`${copy}.1`)).toBe(0);
    expect(await verify(copy)).toBe(0);
    expect(await verify(`${copy}.1`, copy)).toBe(0);
    expect(await verify(copy, `${copy}.1`)).toBe(1);
    // logrotate may make the next file before the next line comes.
    fs.writeFileSync(`${copy}.new`, '');
    expect(await verify(`${copy}.1`, copy, `${copy}.new`)).toBe(0);
    expect(await verify(`${copy}.new`)).toBe(0);
    const lines = fs.readFileSync(copy, 'utf8').trimEnd().split('\n').slice(1);
    expect(lines.map(line => importedLine(line)?.number)).toEqual([2]);
  });

  it('with other text is refused', () => {
    const other = path.join(temporaryFolder(), 'notes.txt');
    fs.writeFileSync(other, 'milk\n');
    expect(fileSink(other, now)).toBe(`The last line of ${other} is not a line of an audit log.`);
    expect(fs.readFileSync(other, 'utf8')).toBe('milk\n');
  });

  it('that cannot be written is a sentence', () => {
    expect(fileSink(temporaryFolder(), now)).toMatch(/can't be written \(EISDIR\)\.$/);
  });
});

describe('the command', () => {
  function surroundings() {
    // Its first line is its last.
    const { folder, parts, said, errors } = fakeParts(temporaryFolder(), { outLost: () => 'EPIPE' });
    const run = (...words: readonly string[]) => audit(['follow', ...words], parts);
    return { folder, file: path.join(folder, 'journal.db'), said, errors, run };
  }

  it('starts at a time, after a head, or where a position says; a position is kept for each line that was taken', async () => {
    const { file, folder, said, run } = surroundings();
    const journal = whole(open({ file }));
    journal.prepare(payout(1));
    const head = headOf(file);
    journal.sent(requestId(1));
    journal.close();
    const first = async (...words: readonly string[]): Promise<number | undefined> => {
      await run(...words);
      return importedLine(said.at(-1)?.trimEnd() ?? '')?.number;
    };
    expect(await first('--since', '2026-11-01')).toBe(1);
    expect(await first('--head', head ? headText(head) : '')).toBe(3);
    fs.writeFileSync(path.join(folder, 'sent'), `${head ? headText(head) : ''}\n`);
    expect(await first('--position', 'sent')).toBe(3);
    // The line was not taken.
    expect(fs.readFileSync(path.join(folder, 'sent'), 'utf8')).toMatch(/^2:/);
    expect(checkAudit({ file })).toMatchObject({ ok: true, lines: 3 });
  });

  it('refuses a position that cannot be kept', async () => {
    const { file, run, errors } = surroundings();
    whole(open({ file })).close();
    expect(await run('--position', 'missing/sent')).toBe(2);
    expect(errors).toEqual(["The file of --position can't be written."]);
  });

  it('refuses a damaged position', async () => {
    const { folder, run, errors } = surroundings();
    fs.writeFileSync(path.join(folder, 'sent'), 'x');
    expect(await run('--position', 'sent')).toBe(2);
    expect(errors).toEqual(["The file of --position can't be read."]);
  });
});
