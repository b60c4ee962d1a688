/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

interface OfCampaign {
  readonly companyId: number;
  readonly campaignId: number;
}

/** Works at a campaign: writes down its recipients, and sends, at its number's rate. */
export const campaignLane = job<OfCampaign>('campaign.lane', { workers: 6, batch: 1, retries: 20, lookSeconds: 1 });

/** Shows a campaign's texts in the inbox. */
export const campaignItems = job<OfCampaign>('campaign.items', { workers: 1, batch: 1, retries: 20, lookSeconds: 2 });

/** Asks the carrier what became of an attempt. */
export const campaignLook = job<{ readonly companyId: number; readonly attemptId: string }>('campaign.look', {
  workers: 1,
  batch: 8,
  retries: 3,
  lookSeconds: 2,
});

/** Finds campaigns whose lane is gone, and attempts nobody knows of. */
export const campaignsSweep = job('campaigns.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 2, everySeconds: 5 });
