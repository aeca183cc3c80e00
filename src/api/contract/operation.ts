/** operation.ts: how an operation is declared. Client, simulator and all lists of operations use one declaration. */

import type { z } from 'zod';
import type { PersonalMembers } from '../../lib/redact.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Dialect } from './dialect.ts';

/**
 * How to request a list, with the names of the query parameters. `page`: by the number of the page. `offset`: by the
 * number of records to skip. `has-more`: by the number of the page, and each answer says whether more follow.
 */
export type Paging =
  | { readonly style: 'none' }
  | {
      readonly style: 'page';
      readonly page: string;
      readonly size: string;
      readonly first: number;
      readonly defaultSize: number;
    }
  | {
      readonly style: 'offset';
      readonly offset: string;
      readonly limit: string;
      readonly defaultLimit: number;
      /** The highest limit, if INTERFACE.md gives one. */
      readonly mostLimit?: number;
      /**
       * Where the records of a page are. `bare`: the result is the list, and an empty or repeated page is its end.
       * `counted`: in `data`, and `pagination.total_count` is the total. `has-more`: in `items`, and `has_more` says
       * whether more follow.
       */
      readonly list: 'bare' | 'counted' | 'has-more';
    }
  /** The records are in `items`; `has_more` says whether more follow. The first page's number is not documented. */
  | { readonly style: 'has-more'; readonly page: string; readonly size: string };

/**
 * The effect of an operation, which the HTTP method does not show. `sensitive`: never prefetched, cached or recorded.
 * `quote`: makes something new each time, so Purser never repeats it silently. `write`: changes something. `money`:
 * changes something that can't be undone. Purser never repeats a write or a money operation automatically.
 */
export type OperationClass = 'read' | 'sensitive' | 'quote' | 'write' | 'money';

const changing: ReadonlySet<OperationClass> = new Set(['write', 'money']);

export function isChanging(does: OperationClass): boolean {
  return changing.has(does);
}

export interface Declaration {
  /** Plain English, for people: "Account transactions". */
  readonly title: Visible;
  /** Where INTERFACE.md describes the operation. */
  readonly section: string;
  readonly class: OperationClass;
  /**
   * INTERFACE.md says that the request ID prevents a duplicate of this operation, so a person may send the same request
   * again.
   */
  readonly repeatable?: true;
  /**
   * The member of the body that must repeat the request ID. `buildRequest` fills it in, so every attempt has the same
   * ID. The caller's input does not have this member, so two requests for the same thing have the same input.
   */
  readonly requestIdIn?: string;
  /**
   * Names of the members about a person, at any depth of the request and the answer. Neither the journal nor the
   * inspector shows their content. A write with such members can't be sent again from the journal.
   */
  readonly personal?: PersonalMembers;
  /** Values that INTERFACE.md gives for those members. They identify nobody, so an answer may show them. */
  readonly impersonalWords?: readonly string[];
  /** INTERFACE.md, Route families. */
  readonly family: 'A' | 'B';
  /** `login` sends the keys themselves, `bearer` the token from the login. */
  readonly auth: 'login' | 'bearer';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Everything after {base_url}. `{name}` is the member of `params` with that name. */
  readonly path: string;
  /**
   * The schemas of the request. They are strict: Purser refuses a misspelt filter, which the service might ignore. The
   * output of a schema is the caller's value, and its input is the JSON on the wire.
   */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** `empty`: sends `Content-Type: application/json` and no body. */
  readonly body?: 'empty' | z.ZodObject;
  /** Common headers that this call does not require. They are sent if there is a value. */
  readonly unrequired?: readonly string[];
  /** What a dialect changes in the request. */
  readonly dialect?: (dialect: Dialect) => Partial<RequestForm>;
  readonly paging: Paging;
  /**
   * `enveloped`: the result is in `data` (Family B response envelope). `paginated`: the result is `data` and
   * `pagination` together. `bare`: the body is the result. `true`: the body is the JSON boolean true, and nothing else
   * is a success. `either`: enveloped or bare; a bare `status` says nothing about the call. `words`: there is no
   * `data`, and the envelope's own words are the result.
   */
  readonly envelope: 'bare' | 'enveloped' | 'paginated' | 'true' | 'either' | 'words';
  readonly result: z.ZodType;
  /** For every write with an envelope: the answer that shows a success. */
  readonly success?: SuccessForm;
}

/** The data of a success, as INTERFACE.md shows it. */
export interface SuccessForm {
  /** `payload`: an object or a list, which may be empty. `none`: `data` may be absent or null. */
  readonly data: 'payload' | 'none';
  /** Set if the write ends a record, so that "cancelled" means success. */
  readonly ends?: true;
}

/** The form of a request on the wire, after the dialect's choices. */
export interface RequestForm {
  readonly method: Declaration['method'];
  /** `{name}` is a member of `params`, or of `query` if the dialect puts that member in the path. */
  readonly path: string;
  /** More headers, with exactly these values, next to the headers of the family and of the operation. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where to put the members of `query` that are not in the path. */
  readonly queryIn: 'query' | 'body';
  /** Members of `query` that have another name on the wire, by their declared names. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Members of `query` that are sent as null if absent. */
  readonly nulls: readonly string[];
  /** The members of `body` that are sent, if there is a body. */
  readonly bodySchema: z.ZodObject | undefined;
  /** `empty`: sends `Content-Type: application/json` and no body. */
  readonly body: 'none' | 'empty' | 'json';
}

/** A declaration with its ID, such as `payout.create`. */
export interface Operation extends Declaration {
  readonly id: string;
}

/** What a call of Family A has, unless its declaration says otherwise. */
export const familyA = { family: 'A', auth: 'bearer', paging: { style: 'none' }, envelope: 'bare' } as const;

/** What a call of Family B has, unless its declaration says otherwise. */
export const familyB = {
  family: 'B',
  auth: 'bearer',
  paging: { style: 'none' },
  envelope: 'enveloped',
} as const;

/** Gives each declaration its key as its `id`, and keeps its exact types for `Input` and `Result`. */
export function declare<const T extends Readonly<Record<string, Declaration>>>(
  declarations: T,
): { readonly [Id in keyof T]: T[Id] & { readonly id: Id } } {
  const named = Object.entries(declarations).map(([id, declaration]) => [id, { ...declaration, id }]);
  // The compiler can't see that every declaration got its own key as `id`.
  return Object.fromEntries(named) as { readonly [Id in keyof T]: T[Id] & { readonly id: Id } };
}

export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** The parts of `O` that a caller fills: those with a schema. */
type PartOf<O> = { [K in keyof O & RequestPart]: O[K] extends z.ZodType ? K : never }[keyof O & RequestPart];

/** The caller's value for part `S` of operation `O`, without the members that the sender fills in. */
type PartInput<O, S> = S extends z.ZodType
  ? O extends { readonly requestIdIn: infer Own extends string }
    ? Omit<z.output<S>, Own>
    : z.output<S>
  : never;

/** The parts that a caller may omit: those without a required member. */
type OptionalParts<O> = {
  [K in PartOf<O>]: Partial<PartInput<O, O[K]>> extends PartInput<O, O[K]> ? K : never;
}[PartOf<O>];

/** The caller's value for operation `O`: only its own parts, required if they have a required member. */
export type InputOf<O> = {
  readonly [K in Exclude<PartOf<O>, OptionalParts<O>>]: PartInput<O, O[K]>;
} & { readonly [K in OptionalParts<O>]?: PartInput<O, O[K]> };

/**
 * In ms. INTERFACE.md does not say how long the service remembers a request ID. After 24 hours the service may have
 * forgotten the request ID, and would treat the repeat as a new request (FAULTS E19).
 */
export const repeatableForMs = 24 * 60 * 60 * 1000;
