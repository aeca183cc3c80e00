// A change of a cardholder.

import { changed } from '../api/contract/write-meaning.ts';
import { t } from '../lib/visible.ts';
import { PERSONAL } from './again/again-rule.ts';
import type { WriteDefinition } from './definition.ts';
import { CARDHOLDER, changing, member } from './rules/same-thing.ts';
import { endingToken } from './rules/tokens.ts';

export const cardholderUpdate: WriteDefinition<'cardholder.update'> = {
  class: 'write',
  meaning: changed,
  token: endingToken(t`cardholder ID`, ({ body }) => body.id),
  duplicates: changing(CARDHOLDER, member('id')),
  again: PERSONAL,
  onScreen: { place: 'cards', key: 'U' },
};
