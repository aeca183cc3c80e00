// Entries to and from the server. Seals are checked, because a console does not trust the server.
import type { Intent, Row, Shown, Transition } from '../intent.ts';
import {
  checkSeals,
  Damaged,
  DELETED,
  hashOf,
  intentColumns,
  readRow,
  type StoredRow,
  sealedColumns,
  shownText,
  storable,
  text,
} from '../stored-row.ts';

const columns = sealedColumns('body_hash', 'console role', 'answer_hash');

/** The SQL functions seal the same columns. */
export const SEALED = { ...columns, intent: [...columns.intent, 'recorded_at', 'made_by'] };

/** Throws Damaged if a seal is broken. */
export function rowOf(json: unknown): Row {
  const entry = record(json);
  const intent = record(entry['intent']);
  const changes = Array.isArray(entry['transitions']) ? entry['transitions'] : [];
  const found = { ...intent, body: payload(entry['body'], intent['body_hash']) };
  const steps = changes.map(each => {
    const { change: step, answer } = record(each);
    const change = record(step);
    return {
      ...change,
      process_started: change['console'],
      answer: payload(answer, change['answer_hash']),
    };
  });
  // Most entries have no amounts, and their seals do not cover the column.
  const sealed = intent['amounts'] === null ? SEALED : { ...SEALED, intent: [...SEALED.intent, 'amounts'] };
  checkSeals(found, steps, sealed, inWords);
  return { ...readRow(found, steps), ...heldIn(entry['held']) };
}

function heldIn(json: unknown): Pick<Row, 'held'> {
  if (json === null || json === undefined) return {};
  const { owner, offer } = record(json);
  // No seal covers the owner. An entry without an owner is still sound.
  if (typeof owner !== 'string') return {};
  if (offer === null) return { held: { owner } };
  const found = record(offer);
  return { held: { owner, offer: { to: text(found, 'to'), by: text(found, 'by') } } };
}

export const rowsOf = (json: unknown): readonly Row[] => (Array.isArray(json) ? json.map(rowOf) : []);

/** PostgreSQL seals the text of each value. */
const inWords = (row: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  );

function payload(stored: unknown, expected: unknown): string | null {
  if (expected === null) return null;
  if (stored === null) return DELETED;
  if (typeof stored !== 'string' || hashOf(stored) !== expected) throw new Damaged('a payload was changed');
  return String(JSON.parse(stored));
}

export function record(value: unknown): StoredRow {
  if (typeof value !== 'object' || value === null) throw new Damaged('an answer is no object');
  return { ...value };
}

/** The server gives back every byte of this JSON. */
export const payloadOf = (text: string | undefined): string | null =>
  text === undefined ? null : JSON.stringify(text);

/** By the table's columns. */
export const intentJson = (intent: Intent): string =>
  JSON.stringify({
    ...intentColumns(asStored(intent)),
    amounts: amountsText(intent),
    uses: JSON.stringify(intent.uses ?? []),
  });

/** Asker and approver hash the same texts. */
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

export const storableJson = (members: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(members, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
