/** Files in a bucket: through the store's own contract, and as people get them, by our signed links. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { readConfig } from '#server/config.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { formatFileUrl } from '#server/files/links.ts';
import { createS3Store } from '#server/files/s3.ts';
import { FileStoreUnavailableError } from '#server/files/store.ts';
import { type Bucket, bucketKey, startBucket } from './bucket.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { tone } from './samples.ts';
import { altered } from './stage.ts';

let bucket: Bucket;
let folder: string;
let server: TestServer;
let company: TestCompany;
let owner: Client;

beforeAll(async () => {
  [bucket, folder] = await Promise.all([startBucket(), mkdtemp(join(tmpdir(), 'keyline-files-'))]);
  server = await startServer({ config: { s3: { url: bucket.url, bucket: 'files', ...bucketKey } } });
  company = await server.company();
  owner = await server.worker(company, 'owner');
});
afterAll(async () => {
  await server.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  bucket.instead.length = 0;
});

const textOf = async (stream: Readable | null) => {
  if (!stream) return null;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
};
const make = (more: Partial<Parameters<typeof createS3Store>[0]> = {}) =>
  createS3Store({ url: bucket.url, bucket: 'files', ...bucketKey, ...more }, createFolderStore(folder));

describe('the store', () => {
  test('keeps, reads whole and in part, writes over and removes', async () => {
    const store = make();
    await store.put('7/sent/a-file.txt', Buffer.from('hello, this is a file'));
    expect([...bucket.objects.keys()]).toContain('7/sent/a-file.txt');
    expect(await textOf(await store.read('7/sent/a-file.txt'))).toBe('hello, this is a file');
    expect(await textOf(await store.read('7/sent/a-file.txt', { start: 7, end: 10 }))).toBe('this');
    await store.put('7/sent/a-file.txt', Buffer.from('another'));
    expect(await textOf(await store.read('7/sent/a-file.txt'))).toBe('another');
    await store.remove('7/sent/a-file.txt');
    await store.remove('7/sent/a-file.txt');
    expect(await store.read('7/sent/a-file.txt')).toBeNull();
  });

  test('still finds what was kept in the folder before, and removes it there too', async () => {
    const before = createFolderStore(folder);
    await before.put('7/old', Buffer.from('from before'));
    expect(await textOf(await make().read('7/old', { start: 0, end: 3 }))).toBe('from');
    await make().remove('7/old');
    expect(await before.read('7/old')).toBeNull();
  });

  test.each(['../secrets.json', '/etc/passwd', '7/../../x', '7//x', ''])('takes no key such as %j', async (key) => {
    await expect(make().put(key, Buffer.from('x'))).rejects.toThrow('A file key that is none');
  });

  test.each([
    ['a wrong secret', { secretAccessKey: 'not it' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'AKIDNOBODY' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'nowhere' }, 'NoSuchBucket'],
  ])('says so for %s, and takes a file neither for kept nor for gone', async (_, more, code) => {
    const store = make(more);
    const said = async (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);
    for (const refusal of [await said(store.put('7/x', Buffer.from('x'))), await said(store.read('7/x')), await said(store.remove('7/x'))]) {
      expect(refusal).toBeInstanceOf(FileStoreUnavailableError);
      expect(String(refusal)).toContain(code);
    }
  });

  test('asks again when it is told to slow down, or the line is cut', async () => {
    bucket.instead.push(503, 0);
    await make().put('7/slow', Buffer.from('at last'));
    expect(bucket.objects.get('7/slow')?.toString()).toBe('at last');
    bucket.instead.push(0, 500);
    expect(await textOf(await make().read('7/slow'))).toBe('at last');
  });
});

describe('people', () => {
  const files = [{ field: 'file', name: 'tone.wav', type: 'audio/wav', bytes: tone }];
  const cookie = () => ({ cookie: `keyline_session=${owner.cookies.get('keyline_session')}` });
  const greet = () => owner.call(routes.greetings.create, { body: { name: 'Tone' }, files });

  test('get what they uploaded by our links, whole and in ranges; the bucket’s address is nowhere in it', async () => {
    const { media } = await greet();
    const whole = await fetch(`${server.url}${media?.url}`, { headers: cookie() });
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), Buffer.from(tone))).toBe(0);
    const part = await fetch(`${server.url}${media?.url}`, { headers: { ...cookie(), range: 'bytes=0-3' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, `bytes 0-3/${tone.length}`, 'RIFF']);
    expect(media?.url).toMatch(/^\/api\/files\//);
  });

  test('get nothing by a link of another company, or one that was altered', async () => {
    const other = await server.company();
    const fileId = (await server.owner.selectFrom('files').select('id').where('company_id', '=', company.id).executeTakeFirstOrThrow()).id;
    expect((await fetch(server.url + formatFileUrl(server.services.sealer, { fileId, companyId: other.id }), { headers: cookie() })).status).toBe(404);
    expect((await fetch(`${server.url}${altered(formatFileUrl(server.services.sealer, { fileId, companyId: company.id }))}`)).status).toBe(410);
  });

  test('are told when the store is away; nothing is half there, and the same again works when it is back', async () => {
    const { media } = await greet();
    const count = async () => (await owner.call(routes.greetings.list)).data.length;
    const before = await count();
    bucket.instead.push(0, 0, 0);
    const told = await owner.refusal(routes.greetings.create, { body: { name: 'Tone' }, files });
    expect(told).toMatchObject({ status: 503, code: 'files_away' });
    expect(told.body).toMatchObject({ message: 'File storage is temporarily unavailable. Nothing was lost. Try again.' });
    expect(await count()).toBe(before);
    bucket.instead.push(503, 503, 503);
    const away = await fetch(`${server.url}${media?.url}`, { headers: cookie() });
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await fetch(`${server.url}${media?.url}`, { headers: cookie() })).status).toBe(200);
    await greet();
    expect(await count()).toBe(before + 1);
  });

  test('are told nothing of the store’s own words', async () => {
    bucket.instead.push(403);
    const told = await owner.refusal(routes.greetings.create, { body: { name: 'Tone' }, files });
    expect(JSON.stringify([told.body, [...told.headers]])).not.toMatch(/SlowDown|127\.0\.0\.1|AKID/);
  });
});

test('a bucket without its keys is named at the start', () => {
  const base = { DATABASE_URL: 'postgres://a@b/c', KEYLINE_SECRET: 'x'.repeat(44) };
  expect(() => readConfig({ ...base, S3_BUCKET: 'files' })).toThrow('S3_ACCESS_KEY_ID');
  expect(readConfig({ ...base, S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_REGION: 'eu-west-1' }).s3?.url).toBe(
    'https://s3.eu-west-1.amazonaws.com',
  );
  expect(readConfig(base).s3).toBeNull();
});
