// The tests for mutants. They test single source files, because tests with a whole console would take minutes
// for each mutant.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: [
      'test/lib/{decimal,decimal-order,json,time,currency,redact,personal,bounded,identifier}.test.ts',
      'test/store/{dialog,dialog-reading,writing,paging}.test.ts',
      'test/sending/{confirm-token,shown-line}.test.ts',
      'test/money/{write-rules,duplicates,duplicate-rules,meaning}.test.ts',
      'test/money/enter-hold.test.ts',
      'test/api/client/{outcome,outcome-sentences,proof-rules,explain,token-life,backoff}.test.ts',
      'test/api/contract/envelope.test.ts',
      'test/journal/{possible-duplicates,fingerprint,transitions}.test.ts',
      'test/format/typed-amount.test.ts',
      'test/money/{last-four,token-of}.test.ts',
      'test/ui/screens/{filter,sorting}.test.ts',
      'test/subjects/fx/{flow,terms,review}.test.ts',
      'test/subjects/direct-debits/{direct-debit-cancel,direct-debit-details,dispute-windows}.test.ts',
    ],
    testTimeout: 30_000,
    maxWorkers: 1,
    env: { NODE_ENV: 'production', FORCE_COLOR: '1' },
  },
});
