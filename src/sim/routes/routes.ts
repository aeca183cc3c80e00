// The service's operations, each with the handler that answers it.
import { accountRoutes } from './accounts.ts';
import { directDebitRoutes } from './direct-debits.ts';
import { familyARoutes } from './family-a.ts';
import { foreignExchangeRoutes } from './foreign-exchange.ts';
import { onboardingRoutes } from './onboarding.ts';
import { payoutRoutes } from './payouts.ts';
import type { Routes } from './route.ts';

export const routes: Routes = {
  ...familyARoutes,
  ...directDebitRoutes,
  ...accountRoutes,
  ...payoutRoutes,
  ...foreignExchangeRoutes,
  ...onboardingRoutes,
};
