// The types of the handlers: the input and output of each operation.
import type { z } from 'zod';
import type { OperationId, Operations } from '../../api/contract/operations.ts';
import type { ServiceClock } from '../clock.ts';
import type { IssuedTokens } from '../tokens.ts';
import type { RowFilter, RowPlan } from '../world/rows.ts';
import type { SimulatedCustomer, World } from '../world/world.ts';

/** The payload of an answer, as the contract declares it before decoding. */
type Payload<Id extends OperationId> = z.input<Operations[Id]['result']>;

type RoutePart<Id extends OperationId, Name extends string> = Operations[Id] extends {
  readonly [K in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A request that passed every check. */
export interface RouteCall<Id extends OperationId> {
  readonly params: RoutePart<Id, 'params'>;
  readonly query: RoutePart<Id, 'query'>;
  readonly headers: RoutePart<Id, 'headers'>;
  /** Has only the members of the dialect's form. */
  readonly body: RoutePart<Id, 'body'>;
  /** Family B: the customer of x-user-id. Family A: the account of x-on-behalf-of, or the platform. */
  readonly customer: Operations[Id] extends { readonly auth: 'login' } | NoUserNeeded
    ? SimulatedCustomer | undefined
    : SimulatedCustomer;
  /** The x-request-id, if the request has it. */
  readonly requestId: string | undefined;
  readonly bodyText: string;
  readonly world: World;
  readonly clock: ServiceClock;
  readonly tokens: IssuedTokens;
  /** The number of the first page in a `page_num` list, which INTERFACE.md doesn't document. */
  readonly firstPage: number;
  /** The rows of the requested page. */
  page<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): Row[];
  /** The rows of the requested page, and whether more follow. */
  piece<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): { rows: Row[]; more: boolean };
  /** Records an effect in the world's ledger. */
  effect(userId: string, thing: string): void;
}

interface NoUserNeeded {
  readonly unrequired: readonly ['x-user-id'];
}

/** A refusal by the handler. `refused` follows the route's `failure` text and contains no secret. */
export interface Refused {
  readonly refused: string;
  readonly status: number;
  /** Family A's error code. */
  readonly code?: string;
}

interface EnvelopeWords {
  readonly enveloped: 'success' | 'Success';
  readonly paginated: 'success' | 'Success';
  readonly either: 'success' | 'Success' | undefined;
  readonly bare: undefined;
  readonly true: undefined;
  readonly words: undefined;
}

export interface Route<Id extends OperationId> {
  /** The beginning of a refusal (INTERFACE.md, Errors); empty if INTERFACE.md gives the whole text. */
  readonly failure: string;
  /** Family B's message for a success. */
  readonly message?: string;
  /** The status in Family B's envelope, with or without a capital as in INTERFACE.md. Undefined: no envelope. */
  readonly word: EnvelopeWords[Operations[Id]['envelope']];
  answer(call: RouteCall<Id>): Payload<Id> | Refused;
}

/** A handler for every declared operation: the compiler reports a missing handler. */
export type Routes = { readonly [Id in OperationId]: Route<Id> };
