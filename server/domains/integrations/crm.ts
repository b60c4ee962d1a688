/** A lead CRM: what can be chosen there, what is, and whether it is told. What asks the vendor opens its own transactions. */
import { sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { CrmChoices, CrmIntegration } from '#contract/integrations/entities.ts';
import { type CrmKind, crmKinds } from '#contract/integrations/enums.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { CrmSettings } from '../../vendors/leadCrm.ts';
import { askAs, getLeadCrm, reconnectFirst } from './grants.ts';
import { readCrm, setActive } from './oauth.ts';
import { lockIntegration } from './outbox.ts';

type ActivateBody = RouteBody<typeof routes.integrations.activateCrm>;
type UpdateBody = RouteBody<typeof routes.integrations.updateCrm>;

/** Pipelines, stages and owners (CALL-234). */
export async function listCrmChoices(services: Services, actor: ActingUser, id: number): Promise<CrmChoices> {
  const { status } = await withCompanyTransaction(services, actor)(() => readCrm(id));
  if (status === 'reconnect') throw new AppError('invalid', { message: reconnectFirst });
  const crm = getLeadCrm(services);
  return askAs(services, actor, 'lead-crm', id, (token) => crm.listChoices(token));
}

/** In place of an owner's id: no one, since a null counts as not given. */
const noOwner = 'none';
const toOwner = (id: string): string | null => (id === noOwner ? null : id);

interface Choice {
  readonly pipelineId: string;
  readonly stageId: string;
  readonly ownerId: string | null;
}

/** Completes a choice by the vendor's names. Refuses one that the vendor does not have. */
function toSettings({ pipelines, owners }: CrmChoices, { pipelineId, stageId, ownerId }: Choice): CrmSettings {
  const pipeline = pipelines.find(({ id }) => id === pipelineId);
  if (!pipeline) throw new AppError('invalid', { field: 'pipeline_id', message: 'The CRM has no such pipeline. Choose one of the list' });
  const stage = pipeline.stages.find(({ id }) => id === stageId);
  if (!stage) throw new AppError('invalid', { field: 'stage_id', message: `${pipeline.name} has no such stage. Choose one of the list` });
  const owner = owners.find(({ id }) => id === ownerId);
  if (ownerId !== null && !owner) throw new AppError('invalid', { field: 'owner_id', message: 'The CRM has no such owner. Choose one of the list' });
  return { pipelineId, pipelineName: pipeline.name, stageId, stageName: stage.name, ownerId, ownerName: owner?.name ?? null };
}

/** Saves what was chosen, in the open transaction of the company, which has the row locked. */
async function save(id: number, settings: CrmSettings, events: readonly CrmKind[]): Promise<void> {
  await currentTransaction()
    .updateTable('integrations')
    // Why it has to be connected again is told until it is.
    .set({ settings: JSON.stringify(settings), events: [...events], problem: sql`case when needs_reconnect then problem end`, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'integration-updated', id });
}

/** Activates a lead CRM with what was chosen (CALL-235). */
export async function activateCrm(services: Services, actor: ActingUser, id: number, body: ActivateBody): Promise<CrmIntegration> {
  const { pipelineId, stageId, ownerId, events } = body;
  const { config } = await withCompanyTransaction(services, actor)(() => readCrm(id));
  const choice = { pipelineId, stageId, ownerId: ownerId === undefined ? config.ownerId : toOwner(ownerId) };
  const settings = toSettings(await listCrmChoices(services, actor, id), choice);
  return withCompanyTransaction(
    services,
    actor,
  )(async () => {
    const row = await lockIntegration('lead-crm', id);
    const before = crmKinds.filter((kind) => row.events.includes(kind));
    await save(id, settings, events ?? (before.length === 0 ? crmKinds : before));
    await setActive(id, true);
    return readCrm(id);
  });
}

/** Changes what it is told (CALL-238). Refuses one that was not activated yet. */
export async function updateCrm(services: Services, actor: ActingUser, id: number, body: UpdateBody): Promise<CrmIntegration> {
  const { pipelineId, stageId, events, clear = [] } = body;
  const ownerId = clear.includes('ownerId') ? noOwner : body.ownerId;
  const within = withCompanyTransaction(services, actor);
  const { config } = await within(() => readCrm(id));
  if (config.pipelineId === null || config.stageId === null) throw new AppError('invalid', { message: 'Choose a pipeline and stage first' });
  if (pipelineId !== undefined && stageId === undefined) throw new AppError('invalid', { field: 'stage_id', message: 'Choose a stage of the pipeline' });
  const isOther = pipelineId !== undefined || stageId !== undefined || ownerId !== undefined;
  if (!isOther && events === undefined) throw new AppError('invalid', { field: 'stage_id', message: 'Choose a stage, an owner, or what is recorded' });
  const chosen = {
    pipelineId: pipelineId ?? config.pipelineId,
    stageId: stageId ?? config.stageId,
    ownerId: ownerId === undefined ? config.ownerId : toOwner(ownerId),
  };
  const settings = isOther ? toSettings(await listCrmChoices(services, actor, id), chosen) : null;
  return within(async () => {
    const row = await lockIntegration('lead-crm', id);
    const saved = settings ?? row.settings;
    if (saved === null || !('pipelineId' in saved)) throw new AppError('not_found');
    await save(id, saved, events ?? crmKinds.filter((kind) => row.events.includes(kind)));
    return readCrm(id);
  });
}

/** Deactivates it (CALL-237); what waits is withdrawn. */
export async function deactivateCrm(id: number): Promise<CrmIntegration> {
  const row = await lockIntegration('lead-crm', id);
  if (row.settings === null) throw new AppError('invalid', { message: 'Choose a pipeline and stage first' });
  await setActive(id, false);
  return readCrm(id);
}
