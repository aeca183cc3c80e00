// Keeps text that Node or a library prints on standard error off the console's screen.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { attempt, succeeds } from '../lib/attempt.ts';

const ERR = 2;
const { O_APPEND, O_CREAT, O_EXCL, O_NOCTTY, O_RDWR, O_WRONLY } = fs.constants;
/** In bytes. */
const MOST = 64 * 1024;

export interface ForeignText {
  /** What was printed since the last call. */
  read(): string;
  /** Standard error is the terminal again. Returns all that was printed. */
  release(): string;
}

interface HoldingProcess {
  readonly platform: string;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
}

/**
 * Replaces standard error by a file without a name, if it is the terminal of standard output. Node has no `dup2`, but
 * the system gives a new file the lowest free number. Undefined on Windows, where that is not so.
 */
export function holdForeignText({ platform, stderr }: HoldingProcess): ForeignText | undefined {
  if (platform === 'win32' || !isTheTerminal()) return undefined;
  const terminal = ['/dev/fd/1', '/dev/tty'].find(canOpen);
  if (terminal === undefined) return undefined;
  const file = path.join(os.tmpdir(), `purser-${process.pid}-${process.hrtime.bigint()}`);
  if (!succeeds(() => fs.closeSync(fs.openSync(file, O_RDWR | O_CREAT | O_EXCL, 0o600)))) return undefined;
  const held = replaceBy(file, O_RDWR | O_APPEND);
  fs.rmSync(file, { force: true });
  if (!held) {
    replaceBy(terminal, O_WRONLY | O_NOCTTY);
    return undefined;
  }
  // Node's own stream has opened the terminal a second time.
  const { write } = stderr;
  stderr.write = text => {
    fs.writeFileSync(ERR, text);
    return true;
  };
  let read = 0;
  const from = (at: number): Buffer => {
    const text = Buffer.alloc(Math.min(MOST, Math.max(0, fs.fstatSync(ERR).size - at)));
    return text.subarray(0, text.length === 0 ? 0 : fs.readSync(ERR, text, 0, text.length, at));
  };
  return {
    read() {
      const text = from(read);
      read += text.length;
      return text.toString();
    },
    release() {
      const all = from(0).toString();
      stderr.write = write;
      // Without a terminal, nobody reads it any more.
      if (!replaceBy(terminal, O_WRONLY | O_NOCTTY)) replaceBy('/dev/null', O_WRONLY);
      return all;
    },
  };
}

const isTheTerminal = (): boolean =>
  attempt(() => {
    const [out, err] = [fs.fstatSync(1), fs.fstatSync(ERR)];
    return err.isCharacterDevice() && err.rdev === out.rdev;
  }) ?? false;

const canOpen = (terminal: string): boolean =>
  succeeds(() => fs.closeSync(fs.openSync(terminal, O_WRONLY | O_NOCTTY)));

function replaceBy(file: string, flags: number): boolean {
  // It may be closed already.
  attempt(() => fs.closeSync(ERR));
  const opened = attempt(() => fs.openSync(file, flags));
  if (opened !== undefined && opened !== ERR) attempt(() => fs.closeSync(opened));
  return opened === ERR;
}
