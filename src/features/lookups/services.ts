/** Looking up callers, as commands reach it. */

import type { CallerServices } from '#commands/lookups/types.ts';
import type { CallerLookup } from '#contract/lookups/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { createCallerQuery } from '../../shared/callers.ts';

const formatLookup = ({ number, owners: [first], lineType, carrier }: CallerLookup): string =>
  first ? [first.name, lineType, carrier].filter(Boolean).join(' · ') : `No caller information found for ${displayPhone(number)}`;

/** Looking up callers, as the app provides it. */
export function createCallerServices(app: App): CallerServices {
  return {
    lookUp: async (number) => ({ message: formatLookup(await app.queries.fetchQuery(createCallerQuery(app, getCompanyId(app), number))) }),
  };
}
