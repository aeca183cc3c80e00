// What is said where the service answered about another record.

import { t } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';

export const ANOTHER: Entry = {
  note: t`? This answer is about another record than was asked for.`,
  tone: 'bad',
};
