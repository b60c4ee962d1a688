/** Integrations, as commands reach them. */
import type { IntegrationServices } from '#commands/integrations/types.ts';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import { getReason, type UserEvent } from '#machines/ga4Integration/index.ts';
import { getReason as getOAuthReason, type UserEvent as OAuthEvent } from '#machines/integration/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import {
  createChannelsQuery,
  createCrmChoicesQuery,
  createForecastQuery,
  createGoogleAccountsQuery,
  createMetaAccountsQuery,
  createMetaPixelsQuery,
  createMicrosoftAccountsQuery,
} from './data.ts';
import { ga4Drafts, ga4Store } from './ga4Store.ts';
import { informFlow, oauthStore } from './oauthStore.ts';

/** Commands over integrations, as the app provides them. */
export function createIntegrationServices({ app, workspace }: ServiceDeps): IntegrationServices {
  /** The form, where it accepts this now. */
  const getForm = (asked: UserEvent | UserEvent['type']) => {
    const { actor } = ga4Store.get(app, getCompanyId(app));
    const reason = getReason(actor.getSnapshot(), asked);
    if (reason !== null) throw new Error(reason);
    return actor;
  };
  const send = (event: UserEvent) => getForm(event).send(event);
  const sendTo = (provider: OAuthProvider, event: OAuthEvent) => {
    const { actor } = oauthStore.get(app, { companyId: getCompanyId(app), provider });
    const reason = getOAuthReason(actor.getSnapshot(), event);
    if (reason !== null) throw new Error(reason);
    actor.send(event);
  };
  return {
    begin: (integration) => {
      workspace.open('integrations');
      const form = getForm('stream.opened');
      form.send({ type: 'stream.opened', ...(integration ? { integration } : {}), kept: ga4Drafts.take(getCompanyId(app), integration?.id ?? null) });
    },
    toggleKind: (kind) => send({ type: 'kind.toggled', kind }),
    test: (integration) => send({ type: 'stream.tested', integration }),
    switch: (integration) =>
      integration.provider === 'ga4' ? send({ type: 'stream.switched', integration }) : sendTo(integration.provider, { type: 'integration.switched' }),
    resend: (integration) =>
      integration.provider === 'ga4' ? send({ type: 'stream.resent', integration }) : sendTo(integration.provider, { type: 'integration.resent' }),
    remove: (integration) =>
      integration.provider === 'ga4' ? send({ type: 'stream.deleted', integration }) : sendTo(integration.provider, { type: 'integration.deleted' }),
    explain: (callId) => showNear(workspace, 'callConversions', { id: String(callId) }),
    connect: async (provider) => {
      workspace.open('integrations');
      const key = { companyId: getCompanyId(app), provider };
      // A flow that does not know the server yet can't say why it refuses.
      if (oauthStore.get(app, key).actor.getSnapshot().context.isSetUp === null) await informFlow(app, key);
      sendTo(provider, { type: 'connection.begun' });
    },
    listChannels: async ({ id }, query) => {
      const channels = await app.queries.fetchQuery(createChannelsQuery(app, getCompanyId(app), id));
      const word = query.trim().replace(/^#/, '').toLowerCase();
      return channels.filter(({ name }) => name.toLowerCase().includes(word));
    },
    chooseChannel: (channelId) => sendTo('team-chat', { type: 'channel.chosen', channelId }),
    togglePosted: (kind) => sendTo('team-chat', { type: 'kind.toggled', kind }),
    listCrmChoices: ({ id }) => app.queries.fetchQuery(createCrmChoicesQuery(app, getCompanyId(app), id)),
    chooseCrm: (choice) => sendTo('lead-crm', { type: 'account.chosen', choice }),
    toggleRecorded: (kind) => sendTo('lead-crm', { type: 'kind.toggled', kind }),
    listGoogleAccounts: ({ id }) => app.queries.fetchQuery(createGoogleAccountsQuery(app, getCompanyId(app), id)),
    listMetaAccounts: ({ id }) => app.queries.fetchQuery(createMetaAccountsQuery(app, getCompanyId(app), id)),
    listMetaPixels: ({ id }, accountId) => app.queries.fetchQuery(createMetaPixelsQuery(app, getCompanyId(app), id, accountId)),
    listMicrosoftAccounts: ({ id }) => app.queries.fetchQuery(createMicrosoftAccountsQuery(app, getCompanyId(app), id)),
    forecast: (id) => app.queries.fetchQuery(createForecastQuery(app, getCompanyId(app), id)),
    chooseAdAccount: (provider, choice) => sendTo(provider, { type: 'account.chosen', choice }),
    toggleConversion: ({ provider }, kind) => sendTo(provider, { type: 'kind.toggled', kind }),
    tryRule: ({ id }, kind, rule) => app.api.call('integrations.tryRule', { companyId: getCompanyId(app), params: { id }, query: { kind, rule } }),
    setRule: async ({ id, rules }, kind, rule) => {
      const companyId = getCompanyId(app);
      const set = async (next: string | null) => {
        await app.api.call('integrations.setRule', { companyId, params: { id }, body: { kind, ...(next === null ? {} : { rule: next }) } });
        await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'integrations', 'list') });
      };
      const before = rules.find((each) => each.kind === kind)?.rule ?? null;
      if (before === rule) return { changed: false, message: rule === null ? 'It has no rule' : 'The rule is the same' };
      await set(rule);
      return { message: rule === null ? 'Conversion rule removed' : 'Conversion rule set', undo: { run: () => set(before) } };
    },
    sync: ({ provider }) => sendTo(provider, { type: 'integration.synced' }),
  };
}
