// The input and output of a handler, by operation.
import type { z } from 'zod';
import type { OperationId, Operations } from '../../api/contract/operations.ts';
import type { ServiceClock } from '../clock.ts';
import type { IssuedTokens } from '../tokens.ts';
import type { RowFilter, RowPlan } from '../world/rows.ts';
import type { SimulatedCustomer, World } from '../world/world.ts';

/** The answer by the contract, before decoding. */
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
  /** The members that the dialect's form has. Omitted members are missing. */
  readonly body: RoutePart<Id, 'body'>;
  /** Family B: the customer of x-user-id, if required. Family A: the account of x-on-behalf-of, or the platform. */
  readonly customer: Operations[Id] extends { readonly auth: 'login' } | NoUserNeeded
    ? SimulatedCustomer | undefined
    : SimulatedCustomer;
  /** The x-request-id, if it arrived. */
  readonly requestId: string | undefined;
  readonly bodyText: string;
  readonly world: World;
  readonly clock: ServiceClock;
  readonly tokens: IssuedTokens;
  /** The number of a `page_num` list's first page. INTERFACE.md does not give it. */
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

/** A refusal by the handler. Its reason follows the operation's own words and contains no secret. */
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
  /** The envelope's status in Family B; INTERFACE.md varies its capitals. Undefined means no envelope. */
  readonly word: EnvelopeWords[Operations[Id]['envelope']];
  answer(call: RouteCall<Id>): Payload<Id> | Refused;
}

/** One for every declared operation, or this does not compile. */
export type Routes = { readonly [Id in OperationId]: Route<Id> };
