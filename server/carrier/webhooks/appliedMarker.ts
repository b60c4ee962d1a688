/**
 * Marks webhooks as applied in batches, so that a response to the carrier is not delayed. What a dying process could not say, the sweep applies again,
 * which changes nothing.
 */
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

const everyMs = 500;

interface Applied {
  add(webhookId: number): void;
  /** Says what is still to be said. */
  flush(): Promise<void>;
}

/** Collects applied webhooks of this process. */
export function createAppliedMarker({ tenancy }: Pick<Services, 'tenancy'>): Applied {
  let waiting: number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const ids = waiting;
    waiting = [];
    if (ids.length === 0) return;
    await tenancy.identity(() =>
      currentTransaction().updateTable('carrier_webhooks').set({ applied_at: new Date() }).where('id', 'in', ids).where('quarantined', 'is', null).execute(),
    );
  };
  return {
    add(id) {
      waiting.push(id);
      // Said again by the sweep when the database is away for the moment.
      timer ??= setTimeout(() => void flush().catch(() => {}), everyMs);
      timer.unref();
    },
    flush,
  };
}
