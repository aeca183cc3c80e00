// A cached list or document: data, running load, failure and age.

import type { Failure } from '../api/client/failure.ts';
import type { Drift } from '../api/contract/drift.ts';
import type { Json } from '../lib/json.ts';
import type { Visible } from '../lib/visible.ts';
import { noPages, type Pages } from './paging.ts';

/** A list drops late answers to loads with other numbers. */
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
  /** Of the oldest loaded page, in epoch ms. */
  readonly asOf: number | undefined;
  readonly drift: readonly Drift[];
  readonly changed: ReadonlySet<string>;
  /** If the rows come from an answer about another record or customer. */
  readonly other?: Visible | undefined;
}

export const emptyList = <Row>(): List<Row> => ({
  pages: noPages(),
  loading: undefined,
  failure: undefined,
  asOf: undefined,
  drift: [],
  changed: new Set(),
});

/** Only status 404 proves it. */
export const isNotFound = (failure: Failure | undefined): boolean =>
  failure?.kind === 'refused' && failure.status === 404;

export interface Document<Value> {
  readonly value: Value | undefined;
  /** If the value is about another record or customer than the request. */
  readonly other?: Visible | undefined;
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
