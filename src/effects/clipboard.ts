// Puts text on the clipboard, with a program of this machine or else through the terminal (OSC 52).

import { countText } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { tell, warn } from '../store/notices.ts';
import type { Store } from '../store/store.ts';
import type { ClipboardTool, Multiplexer } from '../system/clipboard-tools.ts';

export interface ClipboardPorts {
  /** That may work in this session, the best first. */
  readonly tools: readonly ClipboardTool[];
  /** Without a shell and within a second; false if the tool is missing or failed. */
  readonly run: (tool: ClipboardTool, text: string) => Promise<boolean>;
  /** It passes on only wrapped sequences. */
  readonly inside: Multiplexer | undefined;
}

interface ClipboardDeps extends ClipboardPorts {
  readonly store: Store;
  readonly write: (sequence: string) => void;
}

export type Clipboard = ReturnType<typeof createClipboard>;

/** For OSC 52, in bytes: terminals take sequences of 100,000 bytes, and base64 makes text longer. */
const MOST_BYTES = 74_994;

export function createClipboard({ store, tools, run, inside, write }: ClipboardDeps) {
  return {
    /** The notice ends with `what`: "ID 1234". All of `text` must be visible, cards masked (FAULTS G10). */
    async copy(what: Visible, text: string): Promise<void> {
      for (const tool of tools) {
        if (await run(tool, text)) return tell(store, t`Copied by ${visible(tool.command)}: ${what}`);
      }
      const bytes = Buffer.from(text, 'utf8');
      if (bytes.length > MOST_BYTES) {
        const size = t`${countText(bytes.length)} bytes; a terminal takes ${countText(MOST_BYTES)}`;
        return warn(store, t`Nothing was copied: ${size}. Press E to export to a file.`);
      }
      write(wrapped(`\u001B]52;c;${bytes.toString('base64')}\u0007`, inside));
      // Terminals do not answer to OSC 52, so the result is not known.
      tell(store, t`Copied, if the terminal allows OSC 52: ${what}`);
    },
  };
}

/** GNU screen drops a longer one. */
const SCREEN_PART = 256;

function wrapped(sequence: string, inside: Multiplexer | undefined): string {
  if (inside === 'tmux') return `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  if (inside === undefined) return sequence;
  const parts = Math.ceil(sequence.length / SCREEN_PART);
  const cut = Array.from({ length: parts }, (_, n) => sequence.slice(n * SCREEN_PART, (n + 1) * SCREEN_PART));
  return cut.map(part => `\u001BP${part}\u001B\\`).join('');
}
