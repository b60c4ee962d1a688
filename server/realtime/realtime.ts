/** The realtime port: tells browsers what changed. Changes of companies reach it from the database (`changesChannel`), in commit order. */
import type { FastifyInstance } from 'fastify';
import type { Change, UserEvent } from '#contract/realtime.ts';

export interface Realtime {
  /** Tells a company's subscribers. */
  changes(companyId: number, changes: readonly Change[]): void;
  /** Tells one person. */
  user(userId: number, event: UserEvent): void;
  /** Signs a subscription of a person (who has been checked already), so that it can be ended with their membership. */
  authorize(socketId: string, channel: string, userId: number): string;
  /** Ends subscriptions of a person who may no longer hear a channel, or all of theirs. */
  endSubscriptions(userId: number, channel?: string): void;
  /** Hangs the endpoint onto the app, before it listens. */
  register(app: FastifyInstance): void;
  /** Begins to hear what other nodes tell. */
  start(): Promise<void>;
  close(): Promise<void>;
}
