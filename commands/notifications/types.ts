/** Silencing and letting through the notifications of numbers, for this person. */
import type { ChannelType } from '#contract/notifications/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface NotificationServices {
  block(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  unblock(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  /** Returns the channels the user silenced, by number. */
  loadMuted(): Promise<readonly { numberId: number; channelTypes: readonly ChannelType[] }[]>;
}

/** Types the area adds to those shared by all commands. */
export interface NotificationsTypes {
  readonly services: { readonly notifications: NotificationServices };
}
