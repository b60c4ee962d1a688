/** Registry of the sockets connected to this node and their channels. Knows sockets only by their methods, so that it needs no network. */
import { channelGrammar, getCompanyChannel, getLimitedChannel } from '#contract/core/realtime.ts';
import {
  type AccountSubscriber,
  activityTimeoutSeconds,
  type CloseReason,
  closeCodes,
  formatErrorFrame,
  formatFrame,
  type PersonSubscriber,
  packText,
  pongTimeoutSeconds,
  type Subscriber,
  verifySubscription,
} from './protocol.ts';

/** A connected socket. */
interface ClientConnection {
  send(text: string): void;
  /** Sends a frame that was packed once for everybody; absent where the wire packs by itself. */
  sendPacked?(bytes: Buffer): void;
  close(code: number, message: string): void;
  /** Says that the first signed channel is heard: whoever is there may be there. */
  authorized?(): void;
}

interface Member {
  readonly socketId: string;
  readonly wire: ClientConnection;
  /** channel → the person it was signed for. */
  readonly channels: Map<string, Subscriber | 'anonymous'>;
  heardAt: number;
  pinged: boolean;
  frames: number;
  readonly bornAt: number;
  isAuthorized: boolean;
}

const channelsPerSocket = 100;
/** Milliseconds a socket may stay that hears no signed channel; it can hear nothing else. */
const unsignedMs = 60_000;
/** Frames a client may send between two looks at the clock (5 s). */
const framesPerTick = 200;

/** A subscription of a person to their own channel or to a company's, as the periodic check sees it. */
export interface CompanySubscription extends PersonSubscriber {
  /** Null: their own channel. */
  readonly companyId: number | null;
  /** The channel of limited members. */
  readonly isLimited: boolean;
}

export interface Hub {
  /** Greets a socket; the answer takes what it says from then on. */
  join(wire: ClientConnection, now: number): { hear(text: string, now: number): void; leave(): void };
  /** Says an event on a channel; `except` leaves one socket out. */
  say(channel: string, event: string, data: unknown, except?: string): void;
  /** Closes the sockets of a person; they come back and sign their subscriptions anew, which those of a socket that stays would not have to. */
  end(userId: number): void;
  /** Closes the sockets on which a session subscribed. */
  endSession(sessionId: string): void;
  /** Subscriptions of people, each once. */
  heard(): CompanySubscription[];
  /** Accounts of the catalog that subscribe, each session once. */
  heardAccounts(): AccountSubscriber[];
  /** Checks whether a socket subscribes to a company. */
  hasSubscribers(companyId: number): boolean;
  /** The companies that sockets subscribe to. */
  listSubscribed(): number[];
  /** Pings silent sockets, closes dead ones. */
  tick(now: number): void;
  closeAll(reason: CloseReason): void;
  readonly size: number;
}

/** A hub for one app key. */
export function createHub(credentials: { readonly key: string; readonly secret: string }): Hub {
  const members = new Map<string, Member>();
  const listeners = new Map<string, Set<Member>>();
  let born = 0;

  const unsubscribe = (member: Member, channel: string) => {
    member.channels.delete(channel);
    const rest = listeners.get(channel);
    rest?.delete(member);
    if (rest?.size === 0) listeners.delete(channel);
  };
  const leave = (member: Member) => {
    for (const channel of [...member.channels.keys()]) unsubscribe(member, channel);
    members.delete(member.socketId);
  };
  const close = (member: Member, reason: CloseReason) => {
    leave(member);
    const { code, message } = closeCodes[reason];
    member.wire.send(formatErrorFrame(code, message));
    member.wire.close(code, message);
  };
  const closeWhere = (isMeant: (subscriber: Subscriber) => boolean) => {
    for (const member of [...members.values()]) {
      if ([...member.channels.values()].some((subscriber) => subscriber !== 'anonymous' && isMeant(subscriber))) close(member, 'reconnect');
    }
  };
  const refuse = (member: Member, channel: string, error: string) =>
    member.wire.send(JSON.stringify({ event: 'pusher:subscription_error', channel, data: { type: 'AuthError', error, status: 403 } }));
  const subscribe = (member: Member, data: Record<string, unknown>) => {
    const { channel, auth } = data;
    if (typeof channel !== 'string') return member.wire.send(formatErrorFrame(null, 'A subscription names a channel'));
    if (!channelGrammar.test(channel)) return refuse(member, channel, 'Channel not found');
    const person = verifySubscription(credentials.key, credentials.secret, member.socketId, channel, auth);
    if (person === null) return refuse(member, channel, 'This subscription is not signed');
    if (!member.channels.has(channel) && member.channels.size >= channelsPerSocket) return refuse(member, channel, 'Too many channels');
    member.channels.set(channel, person);
    if (!member.isAuthorized) member.wire.authorized?.();
    member.isAuthorized = true;
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(member));
    member.wire.send(formatFrame('pusher_internal:subscription_succeeded', '{}', channel));
  };
  const hear = (member: Member, text: string, now: number) => {
    if (!members.has(member.socketId)) return;
    member.heardAt = now;
    member.pinged = false;
    member.frames += 1;
    if (member.frames > framesPerTick) return close(member, 'overCapacity');
    const said = parse(text);
    if (!said) return member.wire.send(formatErrorFrame(null, 'Not a frame'));
    if (said.event === 'pusher:ping') return member.wire.send(formatFrame('pusher:pong', '{}'));
    if (said.event === 'pusher:pong') return;
    if (said.event === 'pusher:subscribe') return subscribe(member, said.data);
    if (said.event === 'pusher:unsubscribe') return typeof said.data.channel === 'string' ? unsubscribe(member, said.data.channel) : undefined;
    member.wire.send(formatErrorFrame(4301, said.event.startsWith('client-') ? 'Client events are off' : 'Unknown event'));
  };

  return {
    join(wire, now) {
      born += 1;
      const member: Member = { socketId: socketId(born), wire, channels: new Map(), heardAt: now, pinged: false, frames: 0, bornAt: now, isAuthorized: false };
      members.set(member.socketId, member);
      wire.send(formatFrame('pusher:connection_established', { socket_id: member.socketId, activity_timeout: activityTimeoutSeconds }));
      return { hear: (text, at) => hear(member, text, at), leave: () => leave(member) };
    },
    say(channel, event, data, except) {
      const hearing = listeners.get(channel);
      if (!hearing) return;
      const text = formatFrame(event, data, channel);
      const packed = packText(text);
      for (const { socketId, wire } of hearing) {
        if (socketId === except) continue;
        if (wire.sendPacked) wire.sendPacked(packed);
        else wire.send(text);
      }
    },
    end: (userId) => closeWhere((subscriber) => 'userId' in subscriber && subscriber.userId === userId),
    endSession: (sessionId) => closeWhere((subscriber) => subscriber.sessionId === sessionId),
    heard() {
      const pairs = new Map<string, CompanySubscription>();
      for (const { channels } of members.values()) {
        for (const [channel, subscriber] of channels) {
          const [, kind, id] = channelGrammar.exec(channel) ?? [];
          if (kind === undefined || subscriber === 'anonymous' || !('userId' in subscriber)) continue;
          pairs.set(`${subscriber.sessionId} ${channel}`, {
            ...subscriber,
            companyId: kind === 'user' ? null : Number(id),
            isLimited: kind === 'company-limited',
          });
        }
      }
      return [...pairs.values()];
    },
    heardAccounts() {
      const sessions = new Map<string, AccountSubscriber>();
      for (const { channels } of members.values())
        for (const subscriber of channels.values()) if (subscriber !== 'anonymous' && 'accountId' in subscriber) sessions.set(subscriber.sessionId, subscriber);
      return [...sessions.values()];
    },
    hasSubscribers: (companyId) => listeners.has(getCompanyChannel(companyId)) || listeners.has(getLimitedChannel(companyId)),
    listSubscribed: () => [
      ...new Set(
        [...listeners.keys()].flatMap((channel) => {
          const [, kind, id] = channelGrammar.exec(channel) ?? [];
          return kind === 'company' || kind === 'company-limited' ? [Number(id)] : [];
        }),
      ),
    ],
    tick(now) {
      for (const member of [...members.values()]) {
        const silence = (now - member.heardAt) / 1000;
        member.frames = 0;
        if (silence >= activityTimeoutSeconds + pongTimeoutSeconds) close(member, 'pongMissing');
        else if (!member.isAuthorized && now - member.bornAt >= unsignedMs) close(member, 'closedForSilence');
        else if (silence >= activityTimeoutSeconds && !member.pinged) {
          member.pinged = true;
          member.wire.send(formatFrame('pusher:ping', '{}'));
        }
      }
    },
    closeAll(reason) {
      for (const member of [...members.values()]) close(member, reason);
    },
    get size() {
      return members.size;
    },
  };
}

/** digits.digits; never the same twice in a node, not guessable across nodes. */
function socketId(count: number): string {
  return `${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}.${count}`;
}

function parse(text: string): { event: string; data: Record<string, unknown> } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') return null;
    const data: unknown = 'data' in value ? value.data : {};
    return { event: value.event, data: typeof data === 'object' && data !== null ? { ...data } : {} };
  } catch {
    return null;
  }
}
