/** One PostgreSQL, one voice, and one file of the workers that are killed, for a whole run. */
import Fastify from 'fastify';
import type { TestProject } from 'vitest/node';
import { registerSpeechRoutes } from '#sandbox/speech/routes.ts';
import { makeTemplate, startTestCluster } from './cluster.ts';
import { bundleWorker } from './workerBundle.ts';

const speechToken = 'a-token-of-the-voice';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's database `postgres`, as its owner. */
    readonly postgresUrl: string;
    /** The voice of greetings, on a vendor's wire; it takes `speechToken`. */
    readonly speechUrl: string;
    /** The file of the process of `tests/server/worker.child.ts`. */
    readonly workerPath: string;
  }
}

/** Starts the cluster before the first file and takes it away after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, workerPath] = await Promise.all([startTestCluster(), bundleWorker()]);
  await makeTemplate(cluster);
  project.provide('workerPath', workerPath);
  const voice = Fastify();
  await voice.register(registerSpeechRoutes, { prefix: '/speech', token: speechToken });
  project.provide('speechUrl', `${await voice.listen({ port: 0, host: '127.0.0.1' })}/speech`);
  project.provide('postgresUrl', cluster.database.urlOf('postgres'));
  return async () => {
    await voice.close();
    await cluster.close();
  };
}
