/** Switchboard of the carrier: callers, the queues they wait in, and phones that were rung by REST. */
import { createSid, trim } from '../ledger.ts';
import type { Fields } from '../post.ts';

/** A call as the switchboard knows it. */
interface SwitchedCall {
  readonly sid: string;
  readonly fields: Fields;
}

/** Ways to leave a queue. `over`: settles when the phone has hung up; `onTalked` receives the seconds when the caller has. */
export type QueueExit =
  | { readonly kind: 'redirected'; readonly url: string }
  | { readonly kind: 'bridged'; readonly phoneEnded: Promise<void>; onTalked(seconds: number): void };

/** Somebody who waits. */
interface WaitingCall<C extends SwitchedCall> {
  readonly line: C;
  readonly exited: Promise<QueueExit>;
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
  readonly waiting: WaitingCall<C>[];
}

const maxPhones = 5_000;
const maxQueues = 5_000;

/** The memory of it. */
export class Switchboard<C extends SwitchedCall> {
  private readonly lines = new Map<string, C>();
  private readonly queues = new Map<string, Queue<C>>();
  /** Every phone that was rung by REST, the oldest first. */
  readonly phones: RungPhone[] = [];

  /** A caller is on the line; what lets calls that forward this one show the caller's number. */
  addCall(line: C): string {
    this.lines.set(line.sid, line);
    return `token-of-${line.sid}`;
  }

  removeCall(line: C): void {
    this.lines.delete(line.sid);
  }

  /** A call that goes on, by its name. */
  findCall = (sid: string): C | undefined => this.lines.get(sid);

  /** Whose caller it is for whom a phone is rung; null when the carrier would not show that number. */
  findCaller(from: string, token: string | undefined): C | null {
    const forwarded = token === undefined ? undefined : this.lines.get(token.replace(/^token-of-/, ''));
    if (forwarded) return forwarded.fields.From === from ? forwarded : null;
    const lines = [...this.lines.values()].filter(({ fields }) => fields.To === from);
    return lines.find((line) => this.listQueues().some(({ waiting }) => waiting.some((each) => each.line === line))) ?? lines[0] ?? null;
  }

  ring(from: string, to: string): RungPhone {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const phone: RungPhone = { sid: createSid('CA'), from, to, status: 'queued', ended, end: () => resolve() };
    this.phones.push(phone);
    if (this.phones.length > maxPhones) this.phones.shift();
    return phone;
  }

  findPhone = (sid: string): RungPhone | undefined => this.phones.find((phone) => phone.sid === sid);

  private listQueues = (): Queue<C>[] => [...this.queues.values()];

  /** Somebody begins to wait; the queue is made where there is none. */
  joinQueue(name: string, line: C): { readonly queueSid: string; readonly position: number; readonly waiting: WaitingCall<C> } {
    const queue = this.queues.get(name) ?? { sid: createSid('QU'), name, waiting: [] };
    this.queues.set(name, queue);
    trim(this.queues, maxQueues);
    const { promise: exited, resolve } = Promise.withResolvers<QueueExit>();
    const waiting: WaitingCall<C> = {
      line,
      exited,
      leave(exit) {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        resolve(exit);
      },
    };
    queue.waiting.push(waiting);
    return { queueSid: queue.sid, position: queue.waiting.length, waiting };
  }

  /** The caller put the phone down while waiting. */
  leaveQueue(waiting: WaitingCall<C>): void {
    for (const queue of this.listQueues()) if (queue.waiting.includes(waiting)) queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
  }

  findFirst = (name: string): WaitingCall<C> | undefined => this.queues.get(name)?.waiting[0];

  findWaiting(queueSid: string, callSid: string): WaitingCall<C> | undefined {
    return this.listQueues()
      .find(({ sid }) => sid === queueSid)
      ?.waiting.find(({ line }) => line.sid === callSid);
  }

  /** Takes a queue away; false when somebody waits there, null when there is none. */
  deleteQueue(queueSid: string): boolean | null {
    const queue = this.listQueues().find(({ sid }) => sid === queueSid);
    if (!queue) return null;
    return queue.waiting.length === 0 && this.queues.delete(queue.name);
  }

  /** Number of queues. */
  get queueCount(): number {
    return this.queues.size;
  }
}
