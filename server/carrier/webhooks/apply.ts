/** Applies stored webhooks, each once. What is about nothing we know is set aside. */
import { currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import type { Webhook } from './webhook.ts';

/** Webhooks by their kind. */
export type WebhookTable = ReadonlyMap<string, Webhook>;

/** The worker of `webhook.apply`. */
export async function applyWebhook(services: Services, webhooks: WebhookTable, webhookId: number): Promise<void> {
  const row = await services.tenancy.identity(() =>
    currentTransaction()
      .selectFrom('carrier_webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .where('applied_at', 'is', null)
      .where('quarantined', 'is', null)
      .executeTakeFirst(),
  );
  if (!row) return;
  failpoint('webhook.apply: before applying');
  const webhook = webhooks.get(row.kind);
  const refusal = webhook ? await webhook.apply(services, { payload: row.payload, receivedAt: row.received_at }) : 'Unknown kind of webhook';
  failpoint('webhook.apply: after applying');
  await services.tenancy.identity(() =>
    currentTransaction()
      .updateTable('carrier_webhooks')
      .set(refusal === null ? { applied_at: new Date() } : { quarantined: refusal })
      .where('id', '=', webhookId)
      .execute(),
  );
}
