// Sending one write of the journal again: its reading, then its dialog, under its own request ID and with its own bytes.

import type { App } from '../../effects/app.ts';
import type { Reread } from '../../effects/question.ts';
import { bodyOf } from '../../effects/read-back-plan.ts';
import type { Row } from '../../journal/intent.ts';
import type { Visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { confirmedLines } from '../../ui/screens/shown-lines.ts';
import { kinds } from './again-kinds.ts';
import { unsaidMembers } from './unsaid-members.ts';

interface Way {
  /** Reads what it is compared with, for the customer in front. */
  read(app: App): Promise<void>;
  /** Opens the dialog; or says in whole sentences why it isn't asked. */
  ask(app: App): Visible | undefined;
}

/** A journal may hold operations of other versions. */
const isKnown = (operation: string): operation is keyof typeof kinds => Object.hasOwn(kinds, operation);

/** Undefined where the row doesn't say all that it takes. */
export function wayOf(row: Row): Way | undefined {
  const { operation, requestId } = row.intent;
  if (!isKnown(operation)) return undefined;
  const { title, button, token: tokenOf, reading: readingOf } = kinds[operation];
  const token = tokenOf(row.intent);
  const reading = readingOf(row);
  if (!token || !reading) return undefined;
  return {
    read: app => reading.load(app),
    ask(app) {
      const found = reading.found(app);
      if ('barred' in found) return found.barred;
      const lines = found.lines ?? confirmedLines(row);
      const unsaid = unsaidMembers(bodyOf(row.intent), lines, requestId);
      void app.writes.askAgain(row, {
        operation,
        title,
        button,
        lines: [...lines, ...unsaid],
        warnings: found.warnings,
        token,
        ...(found.reread && { reread: besides(found.reread, unsaid) }),
      });
      return undefined;
    },
  };
}

/** The same reading, with lines that hang on no record. */
const besides = (reread: Reread, unsaid: readonly ShownLine[]): Reread => ({
  ...reread,
  check(value) {
    const found = reread.check(value);
    return 'barred' in found ? found : { ...found, lines: [...found.lines, ...unsaid] };
  },
});
