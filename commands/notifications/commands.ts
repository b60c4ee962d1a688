/** Muting and unmuting the notifications of numbers. */
import { type ChannelType, channelTypes } from '#contract/notifications/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

const channelTitles: Readonly<Record<ChannelType, string>> = { calls: 'Calls', messages: 'Messages', voicemails: 'Voicemails', faxes: 'Faxes' };

const allChannels = { value: channelTypes as readonly ChannelType[], id: 'all', title: 'All notifications' };

const channelsArg = arg.list<readonly ChannelType[]>({
  label: 'Notification type',
  options: () => [allChannels, ...channelTypes.map((type) => ({ value: [type], id: type, title: channelTitles[type] }))],
});

const numberArg = arg.list({
  label: 'Which number',
  options: ({ numbers }: Context) =>
    numbers.map((entry) => ({ value: entry.id, id: String(entry.id), title: entry.label || entry.number, detail: displayPhone(entry.number), icon: 'hash' })),
});

/** Numbers of which the person silenced anything, with what. */
async function listMuted({ numbers }: Context, { notifications }: Services): Promise<Option<number>[]> {
  const blocks = new Map((await notifications.loadMuted()).map(({ numberId, channelTypes: types }) => [numberId, types]));
  return numbers.flatMap((entry): Option<number>[] => {
    const types = blocks.get(entry.id);
    if (types === undefined) return [];
    const what = types.length === channelTypes.length ? 'all notifications' : types.map((type) => channelTitles[type].toLowerCase()).join(', ');
    return [
      { value: entry.id, id: String(entry.id), title: entry.label || entry.number, detail: `${displayPhone(entry.number)} · ${what} muted`, icon: 'hash' },
    ];
  });
}

const mutedNumberArg = arg.search<number>({
  label: 'Which number',
  search: async (context, services, words) => {
    const wanted = words.trim().toLowerCase();
    return (await listMuted(context, services)).filter(({ title, detail = '' }) => `${title} ${detail}`.toLowerCase().includes(wanted));
  },
  find: async (id, context, services) => (await listMuted(context, services)).find((option) => option.id === id)?.value ?? null,
  getName: (id, { numbers }) => numbers.find((entry) => String(entry.id) === id)?.label,
});

const muteBase = { group: 'Notifications', scopes: ['workspace'], permission: 'notifications.manage' } as const;

/** Commands over notifications. */
export const notificationCommands: readonly Command[] = [
  command({
    ...muteBase,
    id: 'notifications.block',
    title: 'Mute number',
    keywords: ['mute', 'notifications', 'block', 'silence'],
    icon: 'bell-off',
    args: { number: numberArg, channels: channelsArg },
    run: async ({ args, services }) => services.notifications.block([args.number], args.channels),
  }),
  command({
    ...muteBase,
    id: 'notifications.unblock',
    title: 'Unmute number',
    keywords: ['unmute', 'notifications', 'listen', 'again'],
    icon: 'bell',
    args: { number: mutedNumberArg, channels: channelsArg },
    run: async ({ args, services }) => services.notifications.unblock([args.number], args.channels),
  }),
];
