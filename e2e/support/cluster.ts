/** One PostgreSQL for all browser tests, with a small demo world in the template every test is cloned from, and the app built once. */
import { randomBytes } from 'node:crypto';
import { buildWeb, isStale } from '#scripts/lib/web.ts';
import { seedSmall } from '#scripts/seed.ts';
import { makeTemplate, startTestCluster } from '#tests/setup/cluster.ts';
import { type Ground, publishGround } from './ground.ts';

/** Before the first test; returns what ends it all after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const ground: Ground = { databaseUrl: cluster.database.urlOf('postgres'), dataDir: cluster.dataDir, secret: randomBytes(32).toString('base64') };
  const prepare = async () => {
    const databaseUrl = await makeTemplate(cluster);
    await seedSmall({ databaseUrl, filesDir: null, secret: Buffer.from(ground.secret, 'base64') });
  };
  await Promise.all([prepare(), isStale() ? buildWeb() : undefined]);
  publishGround(ground);
  return () => cluster.close();
}
