/**
 * Campaigns: texts a second through ten numbers, beside the way of listmonk (a cursor and batches, which keeps nothing of a single text) on the same PostgreSQL;
 * status callbacks a second, each answered after its commit; and how long a hundred thousand recipients take to be written down.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import twilio from 'twilio';
import { routes } from '../../contract/index.ts';
import { endChild, spawnChild, waitUntilListening } from '../../scripts/lib/children.ts';
import { readSettings } from '../../scripts/lib/settings.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createSealer } from '../../server/security/sealer.ts';
import { Client } from '../../tests/server/client.ts';
import { freePort } from '../../tests/server/ports.ts';
import { dataDir, signIn } from '../lib/large.ts';
import { computePercentile } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const areas = ['212', '213', '214', '215', '216', '217', '218', '219', '224', '225'];
const lines = areas.length;
const perLine = 600;
const manyPeople = 100_000;
const account = { sid: `AC${'1'.repeat(32)}`, token: 'the-token-of-the-bench' };
const callbacksAtOnce = 150;
const { campaigns } = routes;

interface Taken {
  readonly sid: string;
  readonly callback: string;
}

/** A carrier that takes every text at once. */
async function startCarrier(): Promise<{ readonly url: string; readonly taken: Taken[]; close(): void }> {
  const taken: Taken[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ messages: [] }));
      const sid = `SM${randomBytes(16).toString('hex')}`;
      taken.push({ sid, callback: new URLSearchParams(body).get('StatusCallback') ?? '' });
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid, status: 'queued' }));
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${port}`, taken, close: () => void server.closeAllConnections() };
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
};

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((done) => setTimeout(done, 20));
}

/** Does work over a list, so many side by side. */
async function inLanes<T>(list: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < list.length; at = next++) {
      const one = list[at];
      if (one !== undefined) await work(one);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** People of a company and their group; its id. */
async function addPeople(owner: pg.Client, company: number, area: string, count: number): Promise<number> {
  const group = await owner.query<{ id: string }>(`insert into contact_groups (company_id, name) values ($1, $2) returning id`, [company, `Group ${area}`]);
  const id = Number(group.rows[0]?.id);
  await owner.query(
    `with added as (insert into contacts (company_id, number, name) select $1::bigint, '+1' || $2::text || (2000000 + n), 'Person ' || n from generate_series(1, $3::int) n returning id)
     insert into contact_group_members (company_id, group_id, contact_id) select $1::bigint, $4::bigint, id from added`,
    [company, area, count, id],
  );
  return id;
}

/** The way of listmonk: a cursor over people, a batch at a time, sent side by side; the campaign knows the last and how many. */
async function sendByCursor(owner: pg.Client, company: number, groups: readonly number[], carrierUrl: string): Promise<number> {
  await owner.query('create table if not exists peer_campaigns (id int primary key, last_id bigint not null, sent int not null)');
  await owner.query('truncate peer_campaigns');
  return secondsOf(async () => {
    await Promise.all(
      groups.map(async (group, at) => {
        await owner.query('insert into peer_campaigns values ($1, 0, 0)', [at]);
        for (;;) {
          const { rows } = await owner.query<{ id: string; number: string; name: string }>(
            `select c.id, c.number, c.name from contacts c join contact_group_members m on m.contact_id = c.id
             where m.group_id = $1 and c.company_id = $2 and c.id > (select last_id from peer_campaigns where id = $3) order by c.id limit 1000`,
            [group, company, at],
          );
          if (rows.length === 0) return;
          await inLanes(rows, 20, async ({ number, name }) => {
            const body = new URLSearchParams({ To: number, From: '+12125550100', Body: `Hi ${name}` });
            await (await fetch(`${carrierUrl}/Messages.json`, { method: 'POST', body })).text();
          });
          await owner.query('update peer_campaigns set last_id = $2, sent = sent + $3 where id = $1', [at, rows.at(-1)?.id, rows.length]);
        }
      }),
    );
  });
}

/** Posts the end of each text as the carrier does, many side by side; seconds in all, and the milliseconds of each. */
async function postCallbacks(taken: readonly Taken[]): Promise<{ readonly seconds: number; readonly each: readonly number[] }> {
  const each: number[] = [];
  const signed = taken.map(({ sid, callback }) => {
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    return { callback, fields, signature: twilio.getExpectedTwilioSignature(account.token, callback, fields) };
  });
  const seconds = await secondsOf(() =>
    inLanes(signed, callbacksAtOnce, async ({ callback, fields, signature }) => {
      const startedAt = performance.now();
      const answer = await fetch(callback, { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(fields) });
      await answer.text();
      if (answer.status !== 200) throw new Error(`A callback was answered with ${answer.status}`);
      each.push(performance.now() - startedAt);
    }),
  );
  return { seconds, each };
}

/** Measures. */
export async function campaignSending(): Promise<Row[]> {
  const folder = join(dataDir, 'campaigns');
  const database = await startDatabase({ dataDir: folder, onNote: print });
  await migrate(database.url);
  const { environment } = readSettings({ KEYLINE_DATA: folder, KEYLINE_LOG: 'warn', KEYLINE_RATE_FACTOR: '100000', KEYLINE_TEXTING_HOURS: '0-24' }, true);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const carrier = await startCarrier();
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const child = spawnChild('server/start.ts', {
    ...environment,
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    KEYLINE_PORT: String(port),
    KEYLINE_PUBLIC_URL: publicUrl,
    CARRIER_ACCOUNT_SID: account.sid,
    CARRIER_AUTH_TOKEN: account.token,
    CARRIER_BASE_URL: carrier.url,
  });
  try {
    await waitUntilListening(port, child, 'The server');
    const slug = `campaigns-${randomBytes(4).toString('hex')}`;
    const person = await owner.query<{ id: string }>(`insert into users (email, first_name, last_name) values ($1, 'Ana', 'Bench') returning id`, [
      `${slug}@example.com`,
    ]);
    const made = await owner.query<{ id: string }>(`insert into companies (name, slug, timezone) values ('Campaigns', $1, 'America/New_York') returning id`, [
      slug,
    ]);
    const [userId, companyId] = [Number(person.rows[0]?.id), Number(made.rows[0]?.id)];
    await owner.query(`insert into memberships (company_id, user_id, role) values ($1, $2, 'owner')`, [companyId, userId]);
    const browser = new Client(publicUrl);
    const sealer = createSealer(Buffer.from(environment.KEYLINE_SECRET ?? '', 'base64'));
    browser.cookies.set('keyline_session', await signIn({ owner, sealer, userId }));
    const client = browser.in({ id: companyId });
    const numbers: { id: number; group: number }[] = [];
    for (const area of areas) {
      const digits = String(Math.floor(Math.random() * 9_000_000) + 1_000_000);
      const number = await owner.query<{ id: string }>(`insert into phone_numbers (company_id, number, label) values ($1, $2, 'Line') returning id`, [
        companyId,
        `+1415${digits}`,
      ]);
      const id = Number(number.rows[0]?.id);
      await owner.query('insert into number_pace (number_id, company_id, tokens, rate) values ($1, $2, 1000, 1000)', [id, companyId]);
      numbers.push({ id, group: await addPeople(owner, companyId, area, perLine) });
    }
    const body = (groupId: number, numberId: number) => ({
      ...{ title: 'Bench', text: 'Hi %%firstname%%', unsubscribeText: 'Reply STOP to stop', groups: groupId, numberId, skipInbox: true },
      state: 'queued' as const,
    });
    const total = lines * perLine;
    const sending = await secondsOf(async () => {
      await Promise.all(numbers.map(({ id, group }) => client.call(campaigns.create, { body: body(group, id) })));
      await until(async () => {
        const { rows } = await owner.query<{ open: number }>(
          'select coalesce(sum(waiting + held + sending), 1)::int as open from campaign_counts where company_id = $1',
          [companyId],
        );
        return rows[0]?.open === 0;
      });
    });
    const taken = carrier.taken.splice(0);
    const { seconds, each } = await postCallbacks(taken);
    const { rows: ended } = await owner.query<{ delivered: number }>('select sum(delivered)::int as delivered from campaign_counts where company_id = $1', [
      companyId,
    ]);
    const peer = await sendByCursor(
      owner,
      companyId,
      numbers.map(({ group }) => group),
      carrier.url,
    );
    const everybody = await addPeople(owner, companyId, '646', manyPeople);
    await owner.query('vacuum (analyze) contacts, contact_group_members');
    const later = { ...body(everybody, numbers[0]?.id ?? 0), shouldBeSentAt: new Date(Date.now() + 86_400_000).toISOString() };
    const writing = await secondsOf(async () => {
      const { id } = await client.call(campaigns.create, { body: later });
      await until(async () => (await owner.query(`select from campaigns where id = $1 and state = 'queued'`, [id])).rows.length > 0);
    });
    return [
      {
        work: `Texts delivered once, of ${total.toLocaleString('en-US')} through ${lines} numbers`,
        count: Number(ended[0]?.delivered),
        of: total,
        peers: [],
        least: total,
      },
      {
        work: 'Texts a second: each with its intent committed before and its outcome after',
        count: total / sending,
        unit: '/s',
        peers: [{ name: 'cursor and batches', count: total / peer }],
        least: 1_000,
      },
      { work: 'Status callbacks a second, each answered after its commit', count: taken.length / seconds, unit: '/s', peers: [], least: 3_000 },
      { work: 'A callback’s answer, p95', count: computePercentile(each, 0.95), unit: ' ms', peers: [], most: 25 },
      { work: `${manyPeople.toLocaleString('en-US')} recipients written down`, count: writing, unit: ' s', peers: [], most: 3 },
    ];
  } finally {
    await endChild(child);
    carrier.close();
    await owner.end();
    await database.stop();
  }
}
