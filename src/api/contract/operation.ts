/** How an operation is declared, for the client, the simulator and all lists of operations. */

import type { z } from 'zod';
import type { PersonalMembers } from '../../lib/redact.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Dialect } from './dialect.ts';

/** `page` and `has-more` request a page by its number, `offset` by the number of records to skip. */
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
      /** If INTERFACE.md gives one. */
      readonly mostLimit?: number;
      /**
       * `bare`: the result is the list, and an empty or repeated page ends it. `counted`: in `data`, with
       * `pagination.total_count`. `has-more`: in `items`, with `has_more`.
       */
      readonly list: 'bare' | 'counted' | 'has-more';
    }
  /** In `items`, with `has_more`. The first page's number is not documented. */
  | { readonly style: 'has-more'; readonly page: string; readonly size: string };

/**
 * The HTTP method does not show the effect. `sensitive`: never prefetched, cached or recorded. `quote`: makes
 * something new each time, so never repeated silently. `money`: a write that can't be undone. No write is repeated
 * automatically.
 */
export type OperationClass = 'read' | 'sensitive' | 'quote' | 'write' | 'money';

export const isChanging = (does: OperationClass): boolean => does === 'write' || does === 'money';

export interface Declaration {
  /** For people: "Account transactions". */
  readonly title: Visible;
  /** Of INTERFACE.md. */
  readonly section: string;
  readonly class: OperationClass;
  /** INTERFACE.md says that the request ID prevents a duplicate, so a person may send the same request again. */
  readonly repeatable?: true;
  /** The body's member that repeats the request ID. Callers omit it: equal requests have equal inputs. */
  readonly requestIdIn?: string;
  /** Members about a person, at any depth. The journal hides them, so it can't send such a write again. */
  readonly personal?: PersonalMembers;
  /** INTERFACE.md gives these values for those members. They identify nobody. */
  readonly impersonalWords?: readonly string[];
  /** INTERFACE.md, Route families. */
  readonly family: 'A' | 'B';
  /** `login` sends the keys, `bearer` the token. */
  readonly auth: 'login' | 'bearer';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** After {base_url}. `{name}` is a member of `params`. */
  readonly path: string;
  /** Strict: the service might ignore a misspelt filter. The input of a schema is the JSON on the wire. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** `empty`: `Content-Type: application/json` without a body. */
  readonly body?: 'empty' | z.ZodObject;
  /** These common headers are sent if there is a value. */
  readonly unrequired?: readonly string[];
  readonly dialect?: (dialect: Dialect) => Partial<RequestForm>;
  readonly paging: Paging;
  /** For a list: what a 404 for an empty list names, as in "No cards found". */
  readonly listOf?: readonly string[];
  /**
   * `enveloped`: the result is in `data`. `paginated`: it is `data` and `pagination`. `bare`: the body. `true`: only
   * the JSON boolean true is a success. `either`: enveloped or bare; a bare `status` says nothing about the call.
   * `words`: the envelope's own words.
   */
  readonly envelope: 'bare' | 'enveloped' | 'paginated' | 'true' | 'either' | 'words';
  readonly result: z.ZodType;
  /** For every write with an envelope. */
  readonly success?: SuccessForm;
}

/** As INTERFACE.md shows it. */
export interface SuccessForm {
  /** `payload`: an object or a list, perhaps empty. `none`: may be absent or null. */
  readonly data: 'payload' | 'none';
  /** The states that its documented success has. Any other word is a doubt (api/client/denial.ts). */
  readonly words?: readonly string[];
  /** The write ends a record, so "cancelled" means success. */
  readonly ends?: true;
}

/** On the wire, after the dialect's choices. */
export interface RequestForm {
  readonly method: Declaration['method'];
  /** `{name}` is a member of `params`, or of `query` if the dialect puts it in the path. */
  readonly path: string;
  /** With exactly these values, next to the other headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The members of `query` that are not in the path. */
  readonly queryIn: 'query' | 'body';
  /** Names on the wire, by declared names. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Sent as null if absent. */
  readonly nulls: readonly string[];
  readonly bodySchema: z.ZodObject | undefined;
  readonly body: 'none' | 'empty' | 'json';
}

export interface Operation extends Declaration {
  readonly id: string;
}

/** Unless the declaration says otherwise. */
export const familyA = { family: 'A', auth: 'bearer', paging: { style: 'none' }, envelope: 'bare' } as const;
export const familyB = { ...familyA, family: 'B', envelope: 'enveloped' } as const;

/** Each key becomes the `id`. The exact types stay for `Input` and `Result`. */
export function declare<const T extends Readonly<Record<string, Declaration>>>(
  declarations: T,
): { readonly [Id in keyof T]: T[Id] & { readonly id: Id } } {
  const named = Object.entries(declarations).map(([id, declaration]) => [id, { ...declaration, id }]);
  // The compiler can't see that every declaration got its own key as `id`.
  return Object.fromEntries(named) as { readonly [Id in keyof T]: T[Id] & { readonly id: Id } };
}

export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** Those with a schema. */
type PartOf<O> = { [K in keyof O & RequestPart]: O[K] extends z.ZodType ? K : never }[keyof O & RequestPart];

/** Without the members that the sender fills in. */
type PartInput<O, S> = S extends z.ZodType
  ? O extends { readonly requestIdIn: infer Own extends string }
    ? Omit<z.output<S>, Own>
    : z.output<S>
  : never;

/** Those without a required member. */
type OptionalParts<O> = {
  [K in PartOf<O>]: Partial<PartInput<O, O[K]>> extends PartInput<O, O[K]> ? K : never;
}[PartOf<O>];

/** Only the operation's own parts. */
export type InputOf<O> = {
  readonly [K in Exclude<PartOf<O>, OptionalParts<O>>]: PartInput<O, O[K]>;
} & { readonly [K in OptionalParts<O>]?: PartInput<O, O[K]> };

/** In ms. The service may forget a request ID, and treat the repeat as a new request (FAULTS E19). */
export const repeatableForMs = 24 * 60 * 60 * 1000;
