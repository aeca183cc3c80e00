// An answer to a question of a request for information.

import { textIn } from '../journal/request-body.ts';
import { t } from '../lib/visible.ts';
import { PERSONAL } from './again/again-rule.ts';
import type { WriteDefinition } from './definition.ts';
import { answerTold } from './reconcile/answer-entries.ts';
import { canonical } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const rfiRespond: WriteDefinition<'rfi.respond'> = {
  class: 'write',
  meaning: {
    not: t`no answer was sent`,
    may: t`the answer may have arrived, or not; a new request could answer twice`,
  },
  token: endingToken(t`question's ID`, ({ body }) => body.id),
  duplicates: {
    alike: { what: t`an answer to this question`, of: intent => [canonical(textIn(intent, 'id'))] },
  },
  reconcile: {
    plan: () => [{ operation: 'rfi.get', input: {} }],
    reads: ['rfi.get'],
    tell: answerTold,
    proof: t`Only an answer with all sent values shows that this request worked, and somebody else may have sent the same. Compare the two above. An answered question with another answer, or with none, proves nothing. An open question shows no answer so far; the answer may come later.`,
  },
  again: PERSONAL,
  onScreen: { place: 'rfi', key: 'n' },
};
