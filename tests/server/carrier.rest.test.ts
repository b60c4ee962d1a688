/**
 * Tests that our requests to the carrier over REST match its published interface, and so do the sandbox's answers; sent by the product and by the official SDK.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import type { Carrier } from '#server/carrier/carrier.ts';
import { createCarrier } from '#server/carrier/twilio.ts';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/security/sealer.ts';
import { type Exchange, faultsOf, fieldsOf, nameOf, published } from './carrier.published.ts';
import { account } from './outside.ts';
import { png } from './samples.ts';
import { openWaitingRoom, type WaitingRoom } from './waitingRoom.ts';

let sandbox: Sandbox;
let room: WaitingRoom;
let between: Server;
let carrier: Carrier;
let official: ReturnType<typeof twilio>;
let heard: Exchange[] = [];
let count = 0;
const us = '+12125550100';

/** The official client as it comes; its own requests, led to another host. */
class Led extends twilio.RequestClient {
  private readonly host: string;
  constructor(host: string) {
    super();
    this.host = host;
  }
  override request<T>(asked: RequestClient.RequestOptions<T>) {
    const { pathname, search } = new URL(asked.uri);
    return super.request<T>({ ...asked, uri: this.host + pathname + search });
  }
}

beforeAll(async () => {
  room = await openWaitingRoom();
  sandbox = await startSandbox({ port: 0, ...account, webhookUrl: room.url, pace: 0.01, answerMs: null });
  between = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, search, searchParams } = new URL(request.url ?? '/', sandbox.url);
    const { authorization = '', 'content-type': contentType = '' } = request.headers;
    const asked = { method: request.method ?? '', headers: { authorization, ...(contentType ? { 'content-type': contentType } : {}) } };
    const body = Buffer.concat(parts);
    const answer = await fetch(sandbox.url + pathname + search, { ...asked, ...(body.length > 0 ? { body } : {}) });
    const text = await answer.text();
    const sent = [...searchParams, ...(await fieldsOf(body, contentType))];
    heard.push({ name: nameOf(asked.method, pathname), sent, contentType, status: answer.status, body: text === '' ? null : JSON.parse(text) });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    KEYLINE_SECRET: Buffer.alloc(32).toString('base64'),
    KEYLINE_PUBLIC_URL: room.url,
  });
  carrier = createCarrier({ ...config, carrier: { ...account, baseUrl } }, createSealer(Buffer.alloc(32)));
  official = twilio(account.accountSid, account.authToken, { httpClient: new Led(baseUrl) });
});
afterAll(async () => {
  between.close();
  between.closeAllConnections();
  await sandbox.close();
  room.close();
});
beforeEach(() => {
  heard = [];
});

const names = Object.keys(published);
const ofCalls = names.filter((name) => /Calls|Queues/.test(name));
const ofPorts = names.filter((name) => /Porting|Documents/.test(name));
const ofTheRest = names.filter((name) => !ofCalls.includes(name) && !ofPorts.includes(name));
const coming = () => findMagicPort('Taken, and nothing happens', ++count);
const paper = (kind: 'letter' | 'bill') => carrier.porting.upload({ kind, name: `${kind}.png`, contentType: 'image/png', bytes: png });

/** Everything that was asked is published, and these were asked. */
function expectPublished(asked: readonly string[]): void {
  expect(heard.flatMap(faultsOf)).toEqual([]);
  expect([...new Set(heard.map(({ name }) => name))].sort()).toEqual([...asked].sort());
}

describe('the carrier’s published interface', () => {
  test('is what the product asks of numbers and texts', async () => {
    const search = { areaCode: '415', contains: null, limit: 3 } as const;
    await carrier.numbers.search({ ...search, kind: 'local' });
    await carrier.numbers.search({ ...search, kind: 'local', areaCode: null, contains: '*****75862' });
    await carrier.numbers.search({ ...search, kind: 'tollFree', areaCode: '833' });
    const number = findMagicOffer('Bought', 700);
    const bought = await carrier.numbers.buy({ number, tag: 'keyline:1' });
    expect(bought).toMatchObject({ kind: 'bought' });
    expect(await carrier.numbers.owned(number)).toMatchObject({ tag: 'keyline:1' });
    expect(await carrier.numbers.adopt(number, 'keyline:2')).toMatch(/^PN/);
    expect(await carrier.numbers.owned(number)).toMatchObject({ tag: 'keyline:2' });
    if (bought.kind === 'bought') await carrier.numbers.release(bought.carrierSid);
    expect(await carrier.numbers.owned(number)).toBeNull();
    expect(await carrier.numbers.prices()).toEqual({ local: 1.15, tollFree: 2.15 });
    const to = findMagicNumber('No callbacks');
    const attempt = { companyId: 1, attemptId: '00000000-0000-4000-8000-000000000001' };
    const sent = await carrier.send({ from: us, to, body: 'Hello', mediaUrls: [], ...attempt });
    if (sent.kind !== 'accepted') throw new Error('It is not accepted');
    expect(await carrier.findMessage(sent.carrierSid)).toEqual({ carrierSid: sent.carrierSid, status: 'queued', errorCode: null });
    expect(await carrier.findByAttempt({ attemptId: attempt.attemptId, from: us, to, body: 'Hello', since: new Date(), taken: [] })).not.toBeNull();
    expectPublished(ofTheRest);
  });

  test('is what the product asks of phones and queues', async () => {
    const { callSid, queueSid, over } = await room.caller(sandbox, us);
    const leg = { companyId: 1, numberId: 1, callSid };
    const rung = await carrier.calls.ring({
      leg,
      round: 0,
      number: '+14155550120',
      timeout: 6_000,
      callerId: us,
      ownNumber: us,
      callToken: null,
      parameters: null,
    });
    if (rung.kind !== 'placed') throw new Error('It is not rung');
    await carrier.calls.letGo(rung.carrierSid, true);
    await carrier.calls.lead(queueSid, leg, 0);
    await over;
    await carrier.calls.dropQueue(queueSid);
    expectPublished(ofCalls);
  });

  test('is what the product asks to bring numbers in', async () => {
    const number = coming();
    expect(await carrier.porting.portability(number)).toEqual({ portable: true, pinRequired: false, reason: null });
    const documentSids = [await paper('letter'), await paper('bill')];
    const who = { customerName: 'Northwind Motors LLC', accountNumber: 'NW-556677', authorizedName: 'Ana Ruiz', authorizedEmail: 'ana@northwind.example' };
    const where = { street: '1 Harbor Way', city: 'Los Angeles', state: 'CA', zip: '90012' };
    const taken = await carrier.porting.ask({ numbers: [number], pin: '4711', documentSids, ...who, ...where, targetDate: '2027-01-20' });
    if (taken.kind !== 'taken') throw new Error('It is not taken');
    expect(await carrier.porting.findByDocuments(documentSids, new Date())).toBe(taken.carrierSid);
    expect(await carrier.porting.standing(taken.carrierSid)).toMatchObject({ status: 'in_review', numbers: [{ number, status: 'requested' }] });
    expectPublished(ofPorts);
  });

  test('is what the official SDK asks of numbers and texts, and it understands the answers', async () => {
    const country = official.availablePhoneNumbers('US');
    const [local] = await country.local.list({ areaCode: 415, voiceEnabled: true, limit: 2 });
    const [tollFree] = await country.tollFree.list({ contains: '800*******', limit: 2 });
    expect(local).toMatchObject({ phoneNumber: expect.stringMatching(/^\+1415\d{7}$/), isoCountry: 'US', capabilities: { voice: true, sms: true } });
    expect(tollFree?.phoneNumber).toMatch(/^\+18\d{9}$/);
    const url = 'https://keyline.example.com/webhooks/carrier/calls/incoming';
    const bought = await official.incomingPhoneNumbers.create({
      phoneNumber: local?.phoneNumber ?? '',
      friendlyName: 'ours',
      voiceUrl: url,
      voiceMethod: 'POST',
    });
    expect(bought).toMatchObject({ sid: expect.stringMatching(/^PN/), friendlyName: 'ours', voiceUrl: url, dateCreated: expect.any(Date) });
    const again = official.incomingPhoneNumbers.create({ phoneNumber: local?.phoneNumber ?? '' });
    await expect(again).rejects.toMatchObject({ status: 400, code: 21422 });
    heard = heard.filter(({ status }) => status < 400);
    expect((await official.incomingPhoneNumbers.list({ phoneNumber: bought.phoneNumber, limit: 5 })).map(({ sid }) => sid)).toEqual([bought.sid]);
    const known = sandbox.generator.status().numbers;
    const changed = await official.incomingPhoneNumbers(bought.sid).update({ smsUrl: `${url}/texts` });
    expect(changed).toMatchObject({ friendlyName: 'ours', voiceUrl: url, smsUrl: `${url}/texts` });
    expect(sandbox.generator.status().numbers).toBe(known);
    expect(await official.incomingPhoneNumbers(bought.sid).remove()).toBe(true);
    expect((await official.pricing.v1.phoneNumbers.countries('US').fetch()).isoCountry).toBe('US');
    const made = await official.messages.create({ from: us, to: findMagicNumber('No callbacks'), body: 'From the SDK' });
    expect((await official.messages(made.sid).fetch()).body).toBe('From the SDK');
    expect((await official.messages.list({ to: made.to, limit: 20 })).map(({ sid }) => sid)).toContain(made.sid);
    expectPublished(ofTheRest);
  });

  test('is what the official SDK asks of phones and queues', async () => {
    const { callSid, queueSid, over } = await room.caller(sandbox, us);
    const url = `${room.url}/next`;
    const rung = await official.calls.create({ to: '+14155550120', from: us, url, statusCallbackEvent: ['ringing', 'completed'], timeout: 6_000 });
    expect(rung).toMatchObject({ sid: expect.stringMatching(/^CA/), to: '+14155550120', direction: 'outbound-api' });
    expect((await official.calls(rung.sid).update({ status: 'canceled' })).sid).toBe(rung.sid);
    expect(await official.queues(queueSid).members(callSid).update({ url, method: 'POST' })).toMatchObject({ callSid, queueSid });
    await over;
    expect(await official.queues(queueSid).remove()).toBe(true);
    expectPublished(ofCalls);
  });

  test('is what the official SDK asks to bring numbers in; a request is posted in the wire’s spelling, which the SDK’s own form does not have', async () => {
    const { v1 } = official.numbers;
    const number = coming();
    expect(await v1.portingPortabilities(number).fetch()).toMatchObject({ phoneNumber: number, portable: true, pinAndAccountNumberRequired: false });
    const target = `${room.url}/webhooks/carrier/porting`;
    expect((await v1.portingWebhookConfigurations.create({ port_in_target_url: target })).portInTargetUrl).toBe(target);
    const data = {
      account_sid: account.accountSid,
      documents: [await paper('bill')],
      phone_numbers: [{ phone_number: number }],
      losing_carrier_information: {
        customer_type: 'Business',
        customer_name: 'Northwind Motors LLC',
        authorized_representative: 'Ana Ruiz',
        authorized_representative_email: 'ana@northwind.example',
        address: { street: '1 Harbor Way', city: 'Los Angeles', state: 'CA', zip: '90012', country: 'USA' },
      },
    };
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const { statusCode } = await official.request({ method: 'post', uri: 'https://numbers.twilio.com/v1/Porting/PortIn', headers, data });
    expect(statusCode).toBe(201);
    const [newest] = await v1.portingAllPortIns.list({ limit: 1 });
    expect(newest).toMatchObject({ portInRequestStatus: 'In Review', phoneNumbersRequested: 1 });
    const standing = await v1.portingPortIns(newest?.portInRequestSid ?? '').fetch();
    expect(standing).toMatchObject({ portInRequestStatus: 'In Review', accountSid: account.accountSid });
    expectPublished(ofPorts);
  });

  test('is kept to: what is not in it is found', () => {
    const sent = [
      ['PhoneNumber', '415'],
      ['Colour', 'red'],
    ] as const;
    const name = 'POST /2010-04-01/Accounts/*/IncomingPhoneNumbers.json';
    expect(faultsOf({ name, sent, contentType: 'application/json', status: 200, body: { sid: 'PN1', colour: 'red' } })).toEqual([
      `${name} PhoneNumber: “415” is no phone`,
      `${name} takes no Colour`,
      `${name} is sent as application/json`,
      `${name} answers 200`,
      `${name} gives colour`,
    ]);
    const ordered = ['account_sid', 'documents', 'phone_numbers.pin', 'losing_carrier_information.colour'].map((field) => [field, 'x'] as const);
    const order = 'POST /v1/Porting/PortIn';
    expect(faultsOf({ name: order, sent: ordered, contentType: 'application/x-www-form-urlencoded', status: 201, body: {} })).toEqual([
      `${order} takes no losing_carrier_information.colour`,
      `${order} needs phone_numbers.phone_number`,
      `${order} needs losing_carrier_information.customer_name`,
      `${order} needs losing_carrier_information.authorized_representative`,
      `${order} is sent as application/x-www-form-urlencoded`,
    ]);
    expect(faultsOf({ name: 'GET /nowhere', sent: [], contentType: '', status: 200, body: null })).toEqual(['GET /nowhere is not published']);
  });
});
