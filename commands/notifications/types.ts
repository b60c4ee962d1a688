/** Silencing and letting through the notifications of numbers, for this person. */
import type { ChannelType } from '#contract/notifications/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface NotificationServices {
  block(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  unblock(numberIds: readonly number[], channels: readonly ChannelType[]): CommandOutcomePromise;
  /** Asks the browser for its permission where it was not asked. Rejects where it is refused or the browser has no such notifications. */
  allowDesktop(): Promise<void>;
  /** Plays the sound of an arrival. */
  playSound(): void;
  /** Returns the channels the user silenced, by number. */
  loadMuted(): Promise<readonly { numberId: number; channelTypes: readonly ChannelType[] }[]>;
}

/** Types the area adds to those shared by all commands. */
export interface NotificationsTypes {
  readonly services: { readonly notifications: NotificationServices };
}
