/** Switchboard of the carrier: callers, the queues they wait in, and phones that were rung by REST. */
import { createSid, trim } from '../ledger.ts';
import type { Fields } from '../post.ts';

/** A call as the switchboard knows it. */
interface SwitchedCall {
  readonly sid: string;
  readonly fields: Fields;
}

/** Ways to leave a queue. `over`: settles when the phone has hung up; `talked` receives the seconds when the caller has. */
export type QueueExit =
  | { readonly kind: 'redirected'; readonly url: string }
  | { readonly kind: 'bridged'; readonly over: Promise<void>; talked(seconds: number): void };

/** Somebody who waits. */
interface Waiting<C extends SwitchedCall> {
  readonly line: C;
  readonly left: Promise<QueueExit>;
  leave(exit: QueueExit): void;
}

/** A phone that was rung by REST. */
export interface RungPhone {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  status: 'queued' | 'initiated' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed';
  /** Settles when it is to be over. */
  readonly ended: Promise<void>;
  end(): void;
}

interface Queue<C extends SwitchedCall> {
  readonly sid: string;
  readonly name: string;
  readonly waiting: Waiting<C>[];
}

const mostPhones = 5_000;
const mostQueues = 5_000;

/** The memory of it. */
export class Switchboard<C extends SwitchedCall> {
  private readonly lines = new Map<string, C>();
  private readonly queues = new Map<string, Queue<C>>();
  /** Every phone that was rung by REST, the oldest first. */
  readonly phones: RungPhone[] = [];

  /** A caller is on the line; what lets calls that forward this one show the caller's number. */
  arrive(line: C): string {
    this.lines.set(line.sid, line);
    return `token-of-${line.sid}`;
  }

  depart(line: C): void {
    this.lines.delete(line.sid);
  }

  /** Whose caller it is for whom a phone is rung; null when the carrier would not show that number. */
  callerOf(from: string, token: string | undefined): C | null {
    const forwarded = token === undefined ? undefined : this.lines.get(token.replace(/^token-of-/, ''));
    if (forwarded) return forwarded.fields.From === from ? forwarded : null;
    const lines = [...this.lines.values()].filter(({ fields }) => fields.To === from);
    return lines.find((line) => this.all().some(({ waiting }) => waiting.some((each) => each.line === line))) ?? lines[0] ?? null;
  }

  ring(from: string, to: string): RungPhone {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const phone: RungPhone = { sid: createSid('CA'), from, to, status: 'queued', ended, end: () => resolve() };
    this.phones.push(phone);
    if (this.phones.length > mostPhones) this.phones.shift();
    return phone;
  }

  phone = (sid: string): RungPhone | undefined => this.phones.find((phone) => phone.sid === sid);

  private all = (): Queue<C>[] => [...this.queues.values()];

  /** Somebody begins to wait; the queue is made where there is none. */
  join(name: string, line: C): { readonly queueSid: string; readonly position: number; readonly waiting: Waiting<C> } {
    const queue = this.queues.get(name) ?? { sid: createSid('QU'), name, waiting: [] };
    this.queues.set(name, queue);
    trim(this.queues, mostQueues);
    const { promise: left, resolve } = Promise.withResolvers<QueueExit>();
    const waiting: Waiting<C> = {
      line,
      left,
      leave(exit) {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        resolve(exit);
      },
    };
    queue.waiting.push(waiting);
    return { queueSid: queue.sid, position: queue.waiting.length, waiting };
  }

  /** The caller put the phone down while waiting. */
  abandon(waiting: Waiting<C>): void {
    for (const queue of this.all()) if (queue.waiting.includes(waiting)) queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
  }

  first = (name: string): Waiting<C> | undefined => this.queues.get(name)?.waiting[0];

  member(queueSid: string, callSid: string): Waiting<C> | undefined {
    return this.all()
      .find(({ sid }) => sid === queueSid)
      ?.waiting.find(({ line }) => line.sid === callSid);
  }

  /** Takes a queue away; false when somebody waits there, null when there is none. */
  drop(queueSid: string): boolean | null {
    const queue = this.all().find(({ sid }) => sid === queueSid);
    if (!queue) return null;
    return queue.waiting.length === 0 && this.queues.delete(queue.name);
  }

  /** Number of queues. */
  get queueCount(): number {
    return this.queues.size;
  }
}
