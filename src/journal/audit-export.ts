// Checks an exported audit log (NDJSON) without the journal: its first line has the first entry's number and the head.
import { t } from '../lib/visible.ts';
import { type Head, importedHeading, importedLine, type SealedLine } from './audit.ts';
import { broken, type ChainCheck, checkChain } from './audit-chain.ts';

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
