/** Integrations by OAuth: reading, connecting, configuring, turning on and off, deleting. Runs in the open transaction of one company; what asks the vendor opens its own. */
import { type Selectable, sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { ChatChannel, ConversionCounts, OAuthIntegration } from '#contract/integrations/entities.ts';
import { chatKinds, type IntegrationStatus } from '#contract/integrations/enums.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { ChatGrant, VendorChannel } from '../../teamChat/teamChat.ts';
import { askAs, getTeamChat, reconnectFirst, sealTokens, toChatRefusal } from './grants.ts';
import { lockIntegration, resendFailed, selectCounted, toCounts, withdrawWaiting } from './outbox.ts';
import type { IntegrationsTable } from './tables.ts';
import { beginTransaction, type Connector, takeTransaction } from './transactions.ts';

type Row = Selectable<IntegrationsTable>;
type ConfigureBody = RouteBody<typeof routes.integrations.configureChat>;
type CallbackBody = RouteBody<typeof routes.integrations.chatCallback>;

/** Page of the app that the vendor sends the browser back to: it completes the connection by CALL-215. */
const createReturnUrl = ({ config }: Pick<Services, 'config'>) => `${config.publicUrl}/integrations`;

function toStatus(row: Pick<Row, 'needs_reconnect' | 'channel' | 'is_active'>): IntegrationStatus {
  if (row.needs_reconnect) return 'reconnect';
  if (row.channel === null) return 'connected';
  return row.is_active ? 'active' : 'inactive';
}

const toIntegration = (row: Row & ConversionCounts): OAuthIntegration => ({
  id: row.id,
  provider: 'team-chat',
  name: row.name,
  status: toStatus(row),
  config: {
    channelId: row.channel?.id ?? null,
    channelName: row.channel?.name ?? null,
    isPrivate: row.channel?.isPrivate ?? false,
    events: chatKinds.filter((kind) => row.events.includes(kind)),
  },
  conversions: toCounts(row),
  problem: row.problem,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Integrations of the open company (CALL-211). */
export const listOAuth = async (): Promise<OAuthIntegration[]> => (await selectCounted('team-chat').orderBy('id').execute()).map(toIntegration);

/** One of them (CALL-212). Refuses a missing one. */
export async function readOAuth(id: number): Promise<OAuthIntegration> {
  const row = await selectCounted('team-chat').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toIntegration(row);
}

/** Deletes an integration and the record of what it sent (CALL-213); a trigger hands its grant to the job that gives it back. */
export async function deleteOAuth(id: number): Promise<void> {
  await lockIntegration('team-chat', id);
  await currentTransaction().deleteFrom('integrations').where('company_id', '=', companyId()).where('id', '=', id).execute();
  recordChange({ kind: 'integration-updated', id });
}

/** Begins to connect a team chat (CALL-214). Refuses where this server has no client at the vendor. */
export async function beginChat(services: Services, connector: Connector): Promise<{ url: string }> {
  const chat = getTeamChat(services);
  const { state, challenge } = await beginTransaction(services, connector, 'team-chat', chat.usesPkce);
  return { url: chat.createAuthorizeUrl({ state, challenge, redirectUri: createReturnUrl(services) }) };
}

/** Completes it (CALL-215). Refuses a return that is not this session's, and another workspace than the one that is connected. */
export async function finishChat(services: Services, connector: Connector, { code, state }: CallbackBody): Promise<OAuthIntegration> {
  const chat = getTeamChat(services);
  const { verifier } = await takeTransaction(services, connector, 'team-chat', state);
  const grant = await chat.exchange({ code, verifier, redirectUri: createReturnUrl(services) }).catch((error: unknown) => {
    throw toChatRefusal(error);
  });
  const saved = await withCompanyTransaction(services, connector)(() => saveGrant(services, grant));
  if (saved === null)
    throw new AppError('conflict', { message: `${grant.teamName} is another workspace than the connected one. Delete the integration first to connect it.` });
  return saved;
}

/** Saves the grant of a workspace. Null: the company is connected to another workspace; the grant is given back. */
async function saveGrant(services: Services, { tokens, teamId, teamName }: ChatGrant): Promise<OAuthIntegration | null> {
  const secret = sealTokens(services, companyId(), tokens);
  // Two who connect at once are taken one after the other: a company has one team chat.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integrations ${companyId()}`}, 0))`.execute(currentTransaction());
  const known = await currentTransaction()
    .selectFrom('integrations')
    .select(['id', 'external_id'])
    .where('company_id', '=', companyId())
    .where('provider', '=', 'team-chat')
    .forUpdate()
    .executeTakeFirst();
  if (known && known.external_id !== teamId) {
    await currentTransaction()
      .insertInto('oauth_revocations')
      .values({ company_id: companyId(), provider: 'team-chat', external_id: teamId, secret })
      .execute();
    return null;
  }
  const fresh = { secret, name: teamName, needs_reconnect: false, problem: null, updated_at: new Date() };
  const { id } = known
    ? await currentTransaction()
        .updateTable('integrations')
        .set(fresh)
        .where('company_id', '=', companyId())
        .where('id', '=', known.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await currentTransaction()
        .insertInto('integrations')
        .values({ ...fresh, company_id: companyId(), provider: 'team-chat', external_id: teamId, events: [], is_active: false })
        .onConflict((conflict) => conflict.columns(['company_id', 'provider', 'external_id']).doUpdateSet(fresh))
        .returning('id')
        .executeTakeFirstOrThrow();
  recordChange({ kind: 'integration-updated', id });
  return readOAuth(id);
}

/** A page of channels that can be posted to (CALL-216). */
export async function listChannels(
  services: Services,
  actor: ActingUser,
  id: number,
  cursor: string | undefined,
): Promise<{ data: ChatChannel[]; meta: { nextCursor: string | null } }> {
  await withCompanyTransaction(services, actor)(() => readOAuth(id));
  const { channels, nextCursor } = await askAs(services, actor, id, (chat, token) => chat.listChannels(token, cursor ?? null));
  return { data: [...channels], meta: { nextCursor } };
}

/** Chooses the channel and what is posted (CALL-217). The channel's name is the vendor's; a public one is joined. */
export async function configureChat(services: Services, actor: ActingUser, id: number, { channelId, events }: ConfigureBody): Promise<OAuthIntegration> {
  const within = withCompanyTransaction(services, actor);
  if (channelId === undefined && events === undefined) throw new AppError('invalid', { field: 'channel_id', message: 'Choose a channel, or what is posted' });
  const before = await within(() => readOAuth(id));
  if (before.status === 'reconnect') throw new AppError('invalid', { message: reconnectFirst });
  if (channelId === undefined && before.config.channelId === null) throw new AppError('invalid', { field: 'channel_id', message: 'Choose a channel first' });
  const channel = channelId === undefined ? null : await askAs(services, actor, id, (chat, token) => enterChannel(chat, token, channelId));
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
    return readOAuth(id);
  });
}

/** Reads a channel and, where it is public, joins it. Into a private one the app is invited by its people. */
async function enterChannel(chat: ReturnType<typeof getTeamChat>, token: string, channelId: string): Promise<VendorChannel> {
  const channel = await chat.readChannel(token, channelId);
  if (!channel.isMember && !channel.isPrivate) await chat.join(token, channelId);
  return channel;
}

/** Activates or deactivates an integration (RULE-210); deactivated, what waits is withdrawn. */
export async function switchChat(id: number, isActive: boolean): Promise<OAuthIntegration> {
  const row = await lockIntegration('team-chat', id);
  if (row.channel === null) throw new AppError('invalid', { message: 'Choose a channel first' });
  await currentTransaction()
    .updateTable('integrations')
    .set({ is_active: isActive, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  if (!isActive) await withdrawWaiting(id);
  recordChange({ kind: 'integration-updated', id });
  return readOAuth(id);
}

/** Sends again what was refused or not confirmed. */
export async function resendOAuth(id: number, count: number): Promise<OAuthIntegration> {
  await resendFailed('team-chat', id, count);
  return readOAuth(id);
}
