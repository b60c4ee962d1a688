/** The socket, by the unmodified Pusher client: what the realtime flow's actors do. */
import type Pusher from 'pusher-js';
import * as realtime from '#contract/core/realtime.ts';
import { fromWire } from '#contract/core/wire.ts';
import type { InternalEvent } from '#machines/realtime/index.ts';
import type { App } from '../api/app.ts';
import { toPlainError } from '../api/errors.ts';
import { createPusherOptions } from '../api/pusherOptions.ts';
import { createChannelSigner } from './channelSigner.ts';

let pusher: Pusher | null = null;
/** The status with which the server refused to sign a channel; the Pusher client passes none on. */
const rejections = new Map<string, number>();

type Core = Pick<App, 'config' | 'api' | 'get'>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Changes of one frame; what is none of ours is left out. */
function parseChanges(data: unknown): realtime.Change[] {
  const message = fromWire(data);
  if (!isRecord(message) || !Array.isArray(message.changes)) return [];
  return message.changes.flatMap((entry) => {
    const read = realtime.Change.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}

/**
 * Holds the connection until it is closed, and tells the realtime flow what it hears. Pings often enough that a half-open socket is noticed
 * within 40 s.
 */
export async function openSocket(core: Core, publish: (event: InternalEvent) => void, onUserEvent: (event: realtime.UserEvent) => void) {
  const sign = createChannelSigner(core);
  const { default: Client } = await import('pusher-js');
  const client = new Client(core.config.realtime.key, {
    ...createPusherOptions(core.config.realtime),
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: (params, done) => {
        sign({ socketId: params.socketId, channelName: params.channelName })
          .then((answer) => done(null, answer))
          .catch((thrown: unknown) => {
            if (isRecord(thrown) && typeof thrown.status === 'number') rejections.set(params.channelName, thrown.status);
            done(thrown instanceof Error ? thrown : new Error('The channel was refused'), null);
          });
      },
    },
  });
  pusher = client;
  let isAway = false;
  const handleUnavailable = () => {
    isAway = true;
    publish({ type: 'socket.unavailable' });
  };
  client.connection.bind('connected', () => {
    isAway = false;
    const user = core.get().user;
    if (user) client.subscribe(realtime.getUserChannel(user.id));
    publish({ type: 'socket.connected' });
  });
  // While the person is told that nothing is live, one more try is no news.
  client.connection.bind('connecting', () => {
    if (!isAway) publish({ type: 'socket.dropped' });
  });
  client.connection.bind('unavailable', handleUnavailable);
  client.connection.bind('failed', handleUnavailable);
  client.bind_global((name: string, data: unknown) => {
    if (name === realtime.events.changes) for (const change of parseChanges(data)) publish({ type: 'change.arrived', change });
    if (name === realtime.events.user) {
      const event = realtime.UserEvent.safeParse(fromWire(data));
      if (event.success) onUserEvent(event.data);
    }
  });
  return {
    retry: () => {
      client.disconnect();
      client.connect();
    },
    close: () => {
      client.disconnect();
      if (pusher === client) pusher = null;
    },
  };
}

/** Leaves one company's channel and joins another's, or that of limited members where the full one is refused; resolves when the subscription stands. */
export async function joinChannel(join: number, leave: number | null, signal: AbortSignal): Promise<void> {
  const client = pusher;
  if (!client) throw toPlainError(new Error('No connection'));
  if (leave !== null && leave !== join) for (const name of listChannels(leave)) client.unsubscribe(name);
  const [full, limited] = listChannels(join);
  const status = await subscribe(client, full, signal);
  const outcome = status === 403 ? await subscribe(client, limited, signal) : status;
  if (outcome !== null) throw { status: outcome, code: 'channel', message: 'The company’s channel could not be joined' };
}

const listChannels = (companyId: number) => [realtime.getCompanyChannel(companyId), realtime.getLimitedChannel(companyId)] as const;

/** Subscribes to a channel; null when the subscription stands, else the status of the refusal, 0 where there is none. */
const subscribe = (client: Pusher, name: string, signal: AbortSignal): Promise<number | null> =>
  new Promise((resolve) => {
    rejections.delete(name);
    const channel = client.subscribe(name);
    if (channel.subscribed) return resolve(null);
    const reject = (error: unknown) => {
      stop();
      client.unsubscribe(name);
      resolve(rejections.get(name) ?? (isRecord(error) && typeof error.status === 'number' ? error.status : 0));
    };
    const succeed = () => {
      stop();
      resolve(null);
    };
    const stop = () => {
      channel.unbind('pusher:subscription_succeeded', succeed);
      channel.unbind('pusher:subscription_error', reject);
    };
    channel.bind('pusher:subscription_succeeded', succeed);
    channel.bind('pusher:subscription_error', reject);
    signal.addEventListener('abort', stop);
  });
