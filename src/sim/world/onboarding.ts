// A customer's onboarding: the user and the service's questions, for the cast and for new customers.
import { type Application, applicationOf } from './application.ts';
import type { CustomerPlan } from './cast.ts';
import { counterparties } from './names.ts';
import { createRequests, type Requests } from './requests.ts';
import { createUser, type SimulatedUser } from './users.ts';

const day = 86_400_000;

/** `anchor`: epoch ms. A customer with an `application` is created at `anchor`, the cast 400 days before `anchor`. */
export function onboarding(parts: {
  seed: number;
  name: string;
  userId: string;
  anchor: number;
  plan: CustomerPlan;
  application: Application | undefined;
}): { user: SimulatedUser; requests: Requests } {
  const { seed, name, userId, anchor, plan } = parts;
  const application =
    parts.application ??
    applicationOf({
      seed,
      name: `${name}/application`,
      business: plan.name,
      currency: plan.accounts[0]?.currencies[0] ?? 'GBP',
      people: plan.counterparties,
    });
  return {
    user: createUser({
      seed,
      name: `${name}/user`,
      id: userId,
      application,
      created: parts.application === undefined ? anchor - 400 * day : anchor,
      status: plan.status ?? 'ACTIVE',
      personal: plan.personal ?? false,
    }),
    requests: createRequests({
      seed,
      name: `${name}/rfi`,
      userId,
      began: anchor - 9 * day,
      asked: plan.asked ?? [],
    }),
  };
}

/** A customer that was just created, without money and without questions. */
export function newcomer({ account_details: { business_details } }: Application): CustomerPlan {
  return {
    name: business_details.business_name,
    accounts: [],
    balances: [],
    rows: 0,
    counterparties,
    status: 'CREATED',
  };
}
