/** A company in which texts arrive while somebody's line is broken. */
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import type { Worker } from './places.ts';

export interface Busy {
  readonly server: TestServer;
  readonly agent: Worker;
  readonly companyId: number;
  /** So many texts arrive, one after another, each committed by itself in lots of ten; their ids. */
  arrive(texts: number): Promise<number[]>;
}

/** Starts a server with a company, somebody in it, and a line. */
export async function startBusy(): Promise<Busy> {
  const server = await startServer();
  const company = await server.company();
  const [agent, line] = [await server.worker(company, 'user'), await server.number(company)];
  let count = 0;
  const lot = (texts: number) =>
    server.services.tenancy.company([company.id], null, async () => {
      const ids: number[] = [];
      for (let at = 0; at < texts; at += 1) {
        count += 1;
        const recipient = `+1503555${String(count % 40).padStart(4, '0')}`;
        const thread = await findOrCreateConversation({ numberId: line.id, recipient });
        const item = {
          conversationId: thread.id,
          numberId: line.id,
          recipient,
          type: 'message',
          isInbound: true,
          createdAt: new Date(),
          body: 'Hello',
        } as const;
        ids.push((await addItem(item)).id);
      }
      return ids;
    });
  return {
    server,
    agent,
    companyId: company.id,
    async arrive(texts) {
      const ids: number[] = [];
      for (let left = texts; left > 0; left -= 10) ids.push(...(await lot(Math.min(10, left))));
      return ids;
    },
  };
}
