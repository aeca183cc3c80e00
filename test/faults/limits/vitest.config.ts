// The limits of time and memory. Only `npm run faults` asserts them, one file at a time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: ['test/faults/limits/*.limits.ts'],
    testTimeout: 120_000,
    env: { NODE_ENV: 'production', FORCE_COLOR: '1' },
  },
});
