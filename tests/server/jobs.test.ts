import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRun } from '#server/batches/jobs.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createJobs } from '#server/jobs/pgBossQueue.ts';
import { allJobs } from '#server/work.ts';
import { startServer, type TestServer } from './harness.ts';

const quiet = { warn: () => {}, error: () => {} };
let server: TestServer;
let jobs: Jobs;
let company: { id: number };
const done: NonNullable<typeof batchRun.given>[] = [];
let failures = 0;

beforeAll(async () => {
  const idle: Jobs = {
    enqueue: (...given) => jobs.enqueue(...given),
    isThere: (...given) => jobs.isThere(...given),
    work: () => {},
    start: async () => {},
    stop: async () => {},
  };
  server = await startServer({ overrides: { services: { jobs: idle } } });
  company = await server.company();
  jobs = createJobs(server.config.databaseUrl, quiet, allJobs);
  jobs.work(batchRun, async (data) => {
    if (data.batchId === 'fails once' && failures++ === 0) throw new Error('Not yet');
    done.push(data);
  });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await server.close();
});

const within = <T>(work: () => Promise<T>) => server.services.tenancy.company([company.id], null, work);
const run = (batchId: string, options?: Parameters<Jobs['enqueue']>[2]) => jobs.enqueue(batchRun, { companyId: company.id, batchId }, options);
const times = (batchId: string) => done.filter((data) => data.batchId === batchId).length;

test('a job of a committed transaction runs, at once', async () => {
  const started = Date.now();
  await within(() => run('committed'));
  await expect.poll(() => times('committed')).toBe(1);
  expect(Date.now() - started).toBeLessThan(1_000);
});

test('a job of a transaction that rolled back does not exist', async () => {
  await expect(
    within(async () => {
      await run('rolled back');
      throw new Error('No');
    }),
  ).rejects.toThrow('No');
  await within(() => run('after it'));
  await expect.poll(() => times('after it')).toBe(1);
  expect(times('rolled back')).toBe(0);
});

test('a job of an identity transaction runs too', async () => {
  await server.services.tenancy.identity(() => run('identity'));
  await expect.poll(() => times('identity')).toBe(1);
});

test('a job waits for its time', async () => {
  const startAt = new Date(Date.now() + 1_200);
  await within(() => run('later', { startAt }));
  await expect.poll(() => times('later'), { timeout: 10_000 }).toBe(1);
  expect(Date.now()).toBeGreaterThanOrEqual(startAt.getTime());
});

test('at most one waiting job of a key', async () => {
  const startAt = new Date(Date.now() + 800);
  for (let at = 0; at < 3; at += 1) await within(() => run('keyed', { key: 'the key', startAt }));
  await within(() => run('other', { key: 'another key', startAt }));
  await expect.poll(() => times('other'), { timeout: 10_000 }).toBe(1);
  await expect.poll(() => times('keyed'), { timeout: 10_000 }).toBe(1);
});

test('a job that failed is tried again', async () => {
  await within(() => run('fails once'));
  await expect.poll(() => times('fails once'), { timeout: 10_000 }).toBe(1);
});

test('a thousand jobs are worked off, each once', async () => {
  await within(async () => {
    for (let at = 0; at < 1_000; at += 1) await run('many');
  });
  await expect.poll(() => times('many'), { timeout: 80_000 }).toBe(1_000);
});

test('the app’s roles may add jobs, and neither change nor take them', async () => {
  for (const statement of ['update keyline_jobs.job set data = null', 'delete from keyline_jobs.job']) {
    await expect(within(() => sql.raw(statement).execute(currentTransaction()))).rejects.toThrow('permission denied');
  }
});

test('the database goes away and comes back: what was enqueued runs, new jobs too', async () => {
  await within(() => run('before it went', { startAt: new Date(Date.now() + 500) }));
  await server.database.goAway();
  await server.database.comeBack();
  await expect
    .poll(
      () =>
        within(() => run('since it is back')).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  await expect.poll(() => [times('before it went'), times('since it is back') > 0], { timeout: 25_000 }).toEqual([1, true]);
});

test('a queue that another version made is tried again as often as this one says', async () => {
  const limit = () => sql<{ retry_limit: number }>`select retry_limit from keyline_jobs.queue where name = 'numbers.release'`.execute(server.owner);
  const { rows } = await limit();
  await sql`update keyline_jobs.queue set retry_limit = 1 where name = 'numbers.release'`.execute(server.owner);
  const other = createJobs(server.config.databaseUrl, quiet, allJobs);
  await other.start();
  await other.stop();
  expect((await limit()).rows).toEqual(rows);
});

test('a job in progress when the queue ends is finished, and the end waits for it', async () => {
  const [job] = allJobs.filter(({ name }) => name === 'numbers.release');
  if (!job) throw new Error('No such job');
  const other = createJobs(server.config.databaseUrl, quiet, allJobs);
  const began = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  other.work(job, async () => {
    began.resolve();
    await gate.promise;
  });
  await other.start();
  await within(() => jobs.enqueue(job, {}));
  await began.promise;
  let hasEnded = false;
  const ending = other.stop().then(() => {
    hasEnded = true;
  });
  const states = async () => (await sql<{ state: string }>`select state from keyline_jobs.job where name = ${job.name}`.execute(server.owner)).rows;
  expect([hasEnded, await states()]).toEqual([false, [{ state: 'active' }]]);
  gate.resolve();
  await ending;
  expect(await states()).toEqual([{ state: 'completed' }]);
});
