// `purser audit follow`: copies each new line of the audit log to standard output, a file or a syslog collector. It only reads the log.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exportedLine, exportHeading, type Head, importedLine, parseHead } from '../journal/audit.ts';
import { knownHeadIn } from '../journal/known-head.ts';
import { type FollowedLine, headBefore, linesAfter } from '../journal/sqlite/audit-check.ts';
import { systemClock } from '../lib/clock.ts';
import { errorCode } from '../lib/error-code.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { readAuthorities } from '../system/authorities.ts';
import type { CommandLine } from '../system/command-line.ts';
import { addressText, parseAddress, type SyslogAddress, syslogLine, syslogSender } from '../system/syslog.ts';
import { type CommandParts, fails } from './command-parts.ts';
import { sinceIn, WRONG_SINCE } from './journal-command.ts';

export const WRONG_HEAD = t`--head takes a printed head: a number, a colon and a hash.`;

export type FollowFlag = 'head' | 'since' | 'syslog' | 'position' | 'ca-file';

/** Takes lines in order, and each of them again after a failure. */
export interface Sink {
  /** Undefined: it is taken. Otherwise why not, as a sentence. `ends`: it will never take a line again. */
  take(line: FollowedLine): Promise<{ readonly why: Visible; readonly ends?: true } | undefined>;
}

/** In ms. */
const LOOK = 500;
const LONGEST_WAIT = 30_000;

interface Following {
  readonly journal: string;
  readonly sink: Sink;
  readonly from: Head | undefined;
  readonly keep: (head: Head) => void;
  readonly tell: (sentence: Visible) => void;
  /** Waits. Resolves to false if the command ends. */
  readonly pause: (ms: number) => Promise<boolean>;
}

/** Returns why the log can't be followed any more. Undefined: the command ends. */
export async function followLog({
  journal,
  sink,
  from,
  keep,
  tell,
  pause,
}: Following): Promise<Visible | undefined> {
  let last = from;
  let seen: string | undefined;
  let trouble: Visible | undefined;
  const tellTrouble = (why: Visible | undefined): void => {
    if (why !== undefined && trouble !== why) tell(t`${why} Purser tries again.`);
    if (why === undefined && trouble !== undefined) tell(t`Purser follows the audit log again.`);
    trouble = why;
  };
  for (;;) {
    const now = changesOf(journal);
    const found =
      now === seen ? undefined : now === undefined ? NOTHING : linesAfter({ file: journal }, last);
    if (found && !found.ok && 'entry' in found) return t`The audit log was changed. ${found.why}`;
    if (found) tellTrouble(found.ok ? goneSince(now, last) : found.unreadable);
    for (const line of found?.ok ? found.lines : []) {
      for (let wait = LOOK; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
        const refused = await sink.take(line);
        if (refused?.ends) return refused.why;
        tellTrouble(refused?.why);
        if (!refused) break;
        if (!(await pause(wait))) return undefined;
      }
      last = { number: line.sealed.number, hash: line.sealed.hash };
      keep(last);
    }
    // One reading does not have all lines of a long log.
    const isWhole = found?.ok && found.lines.length === 0;
    if (isWhole || now === undefined) seen = now;
    if (!(await pause(found?.ok && !isWhole ? 0 : LOOK))) return undefined;
  }
}

const NOTHING = { ok: true, lines: [] } as const;

const goneSince = (now: string | undefined, last: Head | undefined): Visible | undefined =>
  now === undefined && last ? t`The audit log is gone: it once reached entry ${last.number}.` : undefined;

/** Undefined without a file. */
function changesOf(journal: string): string | undefined {
  const facts = [journal, `${journal}-wal`].map(file => fs.statSync(file, { throwIfNoEntry: false }));
  return facts[0] && facts.map(each => each && `${each.ino} ${each.size} ${each.mtimeMs}`).join();
}

/** The command, until it is killed. */
export async function follow(
  journal: string,
  line: CommandLine<FollowFlag>,
  [file, another]: readonly string[],
  parts: CommandParts,
): Promise<number> {
  const { refuse, err, process } = parts;
  if (another !== undefined) return refuse(t`purser audit follow takes one file.`);
  const [server, kept] = [line.value('syslog'), line.value('position')];
  const address = server === undefined ? undefined : parseAddress(server);
  if (server !== undefined && address === undefined)
    return refuse(t`--syslog takes udp://HOST, tcp://HOST or tls://HOST, with a port if needed.`);
  const toFile = file !== undefined && file !== '-';
  if (address && file !== undefined) return refuse(t`Give a file or --syslog, not both.`);
  if (toFile && kept !== undefined)
    return refuse(t`A file needs no --position: its last line is the position.`);
  const caFile = line.value('ca-file');
  if (caFile !== undefined && address?.kind !== 'tls') return refuse(t`--ca-file needs --syslog tls://HOST.`);
  if (!parts.machine.ok) return refuse(parts.machine.why);
  const ca = readAuthorities(
    caFile === undefined ? undefined : { file: caFile, trusted: false },
    parts.machine.machine,
    process.env,
  );
  if (ca && 'why' in ca) return refuse(ca.why);
  const start = startOf(journal, line);
  if (typeof start === 'string') return refuse(start);
  const position = kept === undefined ? undefined : knownHeadIn(path.resolve(process.cwd(), kept));
  if (position?.isDamaged()) return refuse(t`The file of --position can't be read.`);
  if (position && !position.read() && start.from) {
    position.keep(start.from);
    if (!position.read()) return refuse(t`The file of --position can't be written.`);
  }
  const target = toFile ? fileSink(path.resolve(process.cwd(), file), systemClock().wall) : undefined;
  if (typeof target === 'string') return fails(parts, target);
  const tell = (sentence: Visible): void => err(`purser: ${sentence}\n`);
  const why = await followLog({
    journal,
    sink: target?.sink ?? (address ? syslogSink(address, ca?.text) : outSink(parts)),
    from: position?.read() ?? target?.last ?? start.from,
    keep: head => position?.keep(head),
    tell,
    pause: ms => new Promise(resolve => void setTimeout(resolve, ms, true)),
  });
  return why === undefined ? 0 : fails(parts, why);
}

/** The head after which the first line comes. Or why not, as a sentence. */
function startOf(
  journal: string,
  line: CommandLine<FollowFlag>,
): { readonly from: Head | undefined } | Visible {
  const [head, since] = [line.value('head'), line.value('since')];
  if (head !== undefined && since !== undefined) return t`Give --head or --since, not both.`;
  if (head !== undefined) {
    const from = parseHead(head);
    return from ? { from } : WRONG_HEAD;
  }
  const at = since === undefined ? Number.POSITIVE_INFINITY : sinceIn(since);
  if (at === undefined) return WRONG_SINCE;
  if (!fs.existsSync(journal)) return { from: undefined };
  const before = headBefore({ file: journal }, at);
  return before.ok ? { from: before.head } : before.unreadable;
}

const outSink = ({ out, outLost }: CommandParts): Sink => ({
  async take({ sealed }) {
    out(`${exportedLine(sealed)}\n`);
    const lost = outLost?.();
    return lost === undefined
      ? undefined
      : { why: t`Standard output failed (${visible(lost, 20)}).`, ends: true };
  },
});

function syslogSink(address: SyslogAddress, ca: string | undefined): Sink {
  const sender = syslogSender(address, ca);
  const host = os.hostname();
  return {
    async take({ sealed, line: { at, pid, kind } }) {
      const sent = await sender.send(syslogLine({ at, host, pid, id: kind, text: exportedLine(sealed) }));
      return sent.ok
        ? undefined
        : { why: t`The syslog collector ${addressText(address)} took no line (${sent.why}).` };
    },
  };
}

interface FileTarget {
  readonly sink: Sink;
  /** Of its last line. */
  readonly last: Head | undefined;
}

/** Appends to a file that `purser audit verify --file` can check. A file that was moved away is begun again. */
export function fileSink(file: string, now: () => number): FileTarget | Visible {
  const sentence = (error: unknown): Visible =>
    t`The file ${visible(file, 200)} can't be written (${visible(errorCode(error) ?? 'EIO', 20)}).`;
  let handle: number | undefined;
  let opened: fs.Stats | undefined;
  /** Where it was moved to, the file keeps what it has. */
  function open(): number {
    const there = fs.statSync(file, { throwIfNoEntry: false });
    if (handle !== undefined && there && there.ino === opened?.ino && there.dev === opened.dev) return handle;
    if (handle !== undefined) fs.closeSync(handle);
    handle = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT, 0o600);
    opened = fs.fstatSync(handle);
    return handle;
  }
  let last: Head | undefined;
  try {
    const text = fs.readFileSync(open(), 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    // The computer stopped in the middle of a line.
    if (end < text.length) fs.ftruncateSync(open(), Buffer.byteLength(text.slice(0, end)));
    const newest = text.slice(0, end).trimEnd().split('\n').at(-1) ?? '';
    last = newest === '' ? undefined : headOfLine(newest);
    if (newest !== '' && last === undefined)
      return t`The last line of ${visible(file, 200)} is not a line of an audit log.`;
  } catch (error) {
    return sentence(error);
  }
  const sink: Sink = {
    async take({ sealed }) {
      try {
        const into = open();
        const heading = exportHeading({
          at: new Date(now()).toISOString(),
          from: sealed.number,
          head: sealed,
        });
        const begin = fs.fstatSync(into).size === 0 ? `${heading}\n` : '';
        fs.writeSync(into, `${begin}${exportedLine(sealed)}\n`);
        fs.fdatasyncSync(into);
        return undefined;
      } catch (error) {
        return { why: sentence(error) };
      }
    },
  };
  return { sink, last };
}

/** The heading of a file without lines has the head of the first line: it comes again. */
function headOfLine(text: string): Head | undefined {
  const line = importedLine(text);
  return line && { number: line.number, hash: line.hash };
}
