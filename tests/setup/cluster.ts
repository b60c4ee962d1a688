/** One PostgreSQL for a run of tests: a throw-away cluster with a template, from which every test takes a database of its own. */
import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createJobs } from '#server/jobs/pgBossQueue.ts';
import { allJobs } from '#server/work.ts';
import { template } from './statements.ts';

interface TestCluster {
  readonly database: EmbeddedDatabase;
  /** The folder of the cluster, into which tests may write. */
  readonly dataDir: string;
  close(): Promise<void>;
}

const memory = '/dev/shm';
/** Several times what the clusters of a run take. */
const roomBytes = 6 * 1024 ** 3;

/** Finds where a cluster is fastest: each clone makes and removes some 700 files. */
function findFolder(): string {
  if (!existsSync(memory) || freemem() < roomBytes) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < roomBytes ? tmpdir() : memory;
}

/** Starts the cluster; it is removed when it is closed. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(findFolder(), 'keyline-tests-'));
  // As root the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const database = await startDatabase({ dataDir, fast: true });
  return {
    database,
    dataDir,
    async close() {
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes the template as a first start leaves a database: migrated, with its queues; returns its address. */
export async function makeTemplate({ database }: TestCluster): Promise<string> {
  const client = new pg.Client({ connectionString: database.urlOf('postgres') });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const url = database.urlOf(template);
  await migrate(url);
  const jobs = createJobs(url, console, allJobs);
  await jobs.start();
  await jobs.stop();
  return url;
}
