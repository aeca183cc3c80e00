// A cached list: its pages, what is under way, what went wrong, and how old it is; pure updates on plain data.

import type { Failure } from '../api/client/failure.ts';
import type { Drift } from '../api/contract/drift.ts';
import type { Json } from '../lib/json.ts';
import { noPages, type Pages } from './paging.ts';

/** A load under way. A list takes an answer only from the load it names, so that a late one is dropped. */
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
  /** Epoch ms of the answer that the oldest row shown came with. */
  readonly asOf: number | undefined;
  readonly drift: readonly Drift[];
  /** Keys whose record differs from the one shown before the last reload, and of records that are new since. */
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

/** A document is one object read by itself, kept like a list of one. */
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
