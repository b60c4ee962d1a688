/** Blocking and unblocking. The threads with a caller say so at once; a caller is blocked once in a place, however often it is asked for. */

import { sql } from 'kysely';
import type { blockActions } from '#contract/blocks/enums.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { isShortCode } from '#contract/text/phone.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { publishConversationChanges } from '../conversations/readState.ts';
import { selectVisibleBlocks } from './queries.ts';

/** User who blocks. */
export interface BlockingUser {
  readonly actorId: number;
  readonly name: string;
}
interface Where {
  readonly numberId?: number | undefined;
  readonly global?: boolean | undefined;
  readonly action?: (typeof blockActions)[number] | undefined;
}

const noNumber = 'Invalid phone number. Use the format +1 212-555-0123.';

/** The number a block is for; null: everywhere. Refuses both at once, and a number that is not the person's. */
async function checkPlace(membership: Membership, { numberId, global }: Where): Promise<number | null> {
  if (numberId !== undefined && global === true) throw new AppError('invalid', { field: 'global', message: 'Send either number_id or global, not both' });
  if (numberId === undefined) {
    if (global === false) throw new AppError('invalid', { field: 'number_id', message: 'number_id is required' });
    return null;
  }
  const number = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', numberId)
    .executeTakeFirst();
  if (!number || !canAccessNumber(membership, numberId)) throw new AppError('not_found');
  return numberId;
}

/** Refuses to block a number of the company's own: calls between its lines would be rejected. */
async function ownNumbers(targets: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`number = any (${targets}::text[])`)
    .where('status', '<>', 2)
    .execute();
  return new Set(rows.map((row) => row.number));
}

async function insert(targets: readonly string[], numberId: number | null, { action }: Where, { actorId, name }: BlockingUser): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    insert into blocks (company_id, target, number_id, action, created_by, created_by_name)
    select ${companyId()}, target, ${numberId}::bigint, ${action ?? 'reject'}, ${actorId}::bigint, ${name}
    from unnest(${targets}::text[]) as target
    on conflict (company_id, target, coalesce(number_id, 0)) do nothing
    returning id`.execute(currentTransaction());
  return rows.rows.map((row) => row.id);
}

/** Makes threads follow the blocks of these callers, and tells of those that changed. */
async function mark(targets: readonly string[], { actorId }: BlockingUser): Promise<void> {
  const rows = await sql<{ id: number }>`
    update conversations set is_blocked = not is_blocked
    where company_id = ${companyId()} and recipient = any (${targets}::text[])
      and is_blocked <> exists (
        select from blocks where blocks.company_id = conversations.company_id and blocks.target = conversations.recipient
          and (blocks.number_id is null or blocks.number_id = conversations.number_id))
    returning id`.execute(currentTransaction());
  publishConversationChanges(
    rows.rows.map((row) => row.id),
    { actorId },
  );
}

/** A caller as it is blocked: a number in E.164, or a short code; null for anything else. */
const readTarget = (typed: string) => (isShortCode(typed.trim()) ? typed.trim() : normalisePhone(typed));

/** Blocks a caller and returns the block's id; the one that is there already when there is one. Refuses what is no phone number (`target`), and an own number. */
export async function block(membership: Membership, asked: Where & { readonly target: string }, by: BlockingUser): Promise<number> {
  const target = readTarget(asked.target);
  if (target === null) throw new AppError('invalid', { field: 'target', message: noNumber });
  if ((await ownNumbers([target])).has(target)) throw new AppError('invalid', { field: 'target', message: 'You can’t block your own number' });
  const numberId = await checkPlace(membership, asked);
  const [made] = await insert([target], numberId, asked, by);
  if (made === undefined) {
    const there = await selectVisibleBlocks(membership)
      .select('blocks.id')
      .where('blocks.target', '=', target)
      .where(sql<boolean>`blocks.number_id is not distinct from ${numberId}::bigint`)
      .executeTakeFirst();
    if (!there) throw new AppError('conflict');
    return there.id;
  }
  await mark([target], by);
  recordChange({ kind: 'block-updated', id: made, actorId: by.actorId });
  return made;
}

/** Blocks a list; lines that cannot be read are told with the reason, the others are blocked. */
export async function blockMany(membership: Membership, asked: Where & { readonly targets: readonly string[] }, by: BlockingUser) {
  const numberId = await checkPlace(membership, asked);
  const read = asked.targets.filter((text) => text.trim() !== '').map((text) => ({ text: text.trim(), target: readTarget(text) }));
  const targets = [...new Set(read.flatMap(({ target }) => (target === null ? [] : [target])))];
  const own = await ownNumbers(targets);
  const wanted = targets.filter((target) => !own.has(target));
  const refused = read.flatMap(({ text, target }) => {
    if (target === null) return [{ text, reason: 'not a phone number' }];
    return own.has(target) ? [{ text, reason: 'your own number' }] : [];
  });
  const blocked = wanted.length === 0 ? [] : await insert(wanted, numberId, asked, by);
  if (blocked.length > 0) {
    await mark(wanted, by);
    recordChange({ kind: 'block-updated', actorId: by.actorId });
  }
  return { blocked, already: wanted.length - blocked.length, refused };
}

/** Unblocks callers, all or none; answers how many. Refuses when one of the blocks is not there, or not the person's to see. */
export async function unblockMany(membership: Membership, ids: readonly number[], by: BlockingUser): Promise<number> {
  const seen = await selectVisibleBlocks(membership).select('blocks.id').where(sql<boolean>`blocks.id = any (${ids}::bigint[])`).execute();
  if (seen.length !== new Set(ids).size) throw new AppError('not_found');
  const gone = await currentTransaction()
    .deleteFrom('blocks')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${seen.map((row) => row.id)}::bigint[])`)
    .returning('target')
    .execute();
  await mark(
    gone.map((row) => row.target),
    by,
  );
  recordChange({ kind: 'block-updated', actorId: by.actorId });
  return gone.length;
}

/** Unblocks one. Refuses a block that is not there, or not the person's to see. */
export async function unblock(membership: Membership, id: number, by: BlockingUser): Promise<void> {
  await unblockMany(membership, [id], by);
}
