/** Bytes over TCP, as no HTTP client would send them. */
import { connect, type Socket } from 'node:net';

interface RawAnswer {
  /** Everything the server sent, as latin1. */
  readonly text: string;
  /** Status of the first answer; null when none came. */
  readonly status: number | null;
  /** True when the server ended the connection, false when it was still open after the time. */
  readonly isClosed: boolean;
}

const statusOf = (text: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? Number.NaN);

/** Opens a connection. */
export function openRaw(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Waits until the server closes a connection, or `ms` are over. The client's own half stays open meanwhile. */
export function waitForClose(socket: Socket, ms = 5_000): Promise<RawAnswer> {
  let text = '';
  return new Promise((resolve) => {
    const done = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const status = statusOf(text);
      resolve({ text, status: Number.isNaN(status) ? null : status, isClosed });
    };
    const timer = setTimeout(() => done(false), ms);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.once('close', () => done(true));
    socket.on('error', () => {});
  });
}

/** Sends bytes on a new connection and waits for its end. */
export async function sendRaw(url: string, bytes: string | Uint8Array, ms = 5_000): Promise<RawAnswer> {
  const socket = await openRaw(url);
  const answer = waitForClose(socket, ms);
  socket.write(bytes);
  return answer;
}

/** Sends a request whose connection ends with its answer. `head`: lines after the request line, without Host and Connection. */
export const sendRequest = (url: string, line: string, head: readonly string[] = [], body: string | Uint8Array = '', ms = 5_000) =>
  sendRaw(
    url,
    Buffer.concat([Buffer.from([line, `Host: ${new URL(url).host}`, 'Connection: close', ...head, '', ''].join('\r\n'), 'latin1'), Buffer.from(body)]),
    ms,
  );

/** Sends a handshake of a WebSocket. */
export const sendUpgrade = (url: string, target: string, head: readonly string[] = [], host = new URL(url).host) =>
  sendRaw(
    url,
    [
      `GET ${target} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...head,
      '',
      '',
    ].join('\r\n'),
    1_500,
  );
