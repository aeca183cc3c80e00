// Follows the chain of an audit log, line by line, and names the first bad entry. Pure.
import { hash } from 'node:crypto';
import { t, type Visible } from '../lib/visible.ts';
import {
  type AuditLine,
  type Head,
  importedHeading,
  importedLine,
  lineOf,
  type SealedLine,
} from './audit.ts';

/** The first bad or missing entry, and why, as a whole sentence. */
export interface Broken {
  readonly ok: false;
  readonly entry: number;
  readonly why: Visible;
}

export type ChainCheck =
  | { readonly ok: true; readonly lines: number; readonly head: Head | undefined }
  | Broken;

interface Expected {
  readonly first?: number;
  readonly heads?: readonly Head[];
  /** The word for a line, with and without a capital. In a team's record, an entry is a write. */
  readonly word?: readonly [Visible, Visible];
}

const ENTRY = [t`Entry`, t`entry`] as const;

export const isBroken = (line: AuditLine | Broken): line is Broken => 'ok' in line;

export const broken = (entry: number, why: Visible): Broken => ({ ok: false, entry, why });

/** Line by line, so that other work can run between two lines. */
export function startChain({ first = 1, heads = [], word: [title, word] = ENTRY }: Expected = {}) {
  let last: SealedLine | undefined;
  let count = 0;
  const next = (): number => (last === undefined ? first : last.number + 1);
  return {
    /** Undefined is an unreadable line. */
    follow(found: SealedLine | undefined): AuditLine | Broken {
      const entry = next();
      const bad = (why: Visible): Broken => broken(entry, why);
      const line = found && lineOf(found);
      if (!found || !line)
        return bad(t`${title} ${entry} can't be read: it is incomplete, or not from this log.`);
      if (found.number > entry)
        return bad(t`${title} ${entry} is missing: ${word} ${found.number} is in its place.`);
      if (found.number < entry)
        return bad(t`${title} ${entry} is in the wrong place: ${word} ${found.number} is there.`);
      if (line.number !== found.number || hash('sha256', found.text, 'hex') !== found.hash)
        return bad(t`${title} ${entry} was changed.`);
      if (last === undefined ? entry === 1 && line.before !== '' : line.before !== last.hash)
        return bad(t`${title} ${entry} does not follow the previous ${word}: one of the two was replaced.`);
      if (heads.some(head => head.number === entry && !found.hash.startsWith(head.hash)))
        return bad(t`${title} ${entry} does not match the head: the log was replaced or written again.`);
      last = found;
      count++;
      return line;
    },
    /** Checks that the log is as long as the earlier heads say. */
    end(): ChainCheck {
      const entry = next();
      const reached = Math.max(0, ...heads.map(({ number }) => number));
      return entry <= reached
        ? broken(
            entry,
            t`${title} ${entry} is missing: the log once reached ${reached}, and its end was cut off.`,
          )
        : { ok: true, lines: count, head: last && { number: last.number, hash: last.hash } };
    },
  };
}

export function checkChain(lines: Iterable<SealedLine | undefined>, expected?: Expected): ChainCheck {
  const chain = startChain(expected);
  for (const found of lines) {
    const line = chain.follow(found);
    if (isBroken(line)) return line;
  }
  return chain.end();
}

/** Checks an exported log (NDJSON): its first line has the first entry's number and the head. */
export function checkExport(text: string, heads: readonly Head[]): ChainCheck {
  const [first = '', ...rest] = text.split('\n');
  const heading = importedHeading(first);
  if (heading === undefined)
    return broken(0, t`The file's first line is not the first line of an audit log export.`);
  const { from } = heading;
  const number = heads.find(head => head.number < from)?.number;
  return number === undefined
    ? checkChain(linesOf(rest), { first: from, heads: [heading.head, ...heads] })
    : broken(number, t`Entry ${number} of the head is not in this export: the export starts with ${from}.`);
}

/** Undefined: an unreadable line, or a last line without a line end. */
function* linesOf(rest: readonly string[]): Generator<SealedLine | undefined> {
  for (const [at, line] of rest.entries()) {
    const last = at === rest.length - 1;
    if (!last) yield importedLine(line);
    else if (line !== '') yield undefined;
  }
}
