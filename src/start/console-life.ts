// Watches for the end of the console's process, from before the first paint on. Every end restores the terminal.

import type { Clock } from '../lib/clock.ts';
import { t, visible } from '../lib/visible.ts';
import { type ForeignText, holdForeignText } from '../system/foreign-text.ts';
import { installProcessEnd } from '../system/process-end.ts';
import { restoreTerminal, type SyncWrite, swallowFromTerminal, syncWriter } from '../system/terminal.ts';
import { ORDINARY } from '../ui/paint/terminal-screen.ts';
import type { OpenConsole } from './open-console.tsx';

/** Of a foreign line, in characters. */
const LINE = 500;

interface ConsoleLifeDeps {
  readonly process: NodeJS.Process;
  readonly clock: Clock;
  readonly err: SyncWrite;
  readonly bundle: string;
  /** Prints the audit log's head at the end. */
  readonly verbose: boolean;
  /** Whether there is a first paint. */
  readonly painted: boolean;
}

export interface ConsoleLife {
  /** What Node or a library printed since the last call. */
  foreignText(): string;
  /** From then on, an end also handles the console's writes and closes its screen. */
  opened(console: OpenConsole): void;
  finish(): Promise<void>;
  /** After an ordinary end. Returns the exit code. */
  end(): number;
}

export function beginLife({ process, clock, err, bundle, verbose, painted }: ConsoleLifeDeps): ConsoleLife {
  let console: OpenConsole | undefined;
  let held: ForeignText | undefined = holdForeignText(process);
  const restore = () => {
    restoreTerminal(syncWriter(1));
    const lines = held?.release().split(/\r?\n/) ?? [];
    held = undefined;
    for (const line of lines) if (line !== '') err(`${visible(line, LINE)}\n`);
  };
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
    onEnd: ({ kind }) => (console ? console.close(kind) : painted && leave(process)),
    say: err,
    bundle,
  });
  const restoreWarnings = silenceWarnings(process);
  // Ctrl+Z would leave the shell on the alternate screen. The console has its own way to stop (suspend.ts).
  process.on('SIGTSTP', ignore);
  return {
    foreignText: () => held?.read() ?? '',
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

/** The first paint is on the screen, and its questions may be unanswered. */
function leave({ stdout }: NodeJS.Process): void {
  stdout.write(ORDINARY);
  swallowFromTerminal();
}

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
