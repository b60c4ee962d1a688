/** Keeping webhooks as they came. */
import { currentTransaction } from '../../db/tenancy.ts';
import { findOddities } from '../../http/strict.ts';
import { computeDedupeKey, type WebhookKind } from './payloads.ts';

const withoutNul = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/**
 * The same without what the database cannot keep in a text: NUL, which some phones put into a message, and halves of characters. Signatures
 * are checked before this, over what came.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [withoutNul(name), storable(entry)]));
}

/** A payload as it can be kept. */
export const toStorablePayload = (payload: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).map(([name, entry]) => [withoutNul(name), storable(entry)]));

/** A JSON body as it is kept; what is no JSON object stands in it as text. Null: nested beyond reason. */
export function readJson(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body);
    if (findOddities(read).isTooDeep) return null;
    if (typeof read === 'object' && read !== null) return toStorablePayload(read);
  } catch {
    // Kept below.
  }
  return toStorablePayload({ body });
}

/** The stored webhook; null when it is a copy of one that is there. `quarantined`: why it is set aside. Runs in the open transaction. */
export async function store(
  kind: WebhookKind,
  payload: Record<string, unknown>,
  quarantined: string | null,
): Promise<{ readonly id: number; readonly received_at: Date } | null> {
  const stored = await currentTransaction()
    .insertInto('carrier_webhooks')
    .values({ kind, dedupe_key: computeDedupeKey(kind, payload), payload: JSON.stringify(payload), quarantined })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['id', 'received_at'])
    .executeTakeFirst();
  return stored ?? null;
}
