/** The fax vendor the sandbox plays, spoken to as its published wire says. */
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { findMagicFax } from '#sandbox/fax/magic.ts';
import { countPages, toDocumentPdf } from '#sandbox/fax/pdf.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';

const authToken = 'a-token-of-the-sandbox-carrier';
const us = '+14155550199';
interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const heard: Heard[] = [];
/** The app: serves the document, hears webhooks. */
const app = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(Buffer.from(toDocumentPdf('order')));
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    heard.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    response.end('{}');
  });
});
let sandbox: Sandbox;
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ port: 0, accountSid: `AC${'7'.repeat(32)}`, authToken, webhookUrl: url, pace: 0.01, answerMs: null });
});
afterAll(async () => {
  await sandbox.close();
  app.close();
});

const ask = (path: string, init: RequestInit = {}, key = authToken) =>
  fetch(`${sandbox.url}/v2${path}`, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });
const send = (to: string, more: object = {}) =>
  ask('/faxes', {
    method: 'POST',
    body: JSON.stringify({ connection_id: faxConnectionId, from: us, to, media_url: `${url}/order.pdf`, webhook_url: `${url}/hooks`, ...more }),
  });
const eventsOf = (id: string) => heard.map(({ body }) => JSON.parse(body).data).filter(({ payload }) => payload.fax_id === id);

test('a fax is taken with 202 and told of by signed events, to the last', async () => {
  const answer = await send(findMagicFax('Delivered'), { client_state: 'c3RhdGU=' });
  expect(answer.status).toBe(202);
  const { data } = await answer.json();
  expect(data).toMatchObject({ record_type: 'fax', direction: 'outbound', status: 'queued', client_state: 'c3RhdGU=' });
  await expect
    .poll(() => eventsOf(data.id).map(({ event_type }) => event_type), { timeout: 10_000 })
    .toEqual(['fax.queued', 'fax.media.processed', 'fax.sending.started', 'fax.delivered']);
  expect(eventsOf(data.id).at(-1)).toMatchObject({ payload: { status: 'delivered', page_count: 2, client_state: 'c3RhdGU=', to: findMagicFax('Delivered') } });
  const x = Buffer.from(computePublicKey(authToken), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  for (const { headers, body } of heard) {
    const signature = Buffer.from(String(headers['telnyx-signature-ed25519']), 'base64');
    expect(verify(null, Buffer.from(`${headers['telnyx-timestamp']}|${body}`), key, signature)).toBe(true);
  }
  expect((await (await ask(`/faxes/${data.id}`)).json()).data).toMatchObject({ id: data.id, status: 'delivered', failure_reason: null });
});

test('a fax that fails says why', async () => {
  const { data } = await (await send(findMagicFax('Busy (user_busy)'))).json();
  await expect.poll(() => eventsOf(data.id).at(-1)?.payload, { timeout: 10_000 }).toMatchObject({ status: 'failed', failure_reason: 'user_busy' });
});

test('a document that cannot be fetched fails', async () => {
  const { data } = await (await send(findMagicFax('Delivered'), { media_url: 'http://127.0.0.1:9/nothing.pdf' })).json();
  await expect.poll(() => eventsOf(data.id).at(-1)?.payload, { timeout: 10_000 }).toMatchObject({ failure_reason: 'file_download_failed' });
});

test('the list is narrowed by numbers, direction and time', async () => {
  const of = async (query: Record<string, string>) => (await (await ask(`/faxes?${new URLSearchParams(query)}`)).json()).data.length;
  await send('+13125550177');
  expect(await of({ 'filter[to][eq]': '+13125550177', 'filter[direction][eq]': 'outbound' })).toBe(1);
  expect(await of({ 'filter[to][eq]': '+13125550177', 'filter[direction][eq]': 'inbound' })).toBe(0);
  expect(await of({ 'filter[to][eq]': '+13125550177', 'filter[created_at][gte]': new Date(Date.now() + 60_000).toISOString() })).toBe(0);
});

test('somebody who faxes in: received with an address for the document, which can be renewed', async () => {
  const answer = await fetch(`${sandbox.url}/control/fax`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: us }),
  });
  expect(answer.status).toBe(202);
  const inbound = () => sandbox.faxes.list().find(({ direction }) => direction === 'inbound');
  await expect.poll(() => inbound()?.status, { timeout: 10_000 }).toBe('received');
  const id = inbound()?.id ?? '';
  await expect.poll(() => eventsOf(id).map(({ event_type }) => event_type)).toEqual(['fax.receiving.started', 'fax.media.processing.started', 'fax.received']);
  const address: string = eventsOf(id).at(-1).payload.media_url;
  expect(countPages(await (await fetch(address)).bytes())).toBe(2);
  expect((await ask(`/faxes/${id}/actions/refresh`, { method: 'POST', body: '{}' })).status).toBe(202);
  expect((await fetch(address)).status).toBe(403);
  const { data } = await (await ask(`/faxes/${id}`)).json();
  expect((await fetch(data.media_url)).status).toBe(200);
  expect(await (await fetch(sandbox.url)).text()).toContain('<h2>Faxes</h2>');
});

test('another key, another application and another field are refused', async () => {
  expect((await ask('/faxes', {}, 'another key')).status).toBe(401);
  expect((await send(us, { connection_id: '1' })).status).toBe(422);
  expect(await (await send(us, { media_url: undefined })).json()).toMatchObject({ errors: [{ code: '10004' }] });
});
