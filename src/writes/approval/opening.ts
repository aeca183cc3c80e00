// Opens the dialog of a write that waits: the asker's own, to send it once it is approved, or another person's.

import type { Lists } from '../../effects/lists.ts';
import type { Waiting } from '../../journal/approvals.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { askedText, personText, waitingLines } from '../../records/approval-words.ts';
import { readBalances } from '../../records/available.ts';
import { expiryOf, waitingOf } from '../../store/approvals.ts';
import { type Dialog, type DialogDeadline, type LineChange, rearmed } from '../../store/dialog.ts';
import type { AskedWrite } from '../dialog/ask.ts';
import type { Able, DialogHands } from '../dialog/hands.ts';
import { latelyOf, usedUpBy } from '../duplicates.ts';

/** A write that this console asked for: the journal doesn't keep all of it. */
export interface Kept {
  readonly about: AskedWrite;
  readonly dialog: Dialog;
}

export interface OpeningHands extends DialogHands {
  readonly lists: Lists;
  /** The dialog on the screen is about this write from now on. */
  use(about: AskedWrite): void;
}

interface OpeningDeps extends OpeningHands {
  /** By request ID. */
  readonly asked: ReadonlyMap<string, Kept>;
  /** The record is not as it was approved. */
  giveUp(dialog: Dialog, about: AskedWrite, checked: Dialog): Promise<void>;
}

/** By what this operator can do there. The customer of the write is the current one. */
export type OpenWaiting = (requestId: string) => Promise<void>;

export function createOpening(hands: OpeningDeps): OpenWaiting {
  const { store, clock, put, warn, asked, giveUp } = hands;

  const deadlineOf = (waiting: Waiting): DialogDeadline => ({
    at: expiryOf(store.getState(), waiting),
    margin: 0,
    label: t`Expires in`,
    over: t`The request has expired. Nothing was sent.`,
  });

  /** The earlier of the two: a quote may expire first. */
  const sooner = (one: DialogDeadline | undefined, other: DialogDeadline): DialogDeadline =>
    one && one.at - one.margin < other.at ? one : other;

  /** The dialog again, without its token: two persons have typed that. */
  function send(waiting: Waiting, { about, dialog }: Kept): void {
    const { token: _, ...rest } = dialog;
    hands.use(about);
    put({
      ...rearmed({ ...rest, token: undefined }),
      deadline: sooner(dialog.deadline, deadlineOf(waiting)),
      approval: { part: 'send', lines: waitingLines(waiting), warnings: [], digest: waiting.digest },
    });
  }

  /** Another person's write, or one that this console no longer has. */
  async function fromJournal(waiting: Waiting, able: Able): Promise<void> {
    const before = store.getState();
    const { customer } = before;
    if (!customer) return;
    store.setState({ notice: { text: t`Reading the record first …`, tone: 'info' } });
    const { fromRecord, dialogOf } = await import('./from-record.ts');
    const { requestId } = waiting.row.intent;
    const found = await fromRecord(waiting, customer, {
      ...{ client: able.client, store, clock, readBalances: () => readBalances(hands) },
      usedUp: async (operation, id) => {
        const rows = await latelyOf([operation], able.port.journal, store.getState());
        const others = rows.filter(row => row.intent.requestId !== requestId);
        return usedUpBy(operation, id, others, store.getState());
      },
    });
    const after = store.getState();
    if (after.customer !== customer || after.overlay !== before.overlay) return;
    store.setState({ notice: undefined });
    if ('why' in found) return warn(found.why);
    const { about, lines, differs } = found;
    const plain = await dialogOf(about, lines, { state: after, port: able.port });
    const dialog = { ...plain, deadline: sooner(plain.deadline, deadlineOf(waiting)) };
    // What was approved is what is sent: the digest covers it.
    const approved = waiting.warnings.map(warning => visible(warning));
    hands.use(about);
    if (waiting.part === 'wait') return put(rearmed(dialog, { kind: 'waiting' }));
    if (waiting.part === 'send') {
      const news = dialog.warnings.some(warning => !waiting.warnings.includes(warning));
      if (news || differs.length > 0) {
        const changed = {
          ...dialog,
          phase: { kind: 'asking', changes: differs, trouble: undefined },
        } as const;
        return giveUp({ ...dialog, warnings: approved }, about, changed);
      }
      return send(waiting, { about, dialog: { ...dialog, warnings: approved } });
    }
    put({
      ...dialog,
      title: t`Approve: ${plain.title}`,
      button: t`Approve`,
      approval: {
        part: 'vote',
        lines: waitingLines(waiting),
        warnings: differencesFor(waiting, differs, dialog.warnings),
        name: askedText(waiting.row),
        digest: waiting.digest,
      },
    });
  }

  return async function open(requestId: string): Promise<void> {
    const waiting = waitingOf(store.getState(), requestId);
    if (!waiting) return warn(t`This request does not wait any more. The journal (0) has its outcome.`);
    const { part, whyNot } = waiting;
    const kept = asked.get(requestId);
    if (part === 'look')
      return warn(whyNot === undefined ? t`You can't approve this request.` : visible(whyNot, 400));
    if (kept && part === 'wait') {
      hands.use(kept.about);
      return put(rearmed(kept.dialog, { kind: 'waiting' }));
    }
    if (kept) return send(waiting, kept);
    const able = await hands.ready();
    if (able) await fromJournal(waiting, able);
  };
}

/** What the asker saw, only where this screen says something else. */
function differencesFor(
  { asker, warnings }: Waiting,
  differs: readonly LineChange[],
  own: readonly Visible[],
): readonly Visible[] {
  const who = personText(asker);
  return [
    ...differs.map(({ label, before, now }) =>
      before === undefined
        ? t`${who} did not see ${label}: ${now ?? t`–`}.`
        : t`${who} saw another ${label}: ${before}.`,
    ),
    ...warnings
      .filter(warning => !(own as readonly string[]).includes(warning))
      .map(warning => t`${who} saw a warning that is not here: ${visible(warning, 400)}`),
  ];
}
