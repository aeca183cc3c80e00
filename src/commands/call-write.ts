// A write in `purser call`: with the dialog's question, recorded first, and sent once.

import type { Prepared } from '../api/client/writes.ts';
import { type Input, operations, type WriteId } from '../api/contract/operations.ts';
import { createLists } from '../effects/lists.ts';
import { createPolicy } from '../effects/policy.ts';
import type { JournalPort } from '../journal/open-journal.ts';
import { typedId } from '../lib/identifier.ts';
import { type Json, JsonNumber, parseJson } from '../lib/json.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { buildDialog, sourcesOf } from '../money/asked-dialog.ts';
import type { WriteDefinition } from '../money/definition.ts';
import { toName } from '../money/duplicates.ts';
import { createJournalEffects, type JournalEffects } from '../money/journal-effects.ts';
import { createWriteRules, rulesNow, type WriteRules } from '../money/write-rules.ts';
import { checkTypeable } from '../money/write-tokens.ts';
import type { AskedWrite } from '../sending/asked-write.ts';
import { isTyped } from '../sending/confirm-token.ts';
import { createFlights, type Flights } from '../sending/flight.ts';
import type { Question } from '../sending/question.ts';
import { unfitText } from '../sending/reading.ts';
import { createSender } from '../sending/sender.ts';
import type { Dialog } from '../store/dialog.ts';
import { isInFlight, unresolvedHere } from '../store/journal-view.ts';
import { createPurserStore, type Store } from '../store/store.ts';
import { whyNotWrite, writingOf } from '../store/writing.ts';
import { registry } from '../subjects/registry.ts';
import { localeLanguage } from '../system/system-user.ts';
import { approvalFor } from './call-approval.ts';
import type { CallLine } from './call-flags.ts';
import { type CallRequest, failed, progress } from './call-read.ts';
import { checkNamed, preview, reportOutcome, watchEnd } from './call-report.ts';
import { type CommandParts, fails } from './command-parts.ts';
import { chosenOn, noCustomer, noteGrant, openSession, type Session, signedIn } from './command-session.ts';
import { SENDING } from './journal-command.ts';

export async function callWrite(id: WriteId, request: CallRequest, parts: CommandParts): Promise<number> {
  const { line, start } = request;
  let barred = (): Visible | undefined => undefined;
  let noted = (): void => {};
  const session = await openSession(parts, start, chosenOn(line), {
    barred: () => barred(),
    onExchange: progress(parts),
    onSignedIn: () => noted(),
    inputTaken: line.value('body') === '-',
  });
  if ('why' in session) return parts.refuse(session.why);
  const { clock, reach } = session;
  const store = createPurserStore({
    reach,
    size: { columns: 80, rows: 24 },
    now: clock.wall(),
    tick: clock.monotonic(),
  });
  store.setState({ customer: session.customer, language: localeLanguage(parts.process.env) });
  // The policy of other addresses is not for the embedded simulator.
  if (session.setup.start === 'demo') store.setState({ demo: { toCancel: t``, baseUrl: reach.baseUrl } });
  const reason = line.value('reason');
  if (reason !== undefined) {
    const until = Number.POSITIVE_INFINITY;
    store.setState({ grant: { reason: visible(reason.trim(), 200), until, baseUrl: reach.baseUrl } });
  }
  const policy = createPolicy({ store, read: start.readPolicy, end: () => {} });
  barred = () => policy.check() ?? whyNotWrite(store.getState(), clock.monotonic());
  const journal = createJournalEffects({ store, clock, openJournal: session.openJournal });
  noted = () => void journal.note(signedIn(session));
  const rules = createWriteRules(registry);
  const writing = {
    ...session,
    store,
    journal,
    barred,
    flights: createFlights({ clock, journal }),
    rules,
  };
  try {
    return await ask(id, request, writing, parts);
  } finally {
    await journal.close();
    await session.close();
  }
}

async function ask(id: WriteId, request: CallRequest, writing: Writing, parts: CommandParts) {
  const { client, customer, store, journal, rules, clock } = writing;
  // A cast: `prepare` checks the input against the operation's schemas, before Purser reads any record.
  const input = request.input as Input<WriteId>;
  const { line } = request;
  const missing = noCustomer(operations[id], writing);
  // The journal needs a customer, even for an operation that needs none.
  if (missing !== undefined || !customer) return notSent(parts, missing ?? WHOSE);
  // Before the journal opens, because a read-only call needs none.
  const never = checkWriting(store);
  if (never !== undefined) return notSent(parts, never);
  const port = await journal.open();
  const why = checkWriting(store);
  if (!port || why !== undefined) return notSent(parts, why ?? t`The journal can't be used.`);
  await sayUnresolved(writing, port, parts);
  const approved = line.value('approved');
  const requestId = approved === undefined ? parts.uuid() : typedId(approved);
  const checked = client.writes.prepare(id, input, { customer, requestId });
  if (!checked.ok) return failed(checked.failure, id, parts);
  const { question: questionOf }: WriteDefinition = registry[id];
  const lists = createLists({ store, clock, client: () => client });
  const made = await questionOf(input, sourcesOf({ client, store, clock, lists, rules, port }, requestId));
  if (made.kind === 'wrong') return notSent(parts, made.why);
  if (made.kind === 'barred') return fails(parts, t`NOT SENT: ${made.why}`);
  if (made.kind === 'unread') {
    failed(made.failure, made.operation, parts);
    parts.err('purser: NOT SENT: the record could not be read first.\n');
    return 1;
  }
  const { question } = made;
  const around = { state: store.getState(), customer, client, port, rules, requestId, now: clock.wall() };
  const asked = await buildDialog(question, around);
  if (!asked.ok) return notSent(parts, asked.why);
  const { dialog } = asked;
  const another = compareRequests(checked.prepared, asked.asked.prepared);
  if (another !== undefined) return notSent(parts, another);
  const found = await rules.duplicatesNow(asked.asked.intent, port.journal, store.getState());
  const similar = toName(found, question.earlier);
  const unconfirmed = checkConfirmed(question, line.value('confirm'));
  const kept = unconfirmed === undefined;
  parts.err(preview(dialog, asked.asked, { similar, state: store.getState(), kept }));
  if (unconfirmed !== undefined) return notSent(parts, unconfirmed);
  return send(dialog, asked.asked, line, { ...writing, port }, parts);
}

const WHOSE = t`Give the customer with --user ID or PURSER_USER_ID.`;

/** Without keys of the console. */
function checkWriting(store: Store): Visible | undefined {
  const writing = writingOf(store.getState());
  if (writing.mode === 'barred') return writing.why;
  return writing.mode === 'write'
    ? undefined
    : t`${store.getState().reach.unprovenDemo ? t`Only PURSER_ENVIRONMENT calls this address a demo` : t`This is production`}. Give the reason with --reason TEXT. Purser records the reason.`;
}

/** Here every write needs its token, even in a demo. */
function checkConfirmed({ token: needed }: Question, given: string | undefined): Visible | undefined {
  const untypeable = checkTypeable(needed);
  if (untypeable !== undefined) return untypeable;
  if (given === undefined)
    return t`not confirmed. To send the write, give ${needed.name}: --confirm ${visible(needed.text, 60)}`;
  return isTyped(needed, given) ? undefined : t`--confirm does not match ${needed.name}.`;
}

/** A team's journal also has the writes of colleagues. */
async function sayUnresolved(
  { store, setup }: Pick<Writing, 'store' | 'setup'>,
  { journal }: JournalPort,
  { err }: CommandParts,
): Promise<void> {
  const state = store.getState();
  const rows = unresolvedHere(state);
  const seen = rows.some(({ held }) => held) ? await journal.together?.look(undefined, []) : undefined;
  const me = seen?.ok ? seen.value.me : undefined;
  for (const row of rows) {
    const { title, requestId } = row.intent;
    const by = row.transitions[0]?.operator;
    const role = setup.journal?.user;
    const own = row.held && me !== undefined ? row.held.owner === me : by === undefined || by === role;
    if (!own) continue;
    const now = isInFlight(row, state) ? SENDING : t`unresolved`;
    err(
      `purser: ${now}: ${visible(title, 60)}, request ID ${visible(requestId)} (purser journal show${row.held ? ' --team' : ''} says more)\n`,
    );
  }
}

interface Writing extends Session {
  readonly store: Store;
  readonly journal: JournalEffects;
  readonly flights: Flights;
  readonly rules: WriteRules;
  readonly barred: () => Visible | undefined;
}

const notSent = ({ refuse }: CommandParts, why: Visible): number => refuse(t`NOT SENT: ${why}`);

async function send(
  dialog: Dialog,
  asked: AskedWrite,
  line: CallLine,
  writing: Writing & { readonly port: JournalPort },
  parts: CommandParts,
): Promise<number> {
  const { client, store, journal, port, flights, rules, clock, barred } = writing;
  const { requestId } = dialog;
  const named = line.values('besides').map(typedId);
  const { grant } = store.getState();
  const ports = { clock, client: () => client, journal, flights, barred };
  const sender = createSender({ ...ports, ...rulesNow(rules, store.getState) });
  // After an approval, which may take hours, the time in which Purser may send begins again.
  const readNow = () => sender.read(sender.confirm(asked, dialog, grant?.reason));
  const first = await readNow();
  if (first.kind !== 'read') return fails(parts, t`NOT SENT: ${join(unfitText(first, dialog), ' ')}`);
  // Another call or console may have made a duplicate meanwhile.
  const duplicates = await rules.duplicatesNow(asked.intent, port.journal, store.getState());
  const second = checkNamed(toName(duplicates, asked.question.earlier), named);
  if (second !== undefined) return fails(parts, t`NOT SENT: ${second}`);
  const naming = { named, superseded: duplicates.superseded };
  const allowed =
    dialog.approval?.part !== 'ask' && line.value('approved') === undefined
      ? { read: first, approval: undefined }
      : await approvalFor({ first, readNow, naming, line, clock, journal, state: store.getState }, parts);
  if ('code' in allowed) return allowed.code;
  const unnoted = await noteGrant('grant-given', { grant }, journal);
  if (unnoted !== undefined) return notSent(parts, unnoted);
  const unknown = () => flights.unknown().filter(write => write.requestId === requestId);
  const end = watchEnd({ finish: flights.finish, unknown }, writing, parts);
  const { read, approval } = allowed;
  const code = await sender.send(read, { named, approval }, sent => reportOutcome(sent, asked, parts));
  await noteGrant('grant-ended', { grant }, journal);
  return end.release() || code;
}

/** Why Purser does not send: the requests would differ on the wire. */
function compareRequests(given: Prepared, asked: Prepared): Visible | undefined {
  const names = [
    ...(given.method === asked.method && given.target === asked.target
      ? []
      : [t`the path (${visible(given.target, 120)}, not ${visible(asked.target, 120)})`]),
    ...differing(jsonOf(given.body), jsonOf(asked.body), '').map(name => visible(name, 80)),
  ];
  return names.length === 0
    ? undefined
    : t`Your input differs from the request that Purser would send: ${join(names)}. Leave these fields out, or give the values that the screen would send.`;
}

const jsonOf = (text: string | undefined): Json | undefined => {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : text;
};

function differing(one: Json | undefined, other: Json | undefined, path: string): readonly string[] {
  const [mine, its] = [membersOf(one), membersOf(other)];
  if (!mine || !its) return textOf(one) === textOf(other) ? [] : [path === '' ? 'the body' : path];
  return [...new Set([...mine.keys(), ...its.keys()])].flatMap(name =>
    differing(mine.get(name), its.get(name), path === '' ? name : `${path}.${name}`),
  );
}

const membersOf = (json: Json | undefined): ReadonlyMap<string, Json> | undefined =>
  typeof json !== 'object' || json === null || json instanceof JsonNumber
    ? undefined
    : new Map(Object.entries(json));

const textOf = (json: Json | undefined): string | undefined =>
  json instanceof JsonNumber ? json.source : JSON.stringify(json);
