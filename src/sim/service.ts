// The service without a network: checks a request, carries out the operation, and returns a reply.

import { type Dialect, formOf } from '../api/contract/dialect.ts';
import { isChanging, type Operation } from '../api/contract/operation.ts';
import { type OperationId, operations } from '../api/contract/operations.ts';
import { isObject, type Json } from '../lib/json.ts';
import type { WantedPage } from './faults/fault.ts';
import { type CheckedRequest, checkRequest } from './request-check.ts';
import { enveloped, type Reply, refusal } from './response.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { cardRoutes } from './routes/card-routes.ts';
import { familyARoutes } from './routes/family-a.ts';
import { foreignExchangeRoutes } from './routes/fx-routes.ts';
import { onboardingRoutes } from './routes/onboarding.ts';
import { payoutRoutes } from './routes/payout-routes.ts';
import { type ReplyWords, replyWords } from './routes/reply-words.ts';
import type { Refused, Route, RouteCall, Routes } from './routes/route.ts';
import type { IssuedTokens, ServiceClock } from './service-clock.ts';
import type { Received } from './wire.ts';
import { slice } from './world/computed-rows.ts';
import type { SimulatedCustomer, World } from './world/world.ts';

/** The compiler reports an operation without a handler. */
const routes: Routes = {
  ...familyARoutes,
  ...accountRoutes,
  ...payoutRoutes,
  ...cardRoutes,
  ...foreignExchangeRoutes,
  ...onboardingRoutes,
};

/** The client's dialect, and what a client can't choose. */
export interface SimulatedDialect extends Dialect {
  /**
   * What the service answers to a request ID that it knows. `payouts`: a repeated payout gets the payout that was made.
   * `answers`: for 24 hours every write of Family B gets its first answer again, refusals too.
   */
  readonly replay: 'payouts' | 'answers';
}

export const replays: readonly SimulatedDialect['replay'][] = ['payouts', 'answers'];

/** How long a kept answer is repeated, in ms. */
const keptFor = 24 * 3_600_000;

export interface SimulatedService {
  readonly world: World;
  readonly clock: ServiceClock;
  readonly tokens: IssuedTokens;
  readonly dialect: SimulatedDialect;
  readonly replies: Map<string, { at: number; request: string; reply: Reply }>;
  readonly sharedApiKey: string;
  readonly firstPage: number;
}

const forEver = 10_000_000;

/** `change` applies the faults to the requested page. */
export function perform<Id extends OperationId>(
  service: SimulatedService,
  id: Id,
  received: Received,
  params: Readonly<Record<string, string>>,
  change: (page: WantedPage) => WantedPage,
): Reply {
  const { world, clock, dialect } = service;
  const operation: Operation = operations[id];
  const { family } = operation;
  const route: Route<Id> = routes[id];
  const { failure, word, message }: ReplyWords = replyWords[id];
  const form = formOf(operation, dialect);
  const refuse = ({ status, refused, code }: Refused): Reply =>
    refusal(family, status, `${failure} ${refused}`.trim(), family === 'A' ? code : undefined);
  world.agenda.advance(clock.now());
  if (received.method !== form.method) return refuse({ status: 405, refused: 'The method is not allowed.' });
  const wrongToken = tokenProblem(service, operation, received);
  if (wrongToken !== undefined) return refuse({ status: 401, refused: wrongToken, code: 'unauthorized' });
  const checked = checkRequest(operation, form, received, params);
  if ('problem' in checked) return refuse({ status: 400, refused: checked.problem });
  const caller = identify(service, operation, checked.common);
  if ('refused' in caller) return refuse(caller);
  const { customer } = caller;
  const requestId = checked.common['x-request-id'];

  const answered = (): Reply => {
    const call = {
      ...service,
      ...checked,
      customer,
      requestId,
      bodyText: received.body,
      ...pager(change(wantedPage(operation, checked, service.firstPage))),
      effect: (userId: string, thing: string) =>
        world.ledger.add({ requestId, operation: id, userId, thing, at: clock.now() }),
    };
    // A cast: checkRequest has read each part with this operation's schemas, and identify has found the customer.
    const outcome = route(call as unknown as RouteCall<Id>);
    if (isRefused(outcome)) return refuse(outcome);
    if (outcome === undefined && word !== undefined) return enveloped({}, word, message);
    // A cast: the result's schema accepts only JSON. Only Family B has answers without a payload.
    const payload = outcome as Json;
    if (word === undefined) return { status: 200, body: payload };
    // A paginated result has the envelope's members `data` and `pagination`.
    const members = operation.envelope === 'paginated' && isObject(payload) ? payload : { data: payload };
    return enveloped(members, word, message);
  };
  const kept = dialect.replay === 'answers' && isChanging(operation.class);
  return kept && requestId !== undefined ? once(service, requestId, received, answered, refuse) : answered();
}

/** A known request ID gets its first answer. The same ID with another request is refused. */
function once(
  { replies, clock }: SimulatedService,
  requestId: string,
  { method, target, body }: Received,
  answered: () => Reply,
  refuse: (refused: Refused) => Reply,
): Reply {
  const request = [method, target, body].join('\n');
  const kept = replies.get(requestId);
  if (!kept || clock.now() - kept.at >= keptFor) {
    const reply = answered();
    replies.set(requestId, { at: clock.now(), request, reply });
    return reply;
  }
  return kept.request === request
    ? kept.reply
    : refuse({ status: 422, refused: 'This x-request-id was used for another request.' });
}

function tokenProblem(
  { tokens }: SimulatedService,
  operation: Operation,
  { headers }: Received,
): string | undefined {
  const sent = headers['authorization'];
  if (operation.auth === 'login') return undefined;
  if (sent === undefined && operation.unrequired?.includes('authorization') === true) return undefined;
  const [, token] = /^Bearer ([^\s]+)$/.exec(sent?.[0] ?? '') ?? [];
  return token !== undefined && tokens.accepts(token)
    ? undefined
    : 'The access token is missing or has expired.';
}

/** A refusal never repeats a key or an ID. */
function identify(
  { world, sharedApiKey }: SimulatedService,
  operation: Operation,
  common: Readonly<Record<string, string>>,
): { customer: SimulatedCustomer | undefined } | Refused {
  const { clientId, apiKey, programId } = world.credentials;
  if (operation.auth === 'login') {
    const right = common['x-client-id'] === clientId && common['x-api-key'] === apiKey;
    return right
      ? { customer: undefined }
      : { status: 401, refused: 'The client ID or the API key is wrong.', code: 'unauthorized' };
  }
  if (operation.family === 'A') {
    const open = common['x-on-behalf-of'];
    const customer = world.customers.find(({ onBehalfOf }) => onBehalfOf === open);
    return customer
      ? { customer }
      : { status: 403, refused: 'Connected account not found.', code: 'forbidden' };
  }
  if (common['x-api-key'] !== sharedApiKey) return { status: 400, refused: 'The API key is wrong.' };
  if (common['x-program-id'] !== programId) return { status: 400, refused: 'Program not found.' };
  const user = common['x-user-id'];
  if (user === undefined) return { customer: undefined };
  const customer = world.customers.find(({ userId }) => userId === user);
  return customer ? { customer } : { status: 400, refused: 'User not found.' };
}

function wantedPage({ paging }: Operation, { query }: CheckedRequest, firstPage: number): WantedPage {
  const values = query as Readonly<Record<string, unknown>>;
  const number = (name: string, fallback: number): number => {
    const value = values[name];
    return typeof value === 'number' ? value : fallback;
  };
  const plain = { shift: 0, endless: false, offset: undefined, page: 1, size: 20 };
  if (paging.style === 'none') return plain;
  if (paging.style === 'offset')
    return { ...plain, offset: number(paging.offset, 0), size: number(paging.limit, paging.defaultLimit) };
  const [first, size] =
    paging.style === 'page' ? [paging.first, paging.defaultSize] : [firstPage, plain.size];
  return { ...plain, page: number(paging.page, first) - first + 1, size: number(paging.size, size) };
}

function pager(wanted: WantedPage): Pick<RouteCall<OperationId>, 'page' | 'piece'> {
  const { page, size, offset, shift, endless } = wanted;
  const from = Math.max(0, (offset ?? (page - 1) * size) - shift);
  const piece: RouteCall<OperationId>['piece'] = (plan, filter) => {
    const rows = slice(endless ? { ...plan, count: forEver } : plan, filter, from, size + 1);
    return { has_more: rows.length > size, items: rows.slice(0, size) };
  };
  return { piece, page: (plan, filter) => piece(plan, filter).items };
}

const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
