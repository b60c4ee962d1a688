/** The pace of a sending number: a bucket of tokens in the database, so that all lanes and nodes together keep it. A token is a segment. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';

/** Segments a number may send at once after it was idle: what it sends in this many seconds, and one at least. */
const burstSeconds = 1;

interface Tokens {
  /** Whole tokens there are now. */
  readonly tokens: number;
  /** Milliseconds until there is one. */
  readonly waitMs: number;
}

/** Fills a number's bucket and holds its row until the transaction ends: whoever else sends from it waits. */
export async function lockPace(numberId: number, rate: number): Promise<Tokens> {
  const full = sql`greatest(1, coalesce(p.rate, ${rate}) * ${burstSeconds})`;
  const { rows } = await sql<{ tokens: number; rate: number }>`
    insert into number_pace as p (number_id, company_id, tokens) values (${numberId}, ${companyId()}, ${Math.max(1, rate * burstSeconds)})
    on conflict (number_id) do update set
      tokens = least(${full}, p.tokens + coalesce(p.rate, ${rate}) * greatest(0, extract(epoch from clock_timestamp() - p.at))::float8),
      at = clock_timestamp()
    returning p.tokens, coalesce(p.rate, ${rate}) as rate`.execute(currentTransaction());
  const [row] = rows;
  if (!row) throw new Error('A number without a pace');
  return { tokens: Math.max(0, Math.floor(row.tokens)), waitMs: Math.max(1, Math.ceil(((1 - row.tokens) / row.rate) * 1_000)) };
}

/** Takes tokens out of a bucket that is held; a long text may take more than there are, which are missing afterwards. */
export async function takeTokens(numberId: number, tokens: number): Promise<void> {
  await sql`update number_pace set tokens = tokens - ${tokens} where number_id = ${numberId} and company_id = ${companyId()}`.execute(currentTransaction());
}

/** Empties a bucket until an instant: the carrier asks to slow down. */
export async function holdPace(numberId: number, ms: number): Promise<void> {
  await sql`update number_pace set tokens = least(tokens, 0), at = greatest(at, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    where number_id = ${numberId} and company_id = ${companyId()}`.execute(currentTransaction());
}
