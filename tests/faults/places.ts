/** A server with the sandbox beside it, and a fault proxy on each of its lines: to the database and to the carrier. */
import { routes } from '#contract/index.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { fateOf, type Message, type Outside, startOutside } from '#tests/server/outside.ts';
import { type FaultProxy, startFaultProxy } from './proxy.ts';

export type Worker = Awaited<ReturnType<TestServer['worker']>>;

export interface Place extends Outside {
  readonly database: FaultProxy;
  readonly carrier: FaultProxy;
  readonly agent: Worker;
  readonly companyId: number;
  readonly line: { readonly id: number; readonly number: string };
  /** Sends a text; `clientId` makes the same one of a second call. */
  send(recipient: string, message: string, clientId: string): Promise<Message>;
  /** Returns the shown state of a message. */
  fate(message: Message): Promise<string>;
  /** Bodies the carrier took from this place, oldest first. */
  taken(): string[];
}

/** A silent database is given up after six seconds in place of seventeen. */
const statementMs = 4_000;

/** Starts a place of its own for a test; end it with `close`. `config`: where the product's own limits are what is looked at. */
export async function startPlace(config: { readonly statementMs?: number } = { statementMs }): Promise<Place> {
  const proxies: FaultProxy[] = [];
  const through = async (url: string) => {
    const proxy = await startFaultProxy({ port: Number(new URL(url).port) });
    proxies.push(proxy);
    return proxy.through(url);
  };
  const outside = await startOutside({ config, carrierThrough: through, databaseThrough: through });
  const [carrier, database] = proxies;
  if (!carrier || !database) throw new Error('The proxies did not start');
  const { server, sandbox } = outside;
  const company = await server.company();
  const [agent, line] = [await server.worker(company, 'administrator'), await server.number(company)];
  return {
    ...outside,
    database,
    carrier,
    agent,
    companyId: company.id,
    line,
    send: (recipient, message, clientId) => agent.call(routes.messaging.send, { body: { numberId: line.id, recipient, message, clientId }, files: [] }),
    fate: async ({ id, conversationId }) => fateOf(await agent.call(routes.conversations.item, { params: { id: conversationId, itemId: id } })),
    taken: () =>
      sandbox.ledger
        .list({ from: line.number })
        .map(({ body }) => body)
        .reverse(),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.mend()));
      await outside.close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}
