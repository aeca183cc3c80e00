// The rules about earlier writes, for all of Purser's writes.

import { createWriteRules } from '../../src/money/write-rules.ts';
import { registry } from '../../src/subjects/registry.ts';

export const allRules = createWriteRules(registry);
