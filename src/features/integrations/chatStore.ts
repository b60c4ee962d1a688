/** The flow of a company's team chat, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { OAuthIntegration } from '#contract/integrations/entities.ts';
import { type ChatKind, chatKinds, conversionKindLabel } from '#contract/integrations/enums.ts';
import { machine } from '#machines/integration/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createIntegrationsQuery } from './data.ts';

/** The flow of a team chat. */
export type ChatActor = ActorRefFrom<typeof machine>;

/** `missed call, voicemail`. */
const formatKinds = (kinds: readonly ChatKind[]) => kinds.map((kind) => conversionKindLabel[kind].toLowerCase()).join(', ');

/** What is sent to configure it: another channel, or the kinds with one more or one fewer. */
const toConfigureBody = ({ config }: OAuthIntegration, channelId: string | null, kind: ChatKind | null) => ({
  ...(channelId === null ? {} : { channelId }),
  ...(kind === null ? {} : { events: chatKinds.filter((each) => (each === kind) !== config.events.includes(each)) }),
});

function beginChat(app: App, companyId: number): { readonly actor: ChatActor } {
  const refresh = () => void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'integrations') });
  const say = (message: string) => {
    refresh();
    app.notify({ tone: 'success', message });
  };
  const at = ({ id }: OAuthIntegration) => ({ companyId, params: { id } });
  const actor = createActor(
    machine.provide({
      actors: {
        beginConnection: fromPromise(() => rejectWithPlainError(app.api.call('integrations.chatRedirect', { companyId }))),
        finishConnection: fromPromise(({ input: { code, state } }) =>
          rejectWithPlainError(app.api.call('integrations.chatCallback', { companyId, body: { code, state } })),
        ),
        configure: fromPromise(({ input: { integration, channelId, kind } }) =>
          rejectWithPlainError(app.api.call('integrations.configureChat', { ...at(integration), body: toConfigureBody(integration, channelId, kind) })),
        ),
        switchIntegration: fromPromise(({ input: { integration } }) =>
          rejectWithPlainError(
            integration.status === 'inactive'
              ? app.api.call('integrations.activateChat', at(integration))
              : app.api.call('integrations.deactivateChat', at(integration)),
          ),
        ),
        resendPosts: fromPromise(({ input: { integration } }) => {
          const { refused, unknown } = integration.conversions;
          return rejectWithPlainError(app.api.call('integrations.resendOAuth', { ...at(integration), body: { count: refused + unknown } }));
        }),
        deleteIntegration: fromPromise(({ input: { integration } }) => rejectWithPlainError(app.api.call('integrations.deleteOAuth', at(integration)))),
      },
      actions: {
        leaveFor: (_, { url }) => window.location.assign(url),
        tellConnected: (_, { integration }) =>
          say(integration.config.channelId === null ? `${integration.name} connected. Choose a channel.` : `${integration.name} connected`),
        tellDenied: () => app.notify({ tone: 'danger', message: 'Team chat wasn’t connected: the consent was canceled' }),
        tellConfigured: (_, { integration: { config } }) => say(`Posted in #${config.channelName ?? ''}: ${formatKinds(config.events)}`),
        tellSwitched: (_, { integration }) => say(integration.status === 'inactive' ? `${integration.name} turned off` : `${integration.name} turned on`),
        tellResent: () => say('Posts are being sent again'),
        tellDeleted: () => say('Team chat integration deleted'),
        tellFailed: (_, { error }) => {
          refresh();
          app.notify({ tone: 'danger', message: error.message });
        },
      },
    }),
    { input: { provider: 'team-chat' } },
  );
  return { actor };
}

/** The flow of each company. */
export const chatStore = createFlowStore<number, { readonly actor: ChatActor }>({
  name: 'teamChats',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: beginChat,
});

/** Tells the flow of a company what the server has now. */
export async function informChat(app: App, companyId: number): Promise<ChatActor> {
  const { actor } = chatStore.get(app, companyId);
  const { chat, isChatSetUp } = await app.queries.ensureQueryData(createIntegrationsQuery(app, companyId));
  actor.send({ type: 'integration.read', integration: chat, isSetUp: isChatSetUp });
  return actor;
}
