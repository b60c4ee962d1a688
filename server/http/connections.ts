/**
 * Limits of connections that nobody has signed in on yet. A connection counts from the moment it is made until a request on it was let in or its
 * socket heard a signed channel; from then on the limits of sessions hold.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback } from './loopback.ts';

/** Milliseconds a client has for the head of a request, from the connection or the last answer's end. */
export const headersMs = 15_000;
/** Milliseconds for a whole request with its body; a body that stops is given up earlier (`bodies.ts`). */
export const requestMs = 300_000;
/** Longer than the idle connections of common proxies (60 s), so that it is the proxy that closes first. */
export const keepAliveMs = 72_000;
/** Milliseconds between two looks for what is overdue. */
export const lookMs = 5_000;

/** Per address where nothing else is set; an office behind one address signs in at nine. */
const perAddressByDefault = 500;

/** Functions that end the counting of a connection. */
const counted = new WeakMap<Duplex, () => void>();

/** Takes a connection out of the limits: somebody is signed in on it. */
export function trustConnection(socket: Duplex): void {
  counted.get(socket)?.();
}

interface Connections {
  /** Counts a connection; false when its address has too many, and it is to be closed. Of too many in all the oldest is closed. */
  enter(socket: Duplex, address: string): boolean;
  readonly size: number;
}

/** Counts connections. `perAddress` null: `perAddressByDefault`, and none for this machine itself. */
function createConnections({ perAddress, inAll }: Config['connections']): Connections {
  const unknown = new Set<Duplex>();
  const byAddress = new Map<string, number>();
  const most = (address: string) => perAddress ?? (isLoopback(address) ? Number.POSITIVE_INFINITY : perAddressByDefault);
  return {
    enter(socket, address) {
      if (unknown.has(socket)) return true;
      const before = byAddress.get(address) ?? 0;
      if (before >= most(address)) return false;
      byAddress.set(address, before + 1);
      unknown.add(socket);
      const leave = () => {
        if (!unknown.delete(socket)) return;
        counted.delete(socket);
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left === 0) byAddress.delete(address);
        else byAddress.set(address, left);
      };
      counted.set(socket, leave);
      socket.once('close', leave);
      const [oldest] = unknown;
      if (unknown.size > inAll && oldest !== undefined) {
        counted.get(oldest)?.();
        oldest.destroy();
      }
      return true;
    },
    get size() {
      return unknown.size;
    },
  };
}

/** The address a connection is counted under: the peer, or where proxies stand in front, whom the outermost trusted one names. */
export function getClientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return (trustedProxies > 0 ? (forwarded.at(-trustedProxies) ?? forwarded[0]) : undefined) ?? request.socket.remoteAddress ?? '';
}

const limited = new WeakMap<Server, Connections>();
/** The limits of a server's connections, for those that become sockets; null where a server has none. */
export const getConnections = (server: Server): Connections | null => limited.get(server) ?? null;

/** Holds a server to the limits. Behind proxies the connections are the proxies': only sockets are counted, by the address they name. */
export function limitConnections(app: FastifyInstance, { connections: limits, trustedProxies }: Config): void {
  const connections = createConnections(limits);
  limited.set(app.server, connections);
  app.server.on('connection', (socket) => {
    if (trustedProxies === 0 && !connections.enter(socket, socket.remoteAddress ?? '')) socket.destroy();
  });
}
