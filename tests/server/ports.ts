/** Free ports of this machine, known before anybody listens: webhooks and links carry the public address. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those the system gives to outgoing connections: one of them must not take the port of a server that is killed and comes back. */
const range = { from: 20_000, to: 32_000 } as const;
const tries = 100;

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/** A port of the loopback that nobody listens on. Throws when there is none. */
export async function freePort(): Promise<number> {
  for (let at = 0; at < tries; at += 1) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
}
