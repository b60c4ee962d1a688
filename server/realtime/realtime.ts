/** The realtime port: tells browsers what changed. Changes of companies reach it from the database (`changesChannel`), in commit order. */
import type { FastifyInstance } from 'fastify';
import type { Change, UserEvent } from '#contract/core/realtime.ts';
import type { Subscriber } from './protocol.ts';

export interface Realtime {
  /** Tells a company's subscribers. */
  changes(companyId: number, changes: readonly Change[]): void;
  /** Tells one person. */
  user(userId: number, event: UserEvent): void;
  /** Signs a subscription of a person (who has been checked already), so that it can be ended with their membership or session. */
  authorize(socketId: string, channel: string, subscriber: Subscriber): string;
  /** Ends all subscriptions of a person; the windows that are still theirs come back. */
  endSubscriptions(userId: number): void;
  /** Hangs the endpoint onto the app, before it listens. */
  register(app: FastifyInstance): void;
  /** Begins to hear what other nodes tell. */
  start(): Promise<void>;
  close(): Promise<void>;
}
