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
  | {
      readonly ok: true;
      readonly lines: number;
      readonly head: Head | undefined;
      /** Of a part: the line before its first line, which only another part has. */
      readonly after?: Head;
    }
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
  let after: Head | undefined;
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
      if (last === undefined && entry > 1) after = { number: entry - 1, hash: line.before };
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
        : {
            ...{ ok: true, lines: count, head: last && { number: last.number, hash: last.hash } },
            ...(after && { after }),
          };
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

/**
 * Checks an exported log (NDJSON), or the files of one that was rotated, the oldest first. The first line of each has the
 * first entry's number and a head. A file that was just begun has no line yet.
 */
export function checkExport(texts: readonly string[], heads: readonly Head[]): ChainCheck {
  const all = texts.filter(text => text !== '').map(partOf);
  const parts = all.flatMap(part => part ?? []);
  if (parts.length < all.length)
    return broken(0, t`The file's first line is not the first line of an audit log export.`);
  const from = parts[0]?.heading.from ?? 1;
  const number = heads.find(head => head.number < from - 1)?.number;
  if (number !== undefined)
    return broken(
      number,
      t`Entry ${number} of the head is not in this export: the export starts with ${from}.`,
    );
  const known = [...parts.map(({ heading }) => heading.head), ...heads];
  const checked = checkChain(
    parts.flatMap(({ lines }) => lines),
    { first: from, heads: known },
  );
  const before = heads.find(head => head.number === from - 1);
  return checked.ok && before && !checked.after?.hash.startsWith(before.hash)
    ? broken(from, t`Entry ${from} does not follow the head: the log was replaced or written again.`)
    : checked;
}

function partOf(text: string) {
  const [first = '', ...rest] = text.split('\n');
  const heading = importedHeading(first);
  return heading && { heading, lines: [...linesOf(rest)] };
}

/** Undefined: an unreadable line, or a last line without a line end. */
function* linesOf(rest: readonly string[]): Generator<SealedLine | undefined> {
  for (const [at, line] of rest.entries()) {
    const last = at === rest.length - 1;
    if (!last) yield importedLine(line);
    else if (line !== '') yield undefined;
  }
}
