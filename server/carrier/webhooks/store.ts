/** Keeping webhooks as they came. */
import { db } from '../../db/tenancy.ts';
import { dedupeKey, type WebhookKind } from './payloads.ts';

/** The stored webhook; null when it is a copy of one that is there. `quarantined`: why it is set aside. Runs in the open transaction. */
export async function store(
  kind: WebhookKind,
  payload: Record<string, unknown>,
  quarantined: string | null,
): Promise<{ readonly id: number; readonly received_at: Date } | null> {
  const stored = await db()
    .insertInto('carrier_webhooks')
    .values({ kind, dedupe_key: dedupeKey(kind, payload), payload: JSON.stringify(payload), quarantined })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['id', 'received_at'])
    .executeTakeFirst();
  return stored ?? null;
}
