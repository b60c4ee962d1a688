/** One company. */
import { sql } from 'kysely';
import type { Company } from '#contract/companies/entities.ts';
import { formatLogoUrl, selectAccent } from '../../access/branding.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { loadFields } from '../customFields/values.ts';
import { countUnreadByNumber } from '../notifications/unreadCounts.ts';

/** The open company as the person sees it. */
export async function readCompany(membership: Membership, userId: number): Promise<Company> {
  const row = await currentTransaction()
    .selectFrom('companies')
    .leftJoin('organizations', 'organizations.id', 'companies.organization_id')
    .leftJoin('memberships', (join) => join.onRef('memberships.company_id', '=', 'companies.id').on('memberships.user_id', '=', userId))
    .selectAll('companies')
    .select([
      'organizations.name as organization_name',
      'organizations.logo_key as organization_logo_key',
      'memberships.in_app_calling_status',
      selectAccent('companies', 'organizations').as('brand_accent'),
    ])
    .where('companies.id', '=', companyId())
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const logoUrl = formatLogoUrl({
    id: row.id,
    logoKey: row.logo_key,
    organizationId: row.organization_id,
    organizationLogoKey: row.organization_logo_key,
  });
  const unread = membership.may('conversations.read') ? await countUnreadByNumber(membership, userId) : [];
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    timezone: row.timezone,
    accent: row.brand_accent,
    ownAccent: row.accent,
    logoUrl,
    status: row.account_status,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    actAs: membership.role,
    unreadCount: unread.reduce((sum, entry) => sum + entry.conversations, 0),
    eavAttributeValues: await loadFields('Company', row.id),
    inAppCallingStatus: row.in_app_calling_status ?? 'away',
    branding: { accent: row.brand_accent, logoUrl },
    isOnboardingRequired: row.is_onboarding_required,
    awaitsApproval: row.awaits_approval,
    linksEnabled: row.links_enabled,
    defaultAreaCode: row.default_area_code,
    createdAt: row.created_at.toISOString(),
  };
}

/** The default area code and those of the numbers in use, in order. */
export async function readAreaCodes() {
  const company = await currentTransaction().selectFrom('companies').select('default_area_code').where('id', '=', companyId()).executeTakeFirst();
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(sql<string>`substr(number, 3, 3)`.as('code'))
    .distinct()
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where(sql<boolean>`number ~ '^\\+1[0-9]{10}$'`)
    .orderBy('code')
    .execute();
  return { defaultAreaCode: company?.default_area_code ?? null, areaCodes: rows.map((row) => row.code) };
}
