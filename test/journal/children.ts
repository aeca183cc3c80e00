/** Starts and kills processes that write to a journal. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('./child.ts', import.meta.url));

export interface Child {
  readonly pid: number;
  /** Every complete line that the process printed so far. */
  readonly lines: readonly string[];
  /** Resolves when the process has printed `count` lines, or has ended. */
  said(count: number): Promise<void>;
  go(): void;
  kill(): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

/** Further settings of a child: the kind of file system, and a shell command that limits it. */
interface Surroundings {
  readonly place?: 'local' | 'network';
  readonly shell?: string;
}

/** Starts child.ts with this job. `number` and `extra` are the job's arguments. */
export function startChild(
  file: string,
  job: 'write' | 'race' | 'recover',
  number: number,
  extra: number,
  { place = 'local', shell = '' }: Surroundings = {},
): Child {
  const words = [program, file, job, String(number), String(extra), place];
  const child: ChildProcessWithoutNullStreams =
    shell === ''
      ? spawn(process.execPath, words)
      : spawn('/bin/sh', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...words]);
  const lines: string[] = [];
  let rest = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const each of waiting) each();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => lines.push(`stderr: ${text}`));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>(resolve => {
    child.on('close', () => {
      over = true;
      wake();
      resolve();
    });
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    said: count =>
      new Promise(resolve => {
        const look = () => {
          if (lines.length < count && !over) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    go: () => {
      child.stdin.write('.');
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
