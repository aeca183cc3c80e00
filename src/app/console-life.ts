// The end of the console's process, from before the first paint on: whatever ends it, the terminal is restored.

import { installProcessEnd } from '../cli/process-end.ts';
import { restoreTerminal, type SyncWrite, syncWriter } from '../cli/terminal.ts';
import type { Clock } from '../lib/clock.ts';
import { t } from '../lib/visible.ts';
import type { OpenConsole } from './open-console.tsx';

interface ConsoleLifeDeps {
  readonly process: NodeJS.Process;
  readonly clock: Clock;
  readonly err: SyncWrite;
  /** The running program's file. */
  readonly bundle: string;
}

export interface ConsoleLife {
  /** The console is open: from now on an end handles its writes and its frame. */
  opened(console: OpenConsole): void;
  /** Handles writes in flight as any other end does. */
  finish(): Promise<void>;
  /** After an ordinary end: restores the terminal, stops watching, and gives the exit code. */
  end(): number;
}

export function beginLife({ process, clock, err, bundle }: ConsoleLifeDeps): ConsoleLife {
  let console: OpenConsole | undefined;
  const restore = () => restoreTerminal(syncWriter(1));
  const processEnd = installProcessEnd({
    process,
    after: clock.after,
    finish: withinMs => console?.finish(withinMs),
    unknown: () => console?.flights.unknown() ?? [],
    last: () => {
      const head = console?.app.journal.auditHead();
      return head && t`purser: the audit log's head is ${head}.`;
    },
    restore,
    // Ink's frame must be gone before the ordinary screen is back: it would be drawn there.
    onEnd: ({ kind }) => console?.close(kind),
    say: err,
    bundle,
  });
  const heard = silenceWarnings(process);
  // A stop would leave the alternate screen to the shell. The open console stops in its own way.
  process.on('SIGTSTP', ignore);
  return {
    opened(open) {
      console = open;
      process.off('SIGTSTP', ignore);
    },
    finish: processEnd.finish,
    end() {
      // Ink has left the alternate screen; the modes that Ink doesn't know are restored as after any other end.
      restore();
      const code = processEnd.release();
      heard();
      return code;
    },
  };
}

const ignore = (): void => {};

/** Nothing but the console may print on its screen: Node's warnings wait until it is gone, and are useless then. */
function silenceWarnings(process: NodeJS.Process): () => void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', ignore);
  return () => {
    process.off('warning', ignore);
    for (const printer of printers) process.on('warning', printer);
  };
}
