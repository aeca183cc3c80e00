// Watches for the end of the console's process, from before the first paint on. Every end restores the terminal.

import type { Clock } from '../lib/clock.ts';
import { t } from '../lib/visible.ts';
import { installProcessEnd } from '../system/process-end.ts';
import { restoreTerminal, type SyncWrite, syncWriter } from '../system/terminal.ts';
import type { OpenConsole } from './open-console.tsx';

interface ConsoleLifeDeps {
  readonly process: NodeJS.Process;
  readonly clock: Clock;
  readonly err: SyncWrite;
  readonly bundle: string;
  /** Prints the audit log's head at the end. */
  readonly verbose: boolean;
}

export interface ConsoleLife {
  /** From then on, an end also handles the console's writes and closes its screen. */
  opened(console: OpenConsole): void;
  finish(): Promise<void>;
  /** After an ordinary end. Returns the exit code. */
  end(): number;
}

export function beginLife({ process, clock, err, bundle, verbose }: ConsoleLifeDeps): ConsoleLife {
  let console: OpenConsole | undefined;
  const restore = () => restoreTerminal(syncWriter(1));
  const processEnd = installProcessEnd({
    process,
    after: clock.after,
    finish: withinMs => console?.finish(withinMs),
    unknown: () => console?.flights.unknown() ?? [],
    last: () => {
      const head = verbose ? console?.app.journal.auditHead() : undefined;
      return head && t`purser: the audit log's head is ${head}.`;
    },
    restore,
    survives: error => console?.survives(error) === true,
    // Otherwise Ink would draw on the ordinary screen.
    onEnd: ({ kind }) => console?.close(kind),
    say: err,
    bundle,
  });
  const restoreWarnings = silenceWarnings(process);
  // Ctrl+Z would leave the shell on the alternate screen. The console has its own way to stop (suspend.ts).
  process.on('SIGTSTP', ignore);
  return {
    opened(open) {
      console = open;
      process.off('SIGTSTP', ignore);
    },
    finish: processEnd.finish,
    end() {
      // Also undoes the modes that Ink doesn't know.
      restore();
      const code = processEnd.release();
      restoreWarnings();
      return code;
    },
  };
}

const ignore = (): void => {};

/** They would be printed into the console's screen. */
function silenceWarnings(process: NodeJS.Process): () => void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', ignore);
  return () => {
    process.off('warning', ignore);
    for (const printer of printers) process.on('warning', printer);
  };
}
