// The sub-commands, each loaded when it is asked for: what they do, they do without the screen.

import type { CommandName } from '../cli/arguments.ts';
import type { Keyring } from '../cli/keyring.ts';
import type { SyncWrite } from '../cli/terminal.ts';
import type { Visible } from '../lib/visible.ts';

/** What the process gives a sub-command. */
export interface CommandParts {
  readonly process: NodeJS.Process;
  readonly out: SyncWrite;
  readonly err: SyncWrite;
  /** Says why it can't be done, and gives the exit code of wrong usage or set-up, 2. */
  readonly refuse: (sentence: Visible) => number;
  readonly uuid: () => string;
  /** The system's own, unless a test gives another. */
  readonly keyring?: Keyring;
}

/** `rest` is what followed the sub-command's name; the result is the exit code. */
export async function runCommand(
  name: CommandName,
  rest: readonly string[],
  parts: CommandParts,
): Promise<number> {
  switch (name) {
    case 'call': {
      const { call } = await import('./call.ts');
      return call(rest, parts);
    }
    case 'journal': {
      const { journal } = await import('./journal.ts');
      return journal(rest, parts);
    }
    case 'profile': {
      const { profile } = await import('./profile.ts');
      return profile(rest, parts);
    }
    case 'audit': {
      const { audit } = await import('./audit.ts');
      return audit(rest, parts);
    }
    case 'doctor': {
      const { doctor } = await import('./doctor.ts');
      return doctor(rest, parts);
    }
  }
}
