/** Checks access to a file: only users who see the row it belongs to at this moment may fetch it. */
import { sql } from 'kysely';
import type { Permission } from '#contract/core/permissions.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';

interface Place {
  readonly permission: Permission;
  /** The number whose people see it; null where it is the whole company's. */
  readonly number_id: number | null;
}

/** True when the person sees something that the file stands on. In the open transaction of the company. */
export async function canFetchFile(membership: Membership, caller: AuthUser, fileId: number): Promise<boolean> {
  const company = membership.companyId;
  // Exports are their maker's alone: support staff who act as them and API keys get none.
  const maker = caller.impersonatorId === null && caller.apiKey === null ? caller.userId : null;
  // An export made before its maker was limited to some numbers holds more than they see now.
  const limits = membership.numberIds === null ? null : [...membership.numberIds];
  const { rows } = await sql<Place>`
    select 'conversations.read' as permission, items.number_id from item_media join items on items.id = item_media.item_id
      where item_media.file_id = ${fileId} and item_media.company_id = ${company} and items.deleted_at is null
    union select 'activity.read', number_id from calls where recording_file_id = ${fileId} and company_id = ${company}
    union select 'numbers.read', null from greetings where file_id = ${fileId} and company_id = ${company}
    union select 'exports.read', null from exports where file_id = ${fileId} and company_id = ${company} and created_by = ${maker}::bigint
      and (${limits}::bigint[] is null or number_ids <@ ${limits}::bigint[])
    union select 'campaigns.read', campaigns.number_id from campaign_media join campaigns on campaigns.id = campaign_media.campaign_id
      where campaign_media.file_id = ${fileId} and campaign_media.company_id = ${company}
    union select 'registration.read', null from sms_pictures where file_id = ${fileId} and company_id = ${company}
    union select 'numbers.buy', null from port_documents where file_id = ${fileId} and company_id = ${company}`.execute(currentTransaction());
  return rows.some(({ permission, number_id: numberId }) => membership.may(permission) && (numberId === null || canAccessNumber(membership, Number(numberId))));
}
