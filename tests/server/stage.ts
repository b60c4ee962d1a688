/** A company with numbers, contacts, threads and calls, put there the way the product itself would. */
import { expect, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import type { NewItem } from '#server/domains/conversations/newItem.ts';
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import type { Client } from '#tests/server/client.ts';
import type { TestCompany, TestServer } from './harness.ts';

let counter = 0;

/** A time so many minutes after a fixed one. */
export const minute = (at: number) => new Date(Date.UTC(2026, 2, 5, 12, at));

export type Line = { readonly id: number; readonly number: string };

/** Puts things into a company. */
export function stageOf(server: TestServer, company: TestCompany) {
  const within = <T>(work: () => Promise<T>) => server.services.tenancy.company([company.id], null, work);
  return {
    within,
    outside(): string {
      counter += 1;
      return `+1312555${String(counter).padStart(4, '0')}`;
    },
    /** A thread and its items; returns its id and theirs. */
    async thread(line: Line, recipient: string, items: readonly Partial<NewItem>[] = [{}]) {
      return within(async () => {
        const thread = await findOrCreateConversation({ numberId: line.id, recipient });
        const ids: number[] = [];
        for (const [at, item] of items.entries()) {
          const added = await addItem({
            conversationId: thread.id,
            numberId: line.id,
            recipient,
            type: 'message',
            isInbound: true,
            createdAt: minute(at),
            body: `Message ${at + 1}`,
            ...item,
          });
          ids.push(added.id);
        }
        return { id: thread.id, items: ids };
      });
    },
    /** A call, in a thread or (conversationId null) in the activity list only. */
    async call(line: Line, recipient: string, conversationId: number | null, at = minute(0)) {
      return within(async () => {
        const { currentTransaction: db } = await import('#server/db/tenancy.ts');
        const { id } = await db()
          .insertInto('calls')
          .values({ company_id: company.id, number_id: line.id, recipient, is_inbound: true, result: 'missed', started_at: at, duration: 30 })
          .returning('id')
          .executeTakeFirstOrThrow();
        const item = await addItem({ conversationId, numberId: line.id, recipient, type: 'call', isInbound: true, createdAt: at, callId: id, duration: 30 });
        return { id, itemId: item.id };
      });
    },
    contact(number: string, name: string, given: Readonly<Record<string, string | boolean>> = {}) {
      return server.owner
        .insertInto('contacts')
        .values({ company_id: company.id, number, name, ...given })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
  };
}

export type Stage = ReturnType<typeof stageOf>;

/** A company of its own, where counts are what the test made them: an agent, two lines. */
export async function quietCompany(server: TestServer) {
  const own = await server.company();
  const person = await server.worker(own, 'user');
  return { own, person, line: await server.number(own), line2: await server.number(own), stage: stageOf(server, own) };
}

/** An agent, somebody who may only read, and the owner of another company, all at work. */
export async function workplace(server: TestServer) {
  const company = await server.company();
  return {
    company,
    agent: await server.worker(company, 'user'),
    reporter: await server.worker(company, 'reporting'),
    foreigner: await server.worker(await server.company(), 'owner'),
    stage: stageOf(server, company),
  };
}

/** Work while a company may have no more numbers than it has. */
export async function withoutRoom<T>({ owner }: Pick<TestServer, 'owner'>, { id }: Pick<TestCompany, 'id'>, work: () => Promise<T>): Promise<T> {
  const setRoom = (number_limit: number) => owner.updateTable('companies').set({ number_limit }).where('id', '=', id).execute();
  const { number_limit: before } = await owner.selectFrom('companies').select('number_limit').where('id', '=', id).executeTakeFirstOrThrow();
  await setRoom(0);
  try {
    return await work();
  } finally {
    await setRoom(before);
  }
}

/** A signed link whose signature is another. Its first letter is changed, since some bits of the last are never read. */
export const altered = (link: string): string => link.replace(/\.(.)(?=[^.]*$)/, (_, first: string) => (first === 'x' ? '.y' : '.x'));

/** The code of the refusal and the field it names. */
export async function refused(refusal: ReturnType<Client['refusal']>): Promise<{ status: number; code: string; field: string | undefined }> {
  const { status, code, body } = await refusal;
  return { status, code, field: body.errors[0]?.field };
}

/** Waits until a batch has done all its rows; what it did. */
export const batchDone = (person: Client, batchId: string) =>
  vi.waitFor(
    async () => {
      const { batch } = await person.call(routes.conversations.batch, { params: { batchId } });
      expect(batch).toMatchObject({ progress: 100, finishedAt: expect.any(String) });
      return batch;
    },
    { timeout: 20_000, interval: 50 },
  );
