/** Preview of a bulk update: how many numbers change, how many do not and why, and a few by name. Changes nothing. */
import { type RawBuilder, sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { BulkChanges } from './bulkUpdate.ts';

const sampleRows = 3;

/** Conditions under each of which a number would change. */
function differing({ label, status, callTranscriptionEnabled, smsEnabled, addTags, removeTags, field }: BulkChanges): RawBuilder<boolean>[] {
  const tagged = sql`(select count(*) from number_tags where number_tags.number_id = n.id and number_tags.tag_id = any`;
  const value = field?.value?.trim() || null;
  return [
    ...(label === undefined ? [] : [sql<boolean>`n.label <> ${label}`]),
    ...(status === undefined ? [] : [sql<boolean>`n.status <> ${status}::smallint`]),
    ...(callTranscriptionEnabled === undefined ? [] : [sql<boolean>`n.call_transcription_enabled <> ${callTranscriptionEnabled}::boolean`]),
    ...(smsEnabled === undefined ? [] : [sql<boolean>`n.sms_enabled <> ${smsEnabled}::boolean`]),
    ...(addTags?.length ? [sql<boolean>`${tagged} (${addTags}::bigint[])) < ${new Set(addTags).size}::int`] : []),
    ...(removeTags?.length ? [sql<boolean>`${tagged} (${removeTags}::bigint[])) > 0`] : []),
    ...(field
      ? [
          sql<boolean>`(select value from eav_values where company_id = ${companyId()} and entity_id = n.id and attribute_id = ${field.attributeId}::bigint) is distinct from ${value}::text`,
        ]
      : []),
  ];
}

/** The preview over chosen numbers, a query of ids. */
export async function loadPreview(chosen: RawBuilder<unknown>, set: BulkChanges) {
  const differs = sql.join(differing(set), sql` or `);
  const isFax = set.smsEnabled === true ? sql<boolean>`n.line_type = 2` : sql<boolean>`false`;
  const { rows } = await sql<{ count: number; fax: number; same: number; changed: number; sample: string[] }>`
    with judged as (
      select coalesce(nullif(n.label, ''), n.number) as name, ${isFax} as fax, (${differs}) as differs
      from phone_numbers n where n.company_id = ${companyId()} and n.id in (select id from (${chosen}) chosen)
    )
    select count(*) as count, count(*) filter (where fax) as fax, count(*) filter (where not fax and not differs) as same,
      count(*) filter (where not fax and differs) as changed,
      (select coalesce(array_agg(name), '{}') from (select name from judged where not fax and differs order by name limit ${sampleRows}) shown) as sample
    from judged`.execute(currentTransaction());
  const { count = 0, fax = 0, same = 0, changed = 0, sample = [] } = rows[0] ?? {};
  const skipped = [
    { count: same, reason: 'already set' },
    { count: fax, reason: 'fax numbers can’t send texts' },
  ].filter((each) => each.count > 0);
  return { count, changed, skipped, sample };
}
