/**
 * Carrier statuses of a campaign's texts: callbacks are gathered for a moment and applied by one statement, the raw rows among them; each is answered once
 * that has committed. Results of a look at the carrier go the same way.
 */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { optOut } from '../messaging/optOut.ts';
import { messageStatuses } from '../messaging/statuses.ts';
import { campaignItems } from './jobs.ts';
import { tellCampaign } from './telling.ts';

/** A status of an attempt, with the webhook that brought it. */
interface ToldStatus {
  readonly companyId: number;
  readonly attemptId: string;
  readonly carrierSid: string;
  /** The carrier's own word. */
  readonly status: string;
  readonly errorCode: string | null;
}

/** A status as the statement takes it. */
export function toStatusRow({ companyId, attemptId, carrierSid, status, errorCode }: ToldStatus) {
  const known = messageStatuses[status];
  const shown = known === undefined || known.shown === 'accepted' ? 'sent' : known.shown;
  return { company: companyId, attempt: attemptId, sid: carrierSid, status, rank: known?.rank ?? 0, shown, error: errorCode };
}

interface Moved {
  readonly company: number;
  readonly campaign: number;
  readonly opted_out: string[] | null;
}

/** Applies statuses of any companies, in a transaction of its own, and tells whose campaigns changed. */
export async function applyStatuses(services: Services, told: readonly object[]): Promise<void> {
  const { tenancy, jobs } = services;
  const moved = await tenancy.identity(async () => {
    const { rows } = await sql<Moved>`select company, campaign, opted_out from apply_campaign_statuses(${JSON.stringify(told)}::jsonb)`.execute(
      currentTransaction(),
    );
    const startAt = new Date(Date.now() + 1_000);
    const show = (campaign: Moved) =>
      jobs.enqueue(
        campaignItems,
        { companyId: Number(campaign.company), campaignId: Number(campaign.campaign) },
        { key: `items-${campaign.campaign}`, startAt },
      );
    await Promise.all(rows.map(show));
    return rows;
  });
  for (const { company, campaign, opted_out } of moved) {
    tellCampaign(services, Number(company), Number(campaign));
    for (const number of opted_out ?? []) await tenancy.company([Number(company)], null, () => optOut(number, 'carrier', new Date()));
  }
}
