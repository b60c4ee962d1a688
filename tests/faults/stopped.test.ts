/** The database is stopped under load and started again: whoever asks meanwhile is told in words, then everything works; what was confirmed is there. */
import type { Kysely } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { errorCatalogue } from '#contract/core/errors.ts';
import { routes } from '#contract/index.ts';
import type { Database } from '#server/db/tables.ts';
import type { Answer, Client } from '#tests/server/client.ts';
import { startServer } from '#tests/server/harness.ts';
import { kill, prepareInstallation } from './installation.ts';

const people = 12;
let count = 0;

interface Load {
  /** Answers by status. */
  readonly seen: Map<number, number>;
  /** Refusals that were not told as they should be. */
  readonly odd: string[];
  /** Numbers of contacts whose adding was confirmed. */
  readonly confirmed: string[];
  /** Waits until so many answers have come from now on. */
  more(answers: number): Promise<void>;
  end(): Promise<void>;
}

/** Twelve people who read and write without a pause. */
function startLoad(agent: Client): Load {
  const seen = new Map<number, number>();
  const odd: string[] = [];
  const confirmed: string[] = [];
  let answers = 0;
  let isOver = false;
  const look = ({ status, headers, body, text }: Answer) => {
    answers += 1;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (status === 200 || status === 201) return;
    const told = typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
    if (status !== 503 || told !== errorCatalogue.unavailable.message || !headers.get('retry-after')) odd.push(`${status} ${text.slice(0, 200)}`);
  };
  const one = async () => {
    while (!isOver) {
      look(await agent.exchange(routes.contacts.list));
      count += 1;
      const number = `+1415${String(5_000_000 + count)}`;
      const added = await agent.exchange(routes.contacts.create, { body: { name: `Nr ${count}`, number } });
      look(added);
      if (added.status < 300) confirmed.push(number);
    }
  };
  const working = Promise.all(Array.from({ length: people }, one));
  return {
    seen,
    odd,
    confirmed,
    more: (wanted) => {
      const goal = answers + wanted;
      return vi.waitFor(() => expect(answers).toBeGreaterThanOrEqual(goal), { timeout: 60_000, interval: 20 });
    },
    async end() {
      isOver = true;
      await working;
    },
  };
}

async function survives(agent: Client, owner: Kysely<Database>, url: string, stop: () => Promise<void>, start: () => Promise<void>): Promise<void> {
  await agent.fetch('/api/csrf-cookie');
  const load = startLoad(agent);
  try {
    await load.more(100);
    expect([...load.seen.keys()].filter((status) => status >= 300)).toEqual([]);
    await stop();
    await vi.waitFor(() => expect(load.seen.get(503) ?? 0).toBeGreaterThan(people), { timeout: 30_000, interval: 20 });
    await start();
    await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 30_000, interval: 50 });
    // Whoever asked just before may still be told; from then on nobody is.
    await load.more(4 * people);
    const refused = load.seen.get(503);
    await load.more(100);
    expect(load.seen.get(503)).toBe(refused);
  } finally {
    await load.end();
  }
  expect(load.odd).toEqual([]);
  const rows = await owner.selectFrom('contacts').select('number').execute();
  const there = new Map<string, number>();
  for (const { number } of rows) there.set(number, (there.get(number) ?? 0) + 1);
  expect(load.confirmed.filter((number) => there.get(number) !== 1)).toEqual([]);
  expect([...there.values()].filter((times) => times > 1)).toEqual([]);
}

describe('the database is stopped under load', () => {
  test('one behind DATABASE_URL: 503 with words, then everything works, without a restart of ours', async () => {
    const server = await startServer();
    try {
      const company = await server.company();
      const agent = await server.worker(company);
      await survives(agent, server.owner, server.url, server.database.goAway, server.database.comeBack);
    } finally {
      await server.close();
    }
  });

  test('the one that npm start brings along, killed: it is started again by itself, the server is not', async () => {
    const place = await prepareInstallation();
    try {
      await place.start();
      const { agent } = await place.company();
      const [server] = place.processes().server;
      const stop = async () => {
        const [postgres] = place.processes().postgres;
        kill(postgres);
      };
      const owner = place.owner();
      await survives(agent, owner, place.url, stop, async () => {});
      expect(place.processes().server).toEqual([server]);
    } finally {
      await place.close();
    }
  });
});
