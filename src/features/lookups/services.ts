/** Looking up callers, as commands reach it. */

import type { CallerServices } from '#commands/lookups/types.ts';
import type { CallerLookup } from '#contract/lookups/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type App, companyOf } from '../../api/app.ts';
import { callerOf } from '../../shared/callers.ts';

const toldOf = ({ number, owners: [first], lineType, carrier }: CallerLookup): string =>
  first ? [first.name, lineType, carrier].filter(Boolean).join(' · ') : `No caller information found for ${displayPhone(number)}`;

/** Looking up callers, as the app provides it. */
export function createCallerServices(app: App): CallerServices {
  return {
    lookUp: async (number) => ({ message: toldOf(await app.queries.fetchQuery(callerOf(app, companyOf(app), number))) }),
  };
}
