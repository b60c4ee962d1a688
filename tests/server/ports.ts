/** Free ports of this machine, known before anybody listens: webhooks and links carry the public address. */
import { createServer } from 'node:net';

/** A port of the loopback that nobody listens on. Throws when there is none. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
