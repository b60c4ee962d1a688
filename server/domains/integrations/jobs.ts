/** Jobs of the area; their workers stand in its face. */
import { job } from '../../jobs/job.ts';

/** Sends what is due at an integration. */
export const conversionsSend = job<{ readonly companyId: number; readonly integrationId: number }>('conversions.send', {
  workers: 2,
  batch: 2,
  retries: 8,
  lookSeconds: 2,
});

/** Gives grants back to their vendor. */
export const oauthRevoke = job('oauth.revoke', { workers: 1, batch: 1, retries: 5, lookSeconds: 1, everySeconds: 5 });

/** Mails who may reconnect an integration whose grant ends soon. */
export const oauthEndings = job('oauth.endings', { workers: 1, batch: 1, retries: 5, lookSeconds: 5, everySeconds: 3_600 });

/** Finds integrations with something due, and attempts whose process is gone. */
export const conversionsSweep = job('conversions.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 1, everySeconds: 2 });
