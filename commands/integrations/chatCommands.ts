/** Team chat (CALL-211 to CALL-217): connected at the vendor, its channel and what is posted there. */

import type { ChatChannel, ChatIntegration } from '#contract/integrations/entities.ts';
import { chatKinds, conversionKindLabel } from '#contract/integrations/enums.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Context } from '../core/types.ts';
import { checkOAuth, checkProvider, getIntegration, getOAuth, manageBase, rowBase, vendorKeywords } from './rows.ts';
import { vendorIcons } from './vendorIcons.ts';

const getChat = (context: Context): ChatIntegration => {
  const row = getIntegration(context);
  if (row.provider !== 'team-chat') throw new Error('Select a team chat integration first');
  return row;
};

const toOption = ({ id, name, isPrivate, isMember }: ChatChannel): Option<string> => ({
  value: id,
  id,
  title: `#${name}`,
  ...(isPrivate ? { detail: 'Private' } : isMember ? {} : { detail: 'The app joins it' }),
});

/** Commands over team chat. */
export const chatCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.connectChat',
    ownOnly: true,
    title: 'Connect team chat',
    keywords: ['Slack', 'integration', 'add', 'new', 'OAuth', 'channel', 'post', 'missed calls', 'voicemails', 'leads'],
    icon: vendorIcons['team-chat'],
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.connect('team-chat'),
  }),
  command({
    ...rowBase,
    id: 'integrations.reconnect',
    ownOnly: true,
    title: 'Reconnect integration',
    keywords: ['OAuth', 'consent', 'expired', 'revoked', ...vendorKeywords],
    icon: 'refresh',
    quiet: true,
    available: (context) => checkOAuth(context, 'connection.begun') ?? { reason: 'Select an integration that was connected at its vendor', isMoot: true },
    run: async ({ context, services }) => services.integrations.connect(getOAuth(context).provider),
  }),
  command({
    ...rowBase,
    id: 'integrations.chooseChannel',
    title: 'Choose channel',
    keywords: ['Slack', 'team chat', 'post', 'change'],
    icon: vendorIcons['team-chat'],
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'team-chat', checkEvent(context, 'integration', 'channel.chosen')),
    args: {
      channelId: arg.search<string>({
        label: 'Channel',
        search: async (context, services, query) => (await services.integrations.listChannels(getChat(context), query)).map(toOption),
        find: async (id, context, services) =>
          (await services.integrations.listChannels(getChat(context), '')).find((channel) => channel.id === id)?.id ?? null,
      }),
    },
    run: async ({ args, services }) => services.integrations.chooseChannel(args.channelId),
  }),
  command({
    ...rowBase,
    id: 'integrations.togglePosted',
    title: 'Toggle posted event',
    keywords: ['Slack', 'team chat', 'missed calls', 'voicemails', 'leads', 'choose'],
    icon: 'list-checks',
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'team-chat', checkEvent(context, 'integration', 'kind.toggled')),
    args: {
      kind: arg.list({
        label: 'Event',
        options: (context) => {
          const { events } = getChat(context).config;
          return chatKinds.map((kind) => ({
            value: kind,
            id: kind,
            title: conversionKindLabel[kind],
            detail: events.includes(kind) ? 'Posted' : 'Not posted',
            reason: events.length === 1 && events.includes(kind) ? 'Keep at least one event, or turn the integration off' : undefined,
          }));
        },
      }),
    },
    run: async ({ args, services }) => services.integrations.togglePosted(args.kind),
  }),
];
