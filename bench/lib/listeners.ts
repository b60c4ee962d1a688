/**
 * Many sockets of the Pusher protocol in a process of their own, all on one channel, so light that they are not what is measured: frames are cut
 * by their heads, and of a frame only its first and its last position are read.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { signSubscription } from '../../server/realtime/protocol.ts';

const { LISTEN_PORT = '', LISTEN_KEY = '', LISTEN_SECRET = '', LISTEN_CHANNEL = '', LISTEN_COUNT = '', LISTEN_USER = '', LISTEN_SESSION = '' } = process.env;
const readClock = () => performance.timeOrigin + performance.now();
/** Prefix of a position in the data of a frame, which is JSON in JSON. */
const position = Buffer.from('\\"seq\\":');

/** Received frames: for each frame the first position in it and the time of its arrival. */
let heard: number[] = [];
/** Positions that a socket was not told in order. */
let gaps = 0;

/** A frame of text as a client sends it: masked, here with nothing. */
function maskFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

const parseNumber = (bytes: Buffer, at: number) => Number.parseInt(bytes.toString('latin1', at + position.length, at + position.length + 16), 10);

/** A socket's reading: calls `take` with the body of each whole frame. */
function cut(take: (body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = null;
    while (bytes.length >= 2) {
      const short = (bytes[1] ?? 0) & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < head) break;
      const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < head + size) break;
      take(bytes.subarray(head, head + size));
      bytes = bytes.subarray(head + size);
    }
    if (bytes.length > 0) rest = bytes;
  };
}

function open(): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect({ port: Number(LISTEN_PORT), host: '127.0.0.1', noDelay: true });
    let last = 0;
    const take = (body: Buffer) => {
      const first = body.indexOf(position);
      if (first >= 0) {
        const at = readClock();
        const from = parseNumber(body, first);
        if (last > 0 && from !== last + 1) gaps += 1;
        last = parseNumber(body, body.lastIndexOf(position));
        heard.push(from, last, at);
        return;
      }
      const said: { event: string; data: string } = JSON.parse(body.toString('utf8'));
      if (said.event === 'pusher:connection_established') {
        const { socket_id: id }: { socket_id: string } = JSON.parse(said.data);
        const auth = signSubscription(LISTEN_KEY, LISTEN_SECRET, id, LISTEN_CHANNEL, { userId: Number(LISTEN_USER), sessionId: LISTEN_SESSION });
        socket.write(maskFrame(JSON.stringify({ event: 'pusher:subscribe', data: { channel: LISTEN_CHANNEL, auth } })));
      } else if (said.event === 'pusher_internal:subscription_succeeded') done();
      else if (said.event === 'pusher:ping') socket.write(maskFrame(JSON.stringify({ event: 'pusher:pong', data: {} })));
      else fail(new Error(`A socket was told ${said.event}`));
    };
    const frames = cut(take);
    let greeting = Buffer.alloc(0);
    const greet = (chunk: Buffer) => {
      greeting = Buffer.concat([greeting, chunk]);
      const end = greeting.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', greet).on('data', frames);
      if (greeting.length > end + 4) frames(greeting.subarray(end + 4));
    };
    socket
      .on('data', greet)
      .on('error', fail)
      .on('close', () => fail(new Error('A socket was closed')));
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET /app/${LISTEN_KEY}?protocol=7 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
}

const count = Number(LISTEN_COUNT);
for (let at = 0; at < count; at += 50) await Promise.all(Array.from({ length: Math.min(50, count - at) }, open));
process.send?.('ready');
process.on('message', () => {
  process.send?.({ heard: Float64Array.from(heard), gaps });
  heard = [];
  gaps = 0;
});
process.on('disconnect', () => process.exit(0));
