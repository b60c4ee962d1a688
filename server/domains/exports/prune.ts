/** Exports are kept for a while, and then go with their files: what they hold can be asked for again. */
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

/** Days an export can be downloaded. */
export const exportDays = 30;
const dayMs = 86_400_000;
/** Exports of one round of a company: no transaction is long. */
const atOnce = 200;

/** Takes away exports that are older, and their files. Answers how many. Safe to repeat: a file that is gone already is no failure. */
export async function pruneExports(services: Pick<Services, 'tenancy' | 'files'>, now = new Date()): Promise<number> {
  const { tenancy } = services;
  const before = new Date(now.getTime() - exportDays * dayMs);
  const companies = await tenancy.identity(() => currentTransaction().selectFrom('companies').select('id').orderBy('id').execute());
  let pruned = 0;
  for (const { id } of companies) for (let gone = atOnce; gone === atOnce; pruned += gone) gone = await pruneSome(services, id, before);
  return pruned;
}

async function pruneSome({ tenancy, files }: Pick<Services, 'tenancy' | 'files'>, companyId: number, before: Date): Promise<number> {
  const old = await tenancy.companyReading([companyId], null, () =>
    currentTransaction()
      .selectFrom('exports')
      .leftJoin('files', 'files.id', 'exports.file_id')
      .select(['exports.id', 'files.id as file_id', 'files.storage_key'])
      .where('exports.company_id', '=', companyId)
      .where('exports.finished_at', '<', before)
      .orderBy('exports.id')
      .limit(atOnce)
      .execute(),
  );
  if (old.length === 0) return 0;
  // The bytes first: rows without bytes are found again in the next round, bytes without rows never are.
  for (const { storage_key } of old) if (storage_key !== null) await files.remove(storage_key);
  await tenancy.company([companyId], null, async () => {
    const ids = old.map(({ id }) => id);
    const fileIds = old.flatMap(({ file_id }) => file_id ?? []);
    await currentTransaction().deleteFrom('exports').where('company_id', '=', companyId).where('id', 'in', ids).execute();
    if (fileIds.length > 0) await currentTransaction().deleteFrom('files').where('company_id', '=', companyId).where('id', 'in', fileIds).execute();
  });
  return old.length;
}
