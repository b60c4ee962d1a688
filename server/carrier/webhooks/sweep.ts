/**
 * Recovers the work of a killed process: webhooks that were to be answered at once and were stored only; also webhooks that could not be applied within
 * the tries of their job, because carrier or file store were away for long. Runs periodically.
 */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { applyWebhook, type WebhookTable } from './apply.ts';

/** Younger ones are being answered at this moment. */
const settledSeconds = 10;
const most = 500;
/** By then a job has tried for the last time. */
const givenUpMinutes = 20;
const mostGivenUp = 5;

/** Applies, in their order, webhooks that were stored to be answered at once and were not applied. */
export async function applyUnanswered(services: Services, webhooks: WebhookTable): Promise<void> {
  const kinds = [...webhooks.values()].flatMap(({ kind, answer }) => (answer ? [kind] : []));
  const left = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('carrier_webhooks')
      .select('id')
      .where('applied_at', 'is', null)
      .where('quarantined', 'is', null)
      .where(sql<boolean>`kind = any (${kinds}::text[])`)
      .where('received_at', '<', sql<Date>`now() - make_interval(secs => ${settledSeconds})`)
      .orderBy('id')
      .limit(most)
      .execute(),
  );
  for (const { id } of left) await applyWebhook(services, webhooks, id);
}

/** Tries again what jobs gave up, a few at a time and in any order, so that one that never succeeds stands in nobody's way; a failure ends the round. */
export async function applyGivenUp(services: Services, webhooks: WebhookTable): Promise<void> {
  const left = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('carrier_webhooks')
      .select('id')
      .where('applied_at', 'is', null)
      .where('quarantined', 'is', null)
      .where('received_at', '<', sql<Date>`now() - make_interval(mins => ${givenUpMinutes})`)
      .orderBy(sql`random()`)
      .limit(mostGivenUp)
      .execute(),
  );
  for (const { id } of left) await applyWebhook(services, webhooks, id);
}
