// What an outcome means, for the kinds of write that share it.

import type { WriteMeaning } from '../../api/contract/write-meaning.ts';
import { t } from '../../lib/visible.ts';

export const moved: WriteMeaning = { not: t`no money moved`, may: t`the money may have moved, or not` };
export const created: WriteMeaning = {
  not: t`nothing was created`,
  may: t`it may have been created, or not`,
};
