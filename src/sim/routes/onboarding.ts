// Family B's users and the requests for information about them (INTERFACE.md, Endpoints › Family B: onboarding).
import type { Input } from '../../api/contract/operations.ts';
import { offsetTimestamp } from '../service-clock.ts';
import type { Response } from '../world/requests.ts';
import { no, type Routes } from './route.ts';

export const onboardingRoutes = {
  'user.get': ({ customer }) => customer.user.record(),
  // INTERFACE.md doesn't say whether the service records this request as acceptance. In the simulator the request
  // changes nothing, but the ledger lists an effect.
  'user.terms': ({ customer: { user, userId }, effect }) => {
    effect(userId, userId);
    const message = user.agreed ? 'Terms and conditions accepted' : 'Terms and conditions not accepted yet';
    return { status: 'success', message };
  },
  'user.activate': ({ customer: { user, userId }, effect }) => {
    if (!user.activate()) return no('The account was activated before.');
    effect(userId, userId);
    return { status: 'success', message: 'Account Activated' };
  },
  'user.create': ({ customer, body, world, clock, effect }) => {
    const { userId } = world.addCustomer(body, clock.now());
    effect(customer.userId, userId);
    return [{ id: userId }];
  },
  'rfi.get': ({ customer }) => customer.requests.record() ?? no('There is no request for information.'),
  'rfi.respond': ({ customer, body, clock, effect }) => {
    const now = clock.now();
    if (!customer.requests.respond(response(body), now)) return no('Open question not found.');
    effect(customer.userId, body.id);
    return {
      status: 'SUBMITTED',
      rfi_id: customer.requests.rfiId,
      submitted_at: offsetTimestamp(now),
      next_steps: 'The answer is being reviewed.',
    };
  },
} satisfies Partial<Routes>;

function response(body: Input<'rfi.respond'>['body']): Response {
  const { id, type, attachments, address_line1, address_line2, ...rest } = body;
  const { country_code, postcode, state, suburb, ...further } = rest;
  const address = { address_line1, address_line2, country_code, postcode, state, suburb };
  return {
    id,
    ...(type === 'ADDRESS' && { address: said(address) }),
    files: attachments ?? [],
    further: Object.values(further).flat(),
  };
}

const said = (members: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => member[1] !== undefined),
  );
