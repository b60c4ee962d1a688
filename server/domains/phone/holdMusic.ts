/** Music for a party whom a person has put on hold in the app: that of the call's route. Runs in the open transaction of the company. */
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import type { Sealer } from '../../security/sealer.ts';
import { findRouting } from '../routing/repository.ts';

/** Addresses of greetings that are audio, from the root, by their ids; those that are gone, or were never spoken, are missing. */
export async function findMusicUrls(sealer: Sealer, greetingIds: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const ids = greetingIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await currentTransaction()
    .selectFrom('greetings')
    .select(['id', 'file_id'])
    .where(isOwnOrShared('greetings'))
    .where('id', 'in', ids)
    .where('file_id', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, file_id: fileId }) => (fileId === null ? [] : [[id, formatFileUrl(sealer, { companyId: companyId(), fileId })]])));
}

/** The address of the first hold music on a number's routes; null where there is none. */
export async function findNumberMusicUrl(sealer: Sealer, numberId: number): Promise<string | null> {
  const entry = await findRouting(numberId);
  const id = entry?.routing.routes.find(({ onholdMusicId }) => onholdMusicId !== null)?.onholdMusicId ?? null;
  return id === null ? null : ((await findMusicUrls(sealer, [id])).get(id) ?? null);
}
