import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMfaSecret, demoPassword, demoSignIns } from '#sandbox/world/people.ts';
import { seedBench, seedDemo, seedSmall, writeSandboxSeed } from '#scripts/seed.ts';
import { migrate } from '#server/db/migrate.ts';
import { createSealer } from '#server/security/sealer.ts';
import { asLesserOwner, freshDatabase, type TestDatabase } from './database.ts';

const secret = new Uint8Array(32).fill(7);
const anchor = new Date('2026-11-20T17:11:00Z');

/** Counts of what does not add up in a database; all of them must be zero. */
const disagreements = {
  unread: `select count(*) from conversations c where unread_count <> (select count(*) from items i where i.deleted_at is null and i.conversation_id = c.id and not i.is_read)`,
  kinds: `select count(*) from conversations c where (select array_agg(distinct k order by k) from unnest(item_types) k) is distinct from (select array_agg(distinct type order by type) from items i where i.deleted_at is null and i.conversation_id = c.id)`,
  newest: `select count(*) from conversations c where (latest ->> 'id')::bigint <> (select id from items i where i.deleted_at is null and i.conversation_id = c.id order by created_at desc, id desc limit 1)`,
  lines: `select count(*) from conversations c join items i on i.id = (c.latest ->> 'id')::bigint left join calls k on k.id = i.call_id where i.type in ('call', 'fax') and c.latest ->> 'text' not like case when i.type = 'fax' then 'Fax · %' when not i.is_inbound then 'Outbound · %' when k.result = 'missed' and k.ring_seconds > 0 then 'Missed call · rang ' || k.ring_seconds || 's' when k.result = 'answered' then 'Answered%' else '%call%' end`,
  lastActivity: `select count(*) from conversations c where last_activity_at <> (select max(created_at) from items i where i.deleted_at is null and i.conversation_id = c.id)`,
  foreignItems: `select count(*) from items i join conversations c on c.id = i.conversation_id where i.company_id <> c.company_id or i.number_id <> c.number_id or i.recipient <> c.recipient`,
  foreignNumbers: `select count(*) from calls k join phone_numbers n on n.id = k.number_id where n.company_id <> k.company_id`,
  foreignContacts: `select count(*) from conversations c join contacts k on k.id = c.contact_id where k.company_id <> c.company_id or k.number <> c.recipient`,
  callItems: `select count(*) from calls k where (select count(*) from items i where i.call_id = k.id and i.type = 'call') <> 1`,
  voicemailAudio: `select count(*) from items i where type = 'voicemail' and (select count(*) from item_media m where m.item_id = i.id) <> 1`,
  faxPages: `select count(*) from items i where type = 'fax' and (select count(*) from item_media m where m.item_id = i.id) <> pages`,
  noteItems: `select count(*) from items i left join notes n on n.id = i.note_id where type = 'note' and n.body is distinct from i.body`,
  optOuts: `select count(*) from contacts k where is_unsubscribed <> exists (select from opt_outs o where o.company_id = k.company_id and o.number = k.number)`,
  future: `select count(*) from items where created_at > '${anchor.toISOString()}'`,
  strayMedia: `select count(*) from item_media m left join items i on i.id = m.item_id left join files f on f.id = m.file_id where i.id is null or f.id is null or f.company_id <> i.company_id`,
  strayNotes: `select count(*) from notes n left join conversations c on c.id = n.model_id where c.id is null`,
  strayRecordings: `select count(*) from calls k left join files f on f.id = k.recording_file_id where k.recording_file_id is not null and f.company_id is distinct from k.company_id`,
  strayTranscripts: `select count(*) from transcripts t left join calls k on k.id = t.call_id where k.id is null or k.company_id <> t.company_id or k.started_at <> t.started_at or k.result not in ('answered', 'voicemail')`,
  transcriptTimes: `select count(*) from transcripts t join calls k on k.id = t.call_id, jsonb_array_elements(t.segments) s where (s ->> 'endTime')::float < (s ->> 'startTime')::float or (s ->> 'endTime')::float > k.duration`,
  voicemailWords: `select count(*) from items i left join transcripts t on t.call_id = i.call_id where i.type = 'voicemail' and t.segments -> 0 ->> 'transcript' is distinct from i.body`,
  firstContacts: `select count(*) from calls k where is_first_contact <> not exists (select from calls b where b.company_id = k.company_id and b.recipient = k.recipient and (b.started_at, b.id) < (k.started_at, k.id))`,
  groupCounts: `select count(*) from contact_groups g where (contact_count, active_count, invalid_count, unsubscriber_count) is distinct from (select (count(*)::int, (count(*) filter (where not c.is_invalid and not c.is_unsubscribed))::int, (count(*) filter (where c.is_invalid))::int, (count(*) filter (where c.is_unsubscribed))::int) from contact_group_members m join contacts c on c.id = m.contact_id and c.deleted_at is null where m.group_id = g.id)`,
  labelCounts: `select count(*) from contact_labels l where contact_count <> (select count(*) from contact_label_members m join contacts c on c.id = m.contact_id and c.deleted_at is null where m.label_id = l.id)`,
  directory: `select count(*) from phone_numbers n full join number_directory d on d.number_id = n.id where d.number is distinct from n.number`,
  cursors: `select count(*) from companies c left join company_cursors s on s.company_id = c.id where s.seq is null`,
} as const;

async function ask<T extends pg.QueryResultRow>(url: string, question: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(question)).rows;
  } finally {
    await client.end();
  }
}
async function count(url: string, question: string): Promise<number> {
  const [row] = await ask<{ count: string }>(url, question);
  return Number(row?.count);
}
async function disagreementsIn(url: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, question] of Object.entries(disagreements)) found[name] = await count(url, question);
  return found;
}
const allAgree = Object.fromEntries(Object.keys(disagreements).map((name) => [name, 0]));

describe('the demo world in a database', () => {
  let database: TestDatabase;
  let filesDir: string;
  beforeAll(async () => {
    database = await freshDatabase();
    filesDir = await mkdtemp(join(tmpdir(), 'keyline-world-'));
    await seedDemo({ databaseUrl: database.url, filesDir, secret, anchor });
    // A first start takes seconds; beside other work on few cores it takes as often as long as they are busy.
  }, 240_000);
  afterAll(async () => {
    await database.drop();
    await rm(filesDir, { recursive: true, force: true });
  });

  test('is as large as it says', async () => {
    const of = (table: string, more = 'true') => count(database.url, `select count(*) from ${table} where company_id = 1 and ${more}`);
    expect({
      organizations: await count(database.url, 'select count(*) from organizations'),
      companies: await count(database.url, 'select count(*) from companies'),
      calls: await of('calls'),
      contacts: await of('contacts'),
      conversations: await of('conversations'),
      items: await of('items', 'conversation_id is not null'),
      numbers: await of('phone_numbers'),
    }).toEqual({ organizations: 3, companies: 40, calls: 100_000, contacts: 20_000, conversations: 5_000, items: 60_000, numbers: 120 });
  });

  test('agrees with itself', async () => {
    expect(await disagreementsIn(database.url)).toEqual(allAgree);
  });

  test('writes down what was said in some thousands of calls, in words of its own', async () => {
    const written = await count(database.url, 'select count(*) from transcripts where company_id = 1');
    expect(written).toBeGreaterThan(4_000);
    expect(written).toBeLessThan(20_000);
    expect(await count(database.url, `select count(*) from transcripts where words @@ phraseto_tsquery('english', 'extended warranty')`)).toBeGreaterThan(100);
    expect(await count(database.url, `select count(distinct segments) from transcripts where company_id = 1`)).toBeGreaterThan(written * 0.8);
    expect(await count(database.url, `select count(*) from calls where company_id = 1 and jsonb_array_length(steps) < 1`)).toBe(0);
  });

  test('shows the threads of the pictures first', async () => {
    const rows = await ask<{ who: string; label: string }>(
      database.url,
      `select coalesce(k.name, c.recipient) as who, n.label from conversations c join phone_numbers n on n.id = c.number_id left join contacts k on k.id = c.contact_id
       where c.company_id = 1 and not c.is_archived order by last_activity_at desc, c.id desc limit 4`,
    );
    expect(rows).toEqual([
      { who: 'Dana Whitfield', label: 'Main line' },
      { who: 'Marcus Lee', label: 'Service' },
      { who: '+16285550191', label: 'Main line' },
      { who: 'Priya Raman', label: 'Sales NW' },
    ]);
  });

  test('leaves some hundred conversations open and some tens unread', async () => {
    const open = await count(database.url, 'select count(*) from conversations where company_id = 1 and not is_archived');
    const unread = await count(database.url, 'select count(*) from conversations where company_id = 1 and unread_count > 0');
    expect(open).toBeGreaterThan(300);
    expect(open).toBeLessThan(800);
    expect(unread).toBeGreaterThan(20);
    expect(unread).toBeLessThan(80);
  });

  test('plays every file it names', async () => {
    const files = await ask<{ storage_key: string; bytes: string }>(database.url, 'select distinct storage_key, bytes from files');
    expect(files.length).toBeGreaterThan(40);
    for (const file of files)
      expect({ [file.storage_key]: (await stat(join(filesDir, file.storage_key))).size }).toEqual({ [file.storage_key]: Number(file.bytes) });
  });

  test('lets everybody sign in', async () => {
    const users = await ask<{ email: string; password_hash: string; mfa_secret: string | null }>(
      database.url,
      'select email, password_hash, mfa_secret from users order by id',
    );
    expect(users.map((user) => user.email)).toEqual(demoSignIns.map((who) => who.email));
    expect(await verify(users[0]?.password_hash ?? '', demoPassword)).toBe(true);
    const sealed = users.find((user) => user.mfa_secret !== null)?.mfa_secret ?? '';
    expect(createSealer(secret).open('mfa', sealed)).toBe(demoMfaSecret);
  });

  test('continues its ids', async () => {
    const [row] = await ask<{ id: string; last: string }>(
      database.url,
      `with last as (select max(id) as last from contacts), made as (insert into contacts (company_id, number) values (2, '+12125550100') returning id) select id, last from made, last`,
    );
    expect(Number(row?.id)).toBe(Number(row?.last) + 1);
  });

  test('is refused where somebody works already', async () => {
    await expect(seedDemo({ databaseUrl: database.url, filesDir: null, secret, anchor })).rejects.toThrow('The database is not empty');
  });

  test('tells the sandbox our numbers and some customers', async () => {
    const path = join(filesDir, 'sandbox.json');
    await writeSandboxSeed(database.url, path);
    const seed: unknown = JSON.parse(await readFile(path, 'utf8'));
    expect(seed).toMatchObject({
      numbers: expect.arrayContaining([{ number: '+14155550100', label: 'Main line', companyName: 'Northwind Motors' }]),
      customers: expect.arrayContaining([{ number: '+14155550134', name: 'Dana Whitfield' }]),
    });
  });

  test('takes a company for measurements beside it', async () => {
    await seedBench({ databaseUrl: database.url, anchor }, { calls: 3_000, contacts: 500, conversations: 120, items: 1_300 });
    expect(await count(database.url, `select count(*) from calls where company_id = (select id from companies where name = 'Keyline Bench')`)).toBe(3_000);
    expect(await disagreementsIn(database.url)).toEqual(allAgree);
  });
});

describe('the small world', () => {
  test('has three companies, thirty conversations, and agrees with itself', async () => {
    const database = await freshDatabase();
    await seedSmall({ databaseUrl: database.url, filesDir: null, secret, anchor });
    expect(await count(database.url, 'select count(*) from companies')).toBe(3);
    expect(await count(database.url, 'select count(*) from conversations')).toBe(30);
    expect(await disagreementsIn(database.url)).toEqual(allAgree);
    await database.drop();
  });

  test('loads for an owner who is no superuser', async () => {
    const database = await freshDatabase({ empty: true });
    const databaseUrl = await asLesserOwner(database);
    await migrate(databaseUrl);
    await seedSmall({ databaseUrl, filesDir: null, secret, anchor });
    expect(await disagreementsIn(database.url)).toEqual(allAgree);
    await database.drop();
  });
});
