/** Calls that go on now, and the limits of where calls go, over HTTP. */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { saveLimits, showLimits } from '../routing/limits.ts';
import { listLiveCalls } from './live.ts';

const given = <T extends object>(changes: T) => Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

export const handlers: Handlers<typeof routes.calling> = {
  live: ({ membership }) => listLiveCalls(membership),
  limits: () => showLimits(),
  saveLimits: ({ body, authUser }) => saveLimits(given(body), authUser.userId),
};
