/** One PostgreSQL for all browser tests, with a small demo world as the template every test is cloned from, and the app built once. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildWeb, isStale } from '#scripts/lib/web.ts';
import { seedSmall } from '#scripts/seed.ts';
import { startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Ground, publishGround, template } from './ground.ts';

async function makeTemplate(databaseUrl: string, templateUrl: string, ground: Ground): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(templateUrl);
  await seedSmall({ databaseUrl: templateUrl, filesDir: null, secret: Buffer.from(ground.secret, 'base64') });
}

/** Before the first test; returns what ends it all after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keyline-browser-'));
  // As root the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const database = await startDatabase({ dataDir, fast: true });
  const ground: Ground = { databaseUrl: database.urlOf('postgres'), dataDir, secret: randomBytes(32).toString('base64') };
  await Promise.all([makeTemplate(ground.databaseUrl, database.urlOf(template), ground), isStale() ? buildWeb() : undefined]);
  publishGround(ground);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
