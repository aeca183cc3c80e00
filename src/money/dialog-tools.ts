// The functions that all steps of a write's dialog share: for the dialog on the screen and the message line.

import type { Client } from '../api/client/client.ts';
import type { Lists } from '../effects/lists.ts';
import { createSlots } from '../effects/slots.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import type { Clock } from '../lib/clock.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { Unfit } from '../sending/reading.ts';
import { type Dialog, type Phase, rearmed } from '../store/dialog.ts';
import { warn } from '../store/notices.ts';
import { showOverlay } from '../store/open-overlays.ts';
import type { Store } from '../store/store.ts';
import { whyNotWrite } from '../store/writing.ts';
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
  /** The reading of a record before its dialog opens, by the `frontKey` of its screen. One record is read at a time. */
  readonly reading: ReturnType<typeof createSlots>;
  warn(text: Visible): void;
  put(dialog: Dialog): void;
  current(): Dialog | undefined;
  /** The person may have closed the dialog. */
  still(dialog: Pick<Dialog, 'requestId'>, kind: Phase['kind']): Dialog | undefined;
  barred(): Visible | undefined;
  /** A notice names what is missing. Also undefined if the person has left the screen. */
  ready(): Promise<Connections | undefined>;
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
    reading: createSlots(clock),
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
  };
}

export const trouble = (why: Visible | undefined): Phase => ({ kind: 'asking', changes: [], trouble: why });

/** The dialog shows the changes and asks again, or ends. */
export function afterReading(dialog: Dialog, unfit: Unfit): Dialog {
  switch (unfit.kind) {
    case 'changed': {
      const { lines, warnings, changes } = unfit;
      return rearmed({ ...dialog, lines, warnings }, { kind: 'asking', changes, trouble: undefined });
    }
    case 'gone':
      // NOT SENT would mislead the approver, who never sends.
      return dialog.approval?.part === 'vote'
        ? rearmed(dialog, { kind: 'voted', approved: 'no', sentences: [unfit.why] })
        : rearmed(dialog, {
            kind: 'ended',
            word: 'NOT SENT',
            sentences: [unfit.why, t`Nothing was sent.`],
            again: false,
          });
    case 'over':
      return rearmed(dialog, trouble(unfit.why));
    case 'unread':
      return { ...dialog, phase: trouble(unfit.why) };
  }
}
