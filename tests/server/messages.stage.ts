/** An installation with the sandbox's carrier, and in each test a company with a number and an agent; texts come in by signed webhooks. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { routes } from '#contract/index.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, postSigned, startOutside } from './outside.ts';
import type { Line } from './stage.ts';

interface Ground {
  readonly company: TestCompany;
  readonly agent: Awaited<ReturnType<Outside['server']['worker']>>;
  readonly line: Line;
}

let count = 0;
/** Four digits, others each time. */
export const next = () => String(++count).padStart(4, '0');
/** A customer who was never there. */
export const customer = () => `+1503555${next()}`;
/** An id as the carrier makes them. */
export const sid = (prefix: string) => `${prefix}${'0'.repeat(28)}${next()}`;

/** Sets the stage for the file's tests; read from `ground` within a test. */
export function messageStage() {
  let world: Outside | null = null;
  let now: Ground | null = null;
  const here = <T>(thing: T | null): T => {
    if (thing === null) throw new Error('The stage is set when the tests begin');
    return thing;
  };
  const ground = {
    get outside() {
      return here(world);
    },
    get company() {
      return here(now).company;
    },
    get agent() {
      return here(now).agent;
    },
    get line() {
      return here(now).line;
    },
  };
  beforeAll(async () => {
    world = await startOutside();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    const { server } = ground.outside;
    const company = await server.company();
    now = { company, agent: await server.worker(company, 'user'), line: await server.number(company) };
  });
  /** The fields of a text that comes in. */
  const incoming = (from: string, Body: string, more: Readonly<Record<string, string>> = {}) => ({
    ...{ MessageSid: sid('SM'), From: from, To: ground.line.number, Body, NumMedia: '0' },
    ...more,
  });
  const inbox = async () => (await ground.agent.call(routes.conversations.list, { query: { perPage: 20 } })).data;
  const itemsOf = async (conversationId: number) => (await ground.agent.call(routes.conversations.items, { params: { conversationId } })).data;
  const threadOf = async (from: string) => (await inbox()).find(({ recipient }) => recipient === from);
  return {
    ground,
    incoming,
    inbox,
    itemsOf,
    /** Texts the company's number. */
    text: async (from: string, body: string) =>
      expect((await postSigned(`${ground.outside.publicUrl}/webhooks/carrier/messages/incoming`, incoming(from, body))).status).toBe(200),
    /** The items with a customer; none while there is no conversation. */
    itemsWith: async (from: string) => {
      const found = await threadOf(from);
      return found ? itemsOf(found.id) : [];
    },
    /** The conversation with a customer, once so many of its items are unread; without a count, once something is in it. */
    thread: async (from: string, unread?: number) => {
      const isThere = async () => {
        const found = await threadOf(from);
        return unread === undefined ? (found?.latestItem ?? null) !== null : found?.numUnreadItems === unread;
      };
      await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
      const found = await threadOf(from);
      if (!found) throw new Error('The thread is gone');
      return found;
    },
  };
}
