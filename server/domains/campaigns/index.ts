/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { showInInbox } from './inboxItems.ts';
import { campaignItems, campaignLane, campaignLook, campaignsSweep } from './jobs.ts';
import { runLane } from './lane.ts';
import { look, sweepCampaigns } from './looks.ts';
import { webhooks } from './webhooks.ts';

export const campaigns: Domain<Routes['campaigns']> = {
  uses: ['contacts', 'conversations', 'messaging', 'numbers', 'system'],
  handlers,
  jobs: [work(campaignLane, runLane), work(campaignItems, showInInbox), work(campaignLook, look), work(campaignsSweep, sweepCampaigns)],
  webhooks,
};
