/** The whole of Keyline on one machine: database, demo world, sandbox, app and server, begun together and ended together. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { demoSignIns, formatActorName, people } from '#sandbox/world/people.ts';
import { readConfig } from '#server/config.ts';
import { type EmbeddedDatabase, startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { assertSafeSettings } from '#server/safety.ts';
import { endChild, spawnChild, waitUntilListening } from './children.ts';
import { superviseServer } from './serverSupervisor.ts';
import { readSettings, type Settings } from './settings.ts';
import { createProgressBar, formatBold, formatDim, formatRed, formatSeconds, printLine, runStep } from './steps.ts';
import { buildWeb, isStale } from './web.ts';

const isDev = process.argv.includes('--dev');

/** Functions that end what was started, in the order of the start; they run in the opposite order. */
const ends: (() => Promise<void>)[] = [];
let ending = false;

async function end(code: number): Promise<never> {
  if (ending) process.exit(code || 130);
  ending = true;
  for (const one of ends.reverse()) await one().catch((error: unknown) => printLine(formatRed(`  ${error instanceof Error ? error.message : String(error)}`)));
  process.exit(code);
}

async function startOwnDatabase({ environment, dataDir }: Settings): Promise<string> {
  if (environment.DATABASE_URL !== undefined) return environment.DATABASE_URL;
  const begun = startDatabase({ dataDir, onNote: (message) => printLine(`  ${message}`) });
  ends.push(async () => (await begun).stop());
  const database: EmbeddedDatabase = await begun;
  return database.url;
}

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from companies) and not exists (select from users) as empty');
    return rows[0]?.empty === true;
  } finally {
    await client.end();
  }
}

async function seed(databaseUrl: string, { dataDir, environment }: Settings): Promise<void> {
  const { seedDemo } = await import('../seed.ts');
  const bar = createProgressBar();
  await seedDemo({ databaseUrl, filesDir: `${dataDir}/files`, secret: Buffer.from(environment.KEYLINE_SECRET ?? '', 'base64'), onProgress: bar.show });
  bar.end();
}

/** Writes the sandbox's settings: our numbers for its traffic, the demo people for its sign-in provider. */
async function writeSandboxSettings(databaseUrl: string, path: string): Promise<void> {
  const { writeSandboxSeed } = await import('../seed.ts');
  await writeSandboxSeed(databaseUrl, path);
  const seeded: unknown = JSON.parse(await readFile(path, 'utf8'));
  const known = people.map((who) => ({ email: who.email, name: formatActorName(who) }));
  await writeFile(path, JSON.stringify({ ...(typeof seeded === 'object' ? seeded : {}), people: known }));
  await chmod(path, 0o600);
}

async function prepareDatabase(settings: Settings): Promise<string> {
  const url = await runStep('Database', () => startOwnDatabase(settings));
  await runStep(
    (applied) => (applied.length === 0 ? null : `${applied.length} migrations`),
    () => migrate(url),
  );
  if (settings.wantsDemo && (await isEmpty(url))) await runStep('Demo data', () => seed(url, settings));
  if (settings.sandboxPort !== null && !existsSync(settings.sandboxFile)) await writeSandboxSettings(url, settings.sandboxFile);
  return url;
}

/** On a first start the sandbox waits for the world it plays with. */
async function startSandbox({ sandboxPort, sandboxFile, environment }: Settings, prepared: Promise<unknown>): Promise<void> {
  if (sandboxPort === null) return;
  if (!existsSync(sandboxFile)) await prepared;
  const child = spawnChild('sandbox/start.ts', environment, { quiet: true });
  ends.push(() => endChild(child));
  await waitUntilListening(sandboxPort, child, 'The sandbox');
}

async function startWatched(environment: Readonly<Record<string, string>>): Promise<void> {
  const child: ChildProcess = spawnChild('server/start.ts', environment, { watch: true, args: ['--vite'] });
  ends.push(() => endChild(child));
  return waitUntilListening(Number(environment.KEYLINE_PORT), child, 'The server');
}

function greet({ environment, sandboxPort, wantsDemo }: Settings, startedAt: number): void {
  printLine();
  printLine(`  ${formatBold(environment.KEYLINE_PUBLIC_URL ?? '')}   ${formatDim(`ready in ${formatSeconds(performance.now() - startedAt)}`)}`);
  if (sandboxPort !== null) printLine(`  ${formatDim(`sandbox: ${environment.KEYLINE_SANDBOX_URL}`)}`);
  if (wantsDemo) {
    printLine();
    for (const { email, password, note, mfaSecret } of demoSignIns) {
      printLine(`  ${email.padEnd(28)} ${password}   ${formatDim(mfaSecret === null ? note : `${note}; authenticator secret ${mfaSecret}`)}`);
    }
  }
  printLine();
  printLine(formatDim('  Press Ctrl+C to stop.'));
}

async function run(startedAt: number): Promise<void> {
  printLine();
  printLine(`  ${formatBold('Keyline')}`);
  const settings = readSettings(process.env, !isDev);
  // Before anything is begun, so that nothing has to be undone. The database is asked by the server (server/start.ts).
  const warnings = assertSafeSettings(readConfig({ DATABASE_URL: 'postgres://localhost/keyline', ...settings.environment }));
  for (const { message } of warnings) printLine(`  ${message}`);
  const web = isDev || !isStale() ? Promise.resolve() : runStep('App built', buildWeb);
  const prepared = prepareDatabase(settings);
  // It loads while the database starts, which is most of what a later start waits for.
  const server = isDev ? null : superviseServer((message) => printLine(`  ${message}`));
  if (server) ends.push(server.end);
  const [databaseUrl] = await Promise.all([prepared, web, startSandbox(settings, prepared)]);
  const environment = { ...settings.environment, DATABASE_URL: databaseUrl };
  await runStep('Server', () => (server ? server.run(environment) : startWatched(environment)));
  greet(settings, startedAt);
}

const parentLookMs = 500;

/**
 * Ends with the shell through which npm runs the script. A SIGTERM for `npm start` reaches that shell only, which dies of it without passing it on;
 * the whole installation would run on without anybody to end it.
 */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start' && process.env.npm_lifecycle_event !== 'dev') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end(0);
  }, parentLookMs).unref();
}

/** Starts everything and prints where it is. `startedAt`: when the person asked, by `performance.now()`. Ctrl-C, or a failure on the way, ends what was begun. */
export function runInstallation(startedAt: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  endWithNpm();
  run(startedAt).catch((error: unknown) => {
    printLine(formatRed(`  ${error instanceof Error ? error.message : String(error)}`));
    void end(1);
  });
}
