/** The brand of a company (CALL-097). */
import type { Branding } from '#contract/organizations/branding.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { type Logo, noLogo } from '../../files/logos.ts';
import type { AuthUser } from '../../http/handlers.ts';

/** Sets the brand of the open company; what is cleared is its organization's again. Returns the logo that is shown no more. */
export async function brandCompany({ accent, clear, removeLogo }: Branding, logo: Logo | null, authUser: AuthUser, address: string): Promise<Logo> {
  const columns = {
    ...(accent === undefined ? {} : { accent: accent.toLowerCase() }),
    ...(clear?.includes('accent') ? { accent: null } : {}),
    ...(removeLogo ? noLogo : {}),
    ...(logo ?? {}),
  };
  if (Object.keys(columns).length === 0) return noLogo;
  const before = await currentTransaction()
    .selectFrom('companies')
    .select(['logo_key', 'logo_type'])
    .where('id', '=', companyId())
    .forUpdate()
    .executeTakeFirstOrThrow();
  await currentTransaction().updateTable('companies').set(columns).where('id', '=', companyId()).execute();
  await recordAudit({ action: 'company.branded', companyId: companyId() }, authUser, address);
  recordChange({ kind: 'company-updated', id: companyId(), actorId: authUser.userId });
  return 'logo_key' in columns ? before : noLogo;
}
