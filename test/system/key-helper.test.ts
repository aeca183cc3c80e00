// The key helper: run without a shell, with a time limit, and only if nobody else may change the program.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { keyFromHelper } from '../../src/system/key-helper.ts';
import { temporaryFolder } from '../harness/folder.ts';

const owner = { environment: 'production', baseUrl: 'https://pay.example.com', clientId: 'c' } as const;
const userId = process.getuid?.() ?? 0;
let top: string;
beforeEach(() => {
  top = temporaryFolder();
});

function program(script: string, mode = 0o700): string {
  const file = path.join(top, 'helper');
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`);
  fs.chmodSync(file, mode);
  return file;
}

const ask = (
  command: string,
  more: { args?: readonly string[]; trusted?: boolean; withinMs?: number } = {},
) => {
  const { withinMs = 20_000, ...helper } = more;
  return keyFromHelper({ command, trusted: false, ...helper }, owner, { userId, top, withinMs });
};

async function refusal(...given: Parameters<typeof ask>): Promise<string> {
  const answer = await ask(...given);
  if (!('why' in answer)) throw new Error('there was a key');
  expect(answer.why).not.toContain('canary');
  return answer.why;
}

async function key(...given: Parameters<typeof ask>): Promise<string> {
  const answer = await ask(...given);
  if ('why' in answer) throw new Error(answer.why);
  return answer.apiKey.reveal();
}

test('its output is the key', async () => {
  expect(await key(program('echo canary-key'))).toBe('canary-key');
  expect(await key(program('printf canary-key'))).toBe('canary-key');
});

test('its arguments go through no shell', async () => {
  const args = ['$HOME', '; echo canary', "it's"];
  expect(await key(program('printf "%s" "$1|$2|$3" | tr " " _'), { args })).toBe("$HOME|;_echo_canary|it's");
});

test('it gets the service on standard input, and may ignore it', async () => {
  expect(await key(program(`tr -d '\\n {}":,'`))).toBe(
    'environmentproductionbaseUrlhttps//pay.example.comclientIdc',
  );
  expect(await key(program('exec <&-; echo canary-key'))).toBe('canary-key');
});

test.each([
  ['nothing', 'true'],
  ['an empty line', 'echo'],
  ['two lines', 'echo canary; echo canary'],
  ['two words', 'echo canary canary'],
  ['a control character', 'printf "canary\\033"'],
  ['an output without an end', 'exec yes canary'],
])('%s is no key', async (_, script) => {
  expect(await refusal(program(script))).toContain('did not print the API key as one line without spaces.');
});

test('a failure is named, without the text of the program', async () => {
  expect(await refusal(program('echo canary; echo canary >&2; exit 3'))).toMatch(
    /helper failed \(3\)\. Run it in a terminal to see the reason\.$/,
  );
  expect(await refusal(program('kill -9 $$'))).toContain('failed (killed)');
  expect(await refusal(path.join(top, 'none'))).toContain("can't be started (ENOENT)");
  expect(await refusal(program('echo canary', 0o600))).toContain("can't be started (EACCES)");
});

test('a program that hangs is killed after the limit', async () => {
  const pid = path.join(top, 'pid');
  expect(await refusal(program(`echo $$ > ${pid}; exec sleep 600`), { withinMs: 1000 })).toContain(
    'did not answer within 1 second.',
  );
  const number = Number(fs.readFileSync(pid, 'utf8'));
  await expect.poll(() => fs.existsSync(`/proc/${number}/fd`) && isAlive(number)).toBe(false);
});

test('a program that hangs does not outlive Purser', async () => {
  const asks = `
    import { writeSync } from 'node:fs';
    import { askProgram } from ${JSON.stringify(pathToFileURL('src/system/asked-program.ts').href)};
    const isWhole = output => {
      writeSync(1, output);
      process.exit();
    };
    await askProgram({ command: 'sh', args: ['-c', 'echo $$; exec sleep 600'], isWhole }, '', 600_000);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', asks], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^\d+\n$/);
  await expect.poll(() => isAlive(Number(stdout))).toBe(false);
});

/** A killed program may stay in the list until its parent notices. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('Purser does not run a program', () => {
  it('that others may change', async () => {
    for (const mode of [0o720, 0o702, 0o777]) {
      const file = program('echo canary-key', mode);
      expect(await refusal(file)).toBe(
        `Purser does not run the key helper ${file}: other users may change ${file}.`,
      );
    }
  });

  it('in a folder where others may replace files', async () => {
    const file = program('echo canary-key');
    fs.chmodSync(top, 0o777);
    expect(await refusal(file)).toContain(`other users may change ${top}.`);
    fs.chmodSync(top, 0o1777);
    expect(await key(file)).toBe('canary-key');
  });

  it('behind a link that others may change', async () => {
    const file = program('echo canary-key');
    const open = path.join(top, 'open');
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o777);
    const link = path.join(open, 'helper');
    fs.symlinkSync(file, link);
    expect(await refusal(link)).toContain(`other users may change ${open}.`);
    fs.chmodSync(open, 0o755);
    expect(await key(link)).toBe('canary-key');
  });

  it('of another user, except root', async () => {
    const file = program('echo canary-key');
    const other = { userId: userId + 1, top, withinMs: 20_000 };
    const answer = await keyFromHelper({ command: file, trusted: true }, owner, other);
    // The tests of a container run as root.
    expect('apiKey' in answer).toBe(userId === 0);
    if (userId === 0) {
      fs.chownSync(file, 1000, 1000);
      expect(await refusal(file)).toContain('other users may change');
    }
  });

  it('on Windows, unless an administrator named it', async () => {
    const file = program('echo canary-key');
    const windows = { userId: undefined, top, withinMs: 20_000 };
    expect(await keyFromHelper({ command: file, trusted: false }, owner, windows)).toHaveProperty('why');
    expect(await keyFromHelper({ command: file, trusted: true }, owner, windows)).toHaveProperty('apiKey');
  });
});
