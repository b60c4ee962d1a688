/**
 * Conversions: ten thousand calls told to Google Ads and to Google Analytics from the end of their hold, beside the same events sent to the same vendor one by one with
 * nothing kept of them; the time from a hold's end to the vendor; and the time from asking for a code of the catalog to its text.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { routes } from '../../contract/index.ts';
import { googleAdsApp, googlePeople } from '../../sandbox/ads/google.ts';
import { ga4Streams } from '../../sandbox/analytics/ga4.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { endChild, spawnChild, waitUntilListening } from '../../scripts/lib/children.ts';
import { readSettings } from '../../scripts/lib/settings.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createSealer } from '../../server/security/sealer.ts';
import type { AdPlatform } from '../../server/vendors/adPlatform.ts';
import { createGoogleAds } from '../../server/vendors/googleAds.ts';
import { Client } from '../../tests/server/client.ts';
import { freePort } from '../../tests/server/ports.ts';
import { dataDir, signIn } from '../lib/large.ts';
import { computePercentile } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const { integrations, catalog } = routes;
const total = 10_000;
const holds = 40;
/** Areas whose phones ask for a code: a range of numbers has a budget of codes. */
const areas = ['212', '213', '214', '215', '216', '217', '218', '219', '224', '225', '228', '229', '231', '234', '239', '240', '248', '251', '252', '253'];
const account = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'the-token-of-the-bench' };
const sender = '+12125550100';
const customerId = '1112223333';

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((done) => setTimeout(done, 20));
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
};

interface Place {
  readonly owner: pg.Client;
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly companyId: number;
  readonly numberId: number;
}

/** Connects Google Ads by its consent page, as a browser does. */
async function connectGoogle({ client, companyId }: Place): Promise<number> {
  const asked = new URL((await client.call(integrations.googleAdsRedirect)).url);
  const choice = `${asked.origin}${asked.pathname.replace(/[^/]+$/, 'choose')}?${asked.searchParams}&account=${googlePeople[0].sub}`;
  const back = (await fetch(choice, { redirect: 'manual' })).headers.get('location') ?? '';
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await fetch(back, { headers: { cookie }, redirect: 'manual' });
  const { data } = await client.call(integrations.oauth);
  const id = data[0]?.id;
  if (id === undefined) throw new Error(`Company ${companyId} is not connected`);
  await client.call(integrations.activateGoogleAds, { params: { id }, body: { customerId, events: ['lead'] } });
  return id;
}

/** Calls of visitors who came by a click, marked as leads: each is a conversion that is held. */
async function addLeads({ owner, companyId, numberId }: Place, count: number): Promise<void> {
  const click = randomBytes(4).toString('hex');
  await owner.query(
    `with visits as (
       insert into dni_sessions (company_id, key, visitor_key, source, first_source, is_first, click_parameter, click_id, landing, page, device_type, session_minutes, hold_minutes, started_at, last_seen_at)
       select $1, $3 || n, $3 || n, 'paid', 'paid', true, 'gclid', $3 || n, 'https://www.harbor-bikes.com/', 'https://www.harbor-bikes.com/', 'desktop', 30, 30, now(), now()
         from generate_series(1, $4::int) n
       returning id)
     insert into calls (company_id, number_id, recipient, is_inbound, started_at, ended_at, duration, result, is_lead, dni_session_id)
     select $1, $2, '+1503' || (2000000 + row_number() over ()), true, now() - interval '2 minutes', now(), 75, 'answered', true, id from visits`,
    [companyId, numberId, click, count],
  );
}

const states = ({ owner }: Place, integrationId: number) =>
  owner
    .query<{ state: string; count: number }>('select state, count(*)::int as count from conversions where integration_id = $1 group by state', [integrationId])
    .then(({ rows }) => new Map(rows.map(({ state, count }) => [state, count])));

/** Ends the holds of all that waits, and waits until all of it is told; seconds. */
const tellAll = (place: Place, integrationId: number, count: number): Promise<number> =>
  secondsOf(async () => {
    await place.owner.query(`update conversions set due_at = now() where integration_id = $1 and state = 'held'`, [integrationId]);
    await until(async () => (await states(place, integrationId)).get('accepted') === count);
  });

/** Tokens of Google for an app that keeps nothing. */
async function connectBare(platform: AdPlatform): Promise<string> {
  const redirectUri = 'http://localhost/back';
  const asked = new URL(platform.createAuthorizeUrl({ state: 'bare', redirectUri, challenge: null }));
  const choice = `${asked.origin}${asked.pathname.replace(/[^/]+$/, 'choose')}?${asked.searchParams}&account=${googlePeople[0].sub}`;
  const back = new URL((await fetch(choice, { redirect: 'manual' })).headers.get('location') ?? '');
  const { tokens } = await platform.exchange({ code: back.searchParams.get('code') ?? '', redirectUri, verifier: null });
  return tokens.accessToken;
}

/** The same conversions with nothing kept of them, one a request and one after the other; seconds. */
async function tellSingly(platform: AdPlatform): Promise<number> {
  const accessToken = await connectBare(platform);
  const settings = await platform.prepare(accessToken, { managerId: null, accountId: customerId }, { account: 'Bench', manager: null });
  const now = new Date();
  return secondsOf(async () => {
    for (let at = 0; at < total; at += 1) {
      const click = { parameter: 'gclid', id: `single-${at}` };
      const [outcome] = await platform.convert(accessToken, settings, [
        { kind: 'lead', key: `single-${at}`, click, clickedAt: now, at: now, countedAt: now, value: null },
      ]);
      if (outcome?.kind !== 'accepted') throw new Error('The vendor took one of them not');
    }
  });
}

/** Milliseconds from the end of each hold to the vendor's answer; holds end at any time, as those of people do. */
async function measureHolds(place: Place, integrationId: number): Promise<readonly number[]> {
  const { owner } = place;
  const before = (await states(place, integrationId)).get('accepted') ?? 0;
  await addLeads(place, holds);
  const { rows } = await owner.query<{ id: string; due_at: Date }>(
    `update conversions c set due_at = now() + interval '370 milliseconds' * w.at
       from (select id, row_number() over (order by id) as at from conversions where integration_id = $1 and state = 'held') w where c.id = w.id
     returning c.id, c.due_at`,
    [integrationId],
  );
  await until(async () => (await states(place, integrationId)).get('accepted') === before + holds);
  const sent = await owner.query<{ id: string; sent_at: Date }>('select id, sent_at from conversions where id = any ($1::bigint[])', [
    rows.map(({ id }) => id),
  ]);
  const dueAt = new Map(rows.map(({ id, due_at }) => [id, due_at.getTime()]));
  return sent.rows.map(({ id, sent_at }) => sent_at.getTime() - (dueAt.get(id) ?? 0));
}

/** Milliseconds from asking for a code of the catalog to its text at the carrier, each. */
async function measureCodes({ sandbox, url }: Place): Promise<readonly number[]> {
  const times: number[] = [];
  for (const area of areas) {
    const phoneNumber = `+1${area}5551234`;
    const startedAt = performance.now();
    await new Client(url).call(catalog.register, { body: { provider: 'phone_number', credentials: { phoneNumber } } });
    await until(async () => sandbox.ledger.list({ from: sender, to: phoneNumber }).length > 0);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Measures. */
export async function conversions(): Promise<Row[]> {
  const folder = join(dataDir, 'conversions');
  const database = await startDatabase({ dataDir: folder, onNote: print });
  await migrate(database.url);
  const { environment } = readSettings({ KEYLINE_DATA: folder, KEYLINE_LOG: 'warn' }, true);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({ port: 0, ...account, webhookUrl: url, pace: 0.05, answerMs: null });
  const child = spawnChild('server/start.ts', {
    ...environment,
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    KEYLINE_PORT: String(port),
    KEYLINE_PUBLIC_URL: url,
    CARRIER_ACCOUNT_SID: account.accountSid,
    CARRIER_AUTH_TOKEN: account.authToken,
    CARRIER_BASE_URL: sandbox.url,
    KEYLINE_CATALOG: '1',
    CATALOG_SENDER: sender,
    GA4_BASE_URL: `${sandbox.url}/ga4`,
    GOOGLE_ADS_CLIENT_ID: googleAdsApp.clientId,
    GOOGLE_ADS_CLIENT_SECRET: googleAdsApp.clientSecret,
    GOOGLE_ADS_DEVELOPER_TOKEN: googleAdsApp.developerToken,
    GOOGLE_ADS_BASE_URL: `${sandbox.url}/google`,
  });
  try {
    await waitUntilListening(port, child, 'The server');
    const slug = `conversions-${randomBytes(4).toString('hex')}`;
    const insert = async (statement: string, ...given: readonly unknown[]) =>
      Number((await owner.query<{ id: string }>(`insert into ${statement} returning id`, [...given])).rows[0]?.id);
    const userId = await insert(`users (email, first_name, last_name) values ($1, 'Ana', 'Bench')`, `${slug}@example.com`);
    const companyId = await insert(`companies (name, slug, timezone) values ('Conversions', $1, 'America/New_York')`, slug);
    await owner.query(`insert into memberships (company_id, user_id, role) values ($1, $2, 'owner')`, [companyId, userId]);
    const line = `+1415${Math.floor(Math.random() * 9_000_000) + 1_000_000}`;
    const numberId = await insert(`phone_numbers (company_id, number, label) values ($1, $2, 'Line')`, companyId, line);
    const browser = new Client(url);
    browser.cookies.set('keyline_session', await signIn({ owner, sealer: createSealer(Buffer.from(environment.KEYLINE_SECRET ?? '', 'base64')), userId }));
    const place: Place = { owner, client: browser.in({ id: companyId }), sandbox, url, companyId, numberId };

    const ads = await connectGoogle(place);
    await addLeads(place, total);
    const atAds = await tellAll(place, ads, total);
    const requests = sandbox.googleAds.countRequests('ingest');
    const afterHold = await measureHolds(place, ads);
    const singly = await tellSingly(createGoogleAds({ ...googleAdsApp, baseUrl: `${sandbox.url}/google` }));
    await place.client.call(integrations.deactivateGoogleAds, { params: { id: ads } });
    const { id: analytics } = await place.client.call(integrations.createGa4, { body: { ...ga4Streams[0], events: ['lead'], parameters: [] } });
    await addLeads(place, total);
    const atAnalytics = await tellAll(place, analytics, total);
    const texted = await measureCodes(place);
    const count = total.toLocaleString('en-US');
    return [
      {
        work: `${count} calls told to Google Ads, each with its intent committed before and its outcome after`,
        count: atAds,
        unit: ' s',
        peers: [{ name: 'one a request, nothing kept', count: singly }],
        most: 60,
      },
      { work: `Requests for them, of which Google takes 300 a minute`, count: requests, peers: [{ name: 'one a request', count: total }], most: 300 },
      { work: `${count} calls told to Google Analytics, which takes one a request`, count: atAnalytics, unit: ' s', peers: [], most: 60 },
      { work: 'From the end of a hold to the vendor, p95', count: computePercentile(afterHold, 0.95) / 1_000, unit: ' s', peers: [], most: 5 },
      { work: 'From asking for a code of the catalog to its text, p95', count: computePercentile(texted, 0.95) / 1_000, unit: ' s', peers: [], most: 2 },
    ];
  } finally {
    await endChild(child);
    await sandbox.close();
    await owner.end();
    await database.stop();
  }
}
