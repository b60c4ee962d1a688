/** What a killed process left: webhooks of calls that were stored and not applied, and calls the carrier told no end of. Comes round by itself. */
import { sql } from 'kysely';
import { db } from '../../db/tenancy.ts';
import { endSilent } from '../../domains/calling/silent.ts';
import type { Services } from '../../services.ts';
import { applyWebhook } from './apply.ts';

/** Younger ones are being answered at this moment. */
const settledSeconds = 10;
const most = 500;

/** The worker of `calls.sweep`. */
export async function sweepCalls(services: Services): Promise<void> {
  const left = await services.tenancy.identity(() =>
    db()
      .selectFrom('carrier_webhooks')
      .select('id')
      .where('applied_at', 'is', null)
      .where('quarantined', 'is', null)
      .where('kind', 'like', 'call.%')
      .where('kind', '<>', 'call.recording')
      .where('received_at', '<', sql<Date>`now() - make_interval(secs => ${settledSeconds})`)
      .orderBy('id')
      .limit(most)
      .execute(),
  );
  for (const { id } of left) await applyWebhook(services, id);
  await endSilent(services);
}
