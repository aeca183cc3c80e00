// The steps of every write: ask, confirm, read the record again, record, send once, say how it ended.

import type { Client } from '../../api/client/client.ts';
import type { WriteId } from '../../api/contract/operations.ts';
import { isStillThere } from '../../effects/current-journal.ts';
import type { Flights } from '../../effects/flight.ts';
import type { GrantEffects } from '../../effects/grant.ts';
import type { JournalPort } from '../../effects/journal.ts';
import {
  type AgainQuestion,
  anyQuestion,
  type Question,
  REASON_FOR_WRITING,
  type Writes,
} from '../../effects/question.ts';
import type { Row } from '../../journal/intent.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  afterDrawing,
  answerable,
  asksStill,
  type Dialog,
  inPlaceOf,
  isOver,
  keptLines,
  moveDialogFocus,
  type Phase,
  rearmed,
  scrollDialog,
  typeToken,
  whyNotConfirm,
} from '../../store/dialog.ts';
import { type Drawn, isAllRead, isAtEnd } from '../../store/dialog-reading.ts';
import type { KnownCustomer } from '../../store/state.ts';
import { namingOf } from '../duplicates.ts';
import type { AskedWrite } from './ask.ts';
import { createPreparing, type PreparingDeps } from './preparing.ts';
import { readAgain, trouble } from './read-again.ts';
import { sendRecorded } from './send.ts';
import { endOf, equalPhase, inJournal } from './write-end.ts';

/** How long, in ms, the end of a dialog has to be on the screen before a key confirms it. */
const READING = 400;
/** Two Enters this close (ms) are one held key. */
const REPEAT = 150;

interface WritesDeps extends Omit<PreparingDeps, 'warn'> {
  readonly grant: GrantEffects;
  readonly flights: Flights;
  /** A write may have changed this customer's records, so the cached ones are out of date. */
  readonly changed: (customer: KnownCustomer) => void;
}

export function createWrites(parts: WritesDeps): Writes {
  const { store, clock, journal, grant, flights } = parts;
  let asked: AskedWrite | undefined;
  let cancelReady = (): void => {};
  let reading = new AbortController();
  /** On the monotonic clock: the last Enter of a key that is held since the write was under way. */
  let heldAt = Number.NEGATIVE_INFINITY;

  const warn = (text: Visible): void => store.setState({ notice: { text, tone: 'warning' } });
  const put = (dialog: Dialog): void => store.setState({ overlay: { kind: 'dialog', dialog } });
  const current = (): Dialog | undefined => {
    const { overlay } = store.getState();
    return overlay?.kind === 'dialog' ? overlay.dialog : undefined;
  };
  /** The dialog as it is now, if it is still this one in this phase. The person may have closed it meanwhile. */
  const still = ({ requestId }: Dialog, kind: Phase['kind']): Dialog | undefined => {
    const now = current();
    return now?.requestId === requestId && now.phase.kind === kind ? now : undefined;
  };
  const { barred, ready, made } = createPreparing({ ...parts, warn });

  async function ask<Id extends WriteId>(question: Question<Id>): Promise<void> {
    const begun = await made(anyQuestion(question));
    if (!begun) return;
    asked = begun.asked;
    put(begun.dialog);
  }

  async function renew(): Promise<void> {
    const dialog = current();
    const renews = asked?.intent.requestId === dialog?.requestId ? asked?.question.renew : undefined;
    if (!dialog || !renews || !asksStill(dialog)) return;
    put({ ...dialog, phase: { kind: 'reading', said: t`Requesting a new quote …` } });
    const renewed = await renews();
    if (!still(dialog, 'reading')) return;
    if ('why' in renewed) return put(rearmed(dialog, trouble(renewed.why)));
    const begun = await made(renewed);
    if (!still(dialog, 'reading')) return;
    if (!begun) return put(rearmed(dialog));
    asked = begun.asked;
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
    asked = made.asked;
    put(made.dialog);
  }

  function drawn(shown: Dialog | undefined, as?: Drawn): void {
    cancelReady();
    const dialog = current();
    // A newer dialog is drawn next, and calls this itself.
    if (!dialog || (shown && shown !== dialog)) return;
    const after = afterDrawing(dialog, as);
    if (after !== dialog) put(after);
    const { reading } = after;
    if (!asksStill(after) || after.ready || !isAllRead(reading) || !isAtEnd(reading)) return;
    cancelReady = clock.after(READING, () => {
      if (current() === after) put(answerable(after));
    });
  }

  async function enter(): Promise<void> {
    const dialog = current();
    if (!dialog) return;
    const { phase, focus } = dialog;
    const now = clock.monotonic();
    const held = now - heldAt < REPEAT;
    // A held Enter must not close an outcome that nobody has read, nor press what is behind it.
    if (phase.kind === 'sending' || phase.kind === 'reading' || (phase.kind === 'ended' && held)) {
      heldAt = now;
      return;
    }
    if (phase.kind === 'ended') {
      if (focus === 'safe') return close();
      return phase.again ? put(rearmed(dialog)) : store.setState(state => inJournal(state, dialog.requestId));
    }
    if (!dialog.ready) return warn(whyNotConfirm(dialog, clock.monotonic()) ?? t``);
    if (focus === 'safe') return close();
    if (focus === 'token') return put(moveDialogFocus(dialog, 1));
    await confirm(dialog);
  }

  async function confirm(dialog: Dialog): Promise<void> {
    const about = asked;
    if (!about || about.intent.requestId !== dialog.requestId) return;
    const why = whyNotConfirm(dialog, clock.monotonic()) ?? barred();
    if (why !== undefined) return warn(why);
    const besides = dialog.phase.kind === 'equal' ? dialog.phase.requestIds : [];
    const checking: Dialog = { ...dialog, phase: { kind: 'reading' } };
    put(checking);
    reading = new AbortController();
    const port = await journal.open();
    const around = { client: parts.client(), port, state: store.getState };
    const checked = await readAgain(checking, about, around, reading.signal);
    const client = parts.client();
    const now = still(dialog, 'reading');
    if (!now) return;
    if (checked) return put(checked);
    if (isOver(now, clock.monotonic())) return put(rearmed(now, trouble(now.deadline?.over)));
    if (!client || !port) return put(rearmed(now, trouble(t`The session has ended. Nothing was sent.`)));
    send(now, about, { client, port, besides });
  }

  function send(
    dialog: Dialog,
    about: AskedWrite,
    { client, port, besides }: { client: Client; port: JournalPort; besides: readonly string[] },
  ): void {
    const { requestId } = dialog;
    const { prepared, question, recorded } = about;
    put({ ...dialog, phase: { kind: 'sending', since: clock.monotonic() } });
    grant.prolong();
    // The journal keeps the lines of the last reading, and the reason for the write access.
    const state = store.getState();
    const { grant: granted } = state;
    const reason = granted ? [{ label: REASON_FOR_WRITING, value: granted.reason }] : [];
    const intent = { ...about.intent, what: [...keptLines(dialog.lines), ...reason] };
    const over = (): Visible | undefined =>
      isOver(dialog, clock.monotonic()) ? dialog.deadline?.over : undefined;
    const attempt = { prepared, intent, title: question.title, further: recorded, over, hide: about.hide };
    const run = async (): Promise<void> => {
      const { outcomeOf } = await import('../../api/client/outcome.ts');
      const naming = await namingOf(intent, besides, port.journal, state);
      const sent = await sendRecorded(
        { ...attempt, naming },
        { port, client, outcomeOf, tell: journal.tell },
      );
      if (sent.kind === 'equal') {
        await journal.refresh();
        const now = still(dialog, 'sending');
        if (now) return put(rearmed(now, equalPhase(sent.rows, store.getState())));
        return warn(t`${question.title}: NOT SENT. A duplicate is done or unresolved.`);
      }
      if (sent.row) about.recorded = true;
      else if (sent.word === 'UNKNOWN') flights.unrecorded({ requestId, title: question.title });
      const { phase, notice, ended } = endOf(sent, about, store.getState());
      const now = still(dialog, 'sending');
      if (now) put(rearmed(now, phase));
      else store.setState({ notice });
      parts.changed(about.customer);
      question.ended?.(ended);
    };
    flights.add({ requestId, title: question.title }, run());
  }

  function close(): void {
    cancelReady();
    reading.abort();
    const dialog = current();
    if (!dialog) return;
    store.setState({ overlay: undefined });
    if (dialog.phase.kind === 'sending') {
      warn(t`${dialog.title}: the request is on its way. Purser will show the outcome here.`);
    }
  }

  return {
    ask,
    askAgain,
    drawn,
    scroll(by, unit) {
      const dialog = current();
      if (dialog) put(scrollDialog(dialog, by, unit));
    },
    move(by) {
      const dialog = current();
      if (dialog) put(moveDialogFocus(dialog, by));
    },
    type(typed) {
      const dialog = current();
      if (dialog) put(typeToken(dialog, typed, clock.monotonic()));
    },
    renew,
    enter,
    close,
  };
}
