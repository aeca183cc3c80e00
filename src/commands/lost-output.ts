// Standard output that couldn't be written: what was read is not all there, and whoever asked has to know.

import { t, type Visible, visible } from '../lib/visible.ts';

interface Output {
  readonly err: (text: string) => void;
  readonly outLost?: () => string | undefined;
}

/** As a whole sentence; nothing where it is all out, or where its reader left and wants no more. */
export function whyNotOut({ outLost }: Pick<Output, 'outLost'>): Visible | undefined {
  const code = outLost?.();
  return code === undefined || code === 'EPIPE'
    ? undefined
    : t`Standard output can't be written (${visible(code, 20)}): what stands there is not all of it.`;
}

/** The exit code of what only gives something out: a failure where that didn't arrive. */
export function unlessLost(code: number, parts: Output): number {
  const why = code === 0 ? whyNotOut(parts) : undefined;
  if (why === undefined) return code;
  parts.err(`purser: ${why}\n`);
  return 1;
}
