/** Phone numbers over HTTP (spec 1.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import { lockNumber, toNumberSelection } from '../../access/numberSelection.ts';
import { createBatch, undoBatch } from '../../batches/batches.ts';
import { assertCount } from '../../batches/selection.ts';
import type { Cause } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { checkValues } from '../customFields/values.ts';
import { rotateNumber } from '../purchase/rotation.ts';
import { changeRouting, hasRoutingChanges } from '../routing/changing.ts';
import { assertRoutingVersion } from '../routing/repository.ts';
import type { BulkChanges } from './bulkUpdate.ts';
import { checkTags, updateNumber } from './commands.ts';
import { parseFlatChanges } from './flat.ts';
import { loadPreview } from './preview.ts';
import { getNumber, listNumbers, listNumbersPage } from './queries.ts';
import { countRemovalImpact, removeNumbers, restoreNumbers } from './removal.ts';
import { saveTriggers } from './triggers.ts';

const by = (authUser: AuthUser): Cause & { readonly actorId: number } => ({ actorId: authUser.userId });

/** Refuses changes that change nothing or name what is not there. */
async function checkChanges(set: BulkChanges): Promise<void> {
  if (Object.values(set).every((value) => value === undefined)) throw new AppError('invalid', { field: 'set', message: 'Provide at least one change' });
  await checkTags(set.addTags ?? [], 'set.add_tags');
  await checkTags(set.removeTags ?? [], 'set.remove_tags');
  if (set.field) await checkValues('Number', [set.field], 'set.field');
}

export const handlers: Handlers<typeof routes.numbers> = {
  list: ({ membership, query }) => listNumbers(membership, query),

  datatable: ({ query, membership }) => listNumbersPage(membership, query),

  get: ({ params, query, membership }) => getNumber(membership, params.idOrNumber, query.include === 'sms-verification'),

  update: async ({ params, query, body, membership, authUser }) => {
    await updateNumber(membership, params.id, body, authUser.userId);
    if (hasRoutingChanges(body)) await changeRouting(membership, params.id, body, authUser.userId);
    else if (body.version !== undefined) await assertRoutingVersion(params.id, body.version);
    return getNumber(membership, String(params.id), query.include === 'sms-verification');
  },

  remove: async ({ params, membership, authUser, services }) => {
    await lockNumber(membership, params.id);
    await removeNumbers(services.jobs, [params.id], by(authUser));
    return getNumber(membership, String(params.id));
  },

  restore: async ({ params, membership, authUser }) => {
    const row = await lockNumber(membership, params.id, true);
    if (row.status === 2 && (await restoreNumbers(new Map([[params.id, 0]]), by(authUser))).length === 0)
      throw new AppError('conflict', { message: 'This number was released by the carrier and can’t be restored' });
    return getNumber(membership, String(params.id));
  },

  rotate: ({ params, body, membership, authUser, services }) => rotateNumber(services, params.id, body.key, { membership, authUser }),

  impact: async ({ body, membership }) => {
    const chosen = toNumberSelection(body, membership);
    const impact = await countRemovalImpact(chosen.rows);
    await assertCount(chosen, impact.count);
    return impact;
  },

  triggers: async ({ body, membership, authUser }) => ({ triggers: await saveTriggers(membership, body.upsert, body.remove, authUser.userId) }),

  bulkUpdate: async ({ body, membership, authUser, services }) => {
    const { set, filter } = parseFlatChanges(body);
    await checkChanges(set);
    const chosen = toNumberSelection(body, membership, filter);
    return createBatch(services.jobs, { key: body.key, type: 'numbers.update', createdBy: authUser.userId, chosen, params: set });
  },

  bulkPreview: async ({ body, membership }) => {
    await checkChanges(body.set);
    const chosen = toNumberSelection(body, membership);
    const preview = await loadPreview(sql`${chosen.rows}`, body.set);
    await assertCount(chosen, preview.count);
    return preview;
  },

  bulkRemove: ({ body, membership, authUser, services }) => {
    const { key, all, numbers, filter, count, ...flat } = body;
    const chosen = toNumberSelection({ all, numbers, filter, count }, membership, flat);
    return createBatch(services.jobs, { key, type: 'numbers.remove', createdBy: authUser.userId, chosen });
  },

  undoBulk: ({ params, authUser, membership, services }) =>
    undoBatch(
      services.jobs,
      params.key,
      (type) =>
        type === 'numbers.update' ||
        (type === 'numbers.remove' && membership.may('numbers.buy')) ||
        ((type === 'numbers.template' || type === 'numbers.hours') && membership.may('numbers.route')),
      { authUser, membership },
    ),
};
