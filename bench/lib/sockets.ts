/** A thread with many sockets of the Pusher protocol, all on one channel; tells how late each frame came. */
import { parentPort, workerData } from 'node:worker_threads';
import WebSocket from 'ws';
import { signSubscription } from '../../server/realtime/protocol.ts';

const { url, key, secret, channel, count } = workerData as { url: string; key: string; secret: string; channel: string; count: number };
const readClock = () => performance.timeOrigin + performance.now();
/** Prefix of a time in the data of a frame, which is JSON in JSON. */
const saidAt = '\\"at\\":';
let late: number[] = [];

const open = () =>
  new Promise<void>((done, fail) => {
    const socket = new WebSocket(`${url}/app/${key}?protocol=7`);
    socket.on('error', fail);
    socket.on('message', (raw: Buffer) => {
      // A thousand readers in one thread: what is measured is the endpoint, so a frame is not parsed, only its time is found.
      const told = raw.toString('latin1', 0, Math.min(200, raw.length));
      const at = told.indexOf(saidAt);
      if (at >= 0) {
        late.push(readClock() - Number.parseFloat(told.slice(at + saidAt.length)));
        return;
      }
      const said: { event: string; data: string } = JSON.parse(raw.toString('utf8'));
      if (said.event === 'pusher:connection_established') {
        const { socket_id: id }: { socket_id: string } = JSON.parse(said.data);
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: signSubscription(key, secret, id, channel) } }));
      } else if (said.event === 'pusher_internal:subscription_succeeded') done();
    });
  });

for (let at = 0; at < count; at += 50) await Promise.all(Array.from({ length: Math.min(50, count - at) }, open));
parentPort?.postMessage('ready');
parentPort?.on('message', () => {
  parentPort?.postMessage(late);
  late = [];
});
