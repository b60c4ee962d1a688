/**
 * `npm run defences`: takes each defence out of a copy of the project, runs the test that stands for it, and writes down whether it failed
 * (docs/defences.md). `npm run defences -- lock` does those with “lock” in their words.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Removal } from '#tests/defences/removal.ts';
import { removals } from '#tests/defences/removals.ts';
import { runToEnd } from './lib/children.ts';
import { formatRed, printLine } from './lib/steps.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs', 'defences.md');
/** A test that hangs without its defence has failed. */
const patienceMs = 300_000;

type Verdict = 'failed' | 'passed' | 'hung' | 'did not run';

/** Our files as they are now, with what is installed and built beside them. */
async function copyProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-defences-'));
  const listed = await runToEnd('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z']);
  for (const name of listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { preserveTimestamps: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Takes the defence out; returns what puts it back. Throws when its place is not found exactly once. */
function removeDefence(folder: string, { defence, edits }: Removal): () => void {
  const before = new Map<string, string>();
  for (const [file, find, replace] of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${defence}: ${file} has ${text.split(find).length - 1} places like “${find}”`);
    if (!before.has(path)) before.set(path, text);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Runs a program in a group of its own, so that nothing of it stays behind; the code it ended with, null when it took too long. */
function run(folder: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number | null> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...environment }, stdio: 'ignore', detached: true });
    const endAll = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const late = setTimeout(() => {
      endAll();
      done(null);
    }, patienceMs);
    child.once('exit', (code) => {
      clearTimeout(late);
      endAll();
      done(code ?? 1);
    });
  });
}

/** Processes that were started from the copy and outlived their test. */
async function endStrays(folder: string): Promise<void> {
  const listed = await runToEnd('ps', ['-eo', 'pid=,args=', '-ww']);
  for (const line of listed.split('\n').filter((entry) => entry.includes(folder))) {
    const pid = Number(line.trim().split(' ')[0]);
    if (pid === process.pid) continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
}

const Vitest = z.object({ testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })) });

async function runVitest(folder: string, { test: [file, title], environment = {} }: Removal): Promise<Verdict> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, '-t', escapeRegExp(title), '--reporter=json', `--outputFile=${report}`];
  const code = await run(folder, args, environment);
  if (code === null) return 'hung';
  if (!existsSync(report)) return 'did not run';
  const results = z.parse(Vitest, JSON.parse(readFileSync(report, 'utf8'))).testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = results.filter(({ fullName, status }) => fullName.includes(title) && (status === 'passed' || status === 'failed'));
  if (ran.length === 0) return 'did not run';
  return ran.some(({ status }) => status === 'failed') ? 'failed' : 'passed';
}

const Playwright = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number() }) });

async function runBrowser(folder: string, { test: [file, title], environment = {} }: Removal): Promise<Verdict> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['node_modules/@playwright/test/cli.js', 'test', file, '-g', escapeRegExp(title), '--reporter=json'];
  const code = await run(folder, args, { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  if (code === null) return 'hung';
  if (!existsSync(report)) return 'did not run';
  const { expected, unexpected } = z.parse(Playwright, JSON.parse(readFileSync(report, 'utf8'))).stats;
  if (unexpected > 0) return 'failed';
  return expected > 0 ? 'passed' : 'did not run';
}

const judge = (folder: string, removal: Removal) => (removal.test[0].startsWith('e2e/') ? runBrowser(folder, removal) : runVitest(folder, removal));

const formatRow = ({ defence, out, test: [file, title] }: Removal) => `| ${defence} | ${out} | \`${file}\`: ${title} |`;

const preface = `# Defences

Each line is a defence, how it was taken out of a copy of the project, and the test that was then run: it has to fail. \`npm run defences\` does it all again and writes
this page (about half an hour); \`npm run defences -- lock\` does those with “lock” in their words and writes their lines. The list is in \`tests/defences\`.
`;
const head = '| defence | taken out: | test | without it the test |\n|---|---|---|---|';

/** Reads the page's result for each defence, by its words. */
function readPage(): Map<string, string> {
  const lines = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : [];
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const verdict = / \| ?([^|]*) \|$/.exec(line)?.[1];
      return verdict === undefined ? [] : [[line.slice(0, line.length - verdict.length - 3), verdict]];
    }),
  );
}

/** Writes one verdict down; the page is read anew each time, since another run may be writing, too. */
function writePage(removal: Removal, verdict: Verdict): void {
  const known = readPage().set(formatRow(removal), verdict);
  const all = removals.flatMap(({ of }) => of);
  const parts = removals.map(
    ({ area, of }) => `\n## ${area}\n\n${head}\n${of.map((one) => `${formatRow(one)} ${known.get(formatRow(one)) ?? 'not run'} |`).join('\n')}\n`,
  );
  const missed = all.filter((one) => ['failed', 'hung'].includes(known.get(formatRow(one)) ?? '')).length;
  writeFileSync(page, `${preface}${parts.join('')}\n${all.length} defences; without ${missed} of them their tests fail.\n`);
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).join(' ').toLowerCase();
  const chosen = removals.flatMap(({ of }) => of).filter((removal) => JSON.stringify(removal).toLowerCase().includes(wanted));
  const folder = await copyProject();
  let wrong = 0;
  printLine(head);
  try {
    for (const removal of chosen) {
      const putBack = removeDefence(folder, removal);
      const verdict = await judge(folder, removal).finally(putBack);
      await endStrays(folder);
      const isMissed = verdict === 'failed' || verdict === 'hung';
      if (!isMissed) wrong += 1;
      writePage(removal, verdict);
      const line = `${formatRow(removal)} ${verdict} |`;
      printLine(isMissed ? line : formatRed(line));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printLine(`\n${chosen.length} defences removed, ${wrong} not caught by their tests`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

await main();
