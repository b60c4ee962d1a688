/** First texts: whoever never wrote or called is written to by day, their day, and a few times in it at most. What comes earlier waits, and is shown as waiting. */
import { sql } from 'kysely';
import { findQuiet, firstTexts, listZones, type QuietPeriod } from '#contract/text/quietHours.ts';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import type { Services } from '../services.ts';

/** A text by the number it goes to; `id` where it is kept already. */
interface FirstText {
  readonly recipient: string;
  readonly id?: number;
}
/** Reason a first text is held: the hours of its recipient, or the texts they got before. */
export interface HoldReason extends QuietPeriod {
  readonly by: 'hours' | 'count';
}

/** Did somebody at this number ever write or call? What is sent then is a reply. */
export async function hasReachedUs(recipient: string): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where('recipient', '=', recipient)
    .where('is_inbound', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the reason to hold a text at an instant; null for a reply, for one of a few by day, and where the installation keeps no hours. */
export async function findHoldReason({ config }: Services, text: FirstText, at: Date): Promise<HoldReason | null> {
  const hours = config.textingHours;
  if (hours === null || (await hasReachedUs(text.recipient))) return null;
  const contact = await currentTransaction()
    .selectFrom('contacts')
    .select('state')
    .where('company_id', '=', companyId())
    .where('number', '=', text.recipient)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const zones = listZones(text.recipient, contact?.state ?? null);
  let quiet = findQuiet(zones, at, hours);
  let until = quiet?.until ?? at;
  let by: HoldReason['by'] = 'hours';
  for (let full = await fullUntil(text, until); full !== null; full = await fullUntil(text, until)) {
    by = 'count';
    quiet = findQuiet(zones, full, hours) ?? { until: full, zone: zones[0] ?? 'UTC' };
    until = quiet.until;
  }
  return quiet && { ...quiet, by };
}

/**
 * Until when a number has had as many first texts as it may get: null when one more may go out at that instant. Those on their way count as sent; of those
 * that wait, a kept text lets the older ones go first, so that of several that are due some do go.
 */
async function fullUntil({ recipient, id = null }: Omit<FirstText, 'id'> & { readonly id?: number | null }, at: Date): Promise<Date | null> {
  const since = new Date(at.getTime() - firstTexts.withinMs);
  const due = new Date(Math.min(at.getTime(), Date.now()));
  const { rows } = await sql<{ at: Date }>`
    select sent_at as at from (
      select coalesce(attempt.at, items.send_at, ${due}::timestamptz) as sent_at
      from items left join lateral (
        select max(created_at) as at from message_attempts where item_id = items.id and state in ('intent', 'accepted', 'unknown')
      ) attempt on true
      where items.company_id = ${companyId()} and items.recipient = ${recipient} and items.type = 'message' and not items.is_inbound
        and items.id is distinct from ${id}::bigint
        and (attempt.at is not null or (
          items.delivery_state in ('held', 'scheduled', 'queued') and items.deleted_at is null and items.id < coalesce(${id}::bigint, items.id + 1)
        ))
    ) texts
    where sent_at > ${since} and sent_at <= ${at}
    order by sent_at desc limit ${firstTexts.max}`.execute(currentTransaction());
  const first = rows[firstTexts.max - 1];
  // The database counts in microseconds: a millisecond more is after it for certain.
  return first ? new Date(first.at.getTime() + firstTexts.withinMs + 1) : null;
}
