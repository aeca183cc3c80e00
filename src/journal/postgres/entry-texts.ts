// Entries on their way to the server, as texts that PostgreSQL can keep.
import type { Intent, Shown, Transition } from '../intent.ts';
import { intentColumns, shownText } from '../stored-row.ts';

/** PostgreSQL keeps only well-formed characters, and no NUL. So payloadOf() escapes bodies and answers. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '␀');

/** A body or an answer in a form in which the server gives back every byte. */
export const payloadOf = (text: string | undefined): string | null =>
  text === undefined ? null : JSON.stringify(text);

/** The argument of prepare(), with the names of the table's columns. `earlier` is no column: see `purser.forms`. */
export const intentJson = (intent: Intent): string =>
  JSON.stringify({
    ...intentColumns(asStored(intent)),
    amounts: amountsText(intent),
    earlier: intent.earlierForms ?? [],
  });

/** The intent as the server gives it back, so that asker and approver hash the same texts. */
export const asStored = (intent: Intent): Intent =>
  JSON.parse(
    JSON.stringify(intent, (name, value: unknown) =>
      typeof value === 'string' && name !== 'body' ? storable(value) : value,
    ),
  ) as Intent;

/** The seal covers the amounts, because the rules of approval depend on them. */
export const amountsText = ({ amounts }: Intent): string | null =>
  amounts === undefined ? null : JSON.stringify(amounts);

export const whatText = (what: readonly Shown[]): string =>
  shownText(what.map(({ label, value }) => ({ label: storable(label), value: storable(value) })));

/** The transitions of an entry from this machine's own file. */
export const changesJson = (transitions: readonly Transition[]): string =>
  `[${transitions
    .map(({ to, at, process, answer, resolution, what }) =>
      storableJson({
        ...{ to, at, pid: process.pid, status: answer?.status, message: answer?.message },
        answer: payloadOf(answer?.text) ?? undefined,
        ...resolution,
        what: what && whatText(what),
      }),
    )
    .join()}]`;

/** JSON whose texts PostgreSQL can keep. */
export const storableJson = (members: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(members, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
