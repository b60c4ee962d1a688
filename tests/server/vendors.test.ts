/** Tests the handling of answers from a file store, a carrier and a transcriber: files present, gone or too large, and answers already paid for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMediaFetcher } from '#server/carrier/media.ts';
import { readConfig } from '#server/config.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { createS3Store } from '#server/files/s3.ts';
import { FileStoreUnavailableError } from '#server/files/store.ts';
import { InvalidTranscriptError } from '#server/transcription/transcriber.ts';
import { createVendorTranscriber } from '#server/transcription/vendor.ts';
import { account } from './outside.ts';

interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
}
let answer: Answer = { status: 200, body: '' };
let host: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyline-vendors-'));
  host = createServer((request, reply) => {
    request.resume().on('end', () => reply.writeHead(answer.status).end(answer.body));
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  host.close();
  await rm(folder, { recursive: true });
});

describe('a bucket', () => {
  const bucket = () => createS3Store({ url, bucket: 'files', region: 'eu-test-1', accessKeyId: 'AKID', secretAccessKey: 'secret' }, createFolderStore(folder));

  test('that may not be listed says “denied” of what it lacks: what was kept before is found, and of the rest it is away', async () => {
    await createFolderStore(folder).put('1/before.txt', new TextEncoder().encode('kept before'));
    answer = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    const found = await bucket().read('1/before.txt');
    expect(found && (await text(found))).toBe('kept before');
    await expect(bucket().read('1/other.txt')).rejects.toThrow(FileStoreUnavailableError);
  });

  test('has as long for an upload as its size takes', async () => {
    answer = { status: 200, body: '' };
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await bucket().put('1/large.bin', new Uint8Array(3_000_000));
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(45_000);
  });
});

describe('a file of the carrier', () => {
  const config = { ...readConfig({ DATABASE_URL: 'postgres://nobody@localhost/none', KEYLINE_SECRET: Buffer.alloc(32).toString('base64') }) };
  const fetchMedia = (what: 'media' | 'recording') => createMediaFetcher({ ...config, carrier: { ...account, baseUrl: url } })(`${url}/RE1`, what);

  test('of 21 MB is a recording, and too large for a message; what is gone is neither', async () => {
    answer = { status: 200, body: Buffer.alloc(21_000_000) };
    expect(await fetchMedia('recording')).toMatchObject({ bytes: { length: 21_000_000 } });
    expect(await fetchMedia('media')).toBe('too large');
    answer = { status: 404, body: '' };
    expect([await fetchMedia('recording'), await fetchMedia('media')]).toEqual([null, null]);
  });
});

describe('a transcriber', () => {
  const transcribe = () =>
    createVendorTranscriber({ url, token: 'token', model: 'nova-3' }).transcribe({ bytes: new Uint8Array(10), contentType: 'audio/wav' });
  const said = (transcript: string) =>
    JSON.stringify({ metadata: { request_id: 'a' }, results: { utterances: [{ channel: 0, start: 0, end: 1, transcript }] } });

  test.each(['<p>no transcript', '{"metadata":{}}', '{"metadata":{},"results":{"utterances":[{"channel":-1}]}}'])(
    'that answers %s is not asked again',
    async (body) => {
      answer = { status: 200, body };
      await expect(transcribe()).rejects.toThrow(InvalidTranscriptError);
    },
  );

  test('that is away is', async () => {
    answer = { status: 503, body: '' };
    await expect(transcribe()).rejects.not.toBeInstanceOf(InvalidTranscriptError);
  });

  test('may send signs that no database keeps', async () => {
    answer = { status: 200, body: said('Good\u0000 morning') };
    expect((await transcribe()).utterances.map(({ transcript }) => transcript)).toEqual(['Good morning']);
  });
});
