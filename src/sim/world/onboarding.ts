// A customer's onboarding: the user it is, and what the service asks of it; those of the cast, and newcomers.
import { type Application, applicationOf } from './application.ts';
import type { CustomerPlan } from './cast.ts';
import { counterparties } from './names.ts';
import { createRequests, type Requests } from './requests.ts';
import { createUser, type User } from './users.ts';

const day = 86_400_000;

/** `anchor`: epoch milliseconds; a newcomer, who brings an `application`, is created then, the cast long before. */
export function onboarding(parts: {
  seed: number;
  name: string;
  userId: string;
  anchor: number;
  plan: CustomerPlan;
  application: Application | undefined;
}): { user: User; requests: Requests } {
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

/** Who was just created: it holds nothing and is asked nothing yet. */
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
