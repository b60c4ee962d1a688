import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentEvents } from '#contract/eventHooks/enums.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { handlers } from '#server/work.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
let document: {
  webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>;
};

beforeAll(async () => {
  server = await startServer();
  const reader = await server.signedIn(await server.person());
  document = JSON.parse((await reader.fetch('/api/openapi.json')).text);
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
  test('lists every route of the contract', () => {
    const listed = Object.values(document.paths).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
    expect(listed.sort()).toEqual(
      listNamedRoutes()
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('spells bodies as they travel', () => {
    expect(JSON.stringify(document.paths['/message'])).toContain('"client_id"');
    expect(JSON.stringify(document)).not.toContain('"clientId"');
  });

  test('names the words of a comma list', () => {
    const kinds = document.paths['/search']?.get?.parameters.find(({ name }) => name === 'kinds');
    expect(JSON.stringify(kinds)).toContain('A comma list of company, contact, number, conversation');
    expect(JSON.stringify(kinds)).toContain('"enum":["company","contact","number","conversation"]');
  });

  test('describes what is posted of each event, as it travels', () => {
    expect(Object.keys(document.webhooks)).toEqual([...sentEvents]);
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      expect(JSON.stringify(post.requestBody)).toContain('"company_id"');
    }
    expect(JSON.stringify(document.webhooks['call.ended'])).toContain('"ring_seconds"');
  });

  test('names every parameter of a path', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(operations)) expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted));
    }
  });
});

test('every route of the contract has its handler', () => {
  const missing = listNamedRoutes().filter(({ name }) => {
    const [area = '', key = ''] = name.split('.');
    const table = Reflect.get(handlers, area) as object | undefined;
    return table === undefined || !(key in table);
  });
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe('without a session', () => {
  const closed = listNamedRoutes().filter(({ route }) => route.access !== 'public' && route.access !== 'mfa');

  test.each(closed.map(({ name, route }) => [name, route] as const))('%s is refused', async (_name, route) => {
    const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', '1']));
    const answer = await server.stranger().exchange(route, { params });
    expect([answer.status, answer.body]).toEqual([401, expect.objectContaining({ code: 'unauthenticated', message: 'Unauthenticated' })]);
  });
});
