/** One PostgreSQL for a whole run: a throw-away cluster with a migrated template, from which every test file takes a fresh database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

export const template = 'keyline_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's database `postgres`, as its owner. */
    readonly postgresUrl: string;
  }
}

/** Starts the cluster before the first file and takes it away after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'keyline-tests-'));
  // As root the database runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const database = await startDatabase({ dataDir: folder, fast: true });
  const client = new pg.Client({ connectionString: database.urlOf('postgres') });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(database.urlOf(template));
  project.provide('postgresUrl', database.urlOf('postgres'));
  return async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
