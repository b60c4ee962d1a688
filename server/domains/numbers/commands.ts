/** Changing one number (spec 1.7): label, status, switches, tags, values of custom fields. */

import { sql } from 'kysely';
import { displayPhone } from '#contract/text/phone.ts';
import { lockNumber } from '../../access/numberSelection.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { checkValues, type FieldValue, setValues } from '../customFields/values.ts';

interface Changes {
  readonly label?: string | undefined;
  readonly status?: 0 | 1 | undefined;
  readonly callTranscriptionEnabled?: boolean | undefined;
  readonly smsEnabled?: boolean | undefined;
  readonly tags?: readonly number[] | undefined;
  readonly eavAttributeValues?: readonly FieldValue[] | undefined;
  readonly clear?: readonly string[] | undefined;
}

/** Tags of the open company, as they are. Refuses one that is none. */
export async function checkTags(ids: readonly number[], field: string): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await currentTransaction()
    .selectFrom('tags')
    .select('id')
    .where(isOwnOrShared('tags'))
    .where(sql<boolean>`id = any (${wanted}::bigint[])`)
    .execute();
  if (rows.length !== wanted.length) throw new AppError('invalid', { field, message: 'Tag not found' });
  return wanted;
}

/** Changes a number. */
export async function updateNumber(membership: Membership, id: number, changes: Changes, actorId: number): Promise<void> {
  const before = await lockNumber(membership, id);
  if (changes.smsEnabled === true && before.line_type === 2) throw new AppError('invalid', { field: 'sms_enabled', message: 'Fax numbers can’t send texts' });
  const label = changes.clear?.includes('label') ? displayPhone(before.number) : changes.label;
  const columns = {
    ...(label === undefined ? {} : { label }),
    ...(changes.status === undefined || changes.status === before.status ? {} : { status: changes.status }),
    ...(changes.callTranscriptionEnabled === undefined ? {} : { call_transcription_enabled: changes.callTranscriptionEnabled }),
    ...(changes.smsEnabled === undefined ? {} : { sms_enabled: changes.smsEnabled }),
  };
  const isChange = Object.keys(columns).length > 0 || changes.tags !== undefined || changes.eavAttributeValues !== undefined;
  if (!isChange) return;
  if (Object.keys(columns).length > 0)
    await currentTransaction().updateTable('phone_numbers').set(columns).where('company_id', '=', companyId()).where('id', '=', id).execute();
  if (changes.tags !== undefined) {
    const tags = await checkTags(changes.tags, 'tags');
    await sql`delete from number_tags where company_id = ${companyId()} and number_id = ${id} and not tag_id = any (${tags}::bigint[])`.execute(
      currentTransaction(),
    );
    await sql`insert into number_tags (company_id, number_id, tag_id) select ${companyId()}, ${id}, tag from unnest(${tags}::bigint[]) as tag on conflict do nothing`.execute(
      currentTransaction(),
    );
  }
  if (changes.eavAttributeValues !== undefined) {
    await checkValues('Number', changes.eavAttributeValues, 'eav_attribute_values');
    for (const value of changes.eavAttributeValues) await setValues([id], value);
  }
  recordChange({ kind: 'number-updated', id, actorId });
}
