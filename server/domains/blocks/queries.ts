/** Reading blocked callers: those that hold everywhere, and those on numbers the person works. */
import { sql } from 'kysely';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import type { Seat } from '../../http/handlers.ts';
import { withinNumbers } from '../numbers/scope.ts';

/** Blocks the person may see. */
export function seenBlocks(seat: Pick<Seat, 'numberIds'>) {
  return db()
    .selectFrom('blocks')
    .where('blocks.company_id', '=', companyId())
    .where((eb) => eb.or([eb('blocks.number_id', 'is', null), withinNumbers('blocks.number_id', seat.numberIds)]));
}

function shown(seat: Pick<Seat, 'numberIds'>) {
  return seenBlocks(seat)
    .leftJoin('phone_numbers', 'phone_numbers.id', 'blocks.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'blocks.company_id').onRef('contacts.number', '=', 'blocks.target').on('contacts.deleted_at', 'is', null),
    )
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
      'contacts.name',
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
export async function listBlocks(seat: Seat, { page, per_page: perPage }: { readonly page: number; readonly per_page: number }) {
  const { total } = await seenBlocks(seat).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await shown(seat)
    .orderBy('blocks.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(toBlock), meta: { currentPage: page, total, lastPage: Math.max(1, Math.ceil(total / perPage)), perPage } };
}

/** One blocked caller. Refuses one that is not the person's to see. */
export async function oneBlock(seat: Seat, id: number): Promise<BlockedCaller> {
  const row = await shown(seat).where('blocks.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return toBlock(row);
}
