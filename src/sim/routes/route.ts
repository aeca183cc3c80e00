// What a handler gets and gives, by operation.
import type { z } from 'zod';
import type { OperationId, Operations } from '../../api/contract/operations.ts';
import type { ServiceClock } from '../clock.ts';
import type { Tokens } from '../tokens.ts';
import type { RowFilter, RowPlan } from '../world/rows.ts';
import type { Customer, World } from '../world/world.ts';

/** What the contract says comes back, as it is before anyone decoded it. */
type Payload<Id extends OperationId> = z.input<Operations[Id]['result']>;

type Part<Id extends OperationId, Name extends string> = Operations[Id] extends {
  readonly [K in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A request that passed every check. */
export interface Call<Id extends OperationId> {
  readonly params: Part<Id, 'params'>;
  readonly query: Part<Id, 'query'>;
  readonly headers: Part<Id, 'headers'>;
  /** What the dialect's form of it has; the members that it leaves out are missing. */
  readonly body: Part<Id, 'body'>;
  /** Family B: whom x-user-id names, where it must come. Family A: whom x-on-behalf-of names, or the platform. */
  readonly customer: Operations[Id] extends { readonly auth: 'login' } | NoUserNeeded
    ? Customer | undefined
    : Customer;
  /** The x-request-id, where it came. */
  readonly requestId: string | undefined;
  /** The body as it came. */
  readonly bodyText: string;
  readonly world: World;
  readonly clock: ServiceClock;
  readonly tokens: Tokens;
  /** The number of a `page_num` list's first page, which INTERFACE.md doesn't give. */
  readonly firstPage: number;
  /** The rows of the page that was asked for. */
  page<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): Row[];
  /** The same, and whether more rows follow. */
  piece<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): { rows: Row[]; more: boolean };
  /** Writes an effect into the world's ledger. */
  effect(userId: string, thing: string): void;
}

interface NoUserNeeded {
  readonly unrequired: readonly ['x-user-id'];
}

/** A refusal that the handler found; its reason follows the operation's own words, and holds nothing secret. */
export interface Refused {
  readonly refused: string;
  readonly status: number;
  /** Family A's error code. */
  readonly code?: string;
}

interface Words {
  readonly enveloped: 'success' | 'Success';
  readonly paginated: 'success' | 'Success';
  readonly either: 'success' | 'Success' | undefined;
  readonly bare: undefined;
  readonly true: undefined;
  readonly words: undefined;
}

export interface Route<Id extends OperationId> {
  /** What a refusal begins with (INTERFACE.md, Errors); nothing, where the interface gives the whole of it. */
  readonly failure: string;
  /** What Family B says of a success. */
  readonly message?: string;
  /** How Family B writes the envelope's status here: the capitals vary in the interface. Without it there is none. */
  readonly word: Words[Operations[Id]['envelope']];
  answer(call: Call<Id>): Payload<Id> | Refused;
}

/** One for every declared operation: without it, this doesn't compile. */
export type Routes = { readonly [Id in OperationId]: Route<Id> };
