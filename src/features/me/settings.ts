/** The settings there are, each with its present value in the words of the command that changes it. Pure. */
import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import type { Setting } from '#commands/me/types.ts';
import { channelTitles, formatTypes } from '#commands/notifications/format.ts';
import { type ChannelType, channelTypes } from '#contract/notifications/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';

/** Server data of the person besides preferences and keys. */
interface ServerSettings {
  readonly phones: readonly string[];
  readonly sessions: number;
  /** Kinds the person muted, by number. */
  readonly muted: readonly { readonly numberId: number; readonly channelTypes: readonly ChannelType[] }[];
}

type Row = Omit<Setting, 'section' | 'isFirst'>;

const formatSwitch = (isOn: boolean): string => (isOn ? 'On' : 'Off');

/** Returns the title of the value a command marks as the present one among its choices. */
function formatCurrent(registry: Registry, context: Context, commandId: string): string {
  const declared = registry.get(commandId)?.args[0]?.arg;
  if (declared?.kind !== 'list') return '';
  const current = declared.getCurrent?.(context, {});
  return declared.options(context, {}).find(({ id }) => id === current)?.title ?? '';
}

const createRow = (title: string, value: string, command: string, args: Setting['args'] = {}): Row => ({
  id: [command, ...Object.values(args)].join(' '),
  title,
  value,
  command,
  args,
});

/** The rows of one switch for each kind of arrival; the id stays the same whether it is on or off. */
const createAlertRows = (name: 'Desktop' | 'Sound', types: readonly ChannelType[]): Row[] =>
  channelTypes.map((type) => {
    const isOn = types.includes(type);
    return {
      ...createRow(channelTitles[type], formatSwitch(isOn), `notifications.turn${isOn ? 'Off' : 'On'}${name}`, { channels: type }),
      id: `${name} ${type}`,
    };
  });

function formatMuted(types: readonly ChannelType[]): string {
  if (types.length === 0) return 'On';
  return types.length === channelTypes.length ? 'Muted' : `${capitalize(formatTypes(types))} muted`;
}

function createNumberRows({ numbers, permissions, preferences }: Context, { muted }: ServerSettings): (readonly [string, readonly Row[]])[] {
  const types = new Map(muted.map(({ numberId, channelTypes: each }) => [numberId, each]));
  const list = numbers.map((entry) => ({ id: entry.id, args: { number: String(entry.id) }, title: formatNumberName(entry) }));
  const blocks = list.map(({ id, args, title }) => {
    const now = types.get(id) ?? [];
    return { ...createRow(title, formatMuted(now), now.length === 0 ? 'notifications.block' : 'notifications.unblock', args), id: `muted ${id}` };
  });
  const alerts = list.map(({ id, args, title }) => {
    const isQuiet = preferences.quietNumberIds.includes(id);
    return { ...createRow(title, formatSwitch(!isQuiet), isQuiet ? 'notifications.alertNumber' : 'notifications.quietNumber', args), id: `alerts ${id}` };
  });
  return [...(permissions.has('notifications.manage') ? [['Notifications by number', blocks] as const] : []), ['Desktop and sound by number', alerts]];
}

/** Lists the settings by section. */
export function listSettings(registry: Registry, context: Context, server: ServerSettings): Setting[] {
  const { user, keymap, preferences } = context;
  const current = (title: string, commandId: string) => createRow(title, formatCurrent(registry, context, commandId), commandId);
  const custom = Object.keys(keymap.overrides).length;
  const sections: (readonly [string, readonly Row[]])[] = [
    [
      'My account',
      [
        createRow('My name', user?.name ?? '', 'account.rename'),
        createRow('My phones', server.phones.map(displayPhone).join(', ') || 'None', 'session.phones'),
      ],
    ],
    [
      'Security',
      [
        createRow('Password', '', 'account.password'),
        createRow('Two-factor authentication', formatSwitch(user?.hasMfa === true), user?.hasMfa ? 'account.mfaOff' : 'account.mfaOn'),
        createRow('Active sessions', server.sessions.toLocaleString('en-US'), 'account.sessions'),
      ],
    ],
    [
      'Keys',
      [
        current('Shortcut preset', 'keys.preset'),
        createRow('Single-key shortcuts', formatSwitch(keymap.singleKeys), keymap.singleKeys ? 'keys.singleOff' : 'keys.singleOn'),
        createRow('Custom shortcuts', custom === 0 ? 'None' : custom.toLocaleString('en-US'), 'keys.open'),
      ],
    ],
    ['Appearance', [current('Theme', 'looks.theme'), current('Density', 'looks.density')]],
    ['Sending', [createRow('Undo send delay', preferences.holdSeconds === 0 ? 'Off' : `${preferences.holdSeconds}s`, 'messages.hold')]],
    ['Desktop notifications', createAlertRows('Desktop', preferences.desktopTypes)],
    ['Sound', createAlertRows('Sound', preferences.soundTypes)],
    ...createNumberRows(context, server),
  ];
  return sections.flatMap(([section, rows]) => rows.map((row) => ({ ...row, section, isFirst: false })));
}

/** Marks the first row of each section. */
export const markFirst = (rows: readonly Setting[]): Setting[] => rows.map((row, index) => ({ ...row, isFirst: rows[index - 1]?.section !== row.section }));
