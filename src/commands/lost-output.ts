// Standard output that failed: the reader must learn that it is incomplete.

import { t, type Visible, visible } from '../lib/visible.ts';

interface Output {
  readonly err: (text: string) => void;
  readonly outLost?: () => string | undefined;
}

/** As a whole sentence; nothing if it is complete, or if its reader left. */
export function whyNotOut({ outLost }: Pick<Output, 'outLost'>): Visible | undefined {
  const code = outLost?.();
  return code === undefined || code === 'EPIPE'
    ? undefined
    : t`Standard output failed (${visible(code, 20)}). The output above is incomplete.`;
}

/** The exit code of a command that only prints: a failure if the output is incomplete. */
export function unlessLost(code: number, parts: Output): number {
  const why = code === 0 ? whyNotOut(parts) : undefined;
  if (why === undefined) return code;
  parts.err(`purser: ${why}\n`);
  return 1;
}
