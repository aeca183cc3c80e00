/** operation.ts: what is declared about an operation, once, for the client, the simulator and everything that lists them. */

import type { z } from 'zod';
import type { Visible } from '../../lib/visible.ts';
import type { Dialect } from './dialect.ts';

/** How a list is asked for piece by piece; `page` and `size` are the names of its query parameters. */
export type Paging =
  | { readonly style: 'none' }
  | {
      readonly style: 'page';
      readonly page: string;
      readonly size: string;
      readonly first: number;
      readonly defaultSize: number;
    };

export interface Declaration {
  /** Plain English, for people: "Account transactions". */
  readonly title: Visible;
  /** Where INTERFACE.md has it. */
  readonly section: string;
  /** What it does, which the HTTP method doesn't tell. `sensitive`: never prefetched, cached or recorded. */
  readonly class: 'read' | 'sensitive';
  /** INTERFACE.md, Route families. */
  readonly family: 'A' | 'B';
  /** `login` carries the keys themselves, `bearer` the token that the login gave. */
  readonly auth: 'login' | 'bearer';
  readonly method: 'GET' | 'POST';
  /** Everything after {base_url}; `{name}` is the member of `params` with that name. */
  readonly path: string;
  /** The request: strict, so that a misspelt filter is refused here instead of ignored there. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** `empty`: says `Content-Type: application/json` and sends nothing. */
  readonly body?: 'empty';
  /** What a dialect changes about the request. */
  readonly dialect?: (dialect: Dialect) => { readonly headers: Readonly<Record<string, string>> };
  readonly paging: Paging;
  /** `enveloped`: the result is in `data` (Family B response envelope); `bare`: the body is the result. */
  readonly envelope: 'bare' | 'enveloped';
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
export type RequestPart = 'params' | 'query' | 'headers';

type PartInput<S> = S extends z.ZodType ? z.input<S> : never;

/** The parts that can be left out: those without a single required member. */
type OptionalParts<O> = {
  [K in keyof O & RequestPart]: Partial<PartInput<O[K]>> extends PartInput<O[K]> ? K : never;
}[keyof O & RequestPart];

/** What a caller gives for operation `O`: only the parts it has, required where something in them is. */
export type InputOf<O> = {
  readonly [K in Exclude<keyof O & RequestPart, OptionalParts<O>>]: PartInput<O[K]>;
} & { readonly [K in OptionalParts<O>]?: PartInput<O[K]> };
