// Checks an exported audit log without the journal: the export's first line has the first entry's number and the head.
import { t } from '../lib/visible.ts';
import { type Head, importedHeading, importedLine, type SealedLine } from './audit.ts';
import { type ChainCheck, checkChain } from './audit-chain.ts';

/** Follows the chain of an export (NDJSON), and compares the chain with the export's own head and the given heads. */
export function checkExport(text: string, heads: readonly Head[]): ChainCheck {
  const [first = '', ...rest] = text.split('\n');
  const heading = importedHeading(first);
  if (heading === undefined)
    return {
      ok: false,
      entry: 0,
      why: t`The file's first line is not the first line of an audit log export.`,
    };
  const { from } = heading;
  const earlier = heads.find(({ number }) => number < from);
  if (earlier !== undefined) {
    return {
      ok: false,
      entry: earlier.number,
      why: t`Entry ${earlier.number} of the head is not in this export: the export starts with ${from}.`,
    };
  }
  return checkChain(linesOf(rest), { first: from, heads: [heading.head, ...heads] });
}

/** Reads the lines of an export. An unreadable line is undefined, and so is a last line without a line end. */
function* linesOf(rest: readonly string[]): Generator<SealedLine | undefined> {
  for (const [at, line] of rest.entries()) {
    const last = at === rest.length - 1;
    if (!last) yield importedLine(line);
    else if (line !== '') yield undefined;
  }
}
