/** The face of an area on the server: `server/domains/<area>/index.ts` declares it, `server/areas.ts` lists it. */
import type { Route } from '#contract/core/route.ts';
import type { Routes } from '#contract/index.ts';
import type { BatchHandler } from '../batches/batchHandler.ts';
import type { Webhook } from '../carrier/webhooks/webhook.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Work } from '../jobs/work.ts';
import type { Services } from '../services.ts';

export interface Domain<R extends Readonly<Record<string, Route>>> {
  /** Domains it imports from: no others, and none of them comes back to it (`scripts/checkLayers.ts`). */
  readonly uses: readonly (keyof Routes)[];
  readonly handlers: Handlers<R>;
  /** Its jobs, and who does them. */
  readonly jobs?: readonly Work[];
  /** What others post to us about its rows. */
  readonly webhooks?: readonly Webhook[];
  /** Handlers of each type of batch over its rows. */
  readonly batches?: (services: Services) => Readonly<Record<string, BatchHandler>>;
}
