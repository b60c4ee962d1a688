/**
 * Events of the carrier's stream about registrations. An event only triggers a look: how a registration stands is asked of the carrier itself, so that copies, order
 * and a lost one change nothing.
 */
import { sql } from 'kysely';
import type { Payload, Webhook } from '../../carrier/webhooks/webhook.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { formatRegistrationKey, registrationWork } from './jobs.ts';

const maxSids = 20;

/** Ids of brands, services of campaigns and toll-free verifications anywhere in a payload: events name them differently. */
function listSids(payload: Payload): string[] {
  const found = JSON.stringify(payload).matchAll(/"((?:BN|MG|QE|HH)[0-9a-fA-F]{32})"/g);
  return [...new Set([...found].flatMap(([, sid]) => (sid === undefined ? [] : [sid])))].slice(0, maxSids);
}

const registrationEvent: Webhook = {
  kind: 'registration.told',
  from: 'carrier.json',
  path: '/webhooks/carrier/registration',

  async apply({ tenancy, jobs }, { payload }) {
    const sids = listSids(payload);
    if (sids.length === 0) return 'The event names no registration';
    return tenancy.identity(async () => {
      const { rows } = await sql<{ company_id: number; campaign_id: number }>`select * from registrations_of_carrier(${sids}::text[])`.execute(
        currentTransaction(),
      );
      if (rows.length === 0) return 'Registration not found';
      for (const { company_id: company, campaign_id: campaign } of rows) {
        const [companyId, campaignId] = [Number(company), Number(campaign)];
        await jobs.enqueue(registrationWork, { companyId, campaignId }, { key: `${formatRegistrationKey(campaignId)}-told` });
      }
      return null;
    });
  },
};

export const webhooks = [registrationEvent];
