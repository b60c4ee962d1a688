/** Integrations by OAuth: reading, connecting, configuring, turning on and off, deleting. Runs in the open transaction of one company; what asks the vendor opens its own. */
import type { Selectable } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { AdIntegration, ChatChannel, ChatIntegration, ConversionCounts, CrmIntegration, OAuthIntegration } from '#contract/integrations/entities.ts';
import { type AdProvider, adKinds, chatKinds, crmKinds, type IntegrationStatus, type OAuthProvider, oauthProviders } from '#contract/integrations/enums.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { VendorChannel } from '../../vendors/teamChat.ts';
import { completeConnection } from './connections.ts';
import { askAs, getTeamChat, reconnectFirst } from './grants.ts';
import { lockIntegration, resendFailed, selectCounted, toCounts, withdrawWaiting } from './outbox.ts';
import { listRules } from './rules.ts';
import type { IntegrationsTable } from './tables.ts';
import { type Connector, takeOwnTransaction } from './transactions.ts';

type Row = Selectable<IntegrationsTable>;
type ConfigureBody = RouteBody<typeof routes.integrations.configureChat>;
type CallbackBody = RouteBody<typeof routes.integrations.chatCallback>;

function toStatus(row: Pick<Row, 'needs_reconnect' | 'channel' | 'settings' | 'is_active'>): IntegrationStatus {
  if (row.needs_reconnect) return 'reconnect';
  if (row.channel === null && row.settings === null) return 'connected';
  return row.is_active ? 'active' : 'inactive';
}

const toConnection = (row: Row & ConversionCounts) => ({
  id: row.id,
  name: row.name,
  status: toStatus(row),
  rules: listRules(row.rules),
  conversions: toCounts(row),
  problem: row.problem,
  endsAt: row.ends_at?.toISOString() ?? null,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toChat = (row: Row & ConversionCounts): ChatIntegration => ({
  provider: 'team-chat',
  ...toConnection(row),
  config: {
    channelId: row.channel?.id ?? null,
    channelName: row.channel?.name ?? null,
    isPrivate: row.channel?.isPrivate ?? false,
    events: chatKinds.filter((kind) => row.events.includes(kind)),
  },
});

function toCrm(row: Row & ConversionCounts): CrmIntegration {
  const chosen = row.settings !== null && 'pipelineId' in row.settings ? row.settings : null;
  return {
    provider: 'lead-crm',
    ...toConnection(row),
    config: {
      pipelineId: chosen?.pipelineId ?? null,
      pipelineName: chosen?.pipelineName ?? null,
      stageId: chosen?.stageId ?? null,
      stageName: chosen?.stageName ?? null,
      ownerId: chosen?.ownerId ?? null,
      ownerName: chosen?.ownerName ?? null,
      events: crmKinds.filter((kind) => row.events.includes(kind)),
    },
  };
}

/** The choice made at a vendor of ads, and the kinds it is told. */
const readAdConfig = ({ settings, events }: Row) => ({
  chosen: settings !== null && 'actionIds' in settings ? settings : null,
  events: adKinds.filter((kind) => events.includes(kind)),
});

function toGoogleAds(row: Row & ConversionCounts): AdIntegration<'google-ads'> {
  const { chosen, events } = readAdConfig(row);
  return {
    provider: 'google-ads',
    ...toConnection(row),
    config: {
      managerCustomerId: chosen?.managerId ?? null,
      customerId: chosen?.accountId ?? null,
      customerName: chosen?.accountName ?? null,
      createSeparateActions: chosen?.isSeparate ?? false,
      events,
    },
  };
}

function toMetaAds(row: Row & ConversionCounts): AdIntegration<'meta-ads'> {
  const { chosen, events } = readAdConfig(row);
  return {
    provider: 'meta-ads',
    ...toConnection(row),
    config: {
      businessManagerId: chosen?.managerId ?? null,
      businessManagerName: chosen?.managerName ?? null,
      accountId: chosen?.accountId ?? null,
      accountName: chosen?.accountName ?? null,
      pixelId: chosen?.dataset?.id ?? null,
      pixelName: chosen?.dataset?.name ?? null,
      conversionId: chosen?.dataset?.conversion?.id ?? null,
      conversionName: chosen?.dataset?.conversion?.name ?? null,
      events,
    },
  };
}

function toMicrosoftAds(row: Row & ConversionCounts): AdIntegration<'microsoft-ads'> {
  const { chosen, events } = readAdConfig(row);
  return {
    provider: 'microsoft-ads',
    ...toConnection(row),
    config: {
      managerAccountId: chosen?.managerId ?? null,
      managerAccountName: chosen?.managerName ?? null,
      accountId: chosen?.accountId ?? null,
      accountName: chosen?.accountName ?? null,
      events,
    },
  };
}

/** The integration of each vendor of ads. */
const toAds: { readonly [P in AdProvider]: (row: Row & ConversionCounts) => AdIntegration<P> } = {
  'google-ads': toGoogleAds,
  'meta-ads': toMetaAds,
  'microsoft-ads': toMicrosoftAds,
};
const makers: Readonly<Record<OAuthProvider, (row: Row & ConversionCounts) => OAuthIntegration>> = { 'team-chat': toChat, 'lead-crm': toCrm, ...toAds };

function toIntegration(row: Row & ConversionCounts): OAuthIntegration {
  if (row.provider === 'ga4') throw new AppError('not_found');
  return makers[row.provider](row);
}

/** Integrations of the open company (CALL-211). */
export const listOAuth = async (): Promise<OAuthIntegration[]> =>
  (
    await selectCounted(...oauthProviders)
      .orderBy('provider', 'desc')
      .orderBy('id')
      .execute()
  ).map(toIntegration);

async function findRow(providers: readonly OAuthProvider[], id: number) {
  const row = await selectCounted(...providers)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** One of them (CALL-212). Refuses a missing one. */
export const readOAuth = async (id: number): Promise<OAuthIntegration> => toIntegration(await findRow(oauthProviders, id));
/** A team chat. Refuses a missing one. */
const readChat = async (id: number): Promise<ChatIntegration> => toChat(await findRow(['team-chat'], id));
/** A lead CRM. Refuses a missing one. */
export const readCrm = async (id: number): Promise<CrmIntegration> => toCrm(await findRow(['lead-crm'], id));
/** A vendor of ads. Refuses a missing one. */
export const readAds = async <P extends AdProvider>(provider: P, id: number): Promise<AdIntegration<P>> => toAds[provider](await findRow([provider], id));

/** Deletes an integration and the record of what it sent (CALL-213); a trigger hands its grant to the job that gives it back. */
export async function deleteOAuth(id: number): Promise<void> {
  await lockIntegration(oauthProviders, id);
  await currentTransaction().deleteFrom('integrations').where('company_id', '=', companyId()).where('id', '=', id).execute();
  recordChange({ kind: 'integration-updated', id });
}

/** Completes the connection of a team chat (CALL-215). Refuses a return that is not this session's, and another workspace than the one that is connected. */
export async function finishChat(services: Services, connector: Connector, { code, state }: CallbackBody): Promise<ChatIntegration> {
  getTeamChat(services);
  const { verifier } = await takeOwnTransaction(services, connector, 'team-chat', state);
  const id = await completeConnection(services, connector, 'team-chat', { code, verifier });
  return withCompanyTransaction(services, connector)(() => readChat(id));
}

/** A page of channels that can be posted to (CALL-216). */
export async function listChannels(
  services: Services,
  actor: ActingUser,
  id: number,
  cursor: string | undefined,
): Promise<{ data: ChatChannel[]; meta: { nextCursor: string | null } }> {
  await withCompanyTransaction(services, actor)(() => readChat(id));
  const chat = getTeamChat(services);
  const { channels, nextCursor } = await askAs(services, actor, 'team-chat', id, (token) => chat.listChannels(token, cursor ?? null));
  return { data: [...channels], meta: { nextCursor } };
}

/** Chooses the channel and what is posted (CALL-217). The channel's name is the vendor's; a public one is joined. */
export async function configureChat(services: Services, actor: ActingUser, id: number, { channelId, events }: ConfigureBody): Promise<ChatIntegration> {
  const within = withCompanyTransaction(services, actor);
  if (channelId === undefined && events === undefined) throw new AppError('invalid', { field: 'channel_id', message: 'Choose a channel, or what is posted' });
  const before = await within(() => readChat(id));
  if (before.status === 'reconnect') throw new AppError('invalid', { message: reconnectFirst });
  if (channelId === undefined && before.config.channelId === null) throw new AppError('invalid', { field: 'channel_id', message: 'Choose a channel first' });
  const channel =
    channelId === undefined ? null : await askAs(services, actor, 'team-chat', id, (token) => enterChannel(getTeamChat(services), token, channelId));
  return within(async () => {
    const row = await lockIntegration('team-chat', id);
    const kinds = events ?? (row.events.length === 0 ? [...chatKinds] : row.events);
    await currentTransaction()
      .updateTable('integrations')
      .set({
        events: kinds,
        updated_at: new Date(),
        ...(channel === null ? {} : { channel: JSON.stringify({ id: channel.id, name: channel.name, isPrivate: channel.isPrivate }), problem: null }),
        // One that had no channel begins; one that was deactivated stays so.
        ...(channel !== null && row.channel === null ? { is_active: true } : {}),
      })
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .execute();
    recordChange({ kind: 'integration-updated', id });
    return readChat(id);
  });
}

/** Reads a channel and, where it is public, joins it. Into a private one the app is invited by its people. */
async function enterChannel(chat: ReturnType<typeof getTeamChat>, token: string, channelId: string): Promise<VendorChannel> {
  const channel = await chat.readChannel(token, channelId);
  if (!channel.isMember && !channel.isPrivate) await chat.join(token, channelId);
  return channel;
}

/** Turns an integration on or off; off, what waits is withdrawn. In the open transaction of the company, which has its row locked. */
export async function setActive(id: number, isActive: boolean): Promise<void> {
  await currentTransaction()
    .updateTable('integrations')
    .set({ is_active: isActive, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  if (!isActive) await withdrawWaiting(id);
  recordChange({ kind: 'integration-updated', id });
}

/** Activates or deactivates a team chat (RULE-210). */
export async function switchChat(id: number, isActive: boolean): Promise<ChatIntegration> {
  const row = await lockIntegration('team-chat', id);
  if (row.channel === null) throw new AppError('invalid', { message: 'Choose a channel first' });
  if (isActive && row.needs_reconnect) throw new AppError('invalid', { message: reconnectFirst });
  await setActive(id, isActive);
  return readChat(id);
}

/** Sends again what was refused or not confirmed. */
export async function resendOAuth(id: number, count: number): Promise<OAuthIntegration> {
  await resendFailed(oauthProviders, id, count);
  return readOAuth(id);
}
