// The failures of the journal's file in words, by SQLite's result codes.
import { t, type Visible, visible } from '../../lib/visible.ts';
import { Damaged } from '../stored-row.ts';

/** SQLite's extended result code, if the error has one. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** A refusal by one of our own triggers (SQLITE_CONSTRAINT_TRIGGER). */
export function isRefusal(error: unknown): boolean {
  return resultCode(error) === 1811;
}

/** The causes by the low byte of SQLite's result code. */
const causes: ReadonlyMap<number, Visible> = new Map([
  [5, t`another console has it open`],
  [6, t`another console has it open`],
  [8, t`it is read-only`],
  [10, t`the disk has failed`],
  [11, t`it is damaged`],
  [13, t`the disk is full`],
  [14, t`it can't be opened`],
  [26, t`it is not a journal, or is damaged`],
]);

/** The failure, as the end of a sentence. */
export function causeOf(error: unknown): Visible {
  if (error instanceof Damaged) return t`it is damaged`;
  const code = resultCode(error);
  const known = code === undefined ? undefined : causes.get(code & 0xff);
  if (known !== undefined) return known;
  return visible(error instanceof Error ? error.message : String(error), 200);
}
