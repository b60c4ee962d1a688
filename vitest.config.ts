import { defineConfig } from 'vitest/config';

const serverTests = ['tests/server/**/*.test.ts', 'tests/access/**/*.test.ts', 'tests/faults/**/*.test.ts', 'tests/**/*.server.test.ts'];

export default defineConfig({
  test: {
    // Two cores: the database works beside the tests.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: ['tests/**/*.test.ts'], exclude: serverTests, testTimeout: 20_000 } },
      { test: { name: 'server', include: serverTests, globalSetup: 'tests/setup/postgres.ts', testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
});
