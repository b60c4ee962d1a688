/** Batches over numbers: what two areas and more do to many of them. */
import type { App } from '../api/app.ts';

/** Areas of the cache that a batch over numbers changes. */
export const areasOfNumbers: readonly string[] = ['numbers', 'tags', 'forwards', 'greetings', 'marketplace', 'templates', 'activity'];

/** Takes a batch over numbers back. */
export const undoNumbers = (app: App, companyId: number) => (key: string) => app.api.call('numbers.undoBulk', { companyId, params: { key } });
