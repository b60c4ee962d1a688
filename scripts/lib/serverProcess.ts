/** The server's own process (serverSupervisor.ts): waits for its environment, listens, and ends in good order when it is told to or its parent goes away. */
import * as z from 'zod/mini';
import { readConfig } from '#server/config.ts';
import { exitOnCrash } from '#server/crash.ts';
import { start } from '#server/start.ts';
import type { ServerMessage } from './serverSupervisor.ts';

const Environment = z.record(z.string(), z.string());
/** Time requests and jobs have to end, in ms. */
const graceMs = 8_000;

/** Sends the parent a word; does nothing once the parent is gone. */
function publish(word: ServerMessage): void {
  if (process.connected) process.send?.(word, undefined, undefined, () => {});
}

async function run(told: unknown): Promise<void> {
  const environment = z.parse(Environment, told);
  Object.assign(process.env, environment);
  const built = await start(readConfig(environment), { web: 'dist' });
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return;
    ending = true;
    publish({ say: 'ending', reason: `${signal} received` });
    setTimeout(() => process.exit(1), graceMs).unref();
    built.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  publish({ say: 'ready' });
}

exitOnCrash((reason) => publish({ say: 'ending', reason }));
process.once('message', (told) => {
  run(told).catch((error: unknown) => {
    publish({ say: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.disconnect?.();
    process.stdin.destroy();
  });
});
