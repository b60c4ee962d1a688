/** Favorite reports: JSON as a string, one’s own, in a company. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxFavoriteReports } from '#contract/favoriteReports/routes.ts';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';

const favorites = routes.favoriteReports;
let server: TestServer;
let company: TestCompany;
let reporter: Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  reporter = await server.worker(company, 'reporting');
});
afterAll(() => server.close());

const list = async (by = reporter) => (await by.call(favorites.list, {})).data;

describe('a favorite report', () => {
  test('is kept as the string that was sent, is changed, and removed', async () => {
    const { id, value } = await reporter.call(favorites.create, { body: { value: '{"a":1}' } });
    expect(value).toBe('{"a":1}');
    expect(await list()).toEqual([{ id, value: '{"a":1}' }]);
    expect(await reporter.call(favorites.update, { params: { id }, body: { value: '{"a": 2}' } })).toEqual({ id, value: '{"a": 2}' });
    expect(await list()).toEqual([{ id, value: '{"a": 2}' }]);
    await reporter.call(favorites.delete, { params: { id } });
    expect(await list()).toEqual([]);
    expect(await reporter.refusal(favorites.delete, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('is its saver’s alone, in its company', async () => {
    const { id } = await reporter.call(favorites.create, { body: { value: '{"mine":true}' } });
    const colleague = await server.worker(company, 'administrator');
    expect(await list(colleague)).toEqual([]);
    expect(await colleague.refusal(favorites.update, { params: { id }, body: { value: '{}' } })).toMatchObject({ status: 404 });
    expect(await colleague.refusal(favorites.delete, { params: { id } })).toMatchObject({ status: 404 });
    const agent = await server.worker(company, 'user');
    expect(await agent.refusal(favorites.list, {})).toMatchObject({ status: 403 });
    expect(await agent.refusal(favorites.create, { body: { value: '{}' } })).toMatchObject({ status: 403 });
    await reporter.call(favorites.delete, { params: { id } });
  });

  test.each([
    ['no JSON', 'a:1'],
    ['cut off', '{"a":'],
    ['too deep', '['.repeat(9) + ']'.repeat(9)],
    ['too large', JSON.stringify('x'.repeat(33_000))],
    ['too large in bytes', JSON.stringify('é'.repeat(20_000))],
    ['reaching a prototype', '{"a":{"__proto__":{"isAdmin":true}}}'],
    ['reaching a constructor', '[{"constructor":1}]'],
  ])('is refused in words: %s', async (_, value) => {
    expect((await reporter.refusal(favorites.create, { body: { value } })).body.errors[0]).toMatchObject({ field: 'value' });
    expect(await list()).toEqual([]);
  });

  test(`is one of up to ${maxFavoriteReports}`, async () => {
    const other = await server.worker(company, 'reporting');
    for (let at = 0; at < maxFavoriteReports; at += 1) await other.call(favorites.create, { body: { value: `{"at":${at}}` } });
    expect((await other.refusal(favorites.create, { body: { value: '{}' } })).body.errors[0]).toMatchObject({ field: 'value' });
    expect(await list(other)).toHaveLength(maxFavoriteReports);
  });
});
