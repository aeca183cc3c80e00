// One line on standard error that says how far a long command is; on a terminal only, and gone when the command ends.

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

/** Standard error for messages meanwhile, each on a separate line. */
export const afterProgress =
  (progress: Progress, err: CommandParts['err']): CommandParts['err'] =>
  text => {
    progress.end();
    err(text);
  };
