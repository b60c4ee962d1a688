/** A port of the sandbox that another program has, such as a second installation: the process ends, and says which setting to change. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Names are asked for over UDP. */
async function holdNamePort(): Promise<{ readonly port: number; close(): void }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => void socket.close() };
}

async function holdPort(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close: () => void server.close() };
}

const settings = ['KEYLINE_SANDBOX_PORT', 'KEYLINE_SANDBOX_SMTP_PORT', 'KEYLINE_SANDBOX_DNS_PORT'] as const;

test.each(settings)('%s is taken', async (setting) => {
  const held = await (setting === 'KEYLINE_SANDBOX_DNS_PORT' ? holdNamePort() : holdPort());
  const free = Object.fromEntries(settings.map((name) => [name, '0']));
  const child = spawn(process.execPath, ['sandbox/start.ts'], {
    env: {
      ...process.env,
      ...free,
      [setting]: String(held.port),
      KEYLINE_SANDBOX_SETTINGS: '/nowhere/sandbox.json',
      CARRIER_ACCOUNT_SID: `AC${'7'.repeat(32)}`,
      CARRIER_AUTH_TOKEN: 'a-token',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  held.close();
  expect(said).toBe(`Port ${held.port} is taken. Stop what uses it, or set ${setting}.\n`);
  expect(code).toBe(1);
});
