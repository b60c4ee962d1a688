/** Upgrades of connections: a WebSocket where somebody serves it; every other is answered and closed. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds a refused client has to take its answer. */
const farewellMs = 1_000;

/** Serves an upgrade, or returns the status of its refusal. Throws: 500. */
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => number | undefined;

/** True for a request that wants a WebSocket. Others (`h2c`) are answered as what they are besides: ordinary requests. */
export const isWebSocketUpgrade = ({ headers }: Pick<IncomingMessage, 'headers'>) => headers.upgrade?.trim().toLowerCase() === 'websocket';

/** Answers an upgrade with a status and closes its connection. */
function refuseUpgrade(socket: Duplex, status: number): void {
  setTimeout(() => socket.destroy(), farewellMs).unref();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** The address of a request; null when it is none, or names another place than a path here. */
function parseUrl({ url = '' }: Pick<IncomingMessage, 'url'>): URL | null {
  const read = URL.parse(url, 'http://localhost');
  return read?.origin === 'http://localhost' && url.startsWith('/') ? read : null;
}

const isVites = ({ headers }: IncomingMessage) => /^vite-(hmr|ping)$/.test(headers['sec-websocket-protocol'] ?? '');

/** Gives every upgrade of a server to `serve`; none is left without an answer. In development Vite's own go to Vite. Returns what ends it. */
export function serveUpgrades(server: Server, serve: Upgrade): () => void {
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isVites(request) && server.listenerCount('upgrade') > 1) return;
    socket.on('error', () => socket.destroy());
    try {
      const url = parseUrl(request);
      const refusal = url === null ? 400 : isWebSocketUpgrade(request) ? serve(request, socket, head, url) : 426;
      if (refusal !== undefined) refuseUpgrade(socket, refusal);
    } catch {
      refuseUpgrade(socket, 500);
    }
  };
  server.on('upgrade', upgrade);
  return () => void server.off('upgrade', upgrade);
}
