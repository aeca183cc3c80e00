// The service's operations, each with its handler.

import { offsetTimestamp } from '../clock.ts';
import { accountRoutes } from './accounts.ts';
import { beneficiaryRoutes } from './beneficiaries.ts';
import { cardholderRoutes } from './cardholders.ts';
import { cardRoutes } from './cards.ts';
import { directDebitRoutes } from './direct-debits.ts';
import { foreignExchangeRoutes } from './foreign-exchange.ts';
import { mandateRoutes } from './mandates.ts';
import { onboardingRoutes } from './onboarding.ts';
import { payoutRoutes } from './payouts.ts';
import type { Routes } from './route.ts';

const familyARoutes: Pick<Routes, 'login' | 'globalAccount.get'> = {
  login: {
    failure: 'Login failed.',
    word: undefined,
    answer: ({ tokens }) => {
      const { token, expiresAt } = tokens.issue();
      return { token, expires_at: offsetTimestamp(expiresAt) };
    },
  },
  'globalAccount.get': {
    failure: 'Get Global Account failed.',
    word: undefined,
    answer: ({ customer, params }) =>
      customer.accounts.find(({ record }) => record.id === params.global_account_id)?.global ?? {
        refused: 'Global Account not found.',
        status: 404,
        code: 'resource_not_found',
      },
  },
};

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
