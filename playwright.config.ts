import { defineConfig } from '@playwright/test';
import { findChromium } from '#scripts/lib/chromium.ts';

const executablePath = process.env.CHROMIUM_PATH ?? findChromium() ?? undefined;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/cluster.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 360_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // A trace is taken of every test to be kept of those that fail, and costs all of them time: KEYLINE_TRACE=1 takes it.
    trace: process.env.KEYLINE_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
});
