// A cached list or document: data, running load, failure and age.

import type { Failure } from '../api/client/failure.ts';
import type { Drift } from '../api/contract/drift.ts';
import type { Json } from '../lib/json.ts';
import { noPages, type Pages } from './paging.ts';

/** A running load. A list accepts only the answer to this load, and drops late answers to loads with other numbers. */
export interface Loading {
  readonly sequence: number;
  readonly purpose: 'first' | 'more' | 'all' | 'again';
  /** Monotonic ms. */
  readonly since: number;
}

export interface List<Row> {
  readonly pages: Pages<Row>;
  readonly loading: Loading | undefined;
  readonly failure: Failure | undefined;
  /** When the oldest loaded page was received, in epoch ms. Undefined before the first page. */
  readonly asOf: number | undefined;
  readonly drift: readonly Drift[];
  /** Keys of records that are new or changed since the last reload. */
  readonly changed: ReadonlySet<string>;
}

export const emptyList = <Row>(): List<Row> => ({
  pages: noPages(),
  loading: undefined,
  failure: undefined,
  asOf: undefined,
  drift: [],
  changed: new Set(),
});

/** A cached single record. */
export interface Document<Value> {
  readonly value: Value | undefined;
  readonly raw: Json | undefined;
  readonly loading: Loading | undefined;
  readonly failure: Failure | undefined;
  readonly asOf: number | undefined;
  readonly drift: readonly Drift[];
}

export const emptyDocument = <Value>(): Document<Value> => ({
  value: undefined,
  raw: undefined,
  loading: undefined,
  failure: undefined,
  asOf: undefined,
  drift: [],
});
