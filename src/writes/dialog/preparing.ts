// Before a question: the session, the journal and the write access that its write needs, and the exact request.

import type { Client } from '../../api/client/client.ts';
import { isStillThere } from '../../effects/current-journal.ts';
import type { JournalEffects, JournalPort } from '../../effects/journal.ts';
import type { Question } from '../../effects/question.ts';
import type { Clock } from '../../lib/clock.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Dialog } from '../../store/dialog.ts';
import type { Store } from '../../store/store.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { AskedWrite } from './ask.ts';

export interface PreparingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly journal: JournalEffects;
  readonly uuid: () => string;
  readonly warn: (text: Visible) => void;
}

export function createPreparing({ store, clock, journal, warn, ...parts }: PreparingDeps) {
  const barred = (): Visible | undefined => whyNotWrite(store.getState(), clock.monotonic());

  /** What a write needs; or nothing, and a notice says what is missing. */
  async function ready(): Promise<{ readonly client: Client; readonly port: JournalPort } | undefined> {
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
  }

  /** What is asked, unless it can't be: then a notice says why. */
  async function made(question: Question): Promise<{ asked: AskedWrite; dialog: Dialog } | undefined> {
    const { customer } = store.getState();
    const able = await ready();
    if (!able || !customer || store.getState().customer !== customer) return undefined;
    const { asking } = await import('./ask.ts');
    const state = store.getState();
    const requestId = parts.uuid();
    const around = { ...able, state, customer, requestId, now: clock.wall() };
    const begun = await asking(question, around);
    if (!begun.ok) warn(begun.why);
    return begun.ok && isStillThere(state, store.getState()) ? begun : undefined;
  }

  return { barred, ready, made };
}
