import { afterAll, beforeAll, expect, test } from 'vitest';
import { events, getCompanyChannel } from '#contract/core/realtime.ts';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { changesOf, heard, once, openPusher, toldBy } from './pusher.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;

beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('a process dies between its commit and telling of it: who listens is told all the same, in order, each change once', async () => {
  const { server } = shop;
  const company = await server.company();
  const agent = await server.worker(company, 'user');
  const line = await server.number(company);
  const client = openPusher(agent, { port: Number(new URL(server.url).port), key: server.config.realtime.key });
  try {
    const channel = client.subscribe(getCompanyChannel(company.id));
    await once('pusher:subscription_succeeded', channel);
    const got = heard(events.changes, channel);
    const body = { numberId: line.id, recipient: findMagicNumber('Delivered'), message: 'Hello', clientId: 'told-by-nobody' };
    await agent.call(routes.messaging.send, { body, files: [] });
    expect(await shop.dieAt('changes: before they are announced')).toBe('SIGKILL');
    const { seq: last } = await server.owner.selectFrom('company_cursors').select('seq').where('company_id', '=', company.id).executeTakeFirstOrThrow();
    await expect.poll(() => changesOf(got).at(-1)?.seq).toBeGreaterThanOrEqual(last);
    const positions = toldBy(got).map(({ seq }) => seq);
    expect(positions).toEqual(Array.from(positions, (_, at) => (positions[0] ?? 0) + at));
    expect(positions.at(-1)).toBe(last);
  } finally {
    client.disconnect();
  }
});
