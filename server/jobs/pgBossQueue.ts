/** The jobs port on pg-boss: queues in the same database, in a schema of their own that belongs to the database's owner. */

import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import { createWatchedStream } from '../db/pool.ts';
import { currentTransaction } from '../db/tenancy.ts';
import type { Job as Declared } from './job.ts';
import type { Jobs } from './jobs.ts';

interface Log {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Time after which a job whose process died comes back, in seconds. Workers send heartbeats, so a long job is not taken from them. */
interface JobTiming {
  readonly heartbeatSeconds: number;
  /** Milliseconds after which a connection of the queue that says nothing is given up: longer than the queue's own upkeep takes. */
  readonly silentMs: number;
}

/** The schema of the queue. */
export const jobsSchema = 'keyline_jobs';
const schema = jobsSchema;

/** Milliseconds that jobs in progress are waited for at the end. */
const drainMs = 5_000;

/** The jobs `declared`, in `databaseUrl`, which names the owner of the database. */
export function createJobs(
  databaseUrl: string,
  log: Log,
  declared: readonly Declared<unknown>[],
  timing: JobTiming = { heartbeatSeconds: 10, silentMs: 30_000 },
): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'keyline jobs',
    schema,
    max: 4,
    useListenNotify: true,
    // Handed on to pg.
    ...{ stream: createWatchedStream(timing.silentMs) },
    monitorIntervalSeconds: Math.max(1, Math.ceil(timing.heartbeatSeconds / 3)),
    superviseIntervalSeconds: Math.max(1, Math.ceil(timing.heartbeatSeconds / 3)),
    queueCacheIntervalSeconds: 60,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  // The reported value is often no Error but an object with the words of one.
  boss.on('error', (error) => log.error({ err: error instanceof Error ? error : new Error(formatReason(error)) }, 'The job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'Job queue warning'));
  const workers = new Map<Declared<unknown>, (data: unknown) => Promise<void>>();
  /** The next round of a kind that comes round; one that waits already stays the only one. */
  const comeRound = async ({ name }: Declared<unknown>, startAfter: number) => void (await boss.send(name, {}, { singletonKey: name, startAfter }));

  return {
    async enqueue({ name }, given, options = {}) {
      await boss.send(name, Object(given), {
        db: fromKysely(currentTransaction()),
        singletonKey: options.key ?? crypto.randomUUID(),
        ...(options.startAt === undefined ? {} : { startAfter: options.startAt }),
      });
    },
    async isThere({ name }, key) {
      const { rows } =
        await sql`select from ${sql.table(`${schema}.job`)} where name = ${name} and singleton_key = ${key} and state in ('created', 'retry', 'active') limit 1`.execute(
          currentTransaction(),
        );
      return rows.length > 0;
    },
    work<D>(job: Declared<D>, worker: (given: D) => Promise<void>) {
      // The queue hands out the data that was enqueued under this job.
      workers.set(job, (given) => worker(given as D));
    },
    async start() {
      await boss.start();
      await makeQueues(boss, declared, databaseUrl, timing);
      for (const [job, worker] of workers) {
        const { workers: localConcurrency, batch: batchSize, lookSeconds, everySeconds } = job.queue;
        const options = {
          localConcurrency,
          batchSize,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: lookSeconds,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const;
        await boss.work(job.name, options, async (taken) => {
          if (everySeconds !== undefined) await comeRound(job, everySeconds);
          return Promise.all(taken.map((each) => outcome(each, worker)));
        });
        if (everySeconds !== undefined) await comeRound(job, 0);
      }
    },
    async stop() {
      // Workers without a job end at once; the queue's own end would look for that each half second.
      const ended = Promise.all([...workers.keys()].map(({ name }) => boss.offWork(name)));
      const enough = new AbortController();
      await Promise.race([ended, pause(drainMs, undefined, { signal: enough.signal }).catch(() => undefined)]);
      enough.abort();
      await boss.stop({ graceful: false });
    },
  };
}

const formatReason = (told: unknown): string => (typeof told === 'object' && told !== null && 'message' in told ? String(told.message) : String(told));

/** Does one job; its failure is its own and comes back later. */
async function outcome(job: Job<unknown>, worker: (data: unknown) => Promise<void>): Promise<JobResult> {
  try {
    await worker(job.data);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } };
  }
}

/** Makes what is missing, and corrects what another version made; lets the app's roles add jobs, which they can neither change nor take. */
async function makeQueues(boss: PgBoss, declared: readonly Declared<unknown>[], databaseUrl: string, timing: JobTiming): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const missing = declared.filter(({ name }) => !present.has(name));
  for (const { name, queue } of missing) {
    await boss.createQueue(name, {
      policy: 'short',
      notify: true,
      retryLimit: queue.retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 600,
      heartbeatSeconds: Math.max(10, timing.heartbeatSeconds),
      deleteAfterSeconds: 86_400,
      retentionSeconds: 400 * 86_400,
    });
  }
  for (const { name, queue } of declared) {
    const { retries: retryLimit } = queue;
    if ((present.get(name)?.retryLimit ?? retryLimit) !== retryLimit) await boss.updateQueue(name, { retryLimit });
  }
  if (missing.length > 0) await grantJobs(databaseUrl);
}

/** Lets the roles of the app enqueue. */
export async function grantJobs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`grant usage on schema ${schema} to keyline_app, keyline_identity`);
    await client.query(`grant select, insert on all tables in schema ${schema} to keyline_app, keyline_identity`);
  } finally {
    await client.end();
  }
}
