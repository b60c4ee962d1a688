/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Makes a code and sends it. */
export const catalogCode = job<{ readonly challengeId: string }>('catalog.code', { workers: 1, batch: 4, retries: 5, lookSeconds: 5 });

/** Buys a number that an account has chosen. */
export const catalogBuy = job<{ readonly id: number }>('catalog.buy', { workers: 1, batch: 4, retries: 200, lookSeconds: 5 });

/** Sends an invitation. */
export const catalogInvite = job<{ readonly id: number }>('catalog.invite', { workers: 1, batch: 4, retries: 20, lookSeconds: 5 });

/** Mails files to support. */
export const catalogSupport = job<{ readonly uploadId: number }>('catalog.support', { workers: 1, batch: 2, retries: 200, lookSeconds: 5 });

/** Gives back what is due, warns of what soon will be, forgets what has run out. */
export const catalogSweep = job('catalog.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 5, everySeconds: 600 });
