// What every step of a write's dialog works with: the dialog on the screen, and the message line.

import type { Client } from '../../api/client/client.ts';
import { isStillThere } from '../../effects/current-journal.ts';
import type { JournalEffects, JournalPort } from '../../effects/journal.ts';
import { REASON_FOR_WRITING } from '../../effects/question.ts';
import type { Confirmed } from '../../journal/approvals.ts';
import type { Intent } from '../../journal/intent.ts';
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Dialog, keptLines, type Phase } from '../../store/dialog.ts';
import type { Store } from '../../store/store.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { AskedWrite } from './ask.ts';

interface HandsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly journal: JournalEffects;
}

/** What a write needs. */
export interface Able {
  readonly client: Client;
  readonly port: JournalPort;
}

export interface DialogHands extends HandsDeps {
  warn(text: Visible): void;
  put(dialog: Dialog): void;
  current(): Dialog | undefined;
  /** The dialog as it is now, if it is still this one in this phase. The person may have closed it meanwhile. */
  still(dialog: Pick<Dialog, 'requestId'>, kind: Phase['kind']): Dialog | undefined;
  barred(): Visible | undefined;
  /** What a write needs; or nothing, and a notice says what is missing. */
  ready(): Promise<Able | undefined>;
  /** The intent for the journal: the lines of the last reading, and the reason for the write access. */
  intentOf(about: AskedWrite, dialog: Dialog): Intent;
}

export function dialogHands(parts: HandsDeps): DialogHands {
  const { store, clock, journal } = parts;
  const warn = (text: Visible): void => store.setState({ notice: { text, tone: 'warning' } });
  const barred = (): Visible | undefined => whyNotWrite(store.getState(), clock.monotonic());
  const current = (): Dialog | undefined => {
    const { overlay } = store.getState();
    return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
  };
  return {
    ...parts,
    warn,
    put: dialog => store.setState({ overlay: { kind: 'dialog', dialog } }),
    current,
    still({ requestId }, kind) {
      const now = current();
      return now?.requestId === requestId && now.phase.kind === kind ? now : undefined;
    },
    barred,
    async ready() {
      // Writes of other consoles count too. Only a question that names earlier writes itself has to look before.
      const before = store.getState();
      if (before.journal.kind !== 'closed') {
        await journal.current();
        if (!isStillThere(before, store.getState())) return undefined;
      }
      const early = barred();
      const port = early === undefined ? await journal.open() : undefined;
      const client = parts.client();
      const why = early ?? barred();
      if (why !== undefined) warn(why);
      else if (!client) warn(t`Not sent. Sign in first.`);
      return port && client && why === undefined ? { client, port } : undefined;
    },
    intentOf({ intent }, { lines }) {
      const { grant } = store.getState();
      const reason = grant ? [{ label: REASON_FOR_WRITING, value: grant.reason }] : [];
      return { ...intent, what: [...keptLines(lines), ...reason] };
    },
  };
}

/** What `claim` in approvals.ts compares with what was asked for. */
export const confirmedIn = (
  { warnings, deadline }: Dialog,
  { prepared: { body } }: AskedWrite,
  tick: number,
): Confirmed => ({
  ...(body !== undefined && { body }),
  warnings,
  ...(deadline && { lasts: Math.max(0, deadline.at - deadline.margin - tick) }),
});
