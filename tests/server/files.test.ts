/** A file is fetched by whoever may see it at that moment, and by nobody for having its link. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatCarrierFileUrl, formatFileUrl } from '#server/files/links.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { quietCompany } from './stage.ts';

let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
const text = 'what somebody sent us';

beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
});
afterAll(() => server.close());

/** A file, standing on an item of a line, or on nothing. */
async function putFile(line?: { readonly id: number }): Promise<{ readonly id: number; readonly url: string; readonly itemId: number }> {
  const { own, stage } = company;
  const storage_key = `${own.id}/${crypto.randomUUID()}`;
  await server.services.files.put(storage_key, Buffer.from(text));
  const row = { company_id: own.id, name: 'note.txt', content_type: 'text/plain', bytes: text.length, storage_key };
  const { id } = await server.owner.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
  let itemId = 0;
  if (line) {
    const thread = await stage.thread(company.line.id === line.id ? company.line : company.line2, stage.outside());
    itemId = thread.items[0] ?? 0;
    await server.owner.insertInto('item_media').values({ company_id: own.id, item_id: itemId, file_id: id }).execute();
  }
  return { id, url: formatFileUrl(server.services.sealer, { fileId: id, companyId: own.id }), itemId };
}
const status = async (client: Client, url: string) => (await client.fetch(url)).status;

test('a member who is removed gets 404 at once, by the link they had', async () => {
  const { url } = await putFile(company.line);
  const member = await server.worker(company.own, 'user');
  expect(await member.fetch(url)).toMatchObject({ status: 200, text });
  await server.owner.deleteFrom('memberships').where('user_id', '=', member.person.id).execute();
  expect(await status(member, url)).toBe(404);
});

test('a link opens nothing for somebody signed out, or of another company', async () => {
  const { url } = await putFile(company.line);
  const other = await server.worker(await server.company(), 'owner');
  expect([await status(server.stranger(), url), await status(other, url)]).toEqual([401, 404]);
});

test('a page that is open for a day still plays and downloads', async () => {
  const { url } = await putFile(company.line);
  const member = await server.worker(company.own, 'user');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 3_600_000 });
  expect((await member.fetch(url, { headers: { range: 'bytes=0-3' } })).text).toBe('what');
  vi.useRealTimers();
});

test('somebody who works some numbers fetches the files of these alone', async () => {
  const [mine, theirs] = [await putFile(company.line), await putFile(company.line2)];
  const person = await server.person();
  await server.membership(person, company.own, 'user', [company.line.id]);
  const limited = await server.signedIn(person);
  expect([await status(limited, mine.url), await status(limited, theirs.url)]).toEqual([200, 404]);
});

test('a role that may not read the inbox does not fetch what stands in it', async () => {
  const { url } = await putFile(company.line);
  expect(await status(await server.worker(company.own, 'billing'), url)).toBe(404);
});

test('a file that stands on nothing, or on what was deleted, is not there', async () => {
  const member = await server.worker(company.own, 'owner');
  expect(await status(member, (await putFile()).url)).toBe(404);
  const { url, itemId } = await putFile(company.line);
  await server.owner.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', itemId).execute();
  expect(await status(member, url)).toBe(404);
});

test('opened as a page, a link that has expired or whose session is over leads to signing in; a picture in a page is refused as ever', async () => {
  const { url } = await putFile(company.line);
  const old = `/api/files/${server.services.sealer.sign('carrier-file', { companyId: company.own.id, fileId: 1 }, Date.now() - 1)}`;
  const open = async (address: string, accept: string) => {
    const { status, headers } = await fetch(new URL(address, server.url), { headers: { accept }, redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect([await open(old, page), await open(url, page)]).toEqual([
    [303, '/link-expired'],
    [303, '/link-expired'],
  ]);
  expect([await open(old, 'image/*'), await open(url, 'image/*')]).toEqual([
    [410, null],
    [401, null],
  ]);
});

test('the carrier fetches by a link of its own, without a session, for that file and an hour', async () => {
  const { id } = await putFile(company.line);
  const url = formatCarrierFileUrl(server.services.sealer, { fileId: id, companyId: company.own.id });
  expect(await server.stranger().fetch(url)).toMatchObject({ status: 200, text });
  const sign = (ms: number) => `/api/files/${server.services.sealer.sign('carrier-file', { companyId: company.own.id, fileId: id }, Date.now() + ms)}`;
  expect(await status(server.stranger(), sign(-1))).toBe(410);
  const [, payload = ''] = /files\/([^.]+)\./.exec(url) ?? [];
  const { e } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(e - Date.now()).toBeLessThanOrEqual(3_600_000);
});

test('an export holds what its maker may still see: limited to some numbers since, they fetch no wider one', async () => {
  const { own, line, line2 } = company;
  const maker = await server.worker(own, 'reporting');
  const asExport = async (numberIds: number[] | null) => {
    const { id, url } = await putFile();
    const row = {
      company_id: own.id,
      created_by: maker.person.id,
      kind: 'calls' as const,
      format: 'csv' as const,
      columns: ['number'],
      tz: 'UTC',
      key: crypto.randomUUID(),
    };
    await server.owner
      .insertInto('exports')
      .values({ ...row, number_ids: numberIds, file_id: id })
      .execute();
    return url;
  };
  const [all, both, one] = [await asExport(null), await asExport([line.id, line2.id]), await asExport([line.id])];
  const fetched = async () => Promise.all([all, both, one].map((url) => status(maker, url)));
  expect(await fetched()).toEqual([200, 200, 200]);
  await server.owner
    .updateTable('memberships')
    .set({ number_ids: [line.id] })
    .where('user_id', '=', maker.person.id)
    .execute();
  expect(await fetched()).toEqual([404, 404, 200]);
});
