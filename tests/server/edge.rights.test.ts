/** Rights that change while a body is on its way have changed for that call, too. */
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startServer();
  company = await server.company();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** Sends the head of a change of the company and a first byte; `end` sends the rest, and resolves with the status. */
async function begun(client: Client): Promise<{ end(): Promise<number> }> {
  await client.fetch('/api/csrf-cookie');
  const body = JSON.stringify({ name: 'Renamed meanwhile' });
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = request(new URL(`/api/company/${company.id}`, server.url), {
    method: 'PUT',
    headers: {
      cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
    },
  });
  const status = new Promise<number>((done, failed) => {
    sent.once('response', (answer) => done(answer.resume().statusCode ?? 0)).once('error', failed);
  });
  await new Promise((done) => sent.write(body.slice(0, 5), done));
  // Let in by then: what came later was answered.
  for (let after = 0; after < 3; after += 1) await client.call(routes.companies.get, { params: { id: company.id } });
  return {
    end: () => {
      sent.end(body.slice(5));
      return status;
    },
  };
}

/** Lets time pass for whoever measures it. */
function pass(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

test('a session that ended, a membership that was lost or made smaller: what was begun before is refused', async () => {
  const members = await Promise.all([0, 1, 2, 3].map(() => server.worker(company, 'owner')));
  const [leaving, removed, smaller, staying] = members;
  if (!leaving || !removed || !smaller || !staying) throw new Error('Four members were made');
  const calls = await Promise.all(members.map(begun));
  pass(2_000);
  await server.owner.deleteFrom('sessions').where('user_id', '=', leaving.person.id).execute();
  await server.owner.deleteFrom('memberships').where('user_id', '=', removed.person.id).execute();
  await server.owner.updateTable('memberships').set({ role: 'billing' }).where('user_id', '=', smaller.person.id).execute();
  expect(await Promise.all(calls.map((call) => call.end()))).toEqual([401, 404, 403, 200]);
});
