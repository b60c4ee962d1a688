/** The jobs port on pg-boss: queues in the same database, in a schema of their own that belongs to the database's owner. */

import { sql } from 'kysely';
import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import { watchedStream } from '../db/pool.ts';
import { db } from '../db/tenancy.ts';
import type { JobKind, JobKinds, Jobs } from './jobs.ts';

interface Log {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** How soon a job whose process died comes back, in seconds. Workers say that they live, so a long job is not taken from them. */
export interface JobTiming {
  readonly heartbeatSeconds: number;
  /** Milliseconds after which a connection of the queue that says nothing is given up: longer than the queue's own upkeep takes. */
  readonly silentMs: number;
}

/** The schema of the queue. */
export const jobsSchema = 'keyline_jobs';
const schema = jobsSchema;
/**
 * Every kind: how many workers of a node fetch it, how many jobs each takes at a time and does side by side, how often a failed one is tried
 * again, and after how many seconds a worker looks for jobs whose time has come (new ones are told at once). One with `everySeconds` comes round
 * by itself, once for all nodes.
 */
interface Queue {
  readonly workers: number;
  readonly batch: number;
  readonly retries: number;
  readonly lookSeconds: number;
  readonly everySeconds?: number;
}
const queues: Readonly<Record<JobKind, Queue>> = {
  'message.send': { workers: 3, batch: 4, retries: 20, lookSeconds: 1 },
  'message.reconcile': { workers: 1, batch: 4, retries: 3, lookSeconds: 5 },
  'messages.sweep': { workers: 1, batch: 1, retries: 5, lookSeconds: 2, everySeconds: 5 },
  'batch.run': { workers: 2, batch: 2, retries: 20, lookSeconds: 5 },
  'numbers.buy': { workers: 2, batch: 2, retries: 20, lookSeconds: 1 },
  'ports.send': { workers: 1, batch: 2, retries: 5_000, lookSeconds: 2 },
  'ports.follow': { workers: 1, batch: 4, retries: 5_000, lookSeconds: 2 },
  'ports.sweep': { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 900 },
  'numbers.release': { workers: 1, batch: 4, retries: 5_000, lookSeconds: 60 },
  'export.run': { workers: 1, batch: 1, retries: 10, lookSeconds: 5 },
  'fax.pages': { workers: 1, batch: 1, retries: 20, lookSeconds: 5 },
  'recording.transcribe': { workers: 1, batch: 2, retries: 400, lookSeconds: 5 },
  'call.hold': { workers: 3, batch: 4, retries: 20, lookSeconds: 1 },
  'webhook.apply': { workers: 2, batch: 8, retries: 20, lookSeconds: 2 },
  'calls.sweep': { workers: 1, batch: 1, retries: 5, lookSeconds: 5, everySeconds: 15 },
  'changes.prune': { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 3_600 },
  'exports.prune': { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 21_600 },
  'auth.mail': { workers: 1, batch: 4, retries: 8, lookSeconds: 5 },
};
const kinds = Object.keys(queues) as JobKind[];

/** Jobs in `databaseUrl`, which names the owner of the database. */
export function createJobs(databaseUrl: string, log: Log, timing: JobTiming = { heartbeatSeconds: 10, silentMs: 30_000 }): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'keyline jobs',
    schema,
    max: 4,
    useListenNotify: true,
    // Handed on to pg.
    ...{ stream: watchedStream(timing.silentMs) },
    monitorIntervalSeconds: Math.max(1, Math.ceil(timing.heartbeatSeconds / 3)),
    superviseIntervalSeconds: Math.max(1, Math.ceil(timing.heartbeatSeconds / 3)),
    queueCacheIntervalSeconds: 60,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  // What is told here is often no Error but an object with the words of one.
  boss.on('error', (error) => log.error({ err: error instanceof Error ? error : new Error(wordsOf(error)) }, 'The job queue failed'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'Job queue warning'));
  const workers = new Map<JobKind, (data: unknown) => Promise<void>>();
  /** The next round of a kind that comes round; one that waits already stays the only one. */
  const comeRound = async (kind: JobKind, startAfter: number) => void (await boss.send(kind, {}, { singletonKey: kind, startAfter }));

  return {
    async enqueue(kind, data, options = {}) {
      await boss.send(kind, data, {
        db: fromKysely(db()),
        singletonKey: options.key ?? crypto.randomUUID(),
        ...(options.startAt === undefined ? {} : { startAfter: options.startAt }),
      });
    },
    async isThere(kind, key) {
      const { rows } =
        await sql`select from ${sql.table(`${schema}.job`)} where name = ${kind} and singleton_key = ${key} and state in ('created', 'retry', 'active') limit 1`.execute(
          db(),
        );
      return rows.length > 0;
    },
    work(kind, worker) {
      workers.set(kind, (data) => worker(data as JobKinds[typeof kind]));
    },
    async start() {
      await boss.start();
      await makeQueues(boss, databaseUrl, timing);
      for (const [kind, worker] of workers) {
        const { workers: localConcurrency, batch: batchSize, lookSeconds, everySeconds } = queues[kind];
        const options = {
          localConcurrency,
          batchSize,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: lookSeconds,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const;
        await boss.work(kind, options, async (taken) => {
          if (everySeconds !== undefined) await comeRound(kind, everySeconds);
          return Promise.all(taken.map((job) => outcome(job, worker)));
        });
        if (everySeconds !== undefined) await comeRound(kind, 0);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

const wordsOf = (told: unknown): string => (typeof told === 'object' && told !== null && 'message' in told ? String(told.message) : String(told));

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
async function makeQueues(boss: PgBoss, databaseUrl: string, timing: JobTiming): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const missing = kinds.filter((kind) => !present.has(kind));
  for (const kind of missing) {
    await boss.createQueue(kind, {
      policy: 'short',
      notify: true,
      retryLimit: queues[kind].retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 600,
      heartbeatSeconds: Math.max(10, timing.heartbeatSeconds),
      deleteAfterSeconds: 86_400,
      retentionSeconds: 400 * 86_400,
    });
  }
  for (const kind of kinds) {
    const { retries: retryLimit } = queues[kind];
    if ((present.get(kind)?.retryLimit ?? retryLimit) !== retryLimit) await boss.updateQueue(kind, { retryLimit });
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
