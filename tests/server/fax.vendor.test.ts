/** The fax vendor's refusals, each read as what it says: somebody else has the number, the document is gone, or the request was wrong. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computePublicKey } from '#sandbox/fax/keys.ts';
import { createVendorRequest, VendorRejectedError } from '#server/fax/http.ts';
import { createFaxNumbers } from '#server/fax/numbers.ts';
import { createTelnyx } from '#server/fax/telnyx.ts';
import { createSealer } from '#server/security/sealer.ts';

/** The vendor's answer to every request that changes something; lists are empty. */
let answer = { status: 422, code: '85001' };
const vendor = createServer(({ method }, response) => {
  const isList = method === 'GET';
  response.writeHead(isList ? 200 : answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isList ? { data: [] } : { errors: [{ code: answer.code, title: 'Refused' }] }));
});
const config = () => ({
  apiKey: 'a-key',
  connectionId: '1',
  publicKey: computePublicKey('a secret'),
  baseUrl: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
});

beforeAll(() => new Promise<void>((resolve) => void vendor.listen(0, '127.0.0.1', resolve)));
afterAll(() => vendor.close());

test.each([
  [422, '85001', 'gone'],
  [422, '85006', 'gone'],
  [422, '10015', 'refused'],
  [404, '10005', 'refused'],
])('an order that is refused with %d %s is %s', async (status, code, kind) => {
  answer = { status, code };
  const numbers = createFaxNumbers(createVendorRequest(config()), '1');
  expect(await numbers.buy({ number: '+14155550100', tag: 'ours' })).toMatchObject({ kind });
});

test.each([404, 410, 422])('a document whose refresh is refused with %d is lost', async (status) => {
  answer = { status, code: '10005' };
  const fax = createTelnyx(config(), 'http://localhost', createSealer(Buffer.alloc(32)));
  expect(await fax.fetchDocument({ vendorId: 'one', url: null })).toBeNull();
});

test.each([401, 403])('a document whose refresh is refused with %d is asked for again later', async (status) => {
  answer = { status, code: '10009' };
  const fax = createTelnyx(config(), 'http://localhost', createSealer(Buffer.alloc(32)));
  await expect(fax.fetchDocument({ vendorId: 'one', url: null })).rejects.toThrow(VendorRejectedError);
});
