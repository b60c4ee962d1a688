/** Links in texts (RULE-098, AMB-33): refused while the company's links are off, sent while they are on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { findLink } from '#contract/text/links.ts';
import type { Client } from './client.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let owner: Client;
let agent: Client;
let line: { id: number; number: string };
let count = 0;
const { messaging, companies } = routes;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  [owner, agent, line] = await Promise.all([server.worker(company, 'owner'), server.worker(company, 'user'), server.number(company)]);
});
afterAll(() => server.close());

const bodyOf = (message: string) => ({ numberId: line.id, recipient: '+13125550142', message, clientId: `links-${++count}-0000` });
const turnLinks = (linksEnabled: boolean) => owner.call(companies.update, { params: { id: company.id }, body: { linksEnabled } });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a link', () => {
  test.each([
    ['https://evil.example/x', 'Look: https://evil.example/x'],
    ['HTTP://1.2.3.4', 'HTTP://1.2.3.4'],
    ['www.shop', 'see www.shop'],
    ['bit.ly/abc', 'bit.ly/abc now'],
    ['bbc.co.uk', 'It stood on bbc.co.uk.'],
    ['münchen.de', 'münchen.de'],
    ['bit.ly/a', 'b\u200bit.ly/a'],
    ['evil.com', 'evil\u3002com'],
    ['evil.com', 'evil\uff61com'],
    ['evil.com', 'ev\u034fil.c\u180eo\u061cm\ufe0f'],
    ['user:pw@evil.com', 'at user:pw@evil.com'],
    ['1.2.3.4/x', '1.2.3.4/x'],
  ])('is %s', (link, text) => expect(findLink(text)).toBe(link));

  test.each([
    'See you at 9.30',
    'Thanks. Bye',
    'joe@example.com',
    'Mail:joe@example.com',
    '10.20.30.40',
    '谢谢。再见',
    'v1.2.3',
    'e.g. this',
    'evil.example',
    'It costs 12.50',
    'file.nosuchtld',
  ])('is none of: %s', (text) => expect(findLink(text)).toBeNull());
});

describe('links that are off', () => {
  test('are refused now and later, in words, and nothing is kept', async () => {
    const now = agent.refusal(messaging.send, { body: bodyOf('Pay at bit.ly/abc'), files: [] });
    expect((await now).body.message).toBe(linksOff);
    expect(await refused(now)).toMatchObject({ status: 422, field: 'message' });
    const later = agent.refusal(messaging.schedule, { body: { ...bodyOf('Pay at www.shop.test'), sendAt: tomorrow() }, files: [] });
    expect(await refused(later)).toMatchObject({ status: 422, field: 'message' });
    expect(await server.owner.selectFrom('items').select('id').where('company_id', '=', company.id).execute()).toEqual([]);
  });

  test('leave texts without one alone', async () => {
    expect(await agent.call(messaging.send, { body: bodyOf('Your car is ready at 9.30'), files: [] })).toMatchObject({ details: { kind: 'message' } });
  });
});

test('the owner turns links on: the same text is sent; off again, what failed is not sent again', async () => {
  expect((await agent.call(routes.me.companies, {})).data.find(({ id }) => id === company.id)).toMatchObject({ linksEnabled: false });
  await turnLinks(true);
  expect((await agent.call(messaging.send, { body: bodyOf('Pay at bit.ly/abc'), files: [] })).details).toMatchObject({
    kind: 'message',
    message: 'Pay at bit.ly/abc',
  });
  expect((await agent.call(routes.me.companies, {})).data.find(({ id }) => id === company.id)).toMatchObject({ linksEnabled: true });
  const item = await agent.call(messaging.schedule, { body: { ...bodyOf('Pay at bit.ly/abc'), sendAt: tomorrow() }, files: [] });
  await server.owner.updateTable('items').set({ delivery_state: 'failed' }).where('id', '=', item.id).execute();
  await turnLinks(false);
  const again = agent.refusal(messaging.sendAgain, { params: { itemId: item.id }, body: { clientId: `links-${++count}-0000` } });
  expect(await refused(again)).toMatchObject({ status: 422, field: 'message' });
});

test('an agent may not turn links on', async () => {
  expect(await refused(agent.refusal(companies.update, { params: { id: company.id }, body: { linksEnabled: true } }))).toMatchObject({ status: 403 });
});
