import { defineConfig } from 'vitest/config';

const serverTests = ['tests/server/**/*.test.ts', 'tests/access/**/*.test.ts', 'tests/faults/**/*.test.ts', 'tests/**/*.server.test.ts'];

/** They need the machine for themselves: `npm test` runs them after the others, `npx vitest run --project shipped` alone. */
const shippedTests = 'tests/shipped/**/*.test.ts';

export default defineConfig({
  test: {
    // Two cores: the database works beside the tests.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: ['tests/**/*.test.ts'], exclude: [...serverTests, shippedTests], testTimeout: 20_000 } },
      { test: { name: 'server', include: serverTests, globalSetup: 'tests/setup/postgres.ts', testTimeout: 30_000, hookTimeout: 60_000 } },
      { test: { name: 'shipped', include: [shippedTests], testTimeout: 60_000 } },
    ],
  },
});
