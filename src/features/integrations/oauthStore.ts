/** The flows of a company's vendors that are connected by OAuth, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { OAuthIntegration, SyncReply } from '#contract/integrations/entities.ts';
import {
  chatKinds,
  conversionKindLabel,
  crmKinds,
  type OAuthProvider,
  providerLabel,
  type ReportProvider,
  type ReturnOutcome,
} from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { type AccountChoice, machine, type ToldKind } from '#machines/integration/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { activateAds, deactivateAds, formatAdTarget, isAds } from './adsCalls.ts';
import { createIntegrationsQuery } from './data.ts';
import { toggleKind } from './kinds.ts';

/** The flow of a vendor that is connected by OAuth. */
export type OAuthActor = ActorRefFrom<typeof machine>;

/** The vendor of a company. */
export interface OAuthKey {
  readonly companyId: number;
  readonly provider: OAuthProvider;
}

interface Chosen {
  readonly channelId: string | null;
  readonly choice: AccountChoice | null;
  readonly kind: ToldKind | null;
}

/** Saves what was chosen at a vendor, or one kind more or one fewer. */
function configure(app: App, companyId: number, integration: OAuthIntegration, { channelId, choice, kind }: Chosen): Promise<OAuthIntegration> {
  const at = { companyId, params: { id: integration.id } };
  if (integration.provider === 'team-chat') {
    const events = kind === null ? {} : { events: toggleKind(chatKinds, integration.config.events, kind) };
    return app.api.call('integrations.configureChat', { ...at, body: { ...(channelId === null ? {} : { channelId }), ...events } });
  }
  if (isAds(integration)) return activateAds(app, companyId, integration, { choice, kind });
  if (choice !== null && 'pipelineId' in choice) {
    const body = { ...choice, ownerId: choice.ownerId ?? 'none' };
    return integration.status === 'active'
      ? app.api.call('integrations.updateCrm', { ...at, body })
      : app.api.call('integrations.activateCrm', { ...at, body });
  }
  return app.api.call('integrations.updateCrm', { ...at, body: kind === null ? {} : { events: toggleKind(crmKinds, integration.config.events, kind) } });
}

/** Turns an integration off, or on with what was chosen before. */
function switchIntegration(app: App, companyId: number, integration: OAuthIntegration): Promise<OAuthIntegration> {
  const at = { companyId, params: { id: integration.id } };
  const isOff = integration.status === 'inactive';
  if (integration.provider === 'team-chat') return isOff ? app.api.call('integrations.activateChat', at) : app.api.call('integrations.deactivateChat', at);
  if (isAds(integration)) return isOff ? activateAds(app, companyId, integration, { choice: null, kind: null }) : deactivateAds(app, companyId, integration);
  const { pipelineId, stageId, ownerId } = integration.config;
  return isOff
    ? app.api.call('integrations.activateCrm', { ...at, body: { pipelineId: pipelineId ?? '', stageId: stageId ?? '', ownerId: ownerId ?? 'none' } })
    : app.api.call('integrations.deactivateCrm', at);
}

/** `Deals in Sales pipeline, New lead. Recorded: call, lead`. */
function formatConfigured(integration: OAuthIntegration): string {
  const kinds = integration.config.events.map((kind) => conversionKindLabel[kind].toLowerCase()).join(', ');
  if (integration.provider === 'team-chat') return `Posted in #${integration.config.channelName ?? ''}: ${kinds}`;
  if (isAds(integration)) return `Sent to ${formatAdTarget(integration)}: ${kinds}`;
  const { pipelineName, stageName, ownerName } = integration.config;
  return `Deals in ${pipelineName ?? ''}, ${stageName ?? ''}${ownerName === null ? '' : `, owned by ${ownerName}`}. Recorded: ${kinds}`;
}

const failures: Readonly<Record<Exclude<ReturnOutcome, 'connected' | 'denied'>, string>> = {
  expired: 'it was not started here, took too long, or was already completed. Connect again.',
  refused: 'the vendor refused the consent. Connect again.',
  silent: 'the vendor didn’t respond. Connect again.',
  other: 'it is another account than the connected one. Delete the integration first to connect it.',
  forbidden: 'you may not manage integrations there.',
};
const nextStep: Readonly<Record<OAuthProvider, string>> = {
  'team-chat': 'Choose a channel.',
  'lead-crm': 'Choose a pipeline and stage.',
  'google-ads': 'Choose an account.',
  'meta-ads': 'Choose a pixel.',
  'microsoft-ads': 'Choose an account.',
};

/** Words for the result of a sync; the first refusal in its own words. */
function formatSync({ data, meta }: SyncReply): string {
  if (meta.total === 0) return 'Nothing was due';
  const refused = data.filter(({ state }) => state === 'refused' || state === 'unknown');
  const first = refused[0]?.reason;
  return `${formatNumber(meta.accepted)} of ${formatNumber(meta.total)} sent${first ? `. ${formatNumber(refused.length)} not: ${first}` : ''}`;
}

const redirectCalls = {
  'team-chat': 'integrations.chatRedirect',
  'lead-crm': 'integrations.crmRedirect',
  'google-ads': 'integrations.googleAdsRedirect',
  'meta-ads': 'integrations.metaAdsRedirect',
  'microsoft-ads': 'integrations.microsoftAdsRedirect',
} as const satisfies Readonly<Record<OAuthProvider, string>>;
const syncCalls = {
  'lead-crm': 'integrations.syncCrm',
  'google-ads': 'integrations.syncGoogleAds',
  'meta-ads': 'integrations.syncMetaAds',
  'microsoft-ads': 'integrations.syncMicrosoftAds',
} as const satisfies Readonly<Record<ReportProvider, string>>;

function beginFlow(app: App, { companyId, provider }: OAuthKey): { readonly actor: OAuthActor } {
  const refresh = () => void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'integrations') });
  const say = (message: string) => {
    refresh();
    app.notify({ tone: 'success', message });
  };
  const at = ({ id }: OAuthIntegration) => ({ companyId, params: { id } });
  const actor = createActor(
    machine.provide({
      actors: {
        beginConnection: fromPromise(() => rejectWithPlainError(app.api.call(redirectCalls[provider], { companyId }))),
        finishConnection: fromPromise(({ input: { code, state } }) =>
          rejectWithPlainError(app.api.call('integrations.chatCallback', { companyId, body: { code, state } })),
        ),
        configure: fromPromise(({ input: { integration, ...chosen } }) => rejectWithPlainError(configure(app, companyId, integration, chosen))),
        switchIntegration: fromPromise(({ input: { integration } }) => rejectWithPlainError(switchIntegration(app, companyId, integration))),
        syncIntegration: fromPromise(async ({ input: { integration } }) => {
          if (integration.provider === 'team-chat') throw new Error('A team chat has nothing to sync');
          return rejectWithPlainError(app.api.call(syncCalls[integration.provider], at(integration)));
        }),
        resendPosts: fromPromise(({ input: { integration } }) => {
          const { refused, unknown } = integration.conversions;
          return rejectWithPlainError(app.api.call('integrations.resendOAuth', { ...at(integration), body: { count: refused + unknown } }));
        }),
        deleteIntegration: fromPromise(({ input: { integration } }) => rejectWithPlainError(app.api.call('integrations.deleteOAuth', at(integration)))),
      },
      actions: {
        leaveFor: (_, { url }) => window.location.assign(url),
        tellConnected: (_, { integration }) => say(`${integration.name} connected${integration.status === 'connected' ? `. ${nextStep[provider]}` : ''}`),
        tellDenied: () => app.notify({ tone: 'danger', message: `${providerLabel[provider]} wasn’t connected: the consent was canceled` }),
        tellConfigured: (_, { integration }) => say(formatConfigured(integration)),
        tellSynced: (_, { reply }) => {
          refresh();
          app.notify({ tone: reply.meta.accepted === reply.meta.total ? 'success' : 'danger', message: formatSync(reply) });
        },
        tellSwitched: (_, { integration }) => say(integration.status === 'inactive' ? `${integration.name} turned off` : `${integration.name} turned on`),
        tellResent: () => say(provider === 'team-chat' ? 'Posts are being sent again' : 'Events are being sent again'),
        tellDeleted: () => say(`${providerLabel[provider]} integration deleted`),
        tellFailed: (_, { error }) => {
          refresh();
          app.notify({ tone: 'danger', message: error.message });
        },
      },
    }),
    { input: { provider } },
  );
  return { actor };
}

/** The flow of each company and vendor. */
export const oauthStore = createFlowStore<OAuthKey, { readonly actor: OAuthActor }>({
  name: 'oauthIntegrations',
  getKey: ({ companyId, provider }) => `${companyId} ${provider}`,
  getCompanyId: ({ companyId }) => companyId,
  create: beginFlow,
});

/** Tells the flow of a company's vendor what the server has now. */
export async function informFlow(app: App, key: OAuthKey): Promise<OAuthActor> {
  const { actor } = oauthStore.get(app, key);
  const { oauth, setUp } = await app.queries.ensureQueryData(createIntegrationsQuery(app, key.companyId));
  const integration = oauth.find(({ provider }) => provider === key.provider) ?? null;
  actor.send({ type: 'integration.read', integration, isSetUp: setUp.includes(key.provider) });
  return actor;
}

/** Tells how a connection ended that the server completed. */
export function tellReturn(app: App, companyId: number, provider: OAuthProvider, outcome: ReturnOutcome): void {
  void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'integrations') });
  if (outcome === 'denied') oauthStore.get(app, { companyId, provider }).actor.send({ type: 'connection.denied' });
  else if (outcome === 'connected') app.notify({ tone: 'success', message: `${providerLabel[provider]} connected. ${nextStep[provider]}` });
  else app.notify({ tone: 'danger', message: `${providerLabel[provider]} wasn’t connected: ${failures[outcome]}` });
}
