/** Rows of the tenant as the API shows them. */
import type { CustomDomain, TenantConfig } from '#contract/tenant/entities.ts';
import type { DomainStatus } from '#contract/tenant/enums.ts';
import { formatBrandPictureUrl } from '../../files/links.ts';
import { formatTenantUrl, type TenantHost } from '../../http/tenantHosts.ts';
import type { Services } from '../../services.ts';
import { getProofEnd } from './proofs.ts';
import { mergeRecords } from './records.ts';
import { type DomainRow, getClaimEnd, isExpired } from './repository.ts';

const toStatus = (row: DomainRow): DomainStatus => {
  if (row.synced_at !== null) return 'synced';
  if (row.verified_at !== null) return 'verified';
  return isExpired(row) ? 'expired' : 'claimed';
};
const toInstant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A company's domain; without one, its empty form. */
export function toCustomDomain(services: Pick<Services, 'config' | 'sealer' | 'dns'>, row: DomainRow | undefined): CustomDomain {
  const askedAt = [...services.dns.listServers()];
  if (!row) {
    const none = {
      id: null,
      domain: null,
      appSubdomain: null,
      apiSubdomain: null,
      appUrl: null,
      apiUrl: null,
      lookedAt: null,
      verifiedAt: null,
      syncedAt: null,
    };
    return { ...none, hasAuthToken: false, status: 'none', records: [], askedAt, expiresAt: null };
  }
  return {
    id: row.id,
    domain: row.domain,
    appSubdomain: row.app_subdomain,
    apiSubdomain: row.api_subdomain,
    hasAuthToken: true,
    status: toStatus(row),
    appUrl: formatTenantUrl(services.config, row.app_host),
    apiUrl: `${formatTenantUrl(services.config, row.api_host)}/api`,
    records: mergeRecords(services, row),
    askedAt,
    lookedAt: toInstant(row.looked_at),
    verifiedAt: toInstant(row.verified_at),
    syncedAt: toInstant(row.synced_at),
    expiresAt: toInstant(row.verified_at === null ? getClaimEnd(row) : getProofEnd(row)),
  };
}

/** The brand of a host; of the installation where it is no tenant's. */
export function toTenantConfig({ config, sealer }: Pick<Services, 'config' | 'sealer'>, tenant: TenantHost | null): TenantConfig {
  if (!tenant) return { name: 'Keyline', accent: null, logoUrl: null, supportEmail: config.supportEmail, isCustom: false };
  const { name, accent, supportEmail, logoFileId, companyId } = tenant;
  const logoUrl = logoFileId === null ? null : formatBrandPictureUrl(sealer, { companyId, fileId: logoFileId });
  return { name, accent, logoUrl, supportEmail: supportEmail ?? config.supportEmail, isCustom: true };
}
