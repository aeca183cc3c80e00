// How Purser sends one kind of write again: the dialog's texts, what the entry must have, and the reads.

import type { Input, Result, WriteId } from '../../api/contract/operations.ts';
import type { DocumentOperation, ListOperation } from '../../effects/query.ts';
import { documentOf } from '../../format/joined.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { bodyOf } from '../../journal/request-body.ts';
import { type Json, memberOf } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import type { App } from '../app.ts';
import { type Reread, rereadOf, type ShownRecord } from '../question.ts';
import { notRead } from '../read-again.ts';
import { isUsableId } from '../write-tokens.ts';

interface AgainFacts {
  readonly title: Visible;
  readonly button: Visible;
  /** The read before the dialog; undefined if the entry lacks a value that the read needs. */
  reading(row: Row): RecordReading | undefined;
}

type Named<Id extends WriteId> = Omit<Input<Id>, 'body'>;

type UnnamedWrite = {
  [Id in WriteId]: Record<never, never> extends Named<Id> ? Id : never;
}[WriteId];

/** Whether the entry has what a person must type. By default that is the ID in the body. */
type HasToken<Id extends WriteId> =
  Input<Id> extends { readonly body: { readonly id: string } }
    ? { hasToken?(intent: Intent): boolean }
    : { hasToken(intent: Intent): boolean };

/** The compiler asks an operation with values in its path or query how to read them from an entry. */
type Again<Id extends WriteId> = AgainFacts &
  HasToken<Id> &
  (Id extends UnnamedWrite
    ? { readonly named?: never }
    : {
        named(intent: Intent): Named<Id> | undefined;
      });

interface Never {
  readonly never: Visible;
}

export type AgainRule<Id extends WriteId = WriteId> = (Id extends WriteId ? Again<Id> : never) | Never;

export const hasUsableId =
  (idIn: (intent: Intent) => string | undefined) =>
  (intent: Intent): boolean => {
    const id = idIn(intent);
    return id !== undefined && isUsableId(id);
  };

export const hasText =
  (...path: readonly string[]) =>
  (intent: Intent): boolean =>
    typeof path.reduce<Json | undefined>(memberOf, bodyOf(intent)) === 'string';

/** The journal keeps no personal data, so the entry lacks a part of the request's bytes. */
export const PERSONAL: Never = {
  never: t`The journal does not keep personal data, so Purser can't send this request again. Use the form to make a new request.`,
};

type RecordFound =
  | {
      readonly warnings: readonly Visible[];
      /** Default: the lines of the last confirmation. */
      readonly lines?: readonly ShownLine[];
      readonly reread?: readonly Reread[];
    }
  | { readonly barred: Visible };

export interface RecordReading {
  load(app: App): Promise<void>;
  /** Call after `load`. */
  found(app: App): RecordFound;
}

export const KEY = t`p`;
export const AS_CONFIRMED = t`Everything above is the same as at the last confirmation.`;

/** `warnings`: what it means that Purser doesn't read the record. */
export const unread = (...warnings: readonly Visible[]): RecordReading => ({
  async load() {},
  found: () => ({ warnings: [AS_CONFIRMED, ...warnings] }),
});

export const bothOf = (first: RecordReading, second: RecordReading): RecordReading => ({
  load: async app => void (await Promise.all([first.load(app), second.load(app)])),
  found(app) {
    const [one, other] = [first.found(app), second.found(app)];
    if ('barred' in one) return one;
    if ('barred' in other) return other;
    const warnings = [...new Set([...one.warnings, ...other.warnings])];
    return { warnings, ...(one.reread && other.reread && { reread: [...one.reread, ...other.reread] }) };
  },
});

/** `title`: the document's name in a sentence. */
export const ofDocument = <Id extends DocumentOperation>(
  title: Visible,
  shownFor: (state: State) => ShownRecord<Id>,
): RecordReading => ({
  load: app => app.documents.load(shownFor(app.store.getState())),
  found({ store }) {
    const state = store.getState();
    const shown = shownFor(state);
    const { value, failure } = documentOf(state, shown);
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, title, KEY) };
    if (value === undefined) return { barred: t`Not sent. Not read: ${title}.` };
    return checked(shown, value);
  },
});

export function checked<Id extends DocumentOperation | ListOperation, Found extends object>(
  shown: ShownRecord<Id, Found>,
  answer: Result<Id>,
): RecordFound {
  const found = shown.found(answer);
  return typeof found === 'string'
    ? { barred: t`${found} Nothing was sent.` }
    : { warnings: [AS_CONFIRMED, ...(shown.warnings?.(found) ?? [])], reread: [rereadOf(shown)] };
}
