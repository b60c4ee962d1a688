/** Explains the conversions of a call: what of it counts at each integration, what became of it, and why not. Runs in the open transaction of one company. */
import type { Selectable } from 'kysely';
import type { CallConversion, CallConversions } from '#contract/integrations/entities.ts';
import { type CallKind, type ConversionKind, type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { kindsOfCalls } from './kinds.ts';
import type { IntegrationsTable } from './tables.ts';

interface CallFacts {
  readonly is_inbound: boolean;
  readonly is_live: boolean;
  readonly result: string;
  readonly is_lead: boolean;
  readonly is_appointment: boolean;
}

/** Finds the reason for which a call is nothing of this kind; null where it is. */
function findLack(kind: CallKind, call: CallFacts): string | null {
  if (kind === 'lead') return call.is_lead ? null : 'Not marked as a lead';
  if (kind === 'appointment') return call.is_appointment ? null : 'Not marked as an appointment';
  if (!call.is_inbound) return 'Outbound calls don’t count';
  if (call.is_live) return 'The call isn’t over';
  if (kind === 'missed') return call.result === 'missed' ? null : 'Not missed';
  if (kind === 'voicemail') return call.result === 'voicemail' ? null : 'No voicemail was left';
  return call.result === 'blocked' ? 'Blocked calls don’t count' : null;
}

interface IntegrationFacts {
  readonly id: number;
  readonly provider: 'ga4' | OAuthProvider;
  readonly events: readonly ConversionKind[];
  readonly is_active: boolean;
}

function findReason(integration: IntegrationFacts, kind: CallKind, call: CallFacts): string {
  if (!integration.events.includes(kind)) return 'This event isn’t chosen in the integration';
  const lack = findLack(kind, call);
  if (lack !== null) return lack;
  return integration.is_active ? 'It counted before the integration was added or turned on' : 'The integration is turned off';
}

/** Reason of one that was accepted and no longer counts. */
const unmarked: Readonly<Record<'ga4' | OAuthProvider, string>> = {
  ga4: 'The mark was removed after the event was sent. Google Analytics can’t withdraw events.',
  'team-chat': 'It stopped counting, so the post is being deleted',
  'lead-crm': 'It stopped counting, so it is being deleted in the CRM',
  'google-ads': 'It stopped counting, so its value at Google Ads is being set to zero',
  'meta-ads': 'The mark was removed after the event was sent. Meta can’t withdraw events.',
  'microsoft-ads': 'It stopped counting, so it is being retracted at Microsoft Ads',
};
const withdrawn: Readonly<Record<'ga4' | OAuthProvider, string>> = {
  ga4: 'It stopped counting before the event was sent',
  'team-chat': 'It stopped counting, so it isn’t in the channel',
  'lead-crm': 'It stopped counting, so it isn’t in the CRM',
  'google-ads': 'It stopped counting. If it was sent, its value at Google Ads was set to zero',
  'meta-ads': 'It stopped counting before the event was sent',
  'microsoft-ads': 'It stopped counting. If it was sent, it was retracted at Microsoft Ads',
};

/** Name of an integration: the stream, the workspace and its channel, or the account of ads or pixel that is told. */
function formatName({ provider, external_id, name, channel, settings }: Named): string {
  if (provider === 'ga4') return external_id;
  if (channel !== null) return `${name} #${channel.name}`;
  return settings !== null && 'actionIds' in settings ? (settings.dataset?.name ?? settings.accountName) : name;
}
type Named = Pick<Selectable<IntegrationsTable>, 'provider' | 'external_id' | 'name' | 'channel' | 'settings'>;

/** The conversions of a call. Refuses one that is missing, another company's, or of a number the person does not work. */
export async function explainCall(membership: Membership, callId: number): Promise<CallConversions> {
  const call = await currentTransaction()
    .selectFrom('calls')
    .leftJoin('dni_sessions', 'dni_sessions.id', 'calls.dni_session_id')
    .select(['calls.number_id as line', 'is_inbound', 'is_live', 'result', 'is_lead', 'is_appointment', 'dni_session_id', 'dni_sessions.ga_client_id'])
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();
  if (!call || !canAccessNumber(membership, call.line)) throw new AppError('not_found');
  const integrations = await currentTransaction()
    .selectFrom('integrations')
    .select(['id', 'provider', 'external_id', 'name', 'channel', 'settings', 'events', 'is_active'])
    .where('company_id', '=', companyId())
    .orderBy('external_id')
    .execute();
  const rows = await currentTransaction().selectFrom('conversions').selectAll().where('company_id', '=', companyId()).where('call_id', '=', callId).execute();
  const data = integrations.flatMap((integration) =>
    kindsOfCalls[integration.provider].map((kind): CallConversion => {
      const { id: integrationId, provider } = integration;
      const base = { integrationId, provider, integrationName: formatName(integration), kind };
      const row = rows.find((each) => each.integration_id === integration.id && each.kind === kind);
      if (!row) return { ...base, state: null, reason: findReason(integration, kind, call), isMatched: null, dueAt: null, sentAt: null };
      const reason =
        row.reason ??
        (row.state === 'withdrawn'
          ? withdrawn[provider]
          : !row.is_marked && row.state === 'accepted'
            ? unmarked[provider]
            : row.confirm_at === null
              ? null
              : `${providerLabel[provider]} took it, and tells within a day whether it counts`);
      return {
        ...base,
        state: row.state,
        reason,
        isMatched: row.is_matched,
        dueAt: row.state === 'held' ? row.due_at.toISOString() : null,
        sentAt: row.sent_at?.toISOString() ?? null,
      };
    }),
  );
  return { callId, hasVisitor: call.dni_session_id !== null, hasClientId: call.ga_client_id !== null, data };
}
