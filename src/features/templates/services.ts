/** Number templates as commands reach them, and what arrives for the list. */

import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { TemplateServices } from '#commands/templates/types.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { sortRoutes, toTemplateRoutes } from '#contract/templates/rules.ts';
import { createHours } from '#contract/text/hours.ts';
import { parseRoutingText } from '#contract/text/routingLine.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { bulkNumbers, toNumberChoice } from '../../shared/numberBatches.ts';
import { createTemplatesQuery } from '../../shared/templates.ts';
import { loadPhoneLibrary, parsePhone } from '../../ui/index.ts';
import { refresh } from './live.ts';

type TemplateValues = Pick<NumberTemplate, 'name' | 'routes' | 'hours' | 'greetingId' | 'voicemailGreetingId' | 'recordCalls' | 'announceRecording'>;

const toBody = ({ name, routes: byId, hours, greetingId, voicemailGreetingId, recordCalls, announceRecording }: TemplateValues) => ({
  name,
  routes: toTemplateRoutes(sortRoutes(byId)),
  hours,
  greetingId,
  voicemailGreetingId,
  recordCalls,
  announceRecording,
});

async function remove(app: App, companyId: number, ids: readonly number[]): Promise<void> {
  await app.api.call('templates.remove', { companyId, body: { numberTemplatesToRemove: [...ids] } });
  await refresh(app, companyId);
}

/** Returns the notice for a created template, and its undo. */
async function createResult(app: App, companyId: number, { id, name }: NumberTemplate): Promise<ChangeResult> {
  await refresh(app, companyId);
  return { message: `Template “${name}” created`, undo: { title: `Create template “${name}”`, run: () => remove(app, companyId, [id]) } };
}

async function rename(app: App, companyId: number, id: number, name: string): Promise<void> {
  // As it is now: what somebody saved since the list was read is kept.
  const { version, ...template } = await app.api.call('templates.get', { companyId, params: { id } });
  await app.api.call('templates.update', { companyId, params: { id }, body: { ...toBody(template), name, version } });
  await refresh(app, companyId);
}

/** Commands over number templates, as the app provides them. */
export function createTemplateServices(around: ServiceDeps): TemplateServices {
  const { app, workspace } = around;
  const open = (id: number) => showNear(workspace, 'template', { id: String(id) });
  return {
    all: () => app.queries.fetchQuery(createTemplatesQuery(app, getCompanyId(app))),
    open,
    create: async (name, line) => {
      const companyId = getCompanyId(app);
      await loadPhoneLibrary();
      const { preset } = createHours('UTC');
      const read = parseRoutingText(line, { parsePhone, createId: () => crypto.randomUUID().slice(0, 12), preset });
      if (!read.ok) throw new Error(read.faults[0]?.message ?? 'Can’t read this routing. Try 1 → +1 212-555-0123');
      const template = await app.api.call('templates.create', { companyId, body: { name, routes: toTemplateRoutes(read.value) } });
      const outcome = await createResult(app, companyId, template);
      open(template.id);
      return outcome;
    },
    saveOf: async (number, name) => {
      const companyId = getCompanyId(app);
      const { numberId: _, version: __, ...routing } = await app.api.call('routing.get', { companyId, params: { id: number.id } });
      const body = { ...routing, name, routes: toTemplateRoutes(routing.routes) };
      return createResult(app, companyId, await app.api.call('templates.create', { companyId, body }));
    },
    rename: async (template, name) => {
      const companyId = getCompanyId(app);
      await rename(app, companyId, template.id, name);
      return {
        message: `Template renamed to “${name}”`,
        undo: { title: `Rename ${template.name}`, run: () => rename(app, companyId, template.id, template.name) },
      };
    },
    remove: async ({ rows, count }) => {
      const companyId = getCompanyId(app);
      await remove(
        app,
        companyId,
        rows.map(({ id }) => id),
      );
      const what = rows.length === 1 ? (rows[0]?.name ?? '') : formatCount(count, 'template');
      return {
        message: `${what} removed`,
        undo: {
          title: `Remove ${what}`,
          run: async () => {
            for (const row of rows) await app.api.call('templates.create', { companyId, body: toBody(row) });
            await refresh(app, companyId);
          },
        },
      };
    },
    preview: ({ id, version }, on) =>
      app.api.call('templates.preview', { companyId: getCompanyId(app), params: { id }, body: { version, ...toNumberChoice(on) } }),
    apply: async ({ id, name, version }, on) =>
      bulkNumbers(around, on, {
        title: `Apply template “${name}”`,
        start: (companyId, given) => app.api.call('templates.apply', { companyId, params: { id }, body: { ...given, version } }),
      }),
  };
}
