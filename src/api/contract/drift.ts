/** drift.ts: where an answer differs from the contract; listed for the person, never a reason to change an outcome. */

import { t, type Visible, visible } from '../../lib/visible.ts';

/** One difference. `path` is the field, list positions folded to `[]`; it may hold names that the server invented. */
export interface Drift {
  readonly path: Visible;
  readonly kind:
    | 'unknown-field'
    | 'missing'
    | 'wrong-type'
    | 'unlisted-value'
    | 'duplicate-key'
    | 'content-type';
  readonly note: Visible;
}

/** A server that invents a new field for every row must not fill the memory. */
const LISTED = 100;

/** Collects differences; the same one in every row of a list becomes one entry with a count. */
export class DriftLog {
  readonly #seen = new Map<string, { drift: Drift; count: number }>();

  add(kind: Drift['kind'], path: string, note: Visible): void {
    const key = `${kind} ${path}`;
    const before = this.#seen.get(key);
    if (before) before.count += 1;
    else if (this.#seen.size < LISTED)
      this.#seen.set(key, { drift: { kind, path: visible(path, 120), note }, count: 1 });
  }

  list(): readonly Drift[] {
    return [...this.#seen.values()].map(({ drift, count }) =>
      count === 1 ? drift : { ...drift, note: t`${drift.note} (${count} times)` },
    );
  }
}
