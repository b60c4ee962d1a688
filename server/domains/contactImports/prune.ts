/** Imports are kept for a day: what they were made of is in the file they came from. */
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

/** Hours an import can be looked at after its end, and a draft after it was begun. */
export const importHours = 24;
const hourMs = 3_600_000;

/** Takes away imports that ended before, with their rows; what they saved, and its undo, stays. Answers how many. */
export async function pruneImports({ tenancy }: Pick<Services, 'tenancy'>, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - importHours * hourMs);
  const companies = await tenancy.identity(() => currentTransaction().selectFrom('companies').select('id').orderBy('id').execute());
  let pruned = 0;
  for (const { id } of companies) {
    const gone = await tenancy.company([id], null, () =>
      currentTransaction()
        .deleteFrom('contact_imports')
        .where('company_id', '=', id)
        .where('created_at', '<', before)
        .where((eb) =>
          eb.or([
            eb('batch_id', 'is', null),
            eb.exists(eb.selectFrom('batches').whereRef('batches.id', '=', 'contact_imports.batch_id').where('finished_at', '<', before)),
          ]),
        )
        .executeTakeFirstOrThrow(),
    );
    pruned += Number(gone.numDeletedRows);
  }
  return pruned;
}
