/** One PostgreSQL, and one voice, for a whole run: a throw-away cluster with a migrated template, from which every test file takes a fresh database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { registerSpeechRoutes } from '#sandbox/speech/routes.ts';
import { startDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

const template = 'keyline_template';
const speechToken = 'a-token-of-the-voice';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's database `postgres`, as its owner. */
    readonly postgresUrl: string;
    /** The voice of greetings, on a vendor's wire; it takes `speechToken`. */
    readonly speechUrl: string;
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
  const voice = Fastify();
  await voice.register(registerSpeechRoutes, { prefix: '/speech', token: speechToken });
  project.provide('speechUrl', `${await voice.listen({ port: 0, host: '127.0.0.1' })}/speech`);
  project.provide('postgresUrl', database.urlOf('postgres'));
  return async () => {
    await voice.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
