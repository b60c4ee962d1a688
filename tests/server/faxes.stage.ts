/** An installation with a fax vendor, and in each test a company with a fax line, an ordinary one and an agent. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { RouteReply } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { order } from './pdfs.ts';

type Item = RouteReply<typeof routes.faxes.send>;
type Line = { readonly id: number; readonly number: string };
interface Ground {
  readonly company: TestCompany;
  readonly agent: Awaited<ReturnType<TestServer['worker']>>;
  readonly line: Line;
  readonly plain: Line;
}

let count = 0;
const next = () => String(++count).padStart(4, '0');
/** Somebody new outside. */
export const customer = () => `+1503555${next()}`;
/** A client's key. */
export const key = () => `a-fax-nr-${next()}`;
/** A PDF as a form carries it. */
export const pdf = (bytes: Uint8Array, name = 'Order.pdf') => ({ name, type: 'application/pdf', bytes });

/** A line that faxes. */
export async function faxLine({ server }: Pick<Outside, 'server'>, company: Pick<TestCompany, 'id'>): Promise<Line> {
  const made = await server.number(company, { label: 'Fax' });
  await server.owner.updateTable('phone_numbers').set({ line_type: 2, category: 3, sms_enabled: false }).where('id', '=', made.id).execute();
  return made;
}

/** Sets the stage for the file's tests; read from it within a test. */
export function faxStage() {
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
    get plain() {
      return here(now).plain;
    },
  };
  beforeAll(async () => {
    world = await startOutside();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    const { server } = ground.outside;
    const company = await server.company();
    now = { company, agent: await server.worker(company, 'user'), line: await faxLine(ground.outside, company), plain: await server.number(company) };
  });
  const detailsOf = (item: Pick<Item, 'details'>) => {
    if (item.details.kind !== 'fax') throw new Error('This is no fax');
    return item.details;
  };
  const look = async ({ id, conversationId }: Pick<Item, 'id' | 'conversationId'>) =>
    detailsOf(await ground.agent.call(routes.conversations.item, { params: { id: conversationId, itemId: id } }));
  const inbox = async () => (await ground.agent.call(routes.conversations.list, { query: { perPage: 20 } })).data;
  const itemsWith = async (recipient: string) => {
    const thread = (await inbox()).find((each) => each.recipient === recipient);
    return thread ? (await ground.agent.call(routes.conversations.items, { params: { conversationId: thread.id } })).data : [];
  };
  return {
    ground,
    look,
    inbox,
    itemsWith,
    detailsOf,
    send: (recipient: string, bytes = order(), clientId = key()) =>
      ground.agent.call(routes.faxes.send, { body: { numberId: ground.line.id, recipient, clientId }, files: [pdf(bytes)] }),
    review: (bytes: Uint8Array) => ground.agent.call(routes.faxes.review, { body: {}, files: [pdf(bytes)] }),
    /** Waits until a fax of ours ends so: its state, and the reason in words. */
    ends: (item: Item, fate: string) =>
      expect
        .poll(
          async () => {
            const { deliveryState, errorText } = await look(item);
            return errorText === null ? deliveryState : `${deliveryState}: ${errorText}`;
          },
          { timeout: 20_000, interval: 50 },
        )
        .toBe(fate),
    /** The one fax from somebody, once it is there. */
    faxFrom: async (from: string) => {
      await expect.poll(async () => (await itemsWith(from)).length, { timeout: 20_000, interval: 50 }).toBe(1);
      const [item] = await itemsWith(from);
      if (!item) throw new Error('The fax is gone');
      return item;
    },
    /** Waits until the pages of a fax are drawn, or known not to be. */
    drawn: (item: Pick<Item, 'id' | 'conversationId'>) =>
      expect.poll(async () => (await look(item)).pagesState, { timeout: 20_000, interval: 50 }).not.toBe('waiting'),
  };
}
