/** Retention of old rows: changes for catching up (a client that was away for longer fetches anew), and answers of directories. */
import { sql } from 'kysely';
import { currentTransaction, type Tenancy } from './tenancy.ts';

/** Retention of a company's changes. */
interface Keep {
  readonly days: number;
  readonly rows: number;
}

/** More than anybody catches up by (1,000 changes), and enough to look back on. */
const keep: Keep = { days: 30, rows: 50_000 };

/** Days a lookup is kept. */
export const lookupDays = 30;

/** Rows of one statement: quick, and no lock is held for long. */
const chunkRows = 10_000;

/** The worker of `changes.prune`: takes away what is not kept of changes and of lookups. */
export async function prune(tenancy: Tenancy): Promise<void> {
  await pruneChanges(tenancy);
  await pruneLookups(tenancy);
}

/** Takes away changes older than what is kept, always the oldest first, so that what is left has no gap. Answers how many. */
export async function pruneChanges(tenancy: Tenancy, { days, rows }: Keep = keep): Promise<number> {
  const companies = await tenancy.identity(() => currentTransaction().selectFrom('companies').select('id').orderBy('id').execute());
  let pruned = 0;
  for (const { id } of companies) {
    const edge = await tenancy.company([id], null, () => findEdge(id, { days, rows }));
    for (let last = chunkRows; last === chunkRows; pruned += last) last = await tenancy.company([id], null, () => takeAway(id, edge));
  }
  return pruned;
}

/** Takes away who was behind a number when nobody would believe it any more: an answer of a directory is good for thirty days. */
export async function pruneLookups(tenancy: Tenancy): Promise<void> {
  const companies = await tenancy.identity(() => currentTransaction().selectFrom('companies').select('id').orderBy('id').execute());
  for (const { id } of companies)
    await tenancy.company([id], null, () =>
      currentTransaction()
        .deleteFrom('caller_lookups')
        .where('company_id', '=', id)
        .where('looked_up_at', '<', sql<Date>`now() - make_interval(days => ${lookupDays}::int)`)
        .execute(),
    );
}

/** The last position that is not kept; times follow positions but for transactions side by side, so the edge is a position. */
async function findEdge(company: number, { days, rows }: Keep): Promise<number> {
  const found = await sql<{ edge: number }>`
    select greatest(
      (select seq from company_cursors where company_id = ${company}) - ${rows}::bigint,
      coalesce((select max(seq) from changes where company_id = ${company} and at < now() - make_interval(days => ${days}::int)), 0)
    ) as edge`.execute(currentTransaction());
  return found.rows[0]?.edge ?? 0;
}

async function takeAway(company: number, edge: number): Promise<number> {
  const gone = await sql`
    delete from changes where company_id = ${company} and seq in (
      select seq from changes where company_id = ${company} and seq <= ${edge} order by seq limit ${chunkRows}
    )`.execute(currentTransaction());
  return Number(gone.numAffectedRows ?? 0n);
}
