// Findings of `purser doctor` that need a key: the sign-in, a read, and the dialect.

import { type Client, createClient } from '../api/client/client.ts';
import { explain } from '../api/client/explain.ts';
import type { Failure } from '../api/client/failure.ts';
import type { AccessToken, Customer, Service } from '../api/client/service.ts';
import type { Dialect } from '../api/contract/dialect.ts';
import { operations } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { ServiceQuestions } from './dialect-trials.ts';
import { type DialectClients, dialectFindings } from './doctor-dialect.ts';
import { clockFinding } from './doctor-network.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

export interface ServiceParts {
  readonly service: Service;
  readonly clock: Clock;
  readonly uuid: () => string;
}

function dialectClients({ service, clock, uuid }: ServiceParts): DialectClients {
  let token: AccessToken | undefined;
  const clients: Client[] = [];
  return {
    clientFor(dialect) {
      const client = createClient({
        service: { ...service, dialect },
        tokens: {
          current: () => token,
          save(next) {
            token = next;
          },
        },
        clock,
        uuid,
        random: Math.random,
        onExchange: () => {},
        barred: () => t`purser doctor only reads.`,
        proxyFromEnvironment: true,
      });
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map(client => client.close()));
    },
  };
}

export async function serviceFindings(
  parts: ServiceParts,
  { dialect, customer, conversions }: ServiceQuestions,
): Promise<readonly DoctorFinding[]> {
  const clients = dialectClients(parts);
  try {
    const client = clients.clientFor(dialect);
    const first = await client.signIn();
    if (!first.ok) return [await refusedSignIn(first.failure, dialect, clients)];
    const signedIn = ok(t`Sign-in`, t`the client ID and the API key are valid`);
    const clock = clockFinding(client.clockSkewMs());
    const scope = ok(t`Dialect scope`, scopeFound(dialect));
    return [
      signedIn,
      clock,
      await readFinding(client, customer),
      scope,
      ...(await dialectFindings(clients, { dialect, customer, conversions })),
    ];
  } finally {
    await clients.close();
  }
}

const scopeFound = ({ scope }: Dialect): Visible =>
  scope === 'none' ? t`works without a scope` : t`the profile's scope works`;

/** The finding for a refused sign-in. Tries once without a scope, unless the keys are wrong. */
async function refusedSignIn(
  failure: Failure,
  dialect: Dialect,
  clients: DialectClients,
): Promise<DoctorFinding> {
  const SIGN_IN = t`Sign-in`;
  const what = said(failure, 'login');
  if (failure.kind !== 'refused' || failure.status === 401)
    return fail(
      SIGN_IN,
      what,
      t`Check the client ID and the API key: each pair belongs to one environment and one account.`,
    );
  if (dialect.scope === 'none')
    return fail(
      SIGN_IN,
      what,
      t`The service may need a scope. Get the permission names from the service's support, and put "scope": "NAME NAME" into "dialect" of the profile.`,
    );
  const without = await clients.clientFor({ ...dialect, scope: 'none' }).signIn();
  return without.ok
    ? fail(
        t`Dialect scope`,
        t`this service takes no scope, and the profile sends one`,
        t`Put "scope": "none" into "dialect" of the profile.`,
      )
    : fail(SIGN_IN, what, t`Refused with the profile's scope and without one. Ask the service's support.`);
}

async function readFinding(client: Client, customer: Customer | undefined): Promise<DoctorFinding> {
  const READING = t`Reading`;
  if (!customer)
    return warn(
      READING,
      t`not tried: no customer is known`,
      t`Give a user ID in PURSER_USER_ID or in the profile.`,
    );
  const read = await client.perform('account.list', { query: {} }, { customer });
  if (!read.ok)
    return fail(
      READING,
      said(read.failure, 'account.list'),
      'status' in read.failure && read.failure.status === 404
        ? t`The paths of this service may begin differently: see "Dialect basePath".`
        : t`Check the program, the user ID and the shared API key (PURSER_SHARED_API_KEY).`,
    );
  const count = read.value.length;
  return ok(READING, t`the customer ${visible(customer.userId, 60)} has ${counted(count, t`account`)}`);
}

/** The failure without its full stop, because a finding is a part of a sentence. */
function said(failure: Failure, id: keyof typeof operations): Visible {
  const { title, class: does } = operations[id];
  const { what } = explain(failure, title, { does });
  return visible(what.replace(/\.$/, ''));
}
