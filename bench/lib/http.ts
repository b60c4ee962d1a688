/** Asks over one kept connection, one request at a time: as light as a client of HTTP can be, so that the server is what is measured. */
import { connect, type Socket } from 'node:net';

interface Asked {
  readonly status: number;
  readonly body: Buffer;
}

export interface Asker {
  /** A GET; resolves when the whole answer is there. */
  get(path: string): Promise<Asked>;
  close(): void;
}

const blank = Buffer.from('\r\n\r\n');

/** The answer at the beginning of `received`; null while some of it is still to come. Answers carry their length. */
function parseResponse(received: Buffer): Asked | null {
  const end = received.indexOf(blank);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`An answer without its length: ${head.slice(0, 200)}`);
  const from = end + blank.length;
  if (received.length < from + length) return null;
  return { status: Number(head.slice(9, 12)), body: received.subarray(from, from + length) };
}

/** Connects to a port of the loopback; every request carries these headers. */
export async function createRequester(port: number, headers: Readonly<Record<string, string>>): Promise<Asker> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  const lines = Object.entries({ host: `localhost:${port}`, accept: 'application/json', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const rest = ` HTTP/1.1\r\n${lines.join('')}\r\n`;
  return {
    get: (path) =>
      new Promise((done, fail) => {
        let received: Buffer = Buffer.alloc(0);
        const hear = (chunk: Buffer) => {
          received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
          const answer = parseResponse(received);
          if (!answer) return;
          leave();
          done(answer);
        };
        const fall = (error?: Error) => {
          leave();
          fail(error ?? new Error('The connection ended'));
        };
        const leave = () => void socket.off('data', hear).off('error', fall).off('close', fall);
        socket.on('data', hear).on('error', fall).on('close', fall);
        socket.write(`GET ${path}${rest}`);
      }),
    close: () => void socket.destroy(),
  };
}
