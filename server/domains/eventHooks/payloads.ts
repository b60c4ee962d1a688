/** Bodies of events: the row as the API shows it to a member who may read it. Runs in the open transaction of one company. */
import { hookPayloads } from '#contract/eventHooks/entities.ts';
import { type SentEvent, testEvent } from '#contract/eventHooks/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { serializeSlow } from '../../http/responseSerializer.ts';
import type { Services } from '../../services.ts';
import { loadCalls } from '../calls/queries.ts';
import { getCampaign } from '../campaigns/queries.ts';
import { loadItems } from '../conversations/items.ts';

/** An event that is about to be told. */
interface HookSubject {
  readonly event: SentEvent;
  readonly call_id: number | null;
  readonly item_id: number | null;
  readonly campaign_id: number | null;
  readonly occurred_at: Date;
}

async function readCall(event: SentEvent, id: number) {
  const [call] = await loadCalls([id]);
  const isTrue = event === 'call.missed' ? call?.result === 'missed' : event !== 'lead.marked' || call?.ascOptions.isLead === true;
  return call !== undefined && isTrue ? call : null;
}

async function readItem(services: Services, id: number) {
  const there = await currentTransaction()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return there ? ((await loadItems(services, [id]))[0] ?? null) : null;
}

async function readData(services: Services, subject: HookSubject): Promise<unknown> {
  if (subject.event === testEvent) return { message: 'Keyline reaches this webhook' };
  if (subject.call_id !== null) return readCall(subject.event, subject.call_id);
  if (subject.item_id !== null) return readItem(services, subject.item_id);
  return subject.campaign_id === null ? null : getCampaign(services, subject.campaign_id);
}

/** Writes the body of an event. Null: what it is about is gone, or no longer true. */
export async function createBody(services: Services, subject: HookSubject): Promise<string | null> {
  const data = await readData(services, subject);
  if (data === null) return null;
  return serializeSlow(hookPayloads[subject.event], { type: subject.event, timestamp: subject.occurred_at.toISOString(), companyId: companyId(), data });
}
