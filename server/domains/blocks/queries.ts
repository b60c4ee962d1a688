/** Reading blocked callers: those that hold everywhere, and those on numbers the person works. */
import { sql } from 'kysely';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';

/** Blocks the person may see. */
export function selectVisibleBlocks(membership: Pick<Membership, 'numberIds'>) {
  return currentTransaction()
    .selectFrom('blocks')
    .where('blocks.company_id', '=', companyId())
    .where((eb) => eb.or([eb('blocks.number_id', 'is', null), limitToAccessibleNumbers('blocks.number_id', membership.numberIds)]));
}

function shown(membership: Pick<Membership, 'numberIds'>) {
  return selectVisibleBlocks(membership)
    .leftJoin('phone_numbers', 'phone_numbers.id', 'blocks.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'blocks.company_id').onRef('contacts.number', '=', 'blocks.target').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'blocks.company_id').onRef('contact_phones.number', '=', 'blocks.target'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .select([
      'blocks.id',
      'blocks.company_id',
      'blocks.target',
      'blocks.number_id',
      'blocks.action',
      'blocks.created_by',
      'blocks.created_by_name',
      'blocks.created_at',
      'phone_numbers.label',
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('name'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

const toBlock = (row: Row): BlockedCaller => ({
  id: row.id,
  companyId: row.company_id,
  target: row.target,
  numberId: row.number_id,
  numberLabel: row.label,
  global: row.number_id === null,
  action: row.action,
  contactName: row.name || null,
  createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
  createdAt: row.created_at.toISOString(),
});

/** Blocked callers by page, newest first. */
export async function listBlocks(membership: Membership, { page, per_page: perPage }: { readonly page: number; readonly per_page: number }) {
  const { total } = await selectVisibleBlocks(membership).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await shown(membership)
    .orderBy('blocks.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(toBlock), meta: createPageMeta(page, perPage, total) };
}

/** One blocked caller. Refuses one that is not the person's to see. */
export async function getBlock(membership: Membership, id: number): Promise<BlockedCaller> {
  const row = await shown(membership).where('blocks.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toBlock(row);
}
