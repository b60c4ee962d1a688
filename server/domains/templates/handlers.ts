/** Number templates over HTTP (spec 2.3, 2.7). */
import type { routes } from '#contract/index.ts';
import { toNumberSelection } from '../../access/numberSelection.ts';
import { createBatch, readBatch } from '../../batches/batches.ts';
import { assertCount } from '../../batches/selection.ts';
import type { Handlers } from '../../http/handlers.ts';
import { classifyNumbers, toPreview } from './applyTemplate.ts';
import { createTemplate, removeTemplates, updateTemplate } from './commands.ts';
import { getTemplate, getTemplateRouting, listTemplates } from './queries.ts';

const type = 'numbers.template';

export const handlers: Handlers<typeof routes.templates> = {
  list: () => listTemplates(),
  get: ({ params }) => getTemplate(params.id),
  create: ({ body, authUser }) => createTemplate(authUser, body),
  update: ({ params, body, authUser }) => updateTemplate(authUser, params.id, body),
  remove: async ({ body, authUser }) => {
    await removeTemplates(authUser, body.numberTemplatesToRemove);
    return undefined;
  },

  preview: async ({ params, body, membership }) => {
    const template = await getTemplateRouting(params.id, body.version);
    const chosen = toNumberSelection(body, membership);
    const ids = (await chosen.rows.execute()).map(({ id }) => id);
    await assertCount(chosen, ids.length);
    return toPreview(await classifyNumbers(ids, template));
  },

  apply: async ({ params, body, membership, authUser, services }) => {
    const same = await readBatch(body.key);
    if (same.type === type) return same;
    return createBatch(services.jobs, {
      key: body.key,
      type,
      createdBy: authUser.userId,
      chosen: toNumberSelection(body, membership),
      params: { ...(await getTemplateRouting(params.id, body.version)) },
    });
  },
};
