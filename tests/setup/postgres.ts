/** One PostgreSQL, and one voice, for a whole run. */
import Fastify from 'fastify';
import type { TestProject } from 'vitest/node';
import { registerSpeechRoutes } from '#sandbox/speech/routes.ts';
import { makeTemplate, startTestCluster } from './cluster.ts';

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
  const cluster = await startTestCluster();
  await makeTemplate(cluster);
  const voice = Fastify();
  await voice.register(registerSpeechRoutes, { prefix: '/speech', token: speechToken });
  project.provide('speechUrl', `${await voice.listen({ port: 0, host: '127.0.0.1' })}/speech`);
  project.provide('postgresUrl', cluster.database.urlOf('postgres'));
  return async () => {
    await voice.close();
    await cluster.close();
  };
}
