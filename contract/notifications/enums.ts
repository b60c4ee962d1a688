/** Enumerations of notifications. */

/** Ways a notification of a number reaches a person (values not shown in the spec, AMB-78). */
export const channelTypes = ['calls', 'messages', 'voicemails', 'faxes'] as const;
export type ChannelType = (typeof channelTypes)[number];
