/** First texts: whoever never wrote or called is written to by day, their day. What comes earlier waits, and is shown as waiting. */
import type { Quiet } from '#contract/quietHours.ts';
import { quietAt, zonesOf } from '#contract/quietHours.ts';
import { companyId, db } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

/** Did somebody at this number ever write or call? What is sent then is a reply. */
export async function reachedUs(recipient: string): Promise<boolean> {
  const row = await db()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where('recipient', '=', recipient)
    .where('is_inbound', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the reason to hold a text to a number at an instant; null for a reply, within texting hours, and where the installation has none. */
export async function holdFirst({ config }: Services, recipient: string, at: Date): Promise<Quiet | null> {
  if (config.textingHours === null || (await reachedUs(recipient))) return null;
  const contact = await db()
    .selectFrom('contacts')
    .select('state')
    .where('company_id', '=', companyId())
    .where('number', '=', recipient)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return quietAt(zonesOf(recipient, contact?.state ?? null), at, config.textingHours);
}
