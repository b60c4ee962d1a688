import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { events, getCompanyChannel } from '#contract/core/realtime.ts';
import { routes } from '#contract/index.ts';
import { changesChannel } from '#server/db/announcer.ts';
import { recordChange } from '#server/db/tenancy.ts';
import { startServer, type TestServer } from './harness.ts';
import { changesOf, heard, once, openPusher } from './pusher.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const Announcement = z.array(z.tuple([z.number(), z.number(), z.number()]));

/** Changes as they are written in one commit. */
const commit = (companyId: number, changes: number) =>
  server.services.tenancy.company([companyId], null, async () => {
    for (let id = 1; id <= changes; id += 1) recordChange({ kind: 'contact-updated', id });
  });

async function listen(companyId: number, agent: Awaited<ReturnType<TestServer['worker']>>) {
  const client = openPusher(agent, { port: Number(new URL(server.url).port), key: server.config.realtime.key });
  const channel = client.subscribe(getCompanyChannel(companyId));
  await once('pusher:subscription_succeeded', channel);
  return { got: heard(events.changes, channel), close: () => client.disconnect() };
}

test('two hundred commits of many companies are announced a few times, and no position is left out', async () => {
  const companies = [await server.company(), await server.company(), await server.company()];
  const line = new pg.Client({ connectionString: server.config.databaseUrl });
  await line.connect();
  const announced: (readonly [number, number, number])[][] = [];
  let lastAt = 0;
  line.on('notification', ({ payload }) => {
    lastAt = performance.now();
    announced.push(Announcement.parse(JSON.parse(payload ?? '[]')));
  });
  await line.query(`listen ${changesChannel}`);
  try {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 200 }, (_, at) => commit(companies[at % companies.length]?.id ?? 0, 1)));
    const lasts = () => companies.map(({ id }) => Math.max(0, ...announced.flat().map(([companyId, , last]) => (companyId === id ? last : 0))));
    const { rows } = await line.query<{ seq: string }>('select seq from company_cursors where company_id = any($1) order by company_id', [
      companies.map(({ id }) => id),
    ]);
    await expect.poll(lasts, { timeout: 10_000 }).toEqual(rows.map(({ seq }) => Number(seq)));
    // Counted until the last one: some come after the commits.
    expect(announced.length).toBeLessThanOrEqual((lastAt - startedAt) / 10 + 2);
    for (const { id } of companies) {
      const own = announced
        .flat()
        .filter(([companyId]) => companyId === id)
        .sort(([, one], [, other]) => one - other);
      // Answers to commits of one moment come on many connections and in any order: announcements overlap then, and leave nothing between them.
      let reached = 0;
      for (const [, before, last] of own) {
        expect(before).toBeLessThanOrEqual(reached);
        reached = Math.max(reached, last);
      }
    }
  } finally {
    await line.end();
  }
});

test('a commit of two thousand changes is told whole and in order, to each who listens', async () => {
  const company = await server.company();
  const agent = await server.worker(company, 'user');
  const [one, other] = [await listen(company.id, agent), await listen(company.id, agent)];
  try {
    // Commits before the cursors are looked at for the first time are theirs to fetch.
    await expect.poll(() => changesOf(one.got), { timeout: 20_000 }).toContainEqual(expect.objectContaining({ kind: 'changes-waiting' }));
    await commit(company.id, 2_000);
    for (const { got } of [one, other]) {
      const positions = () =>
        changesOf(got)
          .filter(({ kind }) => kind === 'contact-updated')
          .map(({ seq }) => seq);
      await expect.poll(() => positions().length, { timeout: 20_000 }).toBe(2_000);
      const told = positions();
      expect(told).toEqual(Array.from(told, (_, at) => (told[0] ?? 0) + at));
    }
  } finally {
    one.close();
    other.close();
  }
});

test('who listens first to a company that nobody listened to is told how far it is, and misses nothing', async () => {
  const company = await server.company();
  const agent = await server.worker(company, 'user');
  const { got, close } = await listen(company.id, agent);
  try {
    const { meta } = await agent.call(routes.companies.changes, { query: { after: 0 } });
    // A second may pass until the cursors are looked at.
    await expect.poll(() => changesOf(got), { timeout: 10_000 }).toContainEqual({ companyId: company.id, seq: meta.cursor, kind: 'changes-waiting' });
    await commit(company.id, 2);
    const after = () =>
      changesOf(got)
        .filter(({ kind, seq }) => kind === 'contact-updated' && seq > meta.cursor)
        .map(({ seq }) => seq);
    await expect.poll(after, { timeout: 10_000 }).toEqual([meta.cursor + 1, meta.cursor + 2]);
  } finally {
    close();
  }
});
