// Opens the dialog of a write: for a new question, for a retry, or with a new quote.

import type { WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { later } from '../lib/later.ts';
import { t } from '../lib/visible.ts';
import { type Dialog, inPlaceOf, isAsking, rearmed } from '../store/dialog.ts';
import type { AskedWrite } from './ask.ts';
import type { DialogTools } from './dialog-tools.ts';
import { isStillThere } from './journal.ts';
import { type AgainQuestion, anyQuestion, type Question, type WriteDialog } from './question.ts';
import { trouble } from './read-again.ts';

const askModule = later(() => import('./ask.ts'));
export const approvalSteps = later(() => import('./approval/steps.ts'));
export const outcomes = later(() => import('../api/client/outcome.ts'));

/** A confirmed write must not fail for missing code. */
async function questions(): Promise<Awaited<ReturnType<typeof askModule>>> {
  const [module] = await Promise.all([askModule(), outcomes(), approvalSteps()]);
  return module;
}

interface BeginningDeps extends DialogTools {
  readonly uuid: () => string;
  asked(): AskedWrite | undefined;
  use(about: AskedWrite): void;
}

export function createBeginning(tools: BeginningDeps): Pick<WriteDialog, 'ask' | 'askAgain' | 'renew'> {
  const { store, clock, rules, warn, put, current, still, ready, use } = tools;

  async function made(question: Question): Promise<{ asked: AskedWrite; dialog: Dialog } | undefined> {
    const { customer } = store.getState();
    const connections = await ready();
    if (!connections || !customer || store.getState().customer !== customer) return undefined;
    const { asking } = await questions();
    const state = store.getState();
    const requestId = tools.uuid();
    const around = { ...connections, rules, state, customer, requestId, now: clock.wall() };
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
    const asked = tools.asked();
    const renews = asked?.intent.requestId === dialog?.requestId ? asked?.question.renew : undefined;
    if (!dialog || !renews || !isAsking(dialog)) return;
    put({ ...dialog, phase: { kind: 'reading', doing: t`Requesting a new quote …` } });
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
    const connections = await ready();
    if (!connections) return;
    const { askingAgain } = await questions();
    const state = store.getState();
    const made = await askingAgain(row, anyQuestion(question), { state, port: connections.port, rules });
    if (!made.ok) return warn(made.why);
    if (!isStillThere(state, store.getState())) return;
    use(made.asked);
    put(made.dialog);
  }

  return { ask, askAgain, renew };
}
