/** Integrations, as commands reach them. */
import type { IntegrationServices } from '#commands/integrations/types.ts';
import { getReason, type UserEvent } from '#machines/ga4Integration/index.ts';
import { type UserEvent as ChatEvent, getReason as getChatReason } from '#machines/integration/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { chatStore, informChat } from './chatStore.ts';
import { createChannelsQuery } from './data.ts';
import { ga4Store } from './ga4Store.ts';

/** Commands over integrations, as the app provides them. */
export function createIntegrationServices({ app, workspace }: ServiceDeps): IntegrationServices {
  const send = (event: UserEvent) => {
    const { actor } = ga4Store.get(app, getCompanyId(app));
    const reason = getReason(actor.getSnapshot(), event);
    if (reason !== null) throw new Error(reason);
    actor.send(event);
  };
  const sendChat = (event: ChatEvent) => {
    const { actor } = chatStore.get(app, getCompanyId(app));
    const reason = getChatReason(actor.getSnapshot(), event);
    if (reason !== null) throw new Error(reason);
    actor.send(event);
  };
  return {
    begin: (integration) => {
      workspace.open('integrations');
      send({ type: 'stream.opened', ...(integration ? { integration } : {}) });
    },
    toggleKind: (kind) => send({ type: 'kind.toggled', kind }),
    test: (integration) => send({ type: 'stream.tested', integration }),
    switch: (integration) => (integration.provider === 'ga4' ? send({ type: 'stream.switched', integration }) : sendChat({ type: 'integration.switched' })),
    resend: (integration) => (integration.provider === 'ga4' ? send({ type: 'stream.resent', integration }) : sendChat({ type: 'integration.resent' })),
    remove: (integration) => (integration.provider === 'ga4' ? send({ type: 'stream.deleted', integration }) : sendChat({ type: 'integration.deleted' })),
    explain: (callId) => showNear(workspace, 'callConversions', { id: String(callId) }),
    connectChat: async () => {
      workspace.open('integrations');
      // What is not known yet can't be told why it is refused.
      if (chatStore.get(app, getCompanyId(app)).actor.getSnapshot().context.isSetUp === null) await informChat(app, getCompanyId(app));
      sendChat({ type: 'connection.begun' });
    },
    listChannels: async ({ id }, query) => {
      const channels = await app.queries.fetchQuery(createChannelsQuery(app, getCompanyId(app), id));
      const word = query.trim().replace(/^#/, '').toLowerCase();
      return channels.filter(({ name }) => name.toLowerCase().includes(word));
    },
    chooseChannel: (channelId) => sendChat({ type: 'channel.chosen', channelId }),
    togglePosted: (kind) => sendChat({ type: 'kind.toggled', kind }),
  };
}
