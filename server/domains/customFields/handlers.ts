/** Custom fields over HTTP (spec 1.7). */
import { type EavEntityType, eavEntityTypes } from '#contract/enums.ts';
import type { routes } from '#contract/index.ts';
import { changed } from '../../db/tenancy.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createField, deleteField, listFields, updateField } from './fields.ts';
import { rowsOfKind } from './rows.ts';
import { checkValues, previousValues, setValues, valuesOf } from './values.ts';

/** What changed, for those who show it. */
const told: Partial<Record<EavEntityType, 'number-updated' | 'company-updated'>> = { Number: 'number-updated', Company: 'company-updated' };

export const handlers: Handlers<typeof routes.customFields> = {
  types: async () => ({ data: eavEntityTypes.map((type) => ({ type })), meta: { total: eavEntityTypes.length } }),

  list: ({ query }) => listFields(query),

  create: ({ params, body, caller }) => createField(params.type, body, caller.userId),

  update: ({ params, body, caller }) => updateField(params.type, params.id, body, caller.userId),

  delete: async ({ params, caller }) => {
    await deleteField(params.id, caller.userId);
    return undefined;
  },

  values: async ({ params, seat }) => {
    await rowsOfKind(seat, params.type, [params.id]);
    const data = await valuesOf(params.type, params.id);
    return { data, meta: { total: data.length } };
  },

  setValues: async ({ params, body, seat, caller }) => {
    const ids = await rowsOfKind(seat, params.type, body.ids);
    await checkValues(params.type, [body], 'values');
    const before = await previousValues(ids, body.attributeId);
    await setValues(ids, body);
    const kind = told[params.type];
    if (kind) for (const id of ids) changed({ kind, id, actorId: caller.userId });
    return { before: ids.map((id) => ({ id, value: before.get(id) ?? null })) };
  },
};
