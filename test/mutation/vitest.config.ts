// For mutants: the tests of one file of code each, which say at once what is wrong; a whole console would take minutes for each.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: ['test/{lib,store}/**/*.test.{ts,tsx}'],
    exclude: ['test/lib/visible.terminal.test.ts'],
    testTimeout: 30_000,
    maxWorkers: 1,
    env: { NODE_ENV: 'production', FORCE_COLOR: '1' },
  },
});
