/** A job is one declaration: its name, its queue, and what it is given. A leaf: whoever enqueues it knows nothing of who does it. */

/**
 * Settings of a queue: how many workers of a node fetch it, how many jobs each takes at a time and does side by side, how often a failed one is tried again,
 * and after how many seconds a worker looks for jobs whose time has come (new ones are announced at once). One with `everySeconds` runs periodically, once for
 * all nodes.
 */
interface Queue {
  readonly workers: number;
  readonly batch: number;
  readonly retries: number;
  readonly lookSeconds: number;
  readonly everySeconds?: number;
}

export interface Job<D = Readonly<Record<never, never>>> {
  /** Stored with each job: never changed. */
  readonly name: string;
  readonly queue: Queue;
  /** Never there: carries the type of what it is given. */
  readonly given?: D;
}

/** Declares a job. */
export const job = <D = Readonly<Record<never, never>>>(name: string, queue: Queue): Job<D> => ({ name, queue });
