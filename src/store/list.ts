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

interface ReadState {
  readonly loading: Loading | undefined;
  readonly failure: Failure | undefined;
  /** Of the oldest loaded page, in epoch ms. */
  readonly asOf: number | undefined;
  readonly drift: readonly Drift[];
  /** If the answer is about another record or customer than the request. */
  readonly other?: Visible | undefined;
}

const UNREAD: ReadState = { loading: undefined, failure: undefined, asOf: undefined, drift: [] };

export interface List<Row> extends ReadState {
  readonly pages: Pages<Row>;
  readonly changed: ReadonlySet<string>;
}

export const emptyList = <Row>(): List<Row> => ({ ...UNREAD, pages: noPages(), changed: new Set() });

/** Only status 404 proves it. */
export const isNotFound = (failure: Failure | undefined): boolean =>
  failure?.kind === 'refused' && failure.status === 404;

/** INTERFACE.md shows 400 for a missing record, and not how the service answers if there is none. */
export const saysNo = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.status === 400 || failure.status === 404);

export interface Document<Value> extends ReadState {
  readonly value: Value | undefined;
  readonly raw: Json | undefined;
}

export const emptyDocument = <Value>(): Document<Value> => ({ ...UNREAD, value: undefined, raw: undefined });
