/** A bucket as S3 has it, in memory: puts, gets by range and deletes objects for whoever signs by version 4, and refuses everybody else as S3 does. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const bucketKey = { region: 'eu-test-1', accessKeyId: 'AKIDKEYLINE', secretAccessKey: 'a/secret+of the bucket' } as const;

export interface Bucket {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Statuses answered in place of the next requests; 0 cuts the line. */
  readonly instead: number[];
  close(): Promise<void>;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Why a request is refused; null for one that is signed right, over the very bytes that came. */
function fault(request: IncomingMessage, body: Buffer): string | null {
  const read = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, id, day = '', region = '', names = '', given] = read ?? [];
  if (id !== bucketKey.accessKeyId) return 'InvalidAccessKeyId';
  const date = String(request.headers['x-amz-date'] ?? '');
  if (
    !names.split(';').includes('host') ||
    !date.startsWith(day) ||
    Math.abs(Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) - Date.now()) > 900_000
  )
    return 'RequestTimeTooSkewed';
  const sum = String(request.headers['x-amz-content-sha256'] ?? '');
  if (sum !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), names, sum].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${bucketKey.secretAccessKey}`, day));
  return hmac(key, toSign).toString('hex') === given && region === bucketKey.region ? null : 'SignatureDoesNotMatch';
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

function get(response: ServerResponse, object: Buffer | undefined, range: string | undefined): void {
  if (!object) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return void response.writeHead(200, { 'content-length': object.length }).end(object);
  const part = object.subarray(Number(from), Number(to) + 1);
  response.writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${object.length}` }).end(part);
}

/** Starts it; the bucket is called `files`. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const instead: number[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const status = instead.shift();
    if (status === 0) return void request.socket.destroy();
    if (status !== undefined) return refuse(response, status, 'SlowDown');
    const [, key] = /^\/files\/(.+)$/.exec(request.url ?? '') ?? [];
    if (key === undefined) return refuse(response, 404, 'NoSuchBucket');
    const wrong = fault(request, body);
    if (wrong) return refuse(response, 403, wrong);
    if (request.method === 'GET') return get(response, objects.get(key), request.headers.range);
    if (request.method === 'PUT') objects.set(key, body);
    else objects.delete(key);
    response.writeHead(request.method === 'PUT' ? 200 : 204).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    instead,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
