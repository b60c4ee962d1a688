/** `npm run world -- demo | large`: loads the demo world into the database, or adds a company with a million calls for measurements. */
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { assertSafeSettings } from '#server/safety.ts';
import { openDatabase } from './lib/database.ts';
import { readSettings } from './lib/settings.ts';
import { createProgressBar, formatRed, printLine, runStep } from './lib/steps.ts';
import { seedBench, seedDemo } from './seed.ts';

const sizes = ['demo', 'large'] as const;
type Size = (typeof sizes)[number];

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from users) and not exists (select from companies) as empty');
    return rows[0]?.empty === true;
  } finally {
    await client.end();
  }
}

async function fill(databaseUrl: string, size: Size, dataDir: string, secret: string): Promise<void> {
  await migrate(databaseUrl);
  const bar = createProgressBar();
  if (size === 'demo' || (await isEmpty(databaseUrl))) {
    await runStep('Demo world', () => seedDemo({ databaseUrl, filesDir: `${dataDir}/files`, secret: Buffer.from(secret, 'base64'), onProgress: bar.show }));
  }
  if (size === 'large') await runStep('Company for measurements', () => seedBench({ databaseUrl, onProgress: bar.show }));
  bar.end();
}

const size = sizes.find((known) => known === process.argv[2]);
if (!size) {
  printLine('npm run world -- demo    40 companies (the first with 100,000 calls) into an empty database');
  printLine('npm run world -- large   adds Keyline Bench: 1,000,000 calls, 200,000 contacts, 100,000 conversations');
  process.exit(process.argv[2] === undefined ? 0 : 1);
}
const settings = readSettings(process.env, true);
const { dataDir, environment } = settings;
try {
  assertSafeSettings(readConfig({ DATABASE_URL: 'postgres://localhost/keyline', ...environment, KEYLINE_DEMO: '1' }));
  const database = await openDatabase(settings, (message) => printLine(`  ${message}`));
  await fill(database.url, size, dataDir, environment.KEYLINE_SECRET ?? '').finally(() => database.close());
} catch (error) {
  printLine(formatRed(`  ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}
