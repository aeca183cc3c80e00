// The input and output of each operation's handler, and the refusals that handlers share.
import type { z } from 'zod';
import type { OperationId, Operations } from '../../api/contract/operations.ts';
import type { Payload } from '../response.ts';
import type { IssuedTokens, ServiceClock } from '../service-clock.ts';
import { daysBetween, type Period, type RowFilter, type RowPlan } from '../world/computed-rows.ts';
import type { SimulatedCustomer, World } from '../world/world.ts';

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
  readonly body: RoutePart<Id, 'body'>;
  /** Family B: the customer of x-user-id. Family A: the account of x-on-behalf-of, or the platform. */
  readonly customer: Operations[Id] extends { readonly auth: 'login' } | NoUserNeeded
    ? SimulatedCustomer | undefined
    : SimulatedCustomer;
  readonly requestId: string | undefined;
  readonly bodyText: string;
  readonly world: World;
  readonly clock: ServiceClock;
  readonly tokens: IssuedTokens;
  /** Of a `page_num` list. INTERFACE.md doesn't document this number. */
  readonly firstPage: number;
  page<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): Row[];
  piece<Kind, Row>(plan: RowPlan<Kind, Row>, filter: RowFilter<Kind>): { has_more: boolean; items: Row[] };
  effect(userId: string, thing: string): void;
}

interface NoUserNeeded {
  readonly unrequired: readonly ['x-user-id'];
}

/** `refused` follows the `failure` of words.ts and contains no secret. */
export interface Refused {
  readonly refused: string;
  readonly status: number;
  /** Family A's error code. */
  readonly code?: string | undefined;
}

export const no = (refused: string, status = 400, code?: string): Refused => ({ refused, status, code });

/** Refuses a period that ends before it begins: INTERFACE.md doesn't say what happens then. */
export const period = (
  from: string | undefined,
  to: string | undefined,
  problem: string,
): Period | Refused =>
  from !== undefined && to !== undefined && from > to ? no(problem) : daysBetween(from, to);

export type Route<Id extends OperationId> = (call: RouteCall<Id>) => Payload<Id> | Refused;

export type Routes = { readonly [Id in OperationId]: Route<Id> };
