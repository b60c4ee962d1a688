/** Tests the handling of the carrier's answers for port-in requests. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCarrier } from '#server/carrier/twilio.ts';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/security/sealer.ts';
import { account } from './outside.ts';

let host: Server;
let listed = 0;
const answers: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  '+12125550140': [400, { code: 22136, message: 'The number type is not supported', status: 400 }],
  '+12125550141': [500, { code: 20500, message: 'Internal server error', status: 500 }],
  '+12125550142': [401, { code: 20003, message: 'Authenticate', status: 401 }],
};
const sidOf = (nth: number) => `KW${String(nth).padStart(32, '0')}`;
const request = (sid: string) => ({ port_in_request_sid: sid, port_in_request_status: 'In Review', documents: ['RD0'], phone_numbers: [] });
const page = () => ({
  port_in_requests: Array.from({ length: listed }, (_, nth) => ({ port_in_request_sid: sidOf(nth), port_in_request_status: 'In Review' })),
  meta: { key: 'port_in_requests', next_page_url: null },
});

beforeAll(async () => {
  host = createServer(({ url = '' }, reply) => {
    const last = decodeURIComponent(new URL(url, 'http://host').pathname.split('/').at(-1) ?? '');
    const [status, body] = answers[last] ?? [200, last === 'PortInRequests' ? page() : request(last)];
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void host.close());

const porting = () => {
  const { port } = host.address() as AddressInfo;
  const config = {
    ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', KEYLINE_SECRET: Buffer.alloc(32, 7).toString('base64') }),
    carrier: { ...account, baseUrl: `http://127.0.0.1:${port}` },
  };
  return createCarrier(config, createSealer(config.secret)).porting;
};

test('a number that the carrier does not take can’t be ported; a carrier that is away says nothing of it', async () => {
  expect(await porting().portability('+12125550140')).toEqual({ portable: false, pinRequired: false, reason: 'The number type is not supported' });
  await expect(porting().portability('+12125550141')).rejects.toThrow();
  await expect(porting().portability('+12125550142')).rejects.toThrow();
});

test('a list of requests in which ours is missing says so only when it is whole', async () => {
  listed = 3;
  expect(await porting().findByDocuments(['RD7'], new Date())).toBeNull();
  expect(await porting().findByDocuments(['RD0'], new Date())).toBe(sidOf(0));
  listed = 200;
  await expect(porting().findByDocuments(['RD7'], new Date())).rejects.toThrow('more port-in requests than are looked through');
});
