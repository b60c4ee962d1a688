/** Silencing and letting through the notifications of numbers, for this person. */
import type { ChannelType } from '#contract/notifications/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface NotificationServices {
  block(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  unblock(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  /** What the person silenced, by number. */
  silenced(): Promise<readonly { numberId: number; channelTypes: readonly ChannelType[] }[]>;
}

/** What the area adds to what all commands know. */
export interface NotificationsTypes {
  readonly services: { readonly notifications: NotificationServices };
}
