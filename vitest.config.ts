import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The tests run production React, as the bundle does, and that has no development JSX.
  oxc: { jsx: { development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    // A database that starts in a hook is slow on a busy machine.
    hookTimeout: 60_000,
    // Most of a console's test is waiting for its screen: two cores have room for more of them than two.
    maxWorkers: 4,
    // Ink's own colours need a terminal, which CI has not.
    env: { NODE_ENV: 'production', FORCE_COLOR: '1' },
  },
});
