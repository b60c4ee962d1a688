/** Changes of organizations. Each opens an identity transaction, records itself in the audit log, and tells those who see it. */

import type { Branding } from '#contract/organizations/branding.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import { type AuditAction, recordAudit } from '../../access/auditLog.ts';
import { currentTransaction, runAfterCommit } from '../../db/tenancy.ts';
import { type Logo, noLogo, withLogo } from '../../files/logos.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { formatUserName } from '../auth/users.ts';
import { billingWork, formatBillingKey } from '../billing/jobs.ts';

/** The person who changes an organization, and their address. */
interface Acting {
  readonly services: Services;
  readonly authUser: AuthUser;
  readonly address: string;
}

const listAdministrators = async (organizationId: number): Promise<number[]> => {
  const rows = await currentTransaction().selectFrom('organization_users').select('user_id').where('organization_id', '=', organizationId).execute();
  return rows.map(({ user_id: id }) => id);
};

/** Members of one company, or of all companies of an organization. */
const listMembers = async (of: { readonly companyId: number } | { readonly organizationId: number }): Promise<number[]> => {
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select('memberships.user_id')
    .where((eb) => ('companyId' in of ? eb('companies.id', '=', of.companyId) : eb('companies.organization_id', '=', of.organizationId)))
    .distinct()
    .execute();
  return rows.map(({ user_id: id }) => id);
};

/** Tells people that an organization changed, once the open transaction has committed. */
function publishOrganization({ services }: Acting, organizationId: number, people: readonly number[]): void {
  runAfterCommit(() => {
    for (const id of new Set(people)) services.realtime.user(id, { kind: 'organization-changed', organizationId });
  });
}

/** Tells people that what they may enter or do changed, and ends their sockets: what they hear next is decided anew. */
function publishMembership({ services }: Acting, people: readonly number[], companyId?: number): void {
  runAfterCommit(() => {
    for (const id of new Set(people)) {
      services.realtime.user(id, { kind: 'membership-changed', ...(companyId === undefined ? {} : { companyId }) });
      services.realtime.endSubscriptions(id);
    }
  });
}

interface Columns {
  readonly name?: string;
  readonly timezone?: string | null;
  readonly links_enabled?: boolean;
  readonly accent?: string | null;
  readonly logo_key?: string | null;
  readonly logo_type?: string | null;
}

/** Changes columns of an organization; a change that names nothing changes nothing. Returns the row as it was. */
async function updateOrganization(acting: Acting, id: number, columns: Columns, action: AuditAction) {
  return acting.services.tenancy.identity(async () => {
    const before = await currentTransaction().selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) throw new AppError('not_found');
    if (Object.keys(columns).length === 0) return before;
    await currentTransaction().updateTable('organizations').set(columns).where('id', '=', id).execute();
    await recordAudit({ action, organizationId: id, subject: columns.name ?? before.name }, acting.authUser, acting.address);
    // Name and brand are those of its companies, too.
    publishOrganization(acting, id, [...(await listAdministrators(id)), ...(await listMembers({ organizationId: id }))]);
    return before;
  });
}

/** Renames an organization (CALL-100). */
export async function renameOrganization(acting: Acting, id: number, name: string): Promise<void> {
  await updateOrganization(acting, id, { name }, 'organization.renamed');
}

interface Settings {
  readonly timezone?: string | undefined;
  readonly linksEnabled?: boolean | undefined;
  readonly clear?: readonly 'timezone'[] | undefined;
}

/** Changes what new companies of an organization begin with (CALL-101). */
export async function changeSettings(acting: Acting, id: number, { timezone, linksEnabled, clear }: Settings): Promise<void> {
  const columns = {
    ...(timezone === undefined ? {} : { timezone }),
    ...(clear?.includes('timezone') ? { timezone: null } : {}),
    ...(linksEnabled === undefined ? {} : { links_enabled: linksEnabled }),
  };
  await updateOrganization(acting, id, columns, 'organization.settingsChanged');
}

/** Sets the brand of an organization (CALL-096); `logo` is in the store already. */
export async function brandOrganization(acting: Acting, id: number, { accent, clear, removeLogo }: Branding, logo: Logo | null): Promise<void> {
  const columns = {
    ...(accent === undefined ? {} : { accent: accent.toLowerCase() }),
    ...(clear?.includes('accent') ? { accent: null } : {}),
    ...(removeLogo ? noLogo : {}),
    ...(logo ?? {}),
  };
  await withLogo(acting.services.files, logo, async () => {
    const before = await updateOrganization(acting, id, columns, 'organization.branded');
    return 'logo_key' in columns ? before : noLogo;
  });
}

/** Changes the status of a company of an organization (CALL-103). Texts that are about to be sent are sent before it or not at all: their intent holds the same row. */
export async function setAccountStatus(acting: Acting, organizationId: number, companyId: number, status: AccountStatus): Promise<void> {
  await acting.services.tenancy.identity(async () => {
    const company = await currentTransaction()
      .selectFrom('companies')
      .select('account_status')
      .where('id', '=', companyId)
      .where('organization_id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!company) throw new AppError('not_found');
    if (company.account_status === status) return;
    await currentTransaction()
      .updateTable('companies')
      .set({ account_status: status, account_status_at: new Date(), numbers_released_at: null })
      .where('id', '=', companyId)
      .execute();
    const subject = `${company.account_status} → ${status}`;
    await recordAudit({ action: 'company.statusChanged', companyId, organizationId, subject }, acting.authUser, acting.address);
    const administrators = await listAdministrators(organizationId);
    publishMembership(acting, [...(await listMembers({ companyId })), ...administrators], companyId);
    publishOrganization(acting, organizationId, administrators);
    // Of a closed company the subscription ends with its period; opened again in time it goes on.
    if (status === 'closed' || company.account_status === 'closed')
      await acting.services.jobs.enqueue(billingWork, { companyId }, { key: formatBillingKey(companyId) });
    runAfterCommit(() => acting.services.tenantHosts.invalidate());
  });
}

/** A user who works in a company of the organization; others are as good as missing. */
async function findColleague(organizationId: number, userId: number) {
  const row = await currentTransaction()
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .innerJoin('companies as c', 'c.id', 'm.company_id')
          .select('m.user_id')
          .whereRef('m.user_id', '=', 'users.id')
          .where('c.organization_id', '=', organizationId),
      ),
    )
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', { field: 'user_id', message: 'User not found in this organization' });
  return row;
}

/** Makes a user of the organization's companies its administrator (CALL-106). Twice is once. */
export async function addAdministrator(acting: Acting, organizationId: number, userId: number): Promise<void> {
  await acting.services.tenancy.identity(async () => {
    // Two who add and remove at once take turns, so that the last one is always known.
    await currentTransaction().selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().executeTakeFirstOrThrow();
    const known = await findAdministrator(organizationId, userId);
    if (known) return;
    const person = await findColleague(organizationId, userId);
    await currentTransaction().insertInto('organization_users').values({ organization_id: organizationId, user_id: userId }).execute();
    const subject = formatUserName(person);
    await recordAudit({ action: 'organization.administratorAdded', organizationId, subject }, acting.authUser, acting.address);
    publishOrganization(acting, organizationId, await listAdministrators(organizationId));
    publishMembership(acting, [userId]);
  });
}

const findAdministrator = (organizationId: number, userId: number) =>
  currentTransaction()
    .selectFrom('organization_users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Removes an administrator by the row's id (CALL-105). The organization's row is locked, so that two who remove each other leave one. */
export async function removeAdministrator(acting: Acting, rowId: number): Promise<void> {
  await acting.services.tenancy.identity(async () => {
    const row = await currentTransaction().selectFrom('organization_users').select('organization_id').where('id', '=', rowId).executeTakeFirst();
    if (!row) throw new AppError('not_found');
    const { organization_id: organizationId } = row;
    await currentTransaction().selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().executeTakeFirstOrThrow();
    const all = await currentTransaction()
      .selectFrom('organization_users')
      .innerJoin('users', 'users.id', 'organization_users.user_id')
      .select(['organization_users.id', 'organization_users.user_id', 'users.email', 'users.first_name', 'users.last_name', 'users.disabled_at'])
      .where('organization_users.organization_id', '=', organizationId)
      .execute();
    // The caller may have been removed while this waited for the lock.
    if (!all.some(({ user_id: id }) => id === acting.authUser.userId)) throw new AppError('not_found');
    const removed = all.find(({ id }) => id === rowId);
    if (!removed) throw new AppError('not_found');
    const isLast = !all.some(({ id, disabled_at: disabledAt }) => id !== rowId && disabledAt === null);
    if (isLast) throw new AppError('conflict', { message: 'The last administrator can’t be removed. Add another one first.' });
    await currentTransaction().deleteFrom('organization_users').where('id', '=', rowId).execute();
    const subject = formatUserName(removed);
    await recordAudit({ action: 'organization.administratorRemoved', organizationId, subject }, acting.authUser, acting.address);
    publishOrganization(acting, organizationId, [...(await listAdministrators(organizationId)), removed.user_id]);
    publishMembership(acting, [removed.user_id]);
  });
}
