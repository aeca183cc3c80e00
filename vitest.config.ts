import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The tests run production React, as the bundle does, and that has no development JSX.
  oxc: { jsx: { development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    env: { NODE_ENV: 'production' },
  },
});
