// Reads the record before a write is sent again: once for the dialog, and once more before Purser sends.

import type { DocumentOperation, DocumentQuery } from '../../effects/query.ts';
import { documentOf } from '../../format/joined.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import type { App } from '../app.ts';
import { type Reread, reread, rereadBoth } from '../question.ts';
import { notRead } from '../read-again.ts';

type RecordFound =
  | {
      readonly warnings: readonly Visible[];
      /** Default: the lines of the last confirmation. */
      readonly lines?: readonly ShownLine[];
      readonly reread?: Reread;
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
    return { warnings, ...(one.reread && other.reread && { reread: rereadBoth(one.reread, other.reread) }) };
  },
});

/** `title`: the document's name in a sentence. */
export const ofDocument = <Id extends DocumentOperation>(
  title: Visible,
  againFor: (state: State) => Reread<Id>,
): RecordReading => ({
  load: app => app.documents.load(queryOf(againFor(app.store.getState()))),
  found({ store }) {
    const state = store.getState();
    const again = againFor(state);
    const { value, failure } = documentOf(state, queryOf(again));
    if (failure && failure.kind !== 'abandoned') return { barred: notRead(failure, title, KEY) };
    if (value === undefined) return { barred: t`Not sent. Not read: ${title}.` };
    return checked(again, value);
  },
});

const queryOf = <Id extends DocumentOperation>({ operation, input }: Reread<Id>): DocumentQuery<Id> => ({
  operation,
  input,
});

/** Purser reads the record once more before it sends. */
export function checked<Id extends Reread['operation']>(
  again: Reread<Id>,
  value: Parameters<Reread<Id>['check']>[0],
): RecordFound {
  const found = again.check(value);
  return 'barred' in found
    ? { barred: t`${found.barred} Nothing was sent.` }
    : { warnings: [AS_CONFIRMED, ...(found.warnings ?? [])], reread: reread(again) };
}
