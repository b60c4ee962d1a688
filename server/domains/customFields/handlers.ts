/** Custom fields over HTTP (spec 1.7). */

import { permissions } from '#contract/core/permissions.ts';
import { type EavEntityType, eavEntityTypes } from '#contract/customFields/enums.ts';
import type { routes } from '#contract/index.ts';
import { checkAdministers } from '../../access/sharing.ts';
import { recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, Membership } from '../../http/handlers.ts';
import { createField, deleteField, listFields, updateField } from './definitions.ts';
import { checkRows } from './rows.ts';
import { checkValues, findPreviousValues, loadFields, setOrganizationValues, setValues } from './values.ts';

/** Events sent after a change, by type of entity. */
const told: Partial<Record<EavEntityType, 'number-updated' | 'company-updated' | 'call-updated'>> = {
  Number: 'number-updated',
  Company: 'company-updated',
  Call: 'call-updated',
};

/**
 * Refuses users who may not fill in a field: a company's requires the permission to change it, an organization's its administrators, another user's the
 * permission to change fields, as any user's does of an API key; other rows require nothing more.
 */
async function checkFills(membership: Membership, authUser: AuthUser, type: EavEntityType, ids: readonly number[]): Promise<void> {
  if (type === 'Organization') for (const id of ids) await checkAdministers(id, authUser);
  const isOwn = authUser.apiKey === null && ids.every((id) => id === authUser.userId);
  if (type === 'User' && !isOwn && !membership.may('customFields.write'))
    throw new AppError('forbidden', { message: 'You can only set your own custom fields' });
  if (type === 'Company' && !membership.may('company.update'))
    throw new AppError('forbidden', { message: `You don’t have permission to ${permissions['company.update']}` });
}

export const handlers: Handlers<typeof routes.customFields> = {
  types: async () => ({ data: eavEntityTypes.map((type) => ({ type })), meta: { total: eavEntityTypes.length } }),

  list: ({ query }) => listFields(query),

  create: ({ params, body, authUser }) => createField(params.type, body, authUser),

  update: ({ params, body, authUser }) => updateField(params.type, params.id, body, authUser),

  delete: async ({ params, authUser }) => {
    await deleteField(params.id, authUser);
    return undefined;
  },

  values: async ({ params, membership }) => {
    await checkRows(membership, params.type, [params.id]);
    const data = await loadFields(params.type, params.id);
    return { data, meta: { total: data.length } };
  },

  setValues: async ({ params, body, membership, authUser }) => {
    const ids = await checkRows(membership, params.type, body.ids);
    await checkValues(params.type, [body], 'values');
    await checkFills(membership, authUser, params.type, ids);
    const before = await findPreviousValues(params.type, ids, body.attributeId);
    await (params.type === 'Organization' ? setOrganizationValues(ids, body) : setValues(ids, body));
    const kind = told[params.type];
    if (kind) for (const id of ids) recordChange({ kind, id, actorId: authUser.userId });
    return { before: ids.map((id) => ({ id, value: before.get(id) ?? null })) };
  },
};
