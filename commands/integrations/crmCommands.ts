/** Lead CRM (CALL-233 to CALL-238): connected at the vendor, where its deals go, what is recorded there, synced. */
import type { CrmIntegration } from '#contract/integrations/entities.ts';
import { conversionKindLabel, crmKinds } from '#contract/integrations/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { checkProvider, checkReports, getIntegration, getOAuth, has, manageBase, rowBase, vendorKeywords } from './rows.ts';
import { vendorIcons } from './vendorIcons.ts';

const getCrm = (context: Context): CrmIntegration => {
  const row = getIntegration(context);
  if (row.provider !== 'lead-crm') throw new Error('Select a lead CRM integration first');
  return row;
};

/** Stages of all pipelines, as the palette shows them. A stage's id is good only in its pipeline. */
async function listStages(context: Context, services: Services) {
  const { pipelines } = await services.integrations.listCrmChoices(getCrm(context));
  return pipelines.flatMap((pipeline) =>
    pipeline.stages.map((stage) => ({
      value: { pipelineId: pipeline.id, stageId: stage.id },
      id: `${pipeline.id} ${stage.id}`,
      title: stage.name,
      detail: pipeline.name,
    })),
  );
}

async function listOwners(context: Context, services: Services) {
  const { owners } = await services.integrations.listCrmChoices(getCrm(context));
  return owners.map(({ id, name }) => ({ value: id, id, title: name }));
}

/** Commands over the lead CRM. */
export const crmCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.connectCrm',
    ownOnly: true,
    title: 'Connect lead CRM',
    keywords: ['HubSpot', 'integration', 'add', 'new', 'OAuth', 'deals', 'contacts', 'calls', 'leads'],
    icon: vendorIcons['lead-crm'],
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.connect('lead-crm'),
  }),
  command({
    ...rowBase,
    id: 'integrations.chooseStage',
    title: 'Choose pipeline and stage',
    keywords: ['HubSpot', 'CRM', 'deals', 'owner', 'activate', 'change'],
    icon: vendorIcons['lead-crm'],
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'lead-crm', checkEvent(context, 'crmIntegration', 'account.chosen')),
    args: {
      stage: arg.search<{ readonly pipelineId: string; readonly stageId: string }>({
        label: 'Stage of new deals',
        search: async (context, services, query) => (await listStages(context, services)).filter(({ title, detail }) => has(query, detail, title)),
        find: async (id, context, services) => (await listStages(context, services)).find((option) => option.id === id)?.value ?? null,
      }),
      ownerId: arg.optional(
        arg.search<string>({
          label: 'Owner (skip: no one)',
          search: async (context, services, query) => (await listOwners(context, services)).filter(({ title }) => has(query, title)),
          find: async (id, context, services) => (await listOwners(context, services)).find((option) => option.id === id)?.value ?? null,
        }),
      ),
    },
    run: async ({ args, services }) => services.integrations.chooseCrm({ ...args.stage, ownerId: args.ownerId ?? null }),
  }),
  command({
    ...rowBase,
    id: 'integrations.toggleRecorded',
    title: 'Toggle recorded event',
    keywords: ['HubSpot', 'CRM', 'calls', 'leads', 'deals', 'choose'],
    icon: 'list-checks',
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'lead-crm', checkEvent(context, 'crmIntegration', 'kind.toggled')),
    args: {
      kind: arg.list({
        label: 'Event',
        options: (context) => {
          const { events } = getCrm(context).config;
          return crmKinds.map((kind) => ({
            value: kind,
            id: kind,
            title: conversionKindLabel[kind],
            detail: events.includes(kind) ? 'Recorded' : 'Not recorded',
            reason: events.length === 1 && events.includes(kind) ? 'Keep at least one event, or turn the integration off' : undefined,
          }));
        },
      }),
    },
    run: async ({ args, services }) => services.integrations.toggleRecorded(args.kind),
  }),
  command({
    ...rowBase,
    id: 'integrations.sync',
    title: 'Sync integration',
    keywords: ['send now', 'due', ...vendorKeywords],
    icon: 'refresh',
    quiet: true,
    changes: true,
    available: (context) => checkReports(context, 'integration.synced'),
    run: async ({ context, services }) => services.integrations.sync(getOAuth(context)),
  }),
];
