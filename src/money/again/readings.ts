// Reads the record before a write is sent again: once for the dialog, and once more before Purser sends.

import type { Result } from '../../api/contract/operations.ts';
import type { DocumentOperation, ListOperation } from '../../effects/query.ts';
import { documentOf } from '../../format/joined.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { State } from '../../store/state.ts';
import type { App } from '../app.ts';
import { type Reread, rereadOf, type ShownRecord } from '../question.ts';
import { notRead } from '../read-again.ts';

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

/** Purser reads the record once more before it sends. */
export function checked<Id extends DocumentOperation | ListOperation, Found extends object>(
  shown: ShownRecord<Id, Found>,
  answer: Result<Id>,
): RecordFound {
  const found = shown.found(answer);
  return typeof found === 'string'
    ? { barred: t`${found} Nothing was sent.` }
    : { warnings: [AS_CONFIRMED, ...(shown.warnings?.(found) ?? [])], reread: [rereadOf(shown)] };
}
