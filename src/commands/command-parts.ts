// What every sub-command needs: the parts of the process, its arguments, its progress, and whether its output was lost.

import type { OpenJournal } from '../journal/open-journal.ts';
import { systemClock } from '../lib/clock.ts';
import { type CommandHelp, flagsOfWord, helpText } from '../lib/command-help.ts';
import { counted } from '../lib/counted.ts';
import { countText } from '../lib/decimal.ts';
import type { DescribedFlag } from '../lib/flag-lines.ts';
import { didYouMean } from '../lib/nearest.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { type CommandLine, readCommandLine } from '../system/command-line.ts';
import type { Keyring } from '../system/keyring.ts';
import type { MachineRead } from '../system/machine.ts';
import type { SyncWrite } from '../system/terminal.ts';
import { SUMMARIES } from '../system/usage.ts';

export interface CommandParts {
  readonly process: NodeJS.Process;
  readonly out: SyncWrite;
  readonly err: SyncWrite;
  /** The system's error code if standard output failed, such as ENOSPC or EPIPE. */
  readonly outLost?: () => string | undefined;
  /** Prints the sentence. Returns 2, for wrong usage or set-up. */
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  /** The files of the administrator. */
  readonly machine: MachineRead;
  readonly version?: string;
  /** Only for tests. */
  readonly keyring?: Keyring;
  /** Only for tests. */
  readonly openJournal?: OpenJournal;
}

/** Prints why the command failed. Returns the exit code. */
export function fails({ err }: Pick<CommandParts, 'err'>, why: Visible): number {
  err(`purser: ${why}\n`);
  return 1;
}

export function prints({ out }: Pick<CommandParts, 'out'>, text: string): number {
  out(text);
  return 0;
}

interface OwnHelp<Flag extends string> extends Omit<CommandHelp<Flag>, 'summary'> {
  readonly name: keyof typeof SUMMARIES;
}

/** With the flag that every command has. */
export function commandHelp<Flag extends string>(help: OwnHelp<Flag>): CommandHelp<Flag | 'help'> {
  const flags: Readonly<Record<string, DescribedFlag>> = {
    ...help.flags,
    help: { says: 'shows this help', short: 'h' },
  };
  return { ...help, summary: SUMMARIES[help.name], flags };
}

export type LineOf<Help> = Help extends CommandHelp<infer Flag> ? CommandLine<Flag> : never;

/** Runs only if the arguments are right and do not ask for help. Otherwise prints that. Gives the exit code. */
export const command =
  <Flag extends string, Code extends number | Promise<number>>(
    help: CommandHelp<Flag | 'help'>,
    run: (line: CommandLine<Flag>, parts: CommandParts) => Code,
  ) =>
  (rest: readonly string[], parts: CommandParts): Code | number => {
    const read = readCommandLine(t`purser ${visible(help.name)}`, rest, help.flags);
    if (!read.ok) return parts.refuse(read.why);
    const { line } = read;
    if (line.has('help')) return prints(parts, helpText(help));
    const wrong = misuse(help, line);
    return wrong === undefined ? run(line, parts) : parts.refuse(wrong);
  };

/** Why the words, or a flag after them, are not those of the command's help. */
function misuse<Flag extends string>(help: CommandHelp<Flag>, line: CommandLine<Flag>): Visible | undefined {
  const { name, flags, words, offers } = help;
  const [word = ''] = line.words;
  const command = t`purser ${visible(name)}`;
  if (words === undefined)
    return offers === undefined && word !== ''
      ? t`${command} takes no words. See ${command} --help.`
      : undefined;
  if (!Object.hasOwn(words, word)) {
    const known = Object.keys(words);
    const all = join(known.slice(0, -1).map(one => visible(one)));
    const hint = didYouMean(word, known, t`See ${command} --help.`);
    return t`${command} takes ${all} or ${visible(known.at(-1) ?? '')}. ${hint}`;
  }
  const own = flagsOfWord(help, word);
  const stray = (Object.keys(flags) as Flag[]).find(
    flag => line.has(flag) && flag !== 'help' && !own.includes(flag),
  );
  return stray === undefined
    ? undefined
    : t`${command} ${visible(word)} has no flag --${visible(stray)}. See ${command} --help.`;
}

/** Undefined if the output is complete, or its reader has ended (EPIPE). */
export function checkOutput({ outLost }: Pick<CommandParts, 'outLost'>): Visible | undefined {
  const code = outLost?.();
  return code === undefined || code === 'EPIPE'
    ? undefined
    : t`Standard output failed (${visible(code, 20)}). The output above is incomplete.`;
}

/** 1 if the output of a command that only prints is incomplete. */
export function unlessLost(code: number, parts: Pick<CommandParts, 'err' | 'outLost'>): number {
  const why = code === 0 ? checkOutput(parts) : undefined;
  return why === undefined ? code : fails(parts, why);
}

export type Progress = ReturnType<typeof progressOn>;

const CLEAR_LINE = '\r\u001b[K';

/** In ms, between two lines where nothing can be written over. A quick command writes none. */
const APART = 10_000;

/** On a terminal one line that changes, elsewhere a line now and then. */
export function progressOn(
  { process, err }: Pick<CommandParts, 'process' | 'err'>,
  now: () => number = systemClock().monotonic,
) {
  const { TERM } = process.env;
  const shown = process.stderr?.isTTY === true && TERM !== undefined && TERM !== 'dumb';
  let open = false;
  let said = now();
  /** Before other output. */
  function end(): void {
    if (open) err(CLEAR_LINE);
    open = false;
  }
  return {
    show(text: Visible): void {
      if (shown) {
        open = true;
        err(`${CLEAR_LINE}${text}`);
      } else if (now() - said >= APART) {
        said = now();
        err(`purser: ${text}\n`);
      }
    },
    end,
    /** So that a message never shares the line of progress. */
    before:
      (write: CommandParts['err']): CommandParts['err'] =>
      text => {
        end();
        write(text);
      },
  };
}

export const tellOn =
  (progress: Progress) =>
  (checked: number, of: number): void =>
    progress.show(t`Checking the audit log: ${countText(checked)} of ${counted(of, t`entry`, t`entries`)} …`);
