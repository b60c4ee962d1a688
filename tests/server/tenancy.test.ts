import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppPool, createPool } from '#server/db/pool.ts';
import { createTenancy, currentTransaction, executePrepared, recordChange } from '#server/db/tenancy.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';

let server: TestServer;
let mine: TestCompany;
let theirs: TestCompany;

beforeAll(async () => {
  server = await startServer();
  mine = await server.company({ name: 'Mine' });
  theirs = await server.company({ name: 'Theirs' });
  await server.number(mine, { label: 'My line' });
  await server.number(theirs, { label: 'Their line' });
  await server.worker(mine);
});
afterAll(() => server.close());

const companyTables = async () => {
  const { rows } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'`.execute(server.owner);
  return rows.map(({ name }) => name);
};

describe('a query', () => {
  test('outside of a transaction sees no company, no person, no session', async () => {
    const pool = createPool({ databaseUrl: server.config.databaseUrl, max: 1 });
    try {
      await expect(pool.selectFrom('companies').selectAll().execute()).resolves.toEqual([]);
      await expect(pool.selectFrom('phone_numbers').selectAll().execute()).resolves.toEqual([]);
      await expect(pool.selectFrom('users').select('id').execute()).resolves.toEqual([]);
      await expect(pool.selectFrom('sessions').selectAll().execute()).rejects.toThrow('permission denied');
    } finally {
      await pool.destroy();
    }
  });

  test('without a company sees no row of any company', async () => {
    for (const table of await companyTables()) {
      const count = () => sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(currentTransaction());
      const seen = await server.services.tenancy.company([], null, count).then(
        ({ rows }) => rows[0]?.rows,
        (error: Error) => error.message,
      );
      expect([0, `permission denied for table ${table}`], table).toContain(seen);
    }
    const labels = () => currentTransaction().selectFrom('phone_numbers').select('label').execute();
    expect(await server.services.tenancy.company([], null, labels)).toEqual([]);
  });

  test('of one company sees that company alone', async () => {
    const labels = await server.services.tenancy.company([mine.id], null, () => currentTransaction().selectFrom('phone_numbers').select('label').execute());
    expect(labels).toEqual([{ label: 'My line' }]);
  });

  test('cannot write a row into another company', async () => {
    const smuggle = server.services.tenancy.company([mine.id], null, () =>
      currentTransaction().insertInto('tags').values({ company_id: theirs.id, name: 'smuggled' }).execute(),
    );
    await expect(smuggle).rejects.toThrow('row-level security');
  });

  test('of identity cannot read what is a company’s', async () => {
    for (const table of ['phone_numbers', 'contacts', 'conversations', 'items', 'calls', 'files', 'notes'] as const) {
      await expect(server.services.tenancy.identity(() => currentTransaction().selectFrom(table).select('id').execute())).rejects.toThrow('permission denied');
    }
  });

  test('of a company cannot read sessions, passwords or challenges', async () => {
    const asCompany = (work: () => Promise<unknown>) => server.services.tenancy.company([mine.id], null, work);
    await expect(asCompany(() => currentTransaction().selectFrom('sessions').select('id').execute())).rejects.toThrow('permission denied');
    await expect(asCompany(() => currentTransaction().selectFrom('challenges').select('kind').execute())).rejects.toThrow('permission denied');
    await expect(asCompany(() => currentTransaction().selectFrom('users').select('password_hash').execute())).rejects.toThrow('permission denied');
  });

  test('that the connection has prepared sees the company of its transaction, and has the rights of its role', async () => {
    const pool = createAppPool({ databaseUrl: server.config.databaseUrl, max: 1 });
    const tenancy = createTenancy(pool);
    const labels = async () => (await executePrepared(currentTransaction().selectFrom('phone_numbers').select('label'))).rows.map(({ label }) => label);
    try {
      // Often enough for the database to keep one plan for all.
      for (let round = 0; round < 8; round += 1) {
        expect(await tenancy.company([mine.id], null, labels)).toEqual(['My line']);
        expect(await tenancy.companyReading([theirs.id], null, labels)).toEqual(['Their line']);
        expect(await tenancy.company([], null, labels)).toEqual([]);
      }
      await expect(tenancy.identity(labels)).rejects.toThrow('permission denied');
      expect(await tenancy.company([mine.id], null, labels)).toEqual(['My line']);
      const { rows } = await pool.query<{ statements: number }>('select count(*)::int as statements from pg_prepared_statements');
      expect(rows).toEqual([{ statements: 1 }]);
    } finally {
      await pool.end();
    }
  });

  test('leaves nothing of its company on the connection', async () => {
    const pool = createPool({ databaseUrl: server.config.databaseUrl, max: 1 });
    try {
      await pool.transaction().execute((trx) => sql`select set_config('app.company_ids', ${`{${mine.id}}`}, true)`.execute(trx));
      await expect(pool.selectFrom('phone_numbers').selectAll().execute()).resolves.toEqual([]);
    } finally {
      await pool.destroy();
    }
  });
});

describe('a transaction', () => {
  test('that only reads cannot change anything', async () => {
    const write = () => currentTransaction().insertInto('tags').values({ company_id: mine.id, name: 'written while reading' }).execute();
    await expect(server.services.tenancy.companyReading([mine.id], null, write)).rejects.toThrow('read-only');
    const end = () => currentTransaction().deleteFrom('sessions').execute();
    await expect(server.services.tenancy.identityReading(end)).rejects.toThrow('read-only');
  });

  test('that only reads sees one moment: a total is that of the rows beside it', async () => {
    const count = () => currentTransaction().selectFrom('tags').select('id').execute();
    const counts = await server.services.tenancy.companyReading([mine.id], null, async () => {
      const before = await count();
      await server.owner.insertInto('tags').values({ company_id: mine.id, name: 'made meanwhile' }).execute();
      return [before.length, (await count()).length];
    });
    expect(counts[1]).toBe(counts[0]);
  });

  test('asks everything it is asked at once, and answers each', async () => {
    const one = (value: number) => sql<{ value: number }>`select ${value}::int as value`.execute(currentTransaction());
    const answers = await server.services.tenancy.companyReading([mine.id], null, () => Promise.all([1, 2, 3].map(one)));
    expect(answers.map(({ rows }) => rows[0]?.value)).toEqual([1, 2, 3]);
  });

  test('whose work fails leaves nothing behind and a connection that works', async () => {
    const half = server.services.tenancy.company([mine.id], null, async () => {
      await currentTransaction().insertInto('tags').values({ company_id: mine.id, name: 'half' }).execute();
      throw new Error('changed my mind');
    });
    await expect(half).rejects.toThrow('changed my mind');
    const tags = () => currentTransaction().selectFrom('tags').select('name').where('name', '=', 'half').execute();
    expect(await server.services.tenancy.companyReading([mine.id], null, tags)).toEqual([]);
  });

  test('says so when the database rolled back, though nobody minded the statement that failed', async () => {
    const careless = server.services.tenancy.company([mine.id], null, async () => {
      await sql`select 1 / 0`.execute(currentTransaction()).catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('rolled back');
  });

  test('takes no query after its end', async () => {
    const kept = await server.services.tenancy.companyReading([mine.id], null, async () => {
      const trx = currentTransaction();
      return { again: () => trx.selectFrom('tags').select('name').execute() };
    });
    await expect(kept.again()).rejects.toThrow('after the end');
  });
});

describe('the roles of the app', () => {
  test('cannot bypass row-level security and own nothing', async () => {
    const { rows } = await sql<{
      rolname: string;
      free: boolean;
      owns: number;
    }>`select rolname, rolsuper or rolbypassrls or rolcanlogin as free, (select count(*)::int from pg_class where relowner = r.oid) as owns from pg_roles r where rolname in ('keyline_app', 'keyline_identity') order by 1`.execute(
      server.owner,
    );
    expect(rows).toEqual([
      { rolname: 'keyline_app', free: false, owns: 0 },
      { rolname: 'keyline_identity', free: false, owns: 0 },
    ]);
  });

  test('meet a policy on every table that has a company', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity and has_table_privilege('keyline_app', c.oid, 'select')`.execute(server.owner);
    expect(rows).toEqual([]);
  });
});

test('changes of a company are numbered without a gap, whoever makes them at once', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, id) => server.services.tenancy.company([mine.id], null, async () => recordChange({ kind: 'contact-updated', id }))),
  );
  const rows = await server.owner.selectFrom('changes').where('company_id', '=', mine.id).select('seq').orderBy('seq').execute();
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test('a connection that is cut while it is lent out ends what was done over it, and nothing else', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('uncaughtException', hear);
  try {
    const work = server.services.tenancy.company([mine.id], null, async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(currentTransaction());
      const pid = rows[0]?.pid ?? 0;
      await sql`select pg_terminate_backend(${pid})`.execute(server.owner);
      const isThere = async () => (await sql`select from pg_stat_activity where pid = ${pid}`.execute(server.owner)).rows.length;
      await expect.poll(isThere).toBe(0);
      // The word of it has come by the time another question is answered.
      await sql`select 1`.execute(server.owner);
      await sql`select 1`.execute(currentTransaction());
    });
    await expect(work).rejects.toThrow();
    await expect(
      server.services.tenancy.company([mine.id], null, () => currentTransaction().selectFrom('companies').select('name').execute()),
    ).resolves.toEqual([{ name: 'Mine' }]);
  } finally {
    process.off('uncaughtException', hear);
  }
  expect(unheard).toEqual([]);
});
