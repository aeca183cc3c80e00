// Family A: the login and the Global Account.
import { offsetTimestamp } from '../clock.ts';
import type { Routes } from './route.ts';

export const familyARoutes: Pick<Routes, 'login' | 'globalAccount.get'> = {
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
