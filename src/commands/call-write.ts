// A write in `purser call`: with the dialog's question, recorded first, and sent once.

import { type Input, operations, type WriteId } from '../api/contract/operations.ts';
import { createLists } from '../effects/lists.ts';
import { typedId } from '../lib/identifier.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { asking } from '../money/ask.ts';
import { readBalances } from '../money/available.ts';
import type { WriteDefinition } from '../money/definition.ts';
import { latelyOf, toName } from '../money/duplicates.ts';
import { createWriteRules } from '../money/earlier-warnings.ts';
import { createFlights } from '../money/flight.ts';
import { createJournalEffects } from '../money/journal.ts';
import type { Question } from '../money/question.ts';
import { isUsableId } from '../money/tokens.ts';
import { isTyped } from '../store/confirm-token.ts';
import { isInFlight, unresolvedHere } from '../store/journal.ts';
import { createPurserStore, type Store } from '../store/store.ts';
import { whyNotWrite, writingOf } from '../store/writing.ts';
import { registry } from '../subjects/registry.ts';
import { localeLanguage } from '../system/locale.ts';
import { signedIn } from './audit-lines.ts';
import { preview } from './call-preview.ts';
import { type CallRequest, chosenOn, failed, noCustomer, progress } from './call-read.ts';
import { duplicatesNow, notSent, send, type Writing } from './call-send.ts';
import type { CommandParts } from './commands.ts';
import { SENDING } from './journal-text.ts';
import { whyNotSame } from './same-request.ts';
import { openSession } from './session.ts';

export async function callWrite(id: WriteId, request: CallRequest, parts: CommandParts): Promise<number> {
  const { line, start } = request;
  let barred = (): Visible | undefined => undefined;
  let noted = (): void => {};
  const opened = await openSession(parts, start, chosenOn(line), {
    barred: () => barred(),
    onExchange: progress(parts),
    onSignedIn: () => noted(),
    inputTaken: line.value('body') === '-',
  });
  if (!opened.ok) return parts.refuse(opened.why);
  const { session } = opened;
  const { clock, reach } = session;
  const store = createPurserStore({
    reach,
    size: { columns: 80, rows: 24 },
    now: clock.wall(),
    tick: clock.monotonic(),
  });
  store.setState({ customer: session.customer, language: localeLanguage(parts.process.env) });
  const reason = line.value('reason');
  if (reason !== undefined) {
    const until = Number.POSITIVE_INFINITY;
    store.setState({ grant: { reason: visible(reason.trim(), 200), until, baseUrl: reach.baseUrl } });
  }
  barred = () => whyNotWrite(store.getState(), clock.monotonic());
  const journal = createJournalEffects({ store, clock, openJournal: session.openJournal });
  noted = () => void journal.note(signedIn(session));
  const rules = createWriteRules(registry);
  const writing = { ...session, store, journal, flights: createFlights({ store, clock, journal }), rules };
  try {
    return await ask(id, request, writing, parts);
  } finally {
    await journal.close();
    await session.close();
  }
}

async function ask(
  id: WriteId,
  request: CallRequest,
  writing: Writing,
  parts: CommandParts,
): Promise<number> {
  const { client, customer, store, journal, rules, clock } = writing;
  const { input, line } = request;
  const missing = noCustomer(operations[id], writing);
  // The journal needs a customer, even for an operation that needs none.
  if (missing !== undefined || !customer) return notSent(parts, missing ?? WHOSE);
  // Checks this before the journal opens, because a read-only call needs no journal.
  const never = whyNever(store);
  if (never !== undefined) return notSent(parts, never);
  const port = await journal.open();
  const why = whyNever(store);
  if (!port || why !== undefined) return notSent(parts, why ?? t`The journal can't be used.`);
  sayUnresolved(store, parts);
  const approved = line.value('approved');
  const requestId = approved === undefined ? parts.uuid() : typedId(approved);
  // A cast: `prepare` checks the input against the operation's schemas, before Purser reads any record.
  const checked = client.writes.prepare(id, input as Input<WriteId>, { customer, requestId });
  if (!checked.ok) return failed(checked.failure, id, parts);
  const { question: questionOf }: WriteDefinition = registry[id];
  const made = await questionOf(input as Input<WriteId>, {
    client,
    store,
    clock,
    readBalances: () => readBalances({ lists: listsOf(writing) }),
    async usedUp(operation, id) {
      const rows = await latelyOf([operation], port.journal, store.getState());
      const others = rows.filter(({ intent }) => intent.requestId !== requestId);
      return rules.usedUpBy(operation, id, others, store.getState());
    },
  });
  if (made.kind === 'wrong') return notSent(parts, made.why);
  if (made.kind === 'barred') {
    parts.err(`purser: NOT SENT: ${made.why}\n`);
    return 1;
  }
  if (made.kind === 'unread') {
    failed(made.failure, made.operation, parts);
    parts.err('purser: NOT SENT: the record could not be read first.\n');
    return 1;
  }
  const { question } = made;
  const around = { state: store.getState(), customer, client, port, rules, requestId, now: clock.wall() };
  const asked = await asking(question, around);
  if (!asked.ok) return notSent(parts, asked.why);
  const { dialog } = asked;
  const another = whyNotSame(checked.prepared, asked.asked.prepared);
  if (another !== undefined) return notSent(parts, another);
  const similar = toName(await duplicatesNow(asked.asked, { ...writing, port }), question.earlier);
  const unconfirmed = whyUnconfirmed(question, line.value('confirm'));
  const kept = unconfirmed === undefined;
  parts.err(preview(dialog, asked.asked, { similar, state: store.getState(), kept }));
  if (unconfirmed !== undefined) return notSent(parts, unconfirmed);
  return send(dialog, asked.asked, line, { ...writing, port }, parts);
}

const WHOSE = t`Give the customer with --user ID or PURSER_USER_ID.`;

const listsOf = ({ store, clock, client }: Writing) =>
  createLists({ store, clock, client: () => client, signedOut: () => {} });

/** Why Purser may not send writes, as a whole sentence without keys of the console. Undefined if it may. */
function whyNever(store: Store): Visible | undefined {
  const writing = writingOf(store.getState());
  if (writing.mode === 'barred') return writing.why;
  return writing.mode === 'write'
    ? undefined
    : t`${store.getState().reach.unprovenDemo ? t`Only PURSER_ENVIRONMENT calls this address a demo` : t`This is production`}. Give the reason with --reason TEXT. Purser records the reason.`;
}

/** Why the write is not confirmed, or undefined. Here every write needs its token, even in a demo. */
function whyUnconfirmed({ token: needed }: Question, given: string | undefined): Visible | undefined {
  if (needed.text === '') return t`the write can't be confirmed: ${needed.name} has no text to type.`;
  if (needed.of !== undefined && !isUsableId(needed.of))
    return t`the record's ID, ${visible(needed.of, 120)}, can't be used to confirm: an ID needs four letters or digits, and no blanks.`;
  if (given === undefined)
    return t`not confirmed. To send the write, give ${needed.name}: --confirm ${visible(needed.text, 60)}`;
  return isTyped(needed, given) ? undefined : t`--confirm does not match ${needed.name}.`;
}

function sayUnresolved(store: Store, { err }: CommandParts): void {
  const state = store.getState();
  for (const row of unresolvedHere(state)) {
    const { title, requestId } = row.intent;
    const now = isInFlight(row, state) ? SENDING : t`unresolved`;
    err(
      `purser: ${now}: ${visible(title, 60)}, request ID ${visible(requestId)} (purser journal show says more)\n`,
    );
  }
}
