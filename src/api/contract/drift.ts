/** The differences between an answer and the contract. They never change an outcome. */

import { t, type Visible, visible } from '../../lib/visible.ts';

/** `path` has list positions folded to `[]`, and may contain names that the service invented. */
export interface Drift {
  readonly path: Visible;
  readonly kind:
    | 'unknown-field'
    | 'missing'
    | 'wrong-type'
    | 'unlisted-value'
    | 'duplicate-key'
    | 'too-long'
    | 'content-type';
  readonly note: Visible;
}

/** A service that invents a field for every row must not fill the memory, or hide other differences. */
const LISTED = 100;
const NEW_FIELDS_LISTED = 50;

/** The same difference in many rows becomes one entry with a count. */
export class DriftLog {
  readonly #seen = new Map<string, { drift: Drift; count: number }>();
  #newFields = 0;
  #unlisted = 0;

  /** Pass a slow note as a function: only the first note of a repeated difference is kept. */
  add(kind: Drift['kind'], path: string, note: Visible | (() => Visible)): void {
    const key = `${kind} ${path}`;
    const before = this.#seen.get(key);
    if (before) {
      before.count += 1;
      return;
    }
    const isNewField = kind === 'unknown-field';
    if (this.#seen.size >= LISTED - 1 || (isNewField && this.#newFields >= NEW_FIELDS_LISTED)) {
      this.#unlisted += 1;
      return;
    }
    if (isNewField) this.#newFields += 1;
    this.#seen.set(key, {
      drift: { kind, path: visible(path, 120), note: typeof note === 'string' ? note : note() },
      count: 1,
    });
  }

  list(): readonly Drift[] {
    const listed = [...this.#seen.values()].map(({ drift, count }) =>
      count === 1 ? drift : { ...drift, note: t`${drift.note} (${count} times)` },
    );
    return this.#unlisted === 0
      ? listed
      : [
          ...listed,
          { kind: 'unknown-field', path: t`…`, note: t`and ${this.#unlisted} more that are not listed` },
        ];
  }
}
