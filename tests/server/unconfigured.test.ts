/** An installation without a carrier: each call that needs one says so, and what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from '#contract/core/errors.ts';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { papers, portBody } from './porting.stage.ts';

const words = errorCatalogue.not_configured.message;
let server: TestServer;
let owner: Client;
let numberId: number;

beforeAll(async () => {
  server = await startServer({ config: { carrier: { accountSid: '', authToken: '', baseUrl: null } } });
  const company = await server.company();
  owner = await server.worker(company, 'owner');
  numberId = (await server.number(company)).id;
});
afterAll(() => server.close());

test.each([
  ['looking for numbers', () => owner.refusal(routes.purchase.locate, { body: { searchUpdated: { areaCode: '415' } } })],
  ['buying one', () => owner.refusal(routes.purchase.buy, { body: { number: '+14155550177' } })],
  ['asking whether one can come', () => owner.refusal(routes.porting.check, { body: { numbers: '415-555-0177' } })],
  ['bringing one in', () => owner.refusal(routes.porting.create, { body: portBody(['+14155550177']), files: papers })],
])('%s is refused with what the administrator has to set', async (_, ask) => {
  const { status, code, body } = await ask();
  expect([status, code, body.message]).toEqual([422, 'not_configured', words]);
});

test('a text fails at once, and says what the administrator has to set', async () => {
  const { id, conversationId } = await owner.call(routes.messaging.send, { body: { numberId, recipient: '+12125550177', message: 'Hello' }, files: [] });
  const fate = async () => {
    const { details } = await owner.call(routes.conversations.item, { params: { id: conversationId, itemId: id } });
    return details.kind === 'message' ? [details.deliveryState, details.errorText] : [];
  };
  await expect.poll(fate, { timeout: 10_000 }).toEqual(['failed', words]);
});
