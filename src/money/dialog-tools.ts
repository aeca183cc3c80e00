// The functions that all steps of a write's dialog share: for the dialog on the screen and the message line.

import type { Client } from '../api/client/client.ts';
import type { Lists } from '../effects/lists.ts';
import type { Confirmed } from '../journal/approvals.ts';
import type { Intent } from '../journal/intent.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import { REASON_FOR_WRITING } from '../sending/question.ts';
import { keptLines } from '../sending/shown-line.ts';
import type { Dialog, Phase } from '../store/dialog.ts';
import { warn } from '../store/notices.ts';
import { showOverlay } from '../store/open-overlays.ts';

import type { Store } from '../store/store.ts';
import { whyNotWrite } from '../store/writing.ts';
import type { AskedWrite } from './ask.ts';
import { isStillThere, type JournalEffects } from './journal-effects.ts';
import type { WriteRules } from './write-rules.ts';

export interface ToolsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly journal: JournalEffects;
  readonly rules: WriteRules;
  readonly lists: Lists;
}

export interface Connections {
  readonly client: Client;
  readonly port: JournalPort;
}

export interface DialogTools extends ToolsDeps {
  warn(text: Visible): void;
  put(dialog: Dialog): void;
  current(): Dialog | undefined;
  /** The person may have closed the dialog. */
  still(dialog: Pick<Dialog, 'requestId'>, kind: Phase['kind']): Dialog | undefined;
  barred(): Visible | undefined;
  /** A notice names what is missing. Also undefined if the person has left the screen. */
  ready(): Promise<Connections | undefined>;
  intentOf(about: AskedWrite, dialog: Dialog): Intent;
}

export function dialogTools(parts: ToolsDeps): DialogTools {
  const { store, clock, journal } = parts;
  const barred = (): Visible | undefined => whyNotWrite(store.getState(), clock.monotonic());
  const current = (): Dialog | undefined => {
    const { overlay } = store.getState();
    return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
  };
  return {
    ...parts,
    warn: text => warn(store, text),
    put: dialog => showOverlay(store, { kind: 'dialog', dialog }),
    current,
    still({ requestId }, kind) {
      const now = current();
      return now?.requestId === requestId && now.phase.kind === kind ? now : undefined;
    },
    barred,
    async ready() {
      // Writes of other consoles may be duplicates.
      const before = store.getState();
      if (before.journal.kind !== 'closed') {
        await journal.current();
        if (!isStillThere(before, store.getState())) return undefined;
      }
      const early = barred();
      const port = early === undefined ? await journal.open() : undefined;
      const client = parts.client();
      const why = early ?? barred();
      if (why !== undefined) warn(store, why);
      else if (!client) warn(store, t`Not sent. Sign in first.`);
      return port && client && why === undefined ? { client, port } : undefined;
    },
    intentOf({ intent }, { lines }) {
      const { grant } = store.getState();
      const reason = grant ? [{ label: REASON_FOR_WRITING, value: grant.reason }] : [];
      return { ...intent, what: [...keptLines(lines), ...reason] };
    },
  };
}

/** `claim` in approvals.ts compares it with the approved request. */
export const confirmedIn = (
  { warnings, deadline }: Dialog,
  { prepared: { body } }: AskedWrite,
  tick: number,
): Confirmed => ({
  ...(body !== undefined && { body }),
  warnings,
  ...(deadline && { lasts: Math.max(0, deadline.at - deadline.margin - tick) }),
});
