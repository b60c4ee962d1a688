import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Compiled modules are kept, as `npm start` does it, for the hundreds of processes that tests start: half of what such a start costs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/keyline', import.meta.url));

const serverTests = ['tests/server/**/*.test.ts', 'tests/access/**/*.test.ts', 'tests/faults/**/*.test.ts', 'tests/**/*.server.test.ts'];

/** They need the machine for themselves: `npm test` runs them after the others, `npx vitest run --project shipped` alone. */
const shippedTests = 'tests/shipped/**/*.test.ts';

/** Files that take a minute and more, the longest first. Begun last, one of them would go on alone while the other workers have nothing left. */
const longest = [
  /access\/matrix/,
  /access\/fuzz/,
  /faults\/calls/,
  /server\/process/,
  /\.kill\./,
  /\.server\./,
  /faults\//,
  /access\//,
  /server\/.*\.models\./,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((pattern) => pattern.test(moduleId));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

// Files share the modules of their worker, of which a test of the server loads two thousand: a third of the time went into loading them anew.
const isolate = false;

// The message of a failure holds what was found, not how many: in a log it is all there is.
const chaiConfig = { truncateThreshold: 1_000 };

export default defineConfig({
  test: {
    // Two cores: the database works beside the tests.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'rules', include: ['tests/**/*.test.ts'], exclude: [...serverTests, shippedTests], isolate, chaiConfig, testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: serverTests,
          isolate,
          chaiConfig,
          globalSetup: 'tests/setup/postgres.ts',
          // Of what hangs, not of what is slow: some machines take three times as long as others.
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      { test: { name: 'shipped', include: [shippedTests], chaiConfig, testTimeout: 240_000 } },
    ],
  },
});
