// This console as a witness: it keeps the last line of the team's log, and the server tells later whether its log still has the line.
import fs from 'node:fs';
import { t, type Visible } from '../../lib/visible.ts';
import type { ServerHead } from '../postgres/server-console.ts';

export type Witness = ReturnType<typeof witnessIn>;

/** After a restore from a backup, the administrator removes `file` on each machine. */
export function witnessIn(file: string) {
  let last: number | undefined;
  return {
    /** `damaged`: a file that can't be read must not count as a machine that knows nothing. */
    known(): ServerHead | 'damaged' | undefined {
      const text = textIn(file);
      return text === undefined ? undefined : (headIn(text) ?? 'damaged');
    },
    keep(head: ServerHead | undefined): void {
      if (head === undefined || head.number === 0 || head.at === last) return;
      try {
        const draft = `${file}.${process.pid}.new`;
        const { number, hash, at, mac } = head;
        fs.writeFileSync(draft, `${JSON.stringify({ number, hash, at, mac })}\n`, { mode: 0o600 });
        fs.renameSync(draft, file);
        last = head.at;
      } catch {
        // Not an error: the older line is a good witness too. If the disk fails, the journal bars writing.
      }
    },
  };
}

/** Undefined only for a file that does not exist. */
function textIn(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return fs.existsSync(file) ? '' : undefined;
  }
}

function headIn(text: string): ServerHead | undefined {
  try {
    const { number, hash, at, mac }: Partial<Record<string, unknown>> = Object(JSON.parse(text));
    const sound = Number.isSafeInteger(number) && Number.isSafeInteger(at);
    if (!sound || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash) || typeof mac !== 'string')
      return undefined;
    return { number: Number(number), hash, at: Number(at), mac };
  } catch {
    return undefined;
  }
}

/** As the end of a sentence. */
export const lost = (number: number): Visible =>
  t`the server's audit log is not the log that this machine knows. Entry ${number} is missing or changed. Tell your administrator`;

export const DAMAGED = t`The file team-head-… in the state folder can't be read, so this machine does not know its team's log. Restore the file, or ask your administrator before you remove it.`;
