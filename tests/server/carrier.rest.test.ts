/** What we ask of the carrier over REST is what its published interface takes, and what the sandbox answers is what it publishes; asked by the product and by the official SDK. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { magicOffer } from '#sandbox/carrier/inventory.ts';
import { magicNumber } from '#sandbox/carrier/magic.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import type { Carrier } from '#server/carrier/carrier.ts';
import { createCarrier } from '#server/carrier/twilio.ts';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/security/sealer.ts';
import { account } from './outside.ts';

type Kind = 'text' | 'number' | 'flag' | 'phone' | 'url' | 'method' | 'list';
interface Operation {
  readonly takes: Readonly<Record<string, Kind>>;
  readonly needs?: readonly string[];
  /** The status of success, and the fields of what comes back (of each entry, where `list` names one). */
  readonly status: number;
  readonly list?: string;
  readonly gives?: readonly string[];
}

const words = (text: string) => text.split(/\s+/);
const paging = { PageSize: 'number', Page: 'number', PageToken: 'text' } as const;
const free: Operation = {
  takes: {
    AreaCode: 'number',
    Contains: 'text',
    SmsEnabled: 'flag',
    MmsEnabled: 'flag',
    VoiceEnabled: 'flag',
    FaxEnabled: 'flag',
    ExcludeAllAddressRequired: 'flag',
    Beta: 'flag',
    InRegion: 'text',
    InLocality: 'text',
    InPostalCode: 'text',
    NearNumber: 'phone',
    ...paging,
  },
  status: 200,
  list: 'available_phone_numbers',
  gives: words('friendly_name phone_number lata locality rate_center latitude longitude region postal_code iso_country address_requirements beta capabilities'),
};
const ownedFields = words(
  'account_sid address_sid address_requirements api_version beta capabilities date_created date_updated friendly_name identity_sid phone_number origin sid sms_application_sid sms_fallback_method sms_fallback_url sms_method sms_url status_callback status_callback_method trunk_sid uri voice_receive_mode voice_application_sid voice_caller_id_lookup voice_fallback_method voice_fallback_url voice_method voice_url emergency_status emergency_address_sid emergency_address_status bundle_sid status type',
);
const messageFields = words(
  'body num_segments direction from to date_updated price error_message uri account_sid num_media status messaging_service_sid sid date_sent date_created error_code price_unit api_version subresource_uris',
);

/** The operations we use, as the carrier's OpenAPI documents (api v2010 and pricing v1, April 2026) describe them. */
const published: Readonly<Record<string, Operation>> = {
  'GET /2010-04-01/Accounts/*/AvailablePhoneNumbers/US/Local.json': free,
  'GET /2010-04-01/Accounts/*/AvailablePhoneNumbers/US/TollFree.json': free,
  'POST /2010-04-01/Accounts/*/IncomingPhoneNumbers.json': {
    takes: {
      PhoneNumber: 'phone',
      AreaCode: 'text',
      FriendlyName: 'text',
      ApiVersion: 'text',
      VoiceUrl: 'url',
      VoiceMethod: 'method',
      VoiceFallbackUrl: 'url',
      VoiceFallbackMethod: 'method',
      VoiceCallerIdLookup: 'flag',
      StatusCallback: 'url',
      StatusCallbackMethod: 'method',
      SmsUrl: 'url',
      SmsMethod: 'method',
      SmsFallbackUrl: 'url',
      SmsFallbackMethod: 'method',
    },
    needs: ['PhoneNumber'],
    status: 201,
    gives: ownedFields,
  },
  'GET /2010-04-01/Accounts/*/IncomingPhoneNumbers.json': {
    takes: { Beta: 'flag', FriendlyName: 'text', PhoneNumber: 'phone', Origin: 'text', ...paging },
    status: 200,
    list: 'incoming_phone_numbers',
    gives: ownedFields,
  },
  'DELETE /2010-04-01/Accounts/*/IncomingPhoneNumbers/*.json': { takes: {}, status: 204 },
  'POST /2010-04-01/Accounts/*/Messages.json': {
    takes: {
      To: 'phone',
      From: 'phone',
      Body: 'text',
      MediaUrl: 'list',
      StatusCallback: 'url',
      ValidityPeriod: 'number',
      MaxPrice: 'number',
      Attempt: 'number',
    },
    needs: ['To'],
    status: 201,
    gives: messageFields,
  },
  'GET /2010-04-01/Accounts/*/Messages.json': {
    takes: { To: 'phone', From: 'phone', DateSent: 'text', 'DateSent<': 'text', 'DateSent>': 'text', ...paging },
    status: 200,
    list: 'messages',
    gives: messageFields,
  },
  'GET /2010-04-01/Accounts/*/Messages/*.json': { takes: {}, status: 200, gives: messageFields },
  'GET /v1/PhoneNumbers/Countries/US': { takes: {}, status: 200, gives: words('country iso_country phone_number_prices price_unit url') },
};

const shapes: Readonly<Record<Kind, RegExp>> = {
  text: /^[\s\S]*$/,
  list: /^https?:\/\//,
  number: /^\d+$/,
  flag: /^(true|false)$/,
  phone: /^\+[1-9]\d{6,14}$/,
  url: /^https?:\/\/\S+$/,
  method: /^(GET|POST)$/,
};

interface Exchange {
  readonly name: string;
  readonly sent: readonly (readonly [string, string])[];
  readonly contentType: string;
  readonly status: number;
  readonly body: unknown;
}

let sandbox: Sandbox;
let between: Server;
let carrier: Carrier;
let official: ReturnType<typeof twilio>;
let heard: Exchange[] = [];
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

const nameOf = (method: string, path: string) =>
  `${method} ${path.replace(/Accounts\/AC\w+/, 'Accounts/*').replace(/(IncomingPhoneNumbers|Messages)\/[A-Z]{2}\w+/, '$1/*')}`;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, ...account, webhookUrl: 'http://127.0.0.1:9', pace: 0.01, answerMs: null });
  between = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, search, searchParams } = new URL(request.url ?? '/', sandbox.url);
    const { authorization = '', 'content-type': contentType = '' } = request.headers;
    const asked = { method: request.method ?? '', headers: { authorization, ...(contentType ? { 'content-type': contentType } : {}) } };
    const body = Buffer.concat(parts);
    const answer = await fetch(sandbox.url + pathname + search, { ...asked, ...(body.length > 0 ? { body } : {}) });
    const text = await answer.text();
    const sent = [...searchParams, ...new URLSearchParams(body.toString('utf8'))];
    heard.push({ name: nameOf(asked.method, pathname), sent, contentType, status: answer.status, body: text === '' ? null : JSON.parse(text) });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    KEYLINE_SECRET: Buffer.alloc(32).toString('base64'),
    KEYLINE_PUBLIC_URL: 'https://keyline.example.com',
  });
  carrier = createCarrier({ ...config, carrier: { ...account, baseUrl } }, createSealer(Buffer.alloc(32)));
  official = twilio(account.accountSid, account.authToken, { httpClient: new Led(baseUrl) });
});
afterAll(async () => {
  between.close();
  between.closeAllConnections();
  await sandbox.close();
});
beforeEach(() => {
  heard = [];
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function faultsOf({ name, sent, contentType, status, body }: Exchange): string[] {
  const operation = published[name];
  if (!operation) return [`${name} is not published`];
  const { takes, needs = [], list, gives = [] } = operation;
  const unknown = sent.flatMap(([field, value]) => {
    const kind = takes[field];
    return kind === undefined ? [`${name} takes no ${field}`] : shapes[kind].test(value) ? [] : [`${name} ${field}: “${value}” is no ${kind}`];
  });
  const missing = needs.filter((field) => !sent.some(([given]) => given === field)).map((field) => `${name} needs ${field}`);
  const coded = name.startsWith('POST') && !contentType.startsWith('application/x-www-form-urlencoded') ? [`${name} is sent as ${contentType}`] : [];
  const rows = list === undefined ? [body] : isRecord(body) && Array.isArray(body[list]) ? body[list] : [null];
  const strange = gives.length === 0 ? [] : rows.flatMap((row) => (isRecord(row) ? Object.keys(row).filter((field) => !gives.includes(field)) : ['nothing']));
  return [
    ...unknown,
    ...missing,
    ...coded,
    ...(status === operation.status ? [] : [`${name} answers ${status}`]),
    ...new Set(strange.map((field) => `${name} gives ${field}`)),
  ];
}
/** Everything that was asked is published, and these were asked. */
function expectPublished(names: readonly string[]): void {
  expect(heard.flatMap(faultsOf)).toEqual([]);
  expect([...new Set(heard.map(({ name }) => name))].sort()).toEqual([...names].sort());
}

describe('the carrier’s published interface', () => {
  test('is what the product asks', async () => {
    const search = { areaCode: '415', contains: null, isFax: false, limit: 3 } as const;
    await carrier.numbers.search({ ...search, kind: 'local' });
    await carrier.numbers.search({ ...search, kind: 'local', areaCode: null, contains: '*****75862', isFax: true });
    await carrier.numbers.search({ ...search, kind: 'tollFree', areaCode: '833' });
    const number = magicOffer('Bought', 700);
    const bought = await carrier.numbers.buy({ number, tag: 'keyline:1' });
    expect(bought).toMatchObject({ kind: 'bought' });
    expect(await carrier.numbers.owned(number)).toMatchObject({ tag: 'keyline:1' });
    if (bought.kind === 'bought') await carrier.numbers.release(bought.carrierSid);
    expect(await carrier.numbers.owned(number)).toBeNull();
    expect(await carrier.numbers.prices()).toEqual({ local: 1.15, tollFree: 2.15 });
    const to = magicNumber('Callbacks withheld');
    const attempt = { companyId: 1, attemptId: '00000000-0000-4000-8000-000000000001' };
    expect(await carrier.send({ from: us, to, body: 'Hello', mediaUrls: [], ...attempt })).toMatchObject({ kind: 'accepted' });
    expect(await carrier.findByAttempt({ attemptId: attempt.attemptId, from: us, to, body: 'Hello', since: new Date(), taken: [] })).not.toBeNull();
    expectPublished(Object.keys(published).filter((name) => !name.endsWith('Messages/*.json')));
  });

  test('is what the official SDK asks of the sandbox, and it understands the answers', async () => {
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
    expect(await official.incomingPhoneNumbers(bought.sid).remove()).toBe(true);
    expect((await official.pricing.v1.phoneNumbers.countries('US').fetch()).isoCountry).toBe('US');
    const made = await official.messages.create({ from: us, to: magicNumber('Callbacks withheld'), body: 'From the SDK' });
    expect((await official.messages(made.sid).fetch()).body).toBe('From the SDK');
    expect((await official.messages.list({ to: made.to, limit: 20 })).map(({ sid }) => sid)).toContain(made.sid);
    expectPublished(Object.keys(published));
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
    expect(faultsOf({ name: 'GET /nowhere', sent: [], contentType: '', status: 200, body: null })).toEqual(['GET /nowhere is not published']);
  });
});
