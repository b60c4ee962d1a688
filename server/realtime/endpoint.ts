/** The sockets of this node: `GET /app/{key}` on the app's own HTTP server, and the REST interface that the official server SDK publishes to. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { channelGrammar } from '#contract/core/realtime.ts';
import { trustConnection } from '../http/connections.ts';
import { serveUpgrades } from '../http/upgrades.ts';
import type { Hub } from './channelHub.ts';
import { closeCodes, formatErrorFrame, rejectConnection, verifyRequest } from './protocol.ts';

/** Bytes a client may send in one frame. */
const frameBytes = 16_384;
/** A client that reads so slowly that this much waits for it is let go; it catches up when it comes back. */
const waitingBytes = 1_000_000;
const tickMs = 5_000;

interface Credentials {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

/** Decides whether a handshake may go on: the status of its refusal, undefined when it may. */
export type Gate = (request: IncomingMessage, socket: Duplex) => number | undefined;

/** Takes the upgrades of `/app/…` on a server that `gate` lets through; others are refused. Returns what ends it. */
export function acceptConnections(server: Server, hub: Hub, key: string, gate: Gate = () => undefined): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytes });
  const endUpgrades = serveUpgrades(server, (request, socket, head, url) => {
    if (!url.pathname.startsWith('/app/')) return 404;
    const refused = gate(request, socket);
    if (refused !== undefined) return refused;
    sockets.handleUpgrade(request, socket, head, (client) => {
      // A client that breaks the protocol is an error of its own, also after it was refused.
      client.on('error', () => client.terminate());
      const refusal = rejectConnection(url, key);
      if (refusal === null) return serve(client, socket, hub);
      const { code, message } = closeCodes[refusal];
      client.send(formatErrorFrame(code, message));
      client.close(code, message);
    });
    return undefined;
  });
  const clock = setInterval(() => hub.tick(Date.now()), tickMs);
  clock.unref();
  return () => {
    clearInterval(clock);
    endUpgrades();
    hub.closeAll('reconnect');
    sockets.close();
    for (const client of sockets.clients) client.terminate();
  };
}

function serve(client: WebSocket, socket: Duplex, hub: Hub): void {
  const isOpen = () => {
    if (client.readyState !== client.OPEN) return false;
    if (client.bufferedAmount <= waitingBytes) return true;
    client.terminate();
    return false;
  };
  const member = hub.join(
    {
      send: (text) => {
        if (isOpen()) client.send(text);
      },
      // Between whole frames: without compression `send` writes each one at once.
      sendPacked: (bytes) => {
        if (isOpen()) socket.write(bytes);
      },
      close: (code, message) => {
        client.close(code, message);
        setTimeout(() => client.terminate(), 1_000).unref();
      },
      authorized: () => trustConnection(socket),
    },
    Date.now(),
  );
  client.on('message', (data, isBinary) => {
    try {
      if (isBinary) client.close(1003);
      else member.hear(data.toString(), Date.now());
    } catch {
      // Whatever one client says ends that client's connection at most.
      client.terminate();
    }
  });
  client.on('close', member.leave);
  client.on('error', member.leave);
}

const Event = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  data: z.string().check(z.maxLength(100_000)),
  channel: z.optional(z.string()),
  channels: z.optional(z.array(z.string()).check(z.maxLength(100))),
  socket_id: z.optional(z.nullable(z.string())),
});
const Batch = z.object({ batch: z.array(Event).check(z.maxLength(100)) });

/** Event to publish, as requested over the REST interface. */
interface PublishRequest {
  readonly channel: string;
  readonly event: string;
  readonly data: string;
  readonly except?: string;
}

/** `POST /apps/{id}/events` and `/batch_events`, signed as the Pusher REST interface is. */
export function registerEvents(app: FastifyInstance, credentials: Credentials, publish: (published: PublishRequest) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1_000_000 }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { appId: string; kind: string } }>('/apps/:appId/:kind', async (request, reply) => {
      const { appId, kind } = request.params;
      const body = typeof request.body === 'string' ? request.body : '';
      if (appId !== credentials.appId || (kind !== 'events' && kind !== 'batch_events')) return reply.code(404).send('Unknown app');
      if (!verifyRequest(credentials, 'POST', request.url, body, new Date())) return reply.code(401).send('Invalid signature');
      const said = read(kind, body);
      if (!said) return reply.code(400).send('Not an event');
      const published = said.flatMap((event) =>
        (event.channels ?? (event.channel === undefined ? [] : [event.channel])).map((channel) => ({
          channel,
          event: event.name,
          data: event.data,
          ...(event.socket_id ? { except: event.socket_id } : {}),
        })),
      );
      if (published.some(({ channel }) => !channelGrammar.test(channel))) return reply.code(400).send('Channel not found');
      for (const entry of published) publish(entry);
      return reply.send({});
    });
  });
}

function read(kind: 'events' | 'batch_events', body: string): z.output<typeof Event>[] | null {
  try {
    const value: unknown = JSON.parse(body);
    if (kind === 'events') return [Event.parse(value)];
    return Batch.parse(value).batch;
  } catch {
    return null;
  }
}
