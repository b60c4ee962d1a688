/** Visitor sessions go after a while, with their pages and leases. What calls and reports keep of them stays. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

/** Sessions of one statement: quick, and no lock is held for long. */
const atOnce = 2_000;

/** Deletes sessions that were last seen before the days the installation keeps. Answers how many. */
export async function pruneVisits({ tenancy, config }: Pick<Services, 'tenancy' | 'config'>, now = new Date()): Promise<number> {
  const companies = await tenancy.identity(() => currentTransaction().selectFrom('companies').select('id').orderBy('id').execute());
  let pruned = 0;
  for (const { id } of companies)
    for (let gone = atOnce; gone === atOnce; pruned += gone)
      gone = await tenancy.company([id], null, async () => {
        const deleted = await sql`
          delete from dni_sessions where id in (
            select id from dni_sessions where company_id = ${id} and last_seen_at < ${now}::timestamptz - make_interval(days => ${config.visitDays}::int) limit ${atOnce}
          )`.execute(currentTransaction());
        return Number(deleted.numAffectedRows ?? 0n);
      });
  return pruned;
}
