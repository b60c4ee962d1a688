/** Words for the kinds of notifications. */
import { type ChannelType, channelTypes } from '#contract/notifications/enums.ts';

export const channelTitles: Readonly<Record<ChannelType, string>> = { calls: 'Calls', messages: 'Messages', voicemails: 'Voicemails', faxes: 'Faxes' };

/** Formats kinds: "calls, faxes", "all", "none". */
export const formatTypes = (types: readonly ChannelType[]): string =>
  types.length === 0 ? 'none' : types.length === channelTypes.length ? 'all' : types.map((type) => channelTitles[type].toLowerCase()).join(', ');
