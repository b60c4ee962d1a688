/** The jobs port: durable work in the same database; a job enqueued in a transaction exists if and only if that transaction commits. */

/** Every kind of job and what it is given. An area adds its own here. */
export interface JobKinds {
  'message.send': { readonly companyId: number; readonly itemId: number };
  'message.reconcile': { readonly companyId: number; readonly attemptId: string };
  /** Comes round by itself. */
  'messages.sweep': Readonly<Record<never, never>>;
  'batch.run': { readonly companyId: number; readonly batchId: string };
  'numbers.buy': { readonly companyId: number; readonly purchaseId: string };
  'ports.send': { readonly companyId: number; readonly portId: number };
  'ports.follow': { readonly companyId: number; readonly portId: number };
  /** Comes round by itself. */
  'ports.sweep': Readonly<Record<never, never>>;
  'numbers.release': { readonly companyId: number; readonly carrierSid: string };
  'export.run': { readonly companyId: number; readonly exportId: number };
  /** Draws the pages of a fax. */
  'fax.pages': { readonly companyId: number; readonly itemId: number };
  /** Writes down a recording: that of a call, or a voicemail's. */
  'recording.transcribe': { readonly companyId: number; readonly fileId: number };
  /** Does at the carrier what a call whose caller hears hold music needs now. `overRound`: that one has rung long enough; `emptied`: a queue that is left. */
  'call.hold': {
    readonly companyId: number;
    readonly numberId: number;
    readonly callSid: string;
    readonly overRound?: number;
    readonly emptied?: string;
  };
  'webhook.apply': { readonly webhookId: number };
  /** Comes round by itself. */
  'calls.sweep': Readonly<Record<never, never>>;
  /** Comes round by itself. */
  'exports.prune': Readonly<Record<never, never>>;
  /** Comes round by itself. */
  'changes.prune': Readonly<Record<never, never>>;
  /** `address`: from where a code was asked. */
  'auth.mail': { readonly kind: 'reset' | 'signup'; readonly email: string; readonly address?: string };
}
export type JobKind = keyof JobKinds;

export interface Jobs {
  /** Enqueues within the open transaction (`db()`), to run at `startAt` or at once. `key`: at most one waiting job of that key. */
  enqueue<K extends JobKind>(kind: K, data: JobKinds[K], options?: { readonly startAt?: Date; readonly key?: string }): Promise<void>;
  /** Whether a job of that key waits, runs or is to be tried again, as the open transaction sees it. */
  isThere(kind: JobKind, key: string): Promise<boolean>;
  /** Says what does a kind of job; called before `start`. Work must be safe to repeat from the start: it may be killed at any point. */
  work<K extends JobKind>(kind: K, worker: (data: JobKinds[K]) => Promise<void>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
