/** login.ts: the operation that exchanges the keys for a token. */

import * as z from 'zod';
import { t } from '../../lib/visible.ts';
import { secret, timestamp } from './fields.ts';
import { declare } from './operation.ts';

/** INTERFACE.md, Access token result. */
const accessToken = z.object({ token: secret(), expires_at: timestamp() });

export const login = declare({
  login: {
    title: t`Sign in`,
    section: 'Endpoints › Family A; Authentication',
    class: 'sensitive',
    family: 'A',
    auth: 'login',
    method: 'POST',
    path: '/api/v1/authentication/login',
    body: 'empty',
    dialect: ({ scope }) => (scope === 'none' ? {} : { headers: { scope } }),
    paging: { style: 'none' },
    envelope: 'bare',
    result: accessToken,
  },
});
