/** operation.ts: the declaration of an operation, once, for the client, the simulator and all lists of operations. */

import type { z } from 'zod';
import type { PersonalMembers } from '../../lib/personal.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Dialect } from './dialect.ts';

/**
 * How to request a list. `page`: page by page, by query parameters with these names. `offset`: by the number of records
 * to skip. `has-more`: by pages whose answer says whether more follow.
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
       * The form of a page. `bare`: the result itself, and only an empty or repeated page is the end. `counted`:
       * `data`, with the total in `pagination.total_count`. `has-more`: `items`, and `has_more` says whether more
       * follow.
       */
      readonly list: 'bare' | 'counted' | 'has-more';
    }
  /** The page is `items`; `has_more` says whether more follow. INTERFACE.md does not give the first number. */
  | { readonly style: 'has-more'; readonly page: string; readonly size: string };

/**
 * What an operation does; the HTTP method does not say. `sensitive`: never prefetched, cached or recorded. `quote`:
 * makes something new each time, so it is never silently repeated. `write`: changes something. `money`: changes
 * something that can't be undone. A machine never repeats a write or a money operation.
 */
export type OperationClass = 'read' | 'sensitive' | 'quote' | 'write' | 'money';

const changing: ReadonlySet<OperationClass> = new Set(['write', 'money']);

export function isChanging(does: OperationClass): boolean {
  return changing.has(does);
}

export interface Declaration {
  /** Plain English, for people: "Account transactions". */
  readonly title: Visible;
  /** Where INTERFACE.md describes it. */
  readonly section: string;
  readonly class: OperationClass;
  /** INTERFACE.md promises that a second request with the same ID has no second effect, so a person may repeat it. */
  readonly repeatable?: true;
  /**
   * The member of the body that must repeat the request ID. The sender fills it in, so that it is the same for
   * every attempt, and so that two equal intents can be compared without it.
   */
  readonly requestIdIn?: string;
  /**
   * Members of the request and the answer about a person, by name, at any depth. No journal and no inspector shows
   * their content. A write with such members can't be sent again from the journal.
   */
  readonly personal?: PersonalMembers;
  /** INTERFACE.md's own values of those members. They identify nobody, so an answer may show them. */
  readonly ownWords?: readonly string[];
  /** INTERFACE.md, Route families. */
  readonly family: 'A' | 'B';
  /** `login` sends the keys themselves, `bearer` the token from the login. */
  readonly auth: 'login' | 'bearer';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Everything after {base_url}. `{name}` is the member of `params` with that name. */
  readonly path: string;
  /**
   * The request. It is strict, so that a misspelt filter is refused here and not ignored by the service. A schema's
   * output is the caller's value, its input is JSON on the wire.
   */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** `empty`: sends `Content-Type: application/json` and no body. */
  readonly body?: 'empty' | z.ZodObject;
  /** Common headers that this call does not require: sent if there is a value, never demanded. */
  readonly unrequired?: readonly string[];
  /** What a dialect changes in the request. */
  readonly dialect?: (dialect: Dialect) => Partial<RequestForm>;
  readonly paging: Paging;
  /**
   * `enveloped`: the result is in `data` (Family B response envelope). `paginated`: it is `data` and `pagination`
   * together. `bare`: the body is the result. `true`: the body is the JSON boolean true, and nothing else is a
   * success. `either`: enveloped or bare; a bare `status` says nothing about the call. `words`: there is no `data`,
   * and the envelope's own words are the result.
   */
  readonly envelope: 'bare' | 'enveloped' | 'paginated' | 'true' | 'either' | 'words';
  readonly result: z.ZodType;
}

/** The form of a request on the wire, after the dialect's choices. */
export interface RequestForm {
  readonly method: Declaration['method'];
  /** `{name}` is the member of `params` with that name or, if the dialect moves it, of `query`. */
  readonly path: string;
  /** Headers with exactly these values, in addition to those of the family and the operation. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where to put the members of `query` that are not in the path. */
  readonly queryIn: 'query' | 'body';
  /** Members of `query` with another name on the wire. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Members of `query` that are sent as null if absent. */
  readonly nulls: readonly string[];
  /** The members of `body` that are sent, if there is a body. */
  readonly bodySchema: z.ZodObject | undefined;
  /** `empty`: sends `Content-Type: application/json` and no body. */
  readonly body: 'none' | 'empty' | 'json';
}

/** A declaration with its name. */
export interface Operation extends Declaration {
  readonly id: string;
}

/** Gives each declaration its key as its `id`, and keeps its exact types for `Input` and `Result`. */
export function declare<const T extends Readonly<Record<string, Declaration>>>(
  declarations: T,
): { readonly [Id in keyof T]: T[Id] & { readonly id: Id } } {
  const named = Object.entries(declarations).map(([id, declaration]) => [id, { ...declaration, id }]);
  // The compiler can't see that every key got its own name.
  return Object.fromEntries(named) as { readonly [Id in keyof T]: T[Id] & { readonly id: Id } };
}

export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** The parts of `O` that a caller fills. An empty body is none. */
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
