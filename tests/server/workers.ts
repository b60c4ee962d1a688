/** Worker processes that are killed: a server that takes requests and webhooks but does no job, and processes beside it that do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import type { Config } from '#server/config.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createJobs } from '#server/jobs/pgBossQueue.ts';
import { allJobs } from '#server/work.ts';
import { account, type Outside, startOutside } from './outside.ts';

const quiet = { warn: () => {}, error: () => {} };

export interface Workshop extends Outside {
  /** Starts a worker; told a failpoint, it dies there as by `kill -9`. */
  work(failpoint?: string): ChildProcess;
  /** Starts a worker that dies at a failpoint, and waits for its death; the signal it died by. */
  dieAt(failpoint: string): Promise<string>;
}

/** Starts the server and the sandbox; jobs wait until a worker is started. */
export async function startWorkshop(set: Partial<Pick<Config, 'catalogSender'>> = {}): Promise<Workshop> {
  let boss: Jobs | null = null;
  const deferred: Jobs = {
    enqueue: async (kind, data, options) => boss?.enqueue(kind, data, options),
    isThere: async (kind, key) => boss?.isThere(kind, key) ?? false,
    work: () => {},
    start: async () => {},
    stop: async () => boss?.stop(),
  };
  const outside = await startOutside({ config: set, overrides: { services: { jobs: deferred } } });
  boss = createJobs(outside.server.config.databaseUrl, quiet, allJobs);
  await boss.start();
  const workers: ChildProcess[] = [];
  const work = (failpoint?: string): ChildProcess => {
    const { config } = outside.server;
    const given = {
      databaseUrl: config.databaseUrl,
      secret: Buffer.from(config.secret).toString('base64'),
      dataDir: config.dataDir,
      publicUrl: outside.publicUrl,
      carrier: { ...account, baseUrl: outside.sandbox.url },
      failpoint,
      ...(config.catalogSender === null ? {} : { catalogSender: config.catalogSender }),
    };
    const worker = spawn(process.execPath, [inject('workerPath')], {
      env: { ...process.env, KEYLINE_TEST_WORKER: JSON.stringify(given) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    workers.push(worker);
    return worker;
  };
  return {
    ...outside,
    work,
    async dieAt(failpoint) {
      const [, signal] = await once(work(failpoint), 'exit');
      return String(signal);
    },
    async close() {
      for (const worker of workers) worker.kill('SIGKILL');
      await outside.close();
    },
  };
}
