// Opens the dialog of a write: for a question, for a journal entry that is sent again, for something that expired.

import type { WriteId } from '../../api/contract/operations.ts';
import { isStillThere } from '../../effects/current-journal.ts';
import { type AgainQuestion, anyQuestion, type Question, type Writes } from '../../effects/question.ts';
import type { Row } from '../../journal/intent.ts';
import { t } from '../../lib/visible.ts';
import { asksStill, type Dialog, inPlaceOf, rearmed } from '../../store/dialog.ts';
import type { AskedWrite } from './ask.ts';
import type { DialogHands } from './hands.ts';
import { trouble } from './read-again.ts';

interface BeginningDeps extends DialogHands {
  readonly uuid: () => string;
  /** What the dialog on the screen is about. */
  asked(): AskedWrite | undefined;
  use(about: AskedWrite): void;
}

export function createBeginning(hands: BeginningDeps): Pick<Writes, 'ask' | 'askAgain' | 'renew'> {
  const { store, clock, warn, put, current, still, ready, use } = hands;

  /** What is asked, unless it can't be: then a notice says why. */
  async function made(question: Question): Promise<{ asked: AskedWrite; dialog: Dialog } | undefined> {
    const { customer } = store.getState();
    const able = await ready();
    if (!able || !customer || store.getState().customer !== customer) return undefined;
    const { asking } = await import('./ask.ts');
    const state = store.getState();
    const requestId = hands.uuid();
    const around = { ...able, state, customer, requestId, now: clock.wall() };
    const begun = await asking(question, around);
    if (!begun.ok) warn(begun.why);
    return begun.ok && isStillThere(state, store.getState()) ? begun : undefined;
  }

  async function ask<Id extends WriteId>(question: Question<Id>): Promise<void> {
    const begun = await made(anyQuestion(question));
    if (!begun) return;
    use(begun.asked);
    put(begun.dialog);
  }

  async function renew(): Promise<void> {
    const dialog = current();
    const asked = hands.asked();
    const renews = asked?.intent.requestId === dialog?.requestId ? asked?.question.renew : undefined;
    if (!dialog || !renews || !asksStill(dialog)) return;
    put({ ...dialog, phase: { kind: 'reading', said: t`Requesting a new quote …` } });
    const renewed = await renews();
    if (!still(dialog, 'reading')) return;
    if ('why' in renewed) return put(rearmed(dialog, trouble(renewed.why)));
    const begun = await made(renewed);
    if (!still(dialog, 'reading')) return;
    if (!begun) return put(rearmed(dialog));
    use(begun.asked);
    put(inPlaceOf(dialog, begun.dialog));
  }

  async function askAgain<Id extends WriteId>(row: Row, question: AgainQuestion<Id>): Promise<void> {
    const able = await ready();
    if (!able) return;
    const { askingAgain } = await import('./ask.ts');
    const state = store.getState();
    const made = await askingAgain(row, anyQuestion(question), { state, port: able.port });
    if (!made.ok) return warn(made.why);
    if (!isStillThere(state, store.getState())) return;
    use(made.asked);
    put(made.dialog);
  }

  return { ask, askAgain, renew };
}
