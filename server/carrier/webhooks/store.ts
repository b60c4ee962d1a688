/** Keeping webhooks as they came. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { currentTransaction } from '../../db/tenancy.ts';
import { findOddities } from '../../http/strict.ts';
import type { Payload, Webhook } from './webhook.ts';

type Source = Pick<Webhook, 'kind' | 'from'>;

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
export const toStorablePayload = (payload: object): Payload =>
  Object.fromEntries(Object.entries(payload).map(([name, entry]) => [withoutNul(name), storable(entry)]));

/** A JSON body as it is kept; what is no JSON object stands in it as text. Null: nested beyond reason. */
export function readJson(body: string): Payload | null {
  try {
    const read: unknown = JSON.parse(body);
    if (findOddities(read).isTooDeep) return null;
    if (typeof read === 'object' && read !== null) return toStorablePayload(read);
  } catch {
    // Kept below.
  }
  return toStorablePayload({ body });
}

const CardEvent = z.object({ id: z.string().check(z.maxLength(80)) });

const Event = z.object({ data: z.object({ id: z.string().check(z.maxLength(80)) }) });

const computeHash = (payload: Payload) => createHash('sha256').update(JSON.stringify(payload)).digest('hex');

/**
 * The key under which a second copy of a webhook is known as one. Events of the fax vendor and of the card vendor have an id. The carrier's JSON names no event: the same words twice
 * are one. A form is known by what it is about and the state it tells.
 */
export function computeDedupeKey({ kind, from }: Source, payload: Payload): string {
  if (from === 'fax') return `${kind}:${Event.safeParse(payload).data?.data.id ?? computeHash(payload)}`;
  if (from === 'cards') return `${kind}:${CardEvent.safeParse(payload).data?.id ?? computeHash(payload)}`;
  if (from === 'carrier.json') return `${kind}:${computeHash(payload)}`;
  const part = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const sids = `${part('MessageSid')}${part('CallSid')}`.slice(0, 140);
  const place = `${part('turn')}${part('round')}`.slice(0, 10);
  return [kind, sids, place, part('MessageStatus') || part('CallStatus'), part('RecordingSid'), part('token').slice(-24)].join(':').slice(0, 400);
}

/** The stored webhook; null when it is a copy of one that is there. `quarantined`: why it is set aside. Runs in the open transaction. */
export async function store(source: Source, payload: Payload, quarantined: string | null): Promise<{ readonly id: number; readonly received_at: Date } | null> {
  const stored = await currentTransaction()
    .insertInto('carrier_webhooks')
    .values({ kind: source.kind, dedupe_key: computeDedupeKey(source, payload), payload: JSON.stringify(payload), quarantined })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['id', 'received_at'])
    .executeTakeFirst();
  return stored ?? null;
}
