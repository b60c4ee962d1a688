/** Handlers of call routing, over HTTP. */

import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { toNumberSelection } from '../../access/numberSelection.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { createBatch } from '../../batches/batches.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers, Membership } from '../../http/handlers.ts';
import { parseWantedHours } from './bulkHours.ts';
import { findRouting, listRoutings, type NumberRouting, readRouting } from './repository.ts';
import { lintAll, simulateCall } from './simulate.ts';

async function worked(membership: Membership, numberId: number): Promise<NumberRouting> {
  const entry = canAccessNumber(membership, numberId) ? await findRouting(numberId) : null;
  if (!entry) throw new AppError('not_found');
  return entry;
}

const phone = (typed: string, field: string): string => {
  const number = normalisePhone(typed);
  if (number === null) throw new AppError('invalid', { field, message: `“${typed}” is not a phone number` });
  return number;
};

export const handlers: Handlers<typeof routes.routing> = {
  list: async ({ membership }) => {
    const data = (await listRoutings(membership)).map(({ routing }) => routing);
    return { data, meta: { total: data.length } };
  },

  get: async ({ params, membership }) => (await worked(membership, params.id)).routing,

  setHours: ({ body, membership, authUser, services }) =>
    createBatch(services.jobs, {
      key: body.key,
      type: 'numbers.hours',
      createdBy: authUser.userId,
      chosen: toNumberSelection(body, membership),
      params: parseWantedHours(body),
    }),

  simulate: async ({ body, membership }) => {
    const kept = await worked(membership, body.numberId);
    const routing = body.routing ? await readRouting(kept, body.routing) : kept.routing;
    return simulateCall(
      { ...kept, routing },
      {
        from: body.from === undefined ? null : phone(body.from, 'from'),
        at: body.at === undefined ? Date.now() : Date.parse(body.at),
        isNow: body.at === undefined,
        keys: body.keys ?? null,
        answers: Object.fromEntries(body.answers.map(({ number, seconds }, at) => [phone(number, `answers.${at}.number`), seconds])),
      },
    );
  },

  lints: async ({ membership }) => lintAll(await listRoutings(membership)),
};
