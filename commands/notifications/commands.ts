/** Notifications: muting numbers, and which arrivals show a desktop notification or play a sound. */
import { type ChannelType, channelTypes } from '#contract/notifications/enums.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { channelTitles, formatTypes } from './format.ts';

const allChannels = { value: channelTypes as readonly ChannelType[], id: 'all', title: 'All notifications' };

const channelsArg = arg.list<readonly ChannelType[]>({
  label: 'Notification type',
  options: () => [allChannels, ...channelTypes.map((type) => ({ value: [type], id: type, title: channelTitles[type] }))],
});

const createNumberOption = ({ id, label, number }: PhoneNumber, more = ''): Option<number> => ({
  value: id,
  id: String(id),
  title: label || number,
  detail: `${displayPhone(number)}${more}`,
  icon: 'hash',
});

const numberArg = arg.list({
  label: 'Which number',
  options: ({ numbers }: Context) => numbers.map((entry) => createNumberOption(entry)),
});

/** Numbers of which the person silenced anything, with what. */
async function listMuted({ numbers }: Context, { notifications }: Services): Promise<Option<number>[]> {
  const blocks = new Map((await notifications.loadMuted()).map(({ numberId, channelTypes: types }) => [numberId, types]));
  return numbers.flatMap((entry): Option<number>[] => {
    const types = blocks.get(entry.id);
    if (types === undefined) return [];
    const what = types.length === channelTypes.length ? 'all notifications' : types.map((type) => channelTitles[type].toLowerCase()).join(', ');
    return [createNumberOption(entry, ` · ${what} muted`)];
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

const alertBase = { group: 'Notifications', scopes: ['workspace'], offline: false, ownOnly: true } as const;

/** The two commands over what arrivals do: show a desktop notification, play a sound. The choice is kept with the person's preferences. */
const createAlertCommands = (
  name: 'Desktop' | 'Sound',
  noun: string,
  field: 'desktopTypes' | 'soundTypes',
  start: (services: Services) => unknown,
): Command[] =>
  [true, false].map((isOn) =>
    command({
      ...alertBase,
      id: `notifications.turn${isOn ? 'On' : 'Off'}${name}`,
      title: `Turn ${isOn ? 'on' : 'off'} ${noun}`,
      keywords: ['alert', 'popup', 'ping', 'notify', 'quiet'],
      icon: isOn ? 'bell' : 'bell-off',
      available: ({ preferences }) => isOn || preferences[field].length > 0 || { reason: 'Already off' },
      detail: ({ preferences }) => `now ${formatTypes(preferences[field])}`,
      args: { channels: channelsArg },
      run: async ({ context, args, services }) => {
        if (isOn) await start(services);
        const now = channelTypes.filter((type) => (args.channels.includes(type) ? isOn : context.preferences[field].includes(type)));
        return services.preferences.save({ [field]: now }, `${name === 'Sound' ? name : 'Desktop notifications'}: ${formatTypes(now)}`);
      },
    }),
  );

/** The two commands over numbers whose arrivals neither show nor sound. */
const quietCommands = [true, false].map((isQuiet) =>
  command({
    ...alertBase,
    id: `notifications.${isQuiet ? 'quiet' : 'alert'}Number`,
    title: `Turn ${isQuiet ? 'off' : 'on'} alerts for number`,
    keywords: ['desktop', 'sound', 'notifications'],
    icon: isQuiet ? 'bell-off' : 'bell',
    args: {
      number: arg.list({
        label: 'Which number',
        options: ({ numbers, preferences }: Context) =>
          numbers.filter(({ id }) => preferences.quietNumberIds.includes(id) !== isQuiet).map((entry) => createNumberOption(entry)),
      }),
    },
    run: async ({ context, args, services }) => {
      const others = context.preferences.quietNumberIds.filter((id) => id !== args.number);
      return services.preferences.save(
        { quietNumberIds: isQuiet ? [...others, args.number] : others },
        `Alerts turned ${isQuiet ? 'off' : 'on'} for the number`,
      );
    },
  }),
);

const alertCommands: readonly Command[] = [
  ...createAlertCommands('Desktop', 'desktop notifications', 'desktopTypes', ({ notifications }) => notifications.allowDesktop()),
  ...createAlertCommands('Sound', 'notification sound', 'soundTypes', ({ notifications }) => notifications.playSound()),
  ...quietCommands,
];

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
  ...alertCommands,
];
