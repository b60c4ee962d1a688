/** Registrations whose job is gone, because it gave up or its queue was emptied: work on them goes on. Comes round by itself. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { formatRegistrationKey, registrationWork } from './jobs.ts';

/** The worker of `registration.sweep`. */
export async function sweepRegistrations({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; campaign_id: number }>`select * from open_registrations()`.execute(currentTransaction()),
  );
  for (const { company_id: company, campaign_id: campaign } of rows) {
    const [companyId, campaignId] = [Number(company), Number(campaign)];
    const key = formatRegistrationKey(campaignId);
    await tenancy.company([companyId], null, async () => {
      if ((await jobs.isThere(registrationWork, key)) || (await jobs.isThere(registrationWork, `${key}-poll`))) return;
      await jobs.enqueue(registrationWork, { companyId, campaignId }, { key });
    });
  }
}
