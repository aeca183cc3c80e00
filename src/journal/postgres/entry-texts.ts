// Entries of a team's record on their way to the server, in texts that PostgreSQL takes.
import type { Intent, Shown, Transition } from '../intent.ts';

/** PostgreSQL's text holds no NUL and only well-formed characters; a body and an answer go as JSON writes them. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '␀');

/** Every byte of it comes back: JSON writes what PostgreSQL does not take as escapes. */
export const payloadOf = (text: string | undefined): string | null =>
  text === undefined ? null : JSON.stringify(text);

/** The argument of prepare(): the names are those of the table's columns. */
export const intentJson = (intent: Intent): string =>
  storableJson({
    request_id: intent.requestId,
    operation: intent.operation,
    title: intent.title,
    class: intent.class,
    repeatable: intent.repeatable === true,
    profile: intent.profile,
    environment: intent.environment,
    base_url: intent.baseUrl,
    client_id: intent.clientId,
    program_id: intent.programId,
    user_id: intent.customer.userId,
    on_behalf_of: intent.customer.onBehalfOf ?? null,
    method: intent.method,
    target: intent.target,
    fingerprint: intent.fingerprint,
    what: whatText(intent.what),
    amounts: amountsText(intent),
    created_at: Math.trunc(intent.createdAt),
  });

/** The intent as the server will give it back, so that asker and approver hash the same texts. */
export const asStored = (intent: Intent): Intent =>
  JSON.parse(
    JSON.stringify(intent, (name, value: unknown) =>
      typeof value === 'string' && name !== 'body' ? storable(value) : value,
    ),
  ) as Intent;

/** Sealed with the intent: the rules of approval look at it. */
export const amountsText = ({ amounts }: Intent): string | null =>
  amounts === undefined ? null : JSON.stringify(amounts);

export const whatText = (what: readonly Shown[]): string =>
  JSON.stringify(what.map(({ label, value }) => ({ label: storable(label), value: storable(value) })));

/** The past of an entry of another journal. */
export const changesJson = (transitions: readonly Transition[]): string =>
  JSON.stringify(
    transitions.map(({ to, at, process, answer, resolution, what }) =>
      JSON.parse(
        storableJson({
          ...{ to, at, pid: process.pid, status: answer?.status, message: answer?.message },
          answer: payloadOf(answer?.text) ?? undefined,
          ...resolution,
          what: what && whatText(what),
        }),
      ),
    ),
  );

/** JSON whose texts the server takes. */
export const storableJson = (members: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(members, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
