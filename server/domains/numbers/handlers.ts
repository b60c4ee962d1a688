/** Phone numbers over HTTP (spec 1.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { createBatch, undoBatch } from '../batches/batches.ts';
import { assertCount } from '../batches/selection.ts';
import type { Cause } from '../conversations/repository.ts';
import { checkValues } from '../customFields/values.ts';
import { rotateNumber } from '../purchase/rotation.ts';
import { changeRouting, changesRouting } from '../routing/changing.ts';
import type { BulkChanges } from './bulkUpdate.ts';
import { checkTags, lockNumber, updateNumber } from './commands.ts';
import { flatChanges } from './flat.ts';
import { previewOf } from './preview.ts';
import { listNumbers, oneNumber, pageOfNumbers } from './queries.ts';
import { impactOf, removeNumbers, restoreNumbers } from './removal.ts';
import { chosenNumbers } from './selection.ts';
import { saveTriggers } from './triggers.ts';

const by = (caller: AuthUser): Cause & { readonly actorId: number } => ({ actorId: caller.userId });

/** Refuses changes that change nothing or name what is not there. */
async function checkChanges(set: BulkChanges): Promise<void> {
  if (Object.values(set).every((value) => value === undefined)) throw new AppError('invalid', { field: 'set', message: 'Provide at least one change' });
  await checkTags(set.addTags ?? [], 'set.add_tags');
  await checkTags(set.removeTags ?? [], 'set.remove_tags');
  if (set.field) await checkValues('Number', [set.field], 'set.field');
}

export const handlers: Handlers<typeof routes.numbers> = {
  list: ({ seat, query }) => listNumbers(seat, query),

  datatable: ({ query, seat }) => pageOfNumbers(seat, query),

  get: ({ params, seat }) => oneNumber(seat, params.idOrNumber),

  update: async ({ params, body, seat, caller }) => {
    await updateNumber(seat, params.id, body, caller.userId);
    if (changesRouting(body)) await changeRouting(seat, params.id, body, caller.userId);
    return oneNumber(seat, String(params.id));
  },

  remove: async ({ params, seat, caller, services }) => {
    await lockNumber(seat, params.id);
    await removeNumbers(services.jobs, [params.id], by(caller));
    return oneNumber(seat, String(params.id));
  },

  restore: async ({ params, seat, caller }) => {
    const row = await lockNumber(seat, params.id, true);
    if (row.status === 2 && (await restoreNumbers(new Map([[params.id, 0]]), by(caller))).length === 0)
      throw new AppError('conflict', { message: 'This number was released by the carrier and can’t be restored' });
    return oneNumber(seat, String(params.id));
  },

  rotate: ({ params, body, seat, caller, services }) => rotateNumber(services, params.id, body.key, { seat, caller }),

  impact: async ({ body, seat }) => {
    const chosen = chosenNumbers(body, seat);
    const impact = await impactOf(chosen.rows);
    await assertCount(chosen, impact.count);
    return impact;
  },

  triggers: async ({ body, seat, caller }) => ({ triggers: await saveTriggers(seat, body.upsert, body.remove, caller.userId) }),

  bulkUpdate: async ({ body, seat, caller, services }) => {
    const { set, filter } = flatChanges(body);
    await checkChanges(set);
    const chosen = chosenNumbers(body, seat, filter);
    return createBatch(services.jobs, { key: body.key, type: 'numbers.update', createdBy: caller.userId, chosen, params: set });
  },

  bulkPreview: async ({ body, seat }) => {
    await checkChanges(body.set);
    const chosen = chosenNumbers(body, seat);
    const preview = await previewOf(sql`${chosen.rows}`, body.set);
    await assertCount(chosen, preview.count);
    return preview;
  },

  bulkRemove: ({ body, seat, caller, services }) => {
    const { key, all, numbers, filter, count, ...flat } = body;
    const chosen = chosenNumbers({ all, numbers, filter, count }, seat, flat);
    return createBatch(services.jobs, { key, type: 'numbers.remove', createdBy: caller.userId, chosen });
  },

  undoBulk: ({ params, caller, seat, services }) =>
    undoBatch(
      services.jobs,
      params.key,
      (type) =>
        type === 'numbers.update' ||
        (type === 'numbers.remove' && seat.may('numbers.buy')) ||
        ((type === 'numbers.template' || type === 'numbers.hours') && seat.may('numbers.route')),
      { caller, seat },
    ),
};
