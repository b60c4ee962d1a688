/** The audit log as customers read it: what administrators did in a company or an organization. Rows are only ever added. */
import { currentTransaction } from '../db/tenancy.ts';
import type { ApiKeyCaller, AuthUser } from '../http/handlers.ts';

/** Acts of customers that are recorded, and their words in the log. */
export const auditActions = {
  'apiKey.created': 'Created an API key',
  'apiKey.deleted': 'Deleted an API key',
  'company.branded': 'Changed the brand of the company',
  'company.statusChanged': 'Changed the status of the company',
  'company.numbersRemoved': 'Numbers of the closed company were removed',
  'invite.accepted': 'Accepted an invitation',
  'invite.created': 'Invited users',
  'invite.removed': 'Removed an invitation',
  'invite.resent': 'Sent an invitation again',
  'organization.administratorAdded': 'Added an organization administrator',
  'organization.administratorRemoved': 'Removed an organization administrator',
  'organization.branded': 'Changed the brand of the organization',
  'organization.renamed': 'Renamed the organization',
  'organization.settingsChanged': 'Changed the settings of the organization',
  'support.asked': 'Contacted support',
  'user.changed': 'Changed a user',
  'user.removed': 'Removed a user',
  'webhook.turnedOff': 'A webhook was turned off: its receiver takes nothing',
} as const;

export type AuditAction = keyof typeof auditActions;

interface AuditEntry {
  readonly action: AuditAction;
  readonly companyId?: number;
  readonly organizationId?: number;
  /** Person or thing it was about, in words. */
  readonly subject?: string;
  /** The same for programs. */
  readonly detail?: Readonly<Record<string, string | number | readonly number[] | null>>;
}

/** An acting person, support staff as one, or the software that has an API key of one. */
type Actor = Pick<AuthUser, 'userId' | 'impersonatorId'> & { readonly sessionId: string | null; readonly apiKey?: Pick<ApiKeyCaller, 'name'> | null };

/** Names the first three of many. */
export const listSubjects = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

/** The same for programs, with the name of the API key that was used: it is told when the key is gone, too. */
function formatDetail(detail: AuditEntry['detail'], apiKey: Actor['apiKey']) {
  if (detail === undefined && !apiKey) return {};
  return { detail: JSON.stringify({ ...detail, ...(apiKey ? { apiKey: apiKey.name } : {}) }) };
}

/** Adds an act of a person to the audit log, in the open transaction; of the system where nobody acted. */
export async function recordAudit({ action, companyId, organizationId, subject, detail }: AuditEntry, authUser: Actor | null, address: string): Promise<void> {
  await currentTransaction()
    .insertInto('audit_log')
    .values({
      action,
      user_id: authUser?.userId ?? null,
      impersonator_id: authUser?.impersonatorId ?? null,
      session_id: authUser?.sessionId ?? null,
      company_id: companyId ?? null,
      organization_id: organizationId ?? null,
      subject: subject ?? null,
      address,
      ...formatDetail(detail, authUser?.apiKey),
    })
    .execute();
}
