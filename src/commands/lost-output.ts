// Detects that standard output failed, because the reader must know that the output is incomplete.

import { t, type Visible, visible } from '../lib/visible.ts';

interface Output {
  readonly err: (text: string) => void;
  readonly outLost?: () => string | undefined;
}

/** The failure as whole sentences. Undefined if the output is complete, or its reader has ended (EPIPE). */
export function whyNotOut({ outLost }: Pick<Output, 'outLost'>): Visible | undefined {
  const code = outLost?.();
  return code === undefined || code === 'EPIPE'
    ? undefined
    : t`Standard output failed (${visible(code, 20)}). The output above is incomplete.`;
}

/** The exit code of a command that only prints: 1 if the output is incomplete. */
export function unlessLost(code: number, parts: Output): number {
  const why = code === 0 ? whyNotOut(parts) : undefined;
  if (why === undefined) return code;
  parts.err(`purser: ${why}\n`);
  return 1;
}
