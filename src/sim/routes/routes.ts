// The service's operations, each with its handler.
import { accountRoutes } from './accounts.ts';
import { beneficiaryRoutes } from './beneficiaries.ts';
import { cardholderRoutes } from './cardholders.ts';
import { cardRoutes } from './cards.ts';
import { directDebitRoutes } from './direct-debits.ts';
import { familyARoutes } from './family-a.ts';
import { foreignExchangeRoutes } from './foreign-exchange.ts';
import { mandateRoutes } from './mandates.ts';
import { onboardingRoutes } from './onboarding.ts';
import { payoutRoutes } from './payouts.ts';
import type { Routes } from './route.ts';

export const routes: Routes = {
  ...familyARoutes,
  ...mandateRoutes,
  ...directDebitRoutes,
  ...accountRoutes,
  ...beneficiaryRoutes,
  ...payoutRoutes,
  ...cardRoutes,
  ...cardholderRoutes,
  ...foreignExchangeRoutes,
  ...onboardingRoutes,
};
