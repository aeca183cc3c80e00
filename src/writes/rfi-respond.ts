// An answer to a question of a request for information.

import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import type { WriteDefinition } from './definition.ts';
import { canonical } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const rfiRespond: WriteDefinition<'rfi.respond'> = {
  meaning: {
    not: t`nothing was answered`,
    may: t`the answer may have arrived, or not, and sent again as a new one it may be there twice`,
  },
  token: endingToken(t`question's ID`, ({ body }) => body.id),
  duplicates: {
    alike: { what: t`an answer to this question`, of: intent => [canonical(textIn(intent, 'id'))] },
  },
  reads: () => [{ operation: 'rfi.get', input: {} }],
  onScreen: { place: 'rfi', key: 'n' },
};
