// The steps of every write: ask, confirm, read the record again, record, send once, show the outcome.

import type { WriteId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { later } from '../lib/later.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { AskedWrite } from '../sending/asked-write.ts';
import type { Flights } from '../sending/flight.ts';
import { anyQuestion, type Question } from '../sending/question.ts';
import { unfitText, voidsApproval } from '../sending/reading.ts';
import type { ReadWrite, SendChoices, Sender } from '../sending/sender.ts';
import {
  afterDrawing,
  afterSilence,
  answerable,
  confirmProblem,
  type Dialog,
  inPlaceOf,
  isAsking,
  isOver,
  isSettled,
  moveDialogFocus,
  needsTyping,
  rearmed,
  scrollDialog,
  typeToken,
} from '../store/dialog.ts';
import { type Drawn, isAllRead, isAtEnd } from '../store/dialog-reading.ts';
import { tell } from '../store/notices.ts';
import { closeOverlay, declineOverlay } from '../store/open-overlays.ts';
import type { KnownCustomer } from '../store/state.ts';
import { frontKey } from '../store/workspace.ts';
import type { ApprovalSteps } from './approval/approval-steps.ts';
import { definitionOf } from './definition.ts';
import { afterReading, type DialogTools, dialogTools, type ToolsDeps, trouble } from './dialog-tools.ts';
import { createEnterHold } from './enter-hold.ts';
import type { GrantEffects } from './grant.ts';
import { isStillThere } from './journal-effects.ts';
import { endOf, equalPhase, inJournal, isSentElsewhere, selectedInJournal } from './write-end.ts';
import { rulesNow } from './write-rules.ts';

const askModule = later(() => import('./asked-dialog.ts'));
const recordQuestion = later(() => import('./from-record.ts'));
const approvalSteps = later(() => import('./approval/approval-steps.ts'));
const senderModule = later(() => import('../sending/sender.ts'));

/** A confirmed write must not fail for missing code. */
async function questions(): Promise<Awaited<ReturnType<typeof askModule>>> {
  const [module] = await Promise.all([askModule(), senderModule(), approvalSteps()]);
  return module;
}

export interface WriteDialog {
  ask<Id extends WriteId>(question: Question<Id>): Promise<void>;
  /** With its own request ID and bytes. `warnings` stay when the record is read again. */
  askAgain(row: Row, warnings: readonly Visible[]): Promise<void>;
  /** Without `as`, no part is on the screen. */
  drawn(shown: Dialog | undefined, as?: Drawn): void;
  scroll(by: number, unit: 'lines' | 'pages'): void;
  move(by: number): void;
  /** Asks the new question in the same dialog. */
  renew(): Promise<void>;
  type(typed: string): void;
  silence(silent: boolean): void;
  /** The focus is on a correctly typed token, so Enter only moves to the button. The next Enter needs no silence. */
  goesToButton(): boolean;
  missed(): void;
  /** Acts on the focused button, or goes from the token to the main button. */
  enter(): Promise<void>;
  close(): void;
  /** Stops the reading of a record before its dialog opens. False if there is none. */
  abandon(): boolean;
  /** With the acts that this operator may do. The request's customer must be selected. */
  openWaiting(requestId: string): Promise<void>;
  decline(dialog: Pick<Dialog, 'requestId' | 'title' | 'approval'>, note: string): Promise<void>;
  /** True if the request's open dialog shows the change. */
  approvalChanged(requestId: string, ended: Row | undefined): boolean;
}

interface BeginningDeps extends DialogTools {
  readonly uuid: () => string;
  asked(): AskedWrite | undefined;
  use(about: AskedWrite): void;
}

function createBeginning(tools: BeginningDeps): Pick<WriteDialog, 'ask' | 'askAgain' | 'renew'> {
  const { store, clock, rules, warn, put, current, still, ready, use } = tools;

  async function prepare(question: Question): Promise<{ asked: AskedWrite; dialog: Dialog } | undefined> {
    const before = store.getState();
    const connections = await ready();
    const { buildDialog } = await questions();
    const state = store.getState();
    const { customer } = state;
    // The person may go to another customer now, and be back before the dialog is built.
    if (!connections || !customer || !isStillThere(before, state)) return undefined;
    const requestId = tools.uuid();
    const around = { ...connections, rules, state, customer, requestId, now: clock.wall() };
    const write = await buildDialog(question, around);
    if (!isStillThere(before, store.getState())) return undefined;
    if (write.ok) return write;
    warn(write.why);
    return undefined;
  }

  async function ask<Id extends WriteId>(question: Question<Id>): Promise<void> {
    const write = await prepare(anyQuestion(question));
    if (!write) return;
    use(write.asked);
    put(write.dialog);
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
    const write = await prepare(renewed);
    if (!still(dialog, 'reading')) return;
    if (!write) return put(rearmed(dialog));
    use(write.asked);
    put(inPlaceOf(dialog, write.dialog));
  }

  async function askAgain(row: Row, warnings: readonly Visible[]): Promise<void> {
    const before = store.getState();
    const connections = await ready();
    if (!connections) return;
    const [{ askRecordAgain }] = await Promise.all([recordQuestion(), questions()]);
    const found = await askRecordAgain(row, tools, connections, before, warnings);
    if (!found) return;
    if ('why' in found) return warn(found.why);
    use(found.about);
    put(found.dialog);
  }

  return { ask, askAgain, renew };
}

/** The end of a dialog must be on the screen for this many ms before a key confirms. */
const READING = 400;
/** Instead, for other amounts in a dialog that the person has read. */
const READING_AGAIN = 1500;

interface WriteDialogDeps extends ToolsDeps {
  readonly uuid: () => string;
  readonly grant: GrantEffects;
  readonly flights: Flights;
  /** This customer's cached records may be out of date. */
  readonly changed: (customer: KnownCustomer) => void;
  /** Reads the policy of this machine again. Why nothing may be sent. */
  readonly ruled: () => Visible | undefined;
}

export function createWriteDialog(parts: WriteDialogDeps): WriteDialog {
  const { store, clock, journal, grant } = parts;
  const { rules, uuid, ruled } = parts;
  const tools = dialogTools(parts);
  const { warn, put, current, still, barred } = tools;
  let asked: AskedWrite | undefined;
  const use = (about: AskedWrite): void => {
    asked = about;
  };
  const beginning = createBeginning({ ...tools, use, uuid, asked: () => asked });
  let steps: ApprovalSteps | undefined;
  async function approvals(): Promise<ApprovalSteps> {
    const { createApprovalSteps } = await approvalSteps();
    steps ??= createApprovalSteps({ ...tools, use });
    return steps;
  }
  let sender: Sender | undefined;
  async function sending() {
    const { createSender, confirmedAs } = await senderModule();
    sender ??= createSender({
      ...{ clock, client: parts.client, journal, flights: parts.flights, barred: ruled },
      ...rulesNow(rules, store.getState),
    });
    return { sender, confirmedAs };
  }
  /** The dialog that was not ready when the user typed. */
  let missedIn: string | undefined;
  let silent = false;
  let cancelReady = (): void => {};
  let reading = new AbortController();
  const hold = createEnterHold();

  function drawn(shown: Dialog | undefined, as?: Drawn): void {
    cancelReady();
    const dialog = current();
    // A newer dialog is drawn next and calls `drawn` again.
    if (!dialog || (shown && shown !== dialog)) return;
    const after = afterDrawing(dialog, as);
    if (after !== dialog) put(after);
    if (isSettled(after) && !dialog.reading.drawn) hold.drawn(clock.monotonic());
    if (dialog.typed !== '' && after.typed === '')
      warn(t`The dialog changed, so Purser cleared the field. Read to the end, then type again.`);
    const { reading } = after;
    if (!isAsking(after) || after.ready || !isAllRead(reading) || !isAtEnd(reading)) return;
    cancelReady = clock.after(after.renewed ? READING_AGAIN : READING, () => {
      if (current() === after) put(answerable(after, { missed: missedIn === after.requestId, silent }));
      missedIn = undefined;
    });
  }

  async function enter(): Promise<void> {
    const dialog = current();
    if (!dialog) return;
    const { phase, focus } = dialog;
    const now = clock.monotonic();
    if (phase.kind === 'sending' || phase.kind === 'reading') return hold.pressed(now);
    // A held Enter must close no outcome that nobody has read, nor act on the screen behind.
    if (isSettled(dialog) && (hold.ignores(now) || !dialog.reading.drawn)) return;
    if (phase.kind === 'voted') return close();
    if (phase.kind === 'waiting') return focus === 'safe' ? close() : (await approvals()).withdraw(dialog);
    if (phase.kind === 'ended') {
      if (focus === 'safe') return close();
      return phase.again ? put(rearmed(dialog)) : store.setState(state => inJournal(state, dialog.requestId));
    }
    if (!dialog.ready) return warn(confirmProblem(dialog, clock.monotonic()) ?? t``);
    if (focus === 'safe') return close();
    if (focus === 'token') return put(moveDialogFocus(dialog, 1));
    if (focus === 'decline') return store.setState({ overlay: declineOverlay(dialog, true) });
    hold.pressed(now);
    await confirm(dialog);
  }

  async function confirm(dialog: Dialog): Promise<void> {
    const about = asked;
    if (!about || about.intent.requestId !== dialog.requestId) return;
    const barredNow = ruled();
    if (barredNow !== undefined) return put(rearmed(dialog, trouble(t`NOT SENT. ${barredNow}`)));
    const why = confirmProblem(dialog, clock.monotonic()) ?? barred();
    if (why !== undefined) {
      if (needsTyping(dialog, clock.monotonic())) put({ ...dialog, focus: 'token' });
      return warn(why);
    }
    const named = dialog.phase.kind === 'equal' ? dialog.phase.requestIds : [];
    const checking: Dialog = { ...dialog, phase: { kind: 'reading' } };
    put(checking);
    reading = new AbortController();
    const { sender, confirmedAs } = await sending();
    const write = sender.confirm(about, dialog, store.getState().grant?.reason);
    const read = await sender.read(write, reading.signal);
    const now = still(dialog, 'reading');
    // The request ended or began elsewhere meanwhile, and the dialog shows that.
    if (now?.phase !== checking.phase) return;
    const part = now.approval?.part;
    if (read.kind !== 'read') {
      return part === 'send' && voidsApproval(read)
        ? (await approvals()).giveUp(now, about, unfitText(read, now))
        : put(afterReading(now, read));
    }
    // A sleep of the machine ends the deadline of the dialog on the screen.
    if (isOver(now, clock.monotonic())) return put(rearmed(now, trouble(now.deadline?.over)));
    if (part === 'unread') {
      const needed = await (await approvals()).unlessNeeded(now, read);
      if (!still(dialog, 'reading')) return;
      if (needed) return put(needed);
    }
    if (part === 'ask') return (await approvals()).ask(now, read, named);
    if (part === 'vote') return (await approvals()).approve(now);
    const approved = part === 'send' ? confirmedAs(read, clock.monotonic()) : undefined;
    send(now, read, { named, approval: approved && { intent: about.intent, approved } });
  }

  function send(dialog: Dialog, read: ReadWrite, choices: SendChoices): void {
    const { asked: about } = read;
    const { question, customer } = about;
    const { requestId } = dialog;
    put({ ...dialog, phase: { kind: 'sending', since: clock.monotonic() } });
    grant.prolong();
    void sender?.send(read, choices, async sent => {
      if (sent.kind === 'duplicates') {
        await journal.refresh();
        const now = still(dialog, 'sending');
        if (now) return put(rearmed(now, equalPhase(sent.rows, store.getState())));
        return warn(t`${question.title}: NOT SENT. A duplicate is done, unresolved, or waits for approval.`);
      }
      if (sent.row) store.setState(now => selectedInJournal(now, customer, requestId));
      const isBegun = sent.row !== undefined || sent.unsettled !== undefined;
      if (isBegun && asked === about) use({ ...about, recorded: true });
      const shown = still(dialog, 'sending');
      if (shown && choices.approval && isSentElsewhere(sent)) return (await approvals()).follow(shown);
      const { phase, notice, ended } = endOf(sent, about, store.getState(), {
        definition: definitionOf(rules.definitions, question.operation),
        approved: choices.approval !== undefined,
      });
      const now = still(dialog, 'sending');
      if (now) put(rearmed(now, phase));
      else store.setState({ notice });
      parts.changed(customer);
      question.ended?.(ended);
    });
  }

  function close(): void {
    cancelReady();
    reading.abort();
    const dialog = current();
    if (!dialog) return;
    closeOverlay({ store });
    const { title, phase } = dialog;
    if (phase.kind === 'sending')
      warn(t`${title}: the request is on its way. Purser will show the outcome here.`);
    if (phase.kind === 'waiting') warn(t`${title} waits for approval. Press A to go back to the request.`);
  }

  return {
    ...beginning,
    drawn,
    scroll(by, unit) {
      const dialog = current();
      if (dialog) put(scrollDialog(dialog, by, unit));
    },
    move(by) {
      hold.released();
      const dialog = current();
      if (dialog) put(moveDialogFocus(dialog, by));
    },
    type(typed) {
      const dialog = current();
      if (dialog) put(typeToken(dialog, typed, clock.monotonic()));
    },
    silence(now) {
      silent = now;
      const dialog = current();
      const after = dialog && afterSilence(dialog, now);
      if (after && after !== dialog) put(after);
    },
    goesToButton() {
      const dialog = current();
      return dialog?.focus === 'token' && confirmProblem(dialog, clock.monotonic()) === undefined;
    },
    missed() {
      const dialog = current();
      if (dialog && !dialog.ready) missedIn = dialog.requestId;
    },
    enter,
    close,
    abandon() {
      const isStopped = tools.reading.abort(frontKey(store.getState()));
      if (isStopped) tell(store, t`Reading the record was stopped.`);
      return isStopped;
    },
    openWaiting: async requestId => (await approvals()).open(requestId),
    decline: async (dialog, note) => (await approvals()).decline(dialog, note),
    approvalChanged: (requestId, ended) => steps?.changed(requestId, ended) ?? false,
  };
}
