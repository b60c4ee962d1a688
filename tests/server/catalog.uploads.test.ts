/** Files that catalog accounts send to support: mailed once, kept for 30 days, gone with the account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { sweepCatalog } from '#server/domains/catalog/sweep.ts';
import { mailUpload } from '#server/domains/catalog/uploads.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { startServer, type TestServer } from './harness.ts';
import { png } from './samples.ts';
import { refused } from './stage.ts';

const { uploadFiles, deleteAccount } = routes.catalog;
const supportEmail = 'help@keyline.example';
let catcher: MailCatcher;
let server: TestServer;

beforeAll(async () => {
  catcher = await startMailCatcher({ port: 0 });
  const mail = { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' };
  server = await startServer({ config: { mail, supportEmail } });
});
afterAll(async () => {
  onFailpoint(() => {});
  await server.close();
  await catcher.close();
});

type Account = Awaited<ReturnType<TestServer['catalogAccount']>>;
const picture = (name = 'screen.png') => ({ name, type: 'image/png', bytes: png });
const send = ({ client }: Account, names: readonly string[], key?: string) =>
  client.call(uploadFiles, { body: key === undefined ? {} : { key }, files: names.map(picture) });
const mailsOf = ({ id }: Account) => catcher.messages(supportEmail).filter(({ subject }) => subject.endsWith(`account ${id}`));
const rowsOf = ({ id }: Account) =>
  server.owner
    .selectFrom('catalog_uploads as u')
    .innerJoin('catalog_files as f', 'f.upload_id', 'u.id')
    .select(['u.id', 'u.mailed_at', 'f.storage_key'])
    .where('u.account_id', '=', id)
    .execute();
const isKept = async (key: string) => {
  const stream = await server.services.files.read(key);
  stream?.destroy();
  return stream !== null;
};

test('files are mailed to support, whose answer goes to the account', async () => {
  const ana = await server.catalogAccount();
  const { data, meta } = await send(ana, ['one.png', 'two.png']);
  expect(data.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['one.png', 'image/png'],
    ['two.png', 'image/png'],
  ]);
  expect(meta).toEqual({ total: 2 });
  await expect.poll(() => mailsOf(ana).length, { timeout: 20_000 }).toBe(1);
  expect(mailsOf(ana)[0]).toMatchObject({ replyTo: ana.email, attachments: [{ name: 'one.png' }, { name: 'two.png' }] });
});

test('a program does not pass for a document: its name ends as its bytes say', async () => {
  const ana = await server.catalogAccount();
  const names = ['invoice.bat', 'a\u202egnp.exe', 'photo', 'holiday.PNG', 'two\u200b.png'];
  const { data } = await send(ana, names);
  expect(data.map(({ name }) => name)).toEqual(['invoice.bat.png', 'agnp.exe.png', 'photo', 'holiday.PNG', 'two.png']);
});

test('the same key again, also side by side, is one upload and one mail', async () => {
  const ana = await server.catalogAccount();
  const sent = await Promise.all(Array.from({ length: 3 }, () => send(ana, ['once.png'], 'one-upload')));
  expect(new Set(sent.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(1);
  await expect.poll(() => mailsOf(ana).length, { timeout: 20_000 }).toBe(1);
  const rows = await rowsOf(ana);
  expect(rows).toHaveLength(1);
  // The key of another account is its own.
  const ben = await server.catalogAccount();
  expect((await send(ben, ['his.png'], 'one-upload')).data).toMatchObject([{ name: 'his.png' }]);
});

test('killed after the mail it mails again under the same id, and after the note never', async () => {
  const ana = await server.catalogAccount();
  await send(ana, ['screen.png']);
  await expect.poll(async () => (await rowsOf(ana))[0]?.mailed_at, { timeout: 20_000 }).toBeInstanceOf(Date);
  const uploadId = (await rowsOf(ana))[0]?.id ?? 0;
  await mailUpload(server.services, { uploadId });
  expect(mailsOf(ana)).toHaveLength(1);
  await server.owner.updateTable('catalog_uploads').set({ mailed_at: null }).where('id', '=', uploadId).execute();
  onFailpoint((name) => {
    if (name === 'catalog.support: after the mail') throw new Error('killed');
  });
  await expect(mailUpload(server.services, { uploadId })).rejects.toThrow('killed');
  onFailpoint(() => {});
  await mailUpload(server.services, { uploadId });
  await expect.poll(() => mailsOf(ana).length, { timeout: 20_000 }).toBe(3);
  expect(new Set(mailsOf(ana).map(({ messageId }) => messageId)).size).toBe(1);
});

test('files leave the store after 30 days, and at once with their account', async () => {
  const [ana, ben] = [await server.catalogAccount(), await server.catalogAccount()];
  await send(ana, ['old.png']);
  await send(ben, ['his.png']);
  const [hers, his] = [(await rowsOf(ana))[0], (await rowsOf(ben))[0]];
  if (!hers || !his) throw new Error('Nothing was kept');
  await sweepCatalog(server.services);
  expect([await isKept(hers.storage_key), await isKept(his.storage_key)]).toEqual([true, true]);
  await expect.poll(async () => (await rowsOf(ana))[0]?.mailed_at, { timeout: 20_000 }).toBeInstanceOf(Date);
  await server.owner
    .updateTable('catalog_uploads')
    .set({ mailed_at: new Date(Date.now() - 30 * 86_400_000 - 1_000) })
    .where('id', '=', hers.id)
    .execute();
  // Killed between the store and the row, it comes back.
  onFailpoint((name) => {
    if (name === 'catalog.sweep: after a file') throw new Error('killed');
  });
  await expect(sweepCatalog(server.services)).rejects.toThrow('killed');
  onFailpoint(() => {});
  await sweepCatalog(server.services);
  expect([await isKept(hers.storage_key), await isKept(his.storage_key)]).toEqual([false, true]);
  expect(await rowsOf(ana)).toEqual([]);
  await ben.client.call(deleteAccount);
  await expect.poll(() => isKept(his.storage_key), { timeout: 30_000 }).toBe(false);
});

test.each([
  ['no file', []],
  ['six files', ['1', '2', '3', '4', '5', '6'].map((name) => picture(`${name}.png`))],
  ['a file under another name', [{ ...picture(), field: 'media' }]],
])('%s is refused at its field', async (_what, files) => {
  const ana = await server.catalogAccount();
  const answer = await ana.client.exchange(uploadFiles, { body: {}, files });
  expect([answer.status, await rowsOf(ana)]).toEqual([422, []]);
});

test.each([
  ['HTML', 'text/html', '<script>alert(1)</script>', 415],
  ['more than 5 MB', 'application/pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000_001)]), 413],
])('%s is no file for support', async (_what, type, bytes, status) => {
  const ana = await server.catalogAccount();
  expect(await refused(ana.client.refusal(uploadFiles, { body: {}, files: [{ name: 'a', type, bytes }] }))).toMatchObject({ status });
  expect(await rowsOf(ana)).toEqual([]);
});

test('twenty uploads a day, and no more', async () => {
  const ana = await server.catalogAccount();
  await server.owner
    .insertInto('throttles')
    .values({ key: `catalogFiles:${ana.id}`, count: 19, window_ends_at: new Date(Date.now() + 3_600_000) })
    .execute();
  await send(ana, ['last.png']);
  expect(await refused(ana.client.refusal(uploadFiles, { body: {}, files: [picture()] }))).toMatchObject({ status: 429 });
  expect(await rowsOf(ana)).toHaveLength(1);
});
