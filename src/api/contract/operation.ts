/** operation.ts: what is declared about an operation, once, for the client, the simulator and everything that lists them. */

import type { z } from 'zod';
import type { PersonalMembers } from '../../lib/personal.ts';
import type { Visible } from '../../lib/visible.ts';
import type { Dialect, Form } from './dialect.ts';

/** How a bare list is asked for piece by piece; `page` and `size` are the names of its query parameters. */
export type Paging =
  | { readonly style: 'none' }
  | {
      readonly style: 'page';
      readonly page: string;
      readonly size: string;
      readonly first: number;
      readonly defaultSize: number;
    };

/** How a list is asked for by the number of records to skip, or by pages of an answer that says whether it goes on. */
type WrappedPaging =
  | {
      readonly style: 'offset';
      readonly offset: string;
      readonly limit: string;
      readonly defaultLimit: number;
      /** Where INTERFACE.md gives one. */
      readonly mostLimit?: number;
      /**
       * What the piece is: `bare`: the result itself, so that only an empty or repeated piece is the end; `counted`: its
       * `data`, and `pagination.total_count` the number of all; `has-more`: its `items`, and `has_more` says whether
       * another follows.
       */
      readonly list: 'bare' | 'counted' | 'has-more';
    }
  /** `items` is the piece, `has_more` says whether another follows. The number of the first isn't given. */
  | { readonly style: 'has-more'; readonly page: string; readonly size: string };

/**
 * What an operation does, which the HTTP method doesn't tell. `sensitive`: never prefetched, cached or recorded.
 * `quote`: makes something new each time, so it is never silently repeated. `write`: changes something; `money`: in a
 * way that can't be undone. Neither of these is ever repeated by a machine.
 */
export type OperationClass = 'read' | 'sensitive' | 'quote' | 'write' | 'money';

const changing: ReadonlySet<OperationClass> = new Set(['write', 'money']);

/** Whether operations of this class change something. */
export function isChanging(does: OperationClass): boolean {
  return changing.has(does);
}

export interface Declaration {
  /** Plain English, for people: "Account transactions". */
  readonly title: Visible;
  /** Where INTERFACE.md has it. */
  readonly section: string;
  readonly class: OperationClass;
  /** The interface promises that a second request with the same ID has no second effect: a person may repeat it. */
  readonly repeatable?: true;
  /**
   * The member of the body that has to say the request ID once more. Whoever sends fills it in, so that it is the same
   * for every attempt at an intent, and two intents that would do the same can be told to be equal without it.
   */
  readonly requestIdIn?: string;
  /**
   * Members of the request and the answer, by name and however deep, that are about a person: what is in them is in no
   * journal and in no inspector. A write that has some can't be sent from the journal again.
   */
  readonly personal?: PersonalMembers;
  /** Words that the interface gives for members among those: they name no person, so an answer may say them. */
  readonly ownWords?: readonly string[];
  /** INTERFACE.md, Route families. */
  readonly family: 'A' | 'B';
  /** `login` carries the keys themselves, `bearer` the token that the login gave. */
  readonly auth: 'login' | 'bearer';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Everything after {base_url}; `{name}` is the member of `params` with that name. */
  readonly path: string;
  /**
   * The request: strict, so that a misspelt filter is refused here instead of ignored there. A schema's output is what
   * a caller gives, its input is JSON as it is on the wire.
   */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** `empty`: says `Content-Type: application/json` and sends nothing. */
  readonly body?: 'empty' | z.ZodObject;
  /** Common headers that this call does not require: sent where there is a value, never demanded. */
  readonly unrequired?: readonly string[];
  /** What a dialect changes about the request. */
  readonly dialect?: (dialect: Dialect) => Partial<Form>;
  readonly paging: Paging | WrappedPaging;
  /**
   * `enveloped`: the result is in `data` (Family B response envelope); `paginated`: it is `data` and `pagination`
   * together; `bare`: the body is the result; `true`: the body is the JSON boolean true, and nothing else is a success;
   * `either`: enveloped or bare, whose own `status` then says nothing of the call; `words`: the envelope has no `data`,
   * and its own words are the result.
   */
  readonly envelope: 'bare' | 'enveloped' | 'paginated' | 'true' | 'either' | 'words';
  readonly result: z.ZodType;
}

/** A declaration and its name. */
export interface Operation extends Declaration {
  readonly id: string;
}

/** Gives each declaration its key as its `id`, and keeps its exact types for `Input` and `Result`. */
export function declare<const T extends Readonly<Record<string, Declaration>>>(
  declarations: T,
): { readonly [Id in keyof T]: T[Id] & { readonly id: Id } } {
  const named = Object.entries(declarations).map(([id, declaration]) => [id, { ...declaration, id }]);
  // The only way to tell the compiler that every key got its own name.
  return Object.fromEntries(named) as { readonly [Id in keyof T]: T[Id] & { readonly id: Id } };
}

/** The parts of a request that an operation may take. */
export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** The parts of `O` that a caller fills: an empty body is none of them. */
type PartOf<O> = { [K in keyof O & RequestPart]: O[K] extends z.ZodType ? K : never }[keyof O & RequestPart];

/** What a caller gives for part `S` of operation `O`: all but what the sender fills in. */
type PartInput<O, S> = S extends z.ZodType
  ? O extends { readonly requestIdIn: infer Own extends string }
    ? Omit<z.output<S>, Own>
    : z.output<S>
  : never;

/** The parts that can be left out: those without a single required member. */
type OptionalParts<O> = {
  [K in PartOf<O>]: Partial<PartInput<O, O[K]>> extends PartInput<O, O[K]> ? K : never;
}[PartOf<O>];

/** What a caller gives for operation `O`: only the parts it has, required where something in them is. */
export type InputOf<O> = {
  readonly [K in Exclude<PartOf<O>, OptionalParts<O>>]: PartInput<O, O[K]>;
} & { readonly [K in OptionalParts<O>]?: PartInput<O, O[K]> };
