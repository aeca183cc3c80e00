// Shows the progress of a long command in one line on standard error. The line appears only on a terminal, and only
// while the command runs.

import type { Visible } from '../lib/visible.ts';
import type { CommandParts } from './commands.ts';

export interface Progress {
  show(text: Visible): void;
  /** Clears the line before other output. */
  end(): void;
}

const CLEAR_LINE = '\r\u001b[K';

export function progressOn({ process, err }: Pick<CommandParts, 'process' | 'err'>): Progress {
  const { TERM } = process.env;
  const shown = process.stderr?.isTTY === true && TERM !== undefined && TERM !== 'dumb';
  let open = false;
  return {
    show(text) {
      if (!shown) return;
      open = true;
      err(`${CLEAR_LINE}${text}`);
    },
    end() {
      if (open) err(CLEAR_LINE);
      open = false;
    },
  };
}

/** Clears the progress line before each message, so that a message never shares its line. */
export const afterProgress =
  (progress: Progress, err: CommandParts['err']): CommandParts['err'] =>
  text => {
    progress.end();
    err(text);
  };
