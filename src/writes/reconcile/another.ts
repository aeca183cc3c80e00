// The warning that the service answered about another record.

import { t } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';

export const ANOTHER: Entry = {
  note: t`? The service returned another record than the requested one.`,
  tone: 'bad',
};
