// Asks another program one question: a text on its standard input, its standard output as the answer, within a time limit.

import { spawn } from 'node:child_process';

type ProgramEnd =
  /** `code`: the system's error code. */
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'late' }
  /** `code`: null if a signal ended it. */
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: string };

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether this output is the whole answer, although the program goes on. */
  readonly isWhole?: (output: string) => boolean;
}

/** In characters. A longer output counts as empty. */
const MOST_OUTPUT = 16 * 1024;

/** Without a shell. The program never outlives Purser or the limit, and its standard error is not read. */
export function askProgram(
  { command, args, isWhole = () => false }: Program,
  input: string,
  withinMs: number,
): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const child = spawn(command, args, { shell: false, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  let output = '';
  const kill = (): void => void child.kill('SIGKILL');
  const end = (ended: ProgramEnd): void => {
    clearTimeout(timer);
    process.off('exit', kill);
    kill();
    child.stdout.destroy();
    resolve(ended);
  };
  const timer = setTimeout(() => end({ kind: 'late' }), withinMs);
  process.on('exit', kill);
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    output += text;
    if (output.length > MOST_OUTPUT) end({ kind: 'ended', code: 0, output: '' });
    else if (isWhole(output)) end({ kind: 'ended', code: 0, output });
  });
  child.once('error', (error: NodeJS.ErrnoException) => end({ kind: 'failed', code: error.code ?? 'EIO' }));
  child.once('close', code => end({ kind: 'ended', code, output }));
  // The program may end without reading.
  child.stdin.on('error', () => {});
  child.stdin.end(`${input}\n`);
  return promise;
}
