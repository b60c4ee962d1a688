/** The sender of each vendor that is connected by OAuth. */
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import type { Services } from '../../services.ts';
import type { conversionsSend } from './jobs.ts';
import { sendAds } from './sendAds.ts';
import { sendPosts } from './sendPosts.ts';
import { sendReports } from './sendReports.ts';

type Sender = (services: Services, job: NonNullable<typeof conversionsSend.given>) => Promise<void>;

export const senders: Readonly<Record<OAuthProvider, Sender>> = {
  'team-chat': sendPosts,
  'lead-crm': sendReports,
  'google-ads': (services, job) => sendAds(services, job, 'google-ads'),
  'meta-ads': (services, job) => sendAds(services, job, 'meta-ads'),
  'microsoft-ads': (services, job) => sendAds(services, job, 'microsoft-ads'),
};
