/** Gathers webhooks for a moment, so that many are kept and applied by one statement; each is answered after its commit. */
import type { Services } from '../../services.ts';
import { computeDedupeKey } from './store.ts';
import type { Payload, Webhook } from './webhook.ts';

/** Longer nobody waits for others. */
const gatherMs = 15;
const mostAtOnce = 500;

interface Waiting {
  readonly key: string;
  readonly payload: Payload;
  done(): void;
  fail(error: unknown): void;
}

interface Gatherer {
  /** Resolves once the webhook is kept and applied. */
  add(payload: Payload): Promise<void>;
}

/** Gathers webhooks of a kind. One round at a time: what comes meanwhile is the next. */
export function createGatherer(services: Services, webhook: Webhook, gather: NonNullable<Webhook['gather']>): Gatherer {
  let waiting: Waiting[] = [];
  let isTimed = false;
  let isRunning = false;
  const run = async () => {
    isTimed = false;
    if (isRunning || waiting.length === 0) return;
    isRunning = true;
    const taken = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    try {
      await gather(services, taken);
      for (const { done } of taken) done();
    } catch (error) {
      for (const { fail } of taken) fail(error);
    } finally {
      isRunning = false;
      if (waiting.length > 0) void run();
    }
  };
  return {
    add: (payload) =>
      new Promise((done, fail) => {
        waiting.push({ key: computeDedupeKey(webhook, payload), payload, done, fail });
        if (waiting.length >= mostAtOnce) void run();
        else if (!isTimed) {
          isTimed = true;
          setTimeout(() => void run(), gatherMs);
        }
      }),
  };
}
