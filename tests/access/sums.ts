/** Contents of the database, as its owner sees them. */
import { sql } from 'kysely';
import type { TestServer } from '#tests/server/harness.ts';

/** Every table of ours with the names of its columns. */
export async function tablesOf(server: TestServer): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'keyline_migrations'
    group by c.table_name order by c.table_name`.execute(server.owner);
  return new Map(rows.map((row) => [row.name, row.columns]));
}

/** A checksum of the rows of a company, for each table that has them; `companies` counts its own row. The trail of what staff tried is ours, not the company's. */
export async function sumsOf(server: TestServer, companyId: number): Promise<Record<string, string>> {
  const tables = [...(await tablesOf(server))].flatMap(([name, columns]) => {
    if (name === 'companies') return [{ name, column: 'id' }];
    return columns.includes('company_id') && name !== 'audit_log' ? [{ name, column: 'company_id' }] : [];
  });
  const parts = tables.map(
    ({ name, column }) => sql`select ${name}::text as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from ${sql.table(name)} t where ${sql.ref(column)} = ${companyId}`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(server.owner);
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]));
}

/** Places (table.column) where a word stands in any row, also in the job queue. */
export async function placesOf(server: TestServer, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE' and c.table_name <> 'keyline_migrations'`.execute(server.owner);
  const found = columns.map(
    ({ schema, table, column }) => sql`select ${`${table}.${column}`}::text as place, word from ${sql.table(`${schema}.${table}`)} t
      join unnest(${words}::text[]) word on position(word in ${sql.ref(`t.${column}`)}::text) > 0`,
  );
  const { rows } = await sql<{ place: string; word: string }>`${sql.join(found, sql` union all `)}`.execute(server.owner);
  return [...new Set(rows.map(({ place, word }) => `${place}: ${word}`))].sort();
}
