/** An app of two lines in place of ours, for what the carrier does with those who wait: each caller is put into a queue of their own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Sandbox } from '#sandbox/server.ts';

/** Webhook the carrier sent to the app. */
interface Told {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface WaitingRoom {
  readonly url: string;
  readonly told: readonly Told[];
  /** Somebody calls a number, and waits in a queue until they are led on; who they are, and where they wait. `over`: settles when the call is. */
  caller(sandbox: Sandbox, number: string): Promise<{ readonly callSid: string; readonly queueSid: string; readonly over: Promise<unknown> }>;
  close(): void;
}

/** Opens it. */
export async function openWaitingRoom(): Promise<WaitingRoom> {
  const told: Told[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const { pathname } = new URL(request.url ?? '/', url);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
    told.push({ path: pathname, fields });
    const waits = `<Enqueue waitUrl="${url}/wait">${fields.CallSid}</Enqueue>`;
    response.writeHead(200, { 'content-type': 'text/xml' }).end(`<Response>${pathname.endsWith('/calls/incoming') ? waits : ''}</Response>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waitingOf = (from: string) =>
    vi.waitFor(() => {
      const found = told.find(({ path, fields }) => path === '/wait' && fields.From === from)?.fields;
      if (!found) throw new Error('Nobody waits yet');
      return { callSid: found.CallSid ?? '', queueSid: found.QueueSid ?? '' };
    });
  let count = 0;
  return {
    url,
    told,
    async caller(sandbox, number) {
      count += 1;
      const from = `+1503557${String(count).padStart(4, '0')}`;
      const over = sandbox.generator.ring(number, from, { kind: 'script', phones: { kind: 'noAnswer' } });
      return { ...(await waitingOf(from)), over };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
