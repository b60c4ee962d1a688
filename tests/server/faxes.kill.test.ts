import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicFax } from '#sandbox/fax/magic.ts';
import { faxLine, key, pdf } from './faxes.stage.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { order } from './pdfs.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;
let company: TestCompany;
let agent: Awaited<ReturnType<TestServer['worker']>>;
let line: { readonly id: number; readonly number: string };

beforeAll(async () => {
  shop = await startWorkshop();
  company = await shop.server.company();
  agent = await shop.server.worker(company, 'user');
  line = await faxLine(shop, company);
});
afterAll(() => shop.close());

const faxes = async () => {
  const { data } = await agent.call(routes.conversations.itemsOfNumbers);
  return data.flatMap(({ details, isInbound }) => (details.kind === 'fax' ? [{ isInbound, ...details }] : []));
};

test('killed at every step of receiving: the fax stands there once, with each of its pages once', async () => {
  await shop.sandbox.faxes.receive({ to: line.number, from: '+15035550142', document: order() });
  const waiting = () => shop.server.owner.selectFrom('carrier_webhooks').select('id').where('applied_at', 'is', null).execute();
  expect(await waiting()).toHaveLength(3);
  for (const step of ['webhook.apply: before applying', 'webhook.apply: after applying', 'fax.pages: before drawing', 'fax.pages: after drawing']) {
    expect(await shop.dieAt(step)).toBe('SIGKILL');
  }
  expect((await faxes()).map(({ pagesState, media }) => [pagesState, media.length])).toEqual([['waiting', 0]]);
  expect(await shop.dieAt('fax.pages: after settling')).toBe('SIGKILL');
  const worker = shop.work();
  await expect.poll(waiting, { timeout: 60_000, interval: 250 }).toEqual([]);
  await expect.poll(async () => (await faxes()).map(({ pagesState }) => pagesState), { timeout: 60_000, interval: 250 }).toEqual(['drawn']);
  expect(await faxes()).toMatchObject([{ pages: 2, media: [{}, {}], document: {} }]);
  expect(await shop.server.owner.selectFrom('files').select('id').where('company_id', '=', company.id).execute()).toHaveLength(3);
  expect((await agent.call(routes.conversations.list)).meta).toMatchObject({ total: 1, unread: 1 });
  worker.kill('SIGKILL');
  await once(worker, 'exit');
});

test('killed at every step of sending: nothing is faxed twice, what nobody knows is called unknown', async () => {
  const steps = ['message.send: before the intent', 'message.send: after the intent', 'message.send: after the request', 'message.send: after settling'];
  const sent: number[] = [];
  for (const step of steps) {
    const body = { numberId: line.id, recipient: findMagicFax('Delivered'), clientId: key() };
    sent.push((await agent.call(routes.faxes.send, { body, files: [pdf(order())] })).id);
    expect(await shop.dieAt(step)).toBe('SIGKILL');
  }
  shop.work();
  const states = async () => {
    const rows = await shop.server.owner.selectFrom('items').select(['id', 'delivery_state']).where('id', 'in', sent).orderBy('id').execute();
    // The one left by the death before may be begun again first, and be the one whose request nobody knows of.
    return rows.map(({ delivery_state }) => delivery_state).sort();
  };
  await expect.poll(states, { timeout: 90_000, interval: 250 }).toEqual(['delivered', 'delivered', 'delivered', 'unknown']);
  expect(shop.sandbox.faxes.list().filter(({ direction }) => direction === 'outbound')).toHaveLength(3);
});
