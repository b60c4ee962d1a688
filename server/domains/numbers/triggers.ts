/** Triggers of numbers: what is done by itself when a call, voicemail, text or fax comes in. */
import { sql } from 'kysely';
import type { NumberTrigger } from '#contract/numbers/entities.ts';
import type { triggerActions, triggerEvents } from '#contract/numbers/enums.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';

/** Triggers of these numbers, in the order they were made. */
export async function listTriggers(numberIds: readonly number[]): Promise<NumberTrigger[]> {
  if (numberIds.length === 0) return [];
  const rows = await currentTransaction()
    .selectFrom('number_triggers')
    .selectAll()
    .where('company_id', '=', companyId())
    .where(sql<boolean>`number_id = any (${numberIds}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, numberId: row.number_id, event: row.event, action: row.action, value: row.value, isEnabled: row.is_enabled }));
}

interface Wanted {
  readonly id?: number | undefined;
  readonly numberId: number;
  readonly event: (typeof triggerEvents)[number];
  readonly action: (typeof triggerActions)[number];
  readonly value?: string | undefined;
  readonly isEnabled: boolean;
}

/** The numbers of these triggers, all of them the person's. Refuses a number or trigger that is not. */
async function listNumberIds(membership: Membership, upsert: readonly Wanted[], ids: readonly number[]): Promise<number[]> {
  const known = await currentTransaction()
    .selectFrom('number_triggers')
    .select(['id', 'number_id'])
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute();
  if (known.length !== new Set(ids).size) throw new AppError('not_found');
  const numberIds = [...new Set([...upsert.map(({ numberId }) => numberId), ...known.map((row) => row.number_id)])];
  const there = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`id = any (${numberIds}::bigint[])`)
    .where('status', '<>', 2)
    .where(limitToAccessibleNumbers('id', membership.numberIds))
    .execute();
  if (there.length !== numberIds.length) throw new AppError('not_found');
  return numberIds;
}

/** Saves triggers and answers all of the numbers concerned. */
export async function saveTriggers(membership: Membership, upsert: readonly Wanted[], remove: readonly number[], actorId: number): Promise<NumberTrigger[]> {
  const noText = upsert.findIndex(({ action, value }) => action === 'note' && !value?.trim());
  if (noText >= 0) throw new AppError('invalid', { field: `upsert.${noText}.value`, message: 'Note text is required' });
  const edited = upsert.flatMap(({ id }) => id ?? []);
  const both = edited.find((id) => remove.includes(id));
  if (both !== undefined) throw new AppError('invalid', { field: 'remove', message: 'Send a trigger in either upsert or remove, not both' });
  const numberIds = await listNumberIds(membership, upsert, [...edited, ...remove]);
  if (remove.length > 0)
    await currentTransaction()
      .deleteFrom('number_triggers')
      .where('company_id', '=', companyId())
      .where(sql<boolean>`id = any (${remove}::bigint[])`)
      .execute();
  for (const { id, numberId, event, action, value, isEnabled } of upsert) {
    const row = { number_id: numberId, event, action, value: action === 'note' ? (value?.trim() ?? null) : null, is_enabled: isEnabled };
    if (id === undefined)
      await currentTransaction()
        .insertInto('number_triggers')
        .values({ company_id: companyId(), ...row })
        .execute();
    else await currentTransaction().updateTable('number_triggers').set(row).where('company_id', '=', companyId()).where('id', '=', id).execute();
  }
  for (const id of numberIds) recordChange({ kind: 'number-updated', id, actorId });
  return listTriggers(numberIds);
}
