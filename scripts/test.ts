/** `npm test`: everything, in one command. The last line says how many passed and how many failed. `npm test -- tests/rules` runs a part of Vitest's tests, and no browser. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import { ensureChromium } from './lib/chromium.ts';
import { type Count, getBinPath, root, run, runChecks, runStage } from './lib/stages.ts';
import { formatDim, formatRed, formatSeconds, printLine } from './lib/steps.ts';
import { buildWeb, isStale } from './lib/web.ts';

const filters = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'keyline-reports-'));

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.nullable(z.array(z.string()))) })),
    }),
  ),
});
/** A file or a group of Playwright's report, with the groups in it. */
const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      file: z.string(),
      line: z.number(),
      tests: z.array(z.object({ results: z.array(z.object({ error: z.optional(z.object({ message: z.optional(z.string()) })) })) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(Suite));
  },
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
});

function report<T extends z.core.$ZodType>(schema: T, file: string): z.output<T> | null {
  return existsSync(file) ? z.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** A runner that ends badly without a failed test has failed all the same (a file that does not load, a leaked handle). */
const formatCounts = (passed: number, failed: number, code: number, failures: readonly string[]): Count =>
  code !== 0 && failed === 0
    ? { passed, failed: 1, failures: [`the runner ended with ${code}: a file that does not load, or an error outside any test`] }
    : { passed, failed, failures };

/** Lines of a failure that are told with its title: what was expected, and what was found. */
const shownLines = 12;

/** A failure: its title, and the beginning of its message, so that who reads the end of a log alone can mend it. */
const formatFailure = (title: string, message = ''): string =>
  [
    title,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '' && !/node_modules|<anonymous>/.test(line))
      .slice(0, shownLines)
      .map((line) => `    ${line}`),
  ].join('\n');

/** Titles of failed tests, with their files and what was wrong; a file that did not load by its name alone. */
const listVitestFailures = (read: z.output<typeof VitestReport> | null): readonly string[] =>
  (read?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0 && status === 'failed') return [formatFailure(file, message)];
    return failed.map(({ fullName, failureMessages }) => formatFailure(`${file} › ${fullName}`, failureMessages?.join('\n')));
  });

/** Titles of failed browser tests, with their files and lines, and what was wrong. */
const listBrowserFailures = (suites: readonly z.output<typeof Suite>[]): readonly string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => {
        const messages = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
        return formatFailure(`e2e/${file}:${line} › ${title}`, messages.join('\n'));
      }),
    ...listBrowserFailures(inner),
  ]);

/** Vitest's tests: all but those of the shipped product, or those alone. */
const runVitest = (name: string, chosen: readonly string[]) =>
  runStage(name, async () => {
    const file = join(reports, `${name}.json`);
    const { code } = await run([getBinPath('vitest', 'vitest.mjs'), 'run', ...chosen, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], {
      live: true,
    });
    const read = report(VitestReport, file);
    return formatCounts(read?.numPassedTests ?? 0, read?.numFailedTests ?? 0, code, listVitestFailures(read));
  });

/** The first load keeps within its budget; measured on the app as it is now. */
const measureSize = () =>
  runStage('size', async () => {
    if (isStale()) await buildWeb();
    const { code, printed } = await run(['scripts/size.ts']);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, printed };
  });

const hasBrowserTests = () =>
  existsSync(join(root, 'e2e')) && readdirSync(join(root, 'e2e'), { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(String(name)));

const runBrowser = () =>
  runStage('browser', async () => {
    const file = join(reports, 'playwright.json');
    const chromium = await ensureChromium();
    if (isStale()) await buildWeb();
    mkdirSync(join(root, 'test-results'), { recursive: true });
    const { code } = await run([getBinPath('@playwright', 'test', 'cli.js'), 'test'], {
      live: true,
      environment: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    const read = report(PlaywrightReport, file);
    const stats = read?.stats;
    return formatCounts(stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), code, listBrowserFailures(read?.suites ?? []));
  });

async function main(): Promise<void> {
  const startedAt = performance.now();
  const counts = [...(await runChecks())];
  counts.push(await measureSize());
  counts.push(await runVitest('vitest', ['--project=!shipped', ...filters]));
  if (filters.length === 0) counts.push(await runVitest('shipped', ['--project=shipped']));
  if (filters.length === 0 && hasBrowserTests()) counts.push(await runBrowser());
  rmSync(reports, { recursive: true, force: true });
  const total = counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), { passed: 0, failed: 0 });
  printLine();
  for (const failure of counts.flatMap(({ failures = [] }) => failures)) printLine(formatRed(`✗ ${failure}`));
  printLine(formatDim(`all in ${formatSeconds(performance.now() - startedAt)}`));
  printLine(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
