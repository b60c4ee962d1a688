/** Settings of a tenant: name, accent, support address, logo. */
import { randomUUID } from 'node:crypto';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { EmailSender, TenantSettings } from '#contract/tenant/entities.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { formatBrandPictureUrl } from '../../files/links.ts';
import { readPicture } from '../../files/pictures.ts';
import { recordFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import type { UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { assertOwnName } from './names.ts';
import { getProofEnd } from './proofs.ts';
import { findDomain, findSenderRow, lockTenant, type SenderRow } from './repository.ts';
import { mergeSenderRecords } from './senderRecords.ts';

type Given = RouteBody<(typeof routes)['tenant']['update']>;

const findTenant = () => currentTransaction().selectFrom('tenants').selectAll().where('company_id', '=', companyId()).executeTakeFirst();

const toEmailSender = (services: Pick<Services, 'config'>, row: SenderRow): EmailSender => ({
  address: row.address,
  name: row.name,
  status: row.verified_at === null ? 'started' : 'verified',
  records: mergeSenderRecords(services, row),
  lookedAt: row.looked_at?.toISOString() ?? null,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  expiresAt: getProofEnd(row)?.toISOString() ?? null,
});

/** Reads the settings, in the company's transaction. */
export async function readSettings(services: Pick<Services, 'sealer' | 'config'>): Promise<TenantSettings> {
  const [row, domain, sender] = [await findTenant(), await findDomain(), await findSenderRow()];
  const logo = row?.logo_file_id ?? null;
  return {
    name: row?.name ?? null,
    accent: row?.accent ?? null,
    supportEmail: row?.support_email ?? null,
    logoUrl: logo === null ? null : formatBrandPictureUrl(services.sealer, { companyId: companyId(), fileId: logo }),
    host: domain?.synced_at ? domain.app_host : null,
    emailSender: sender ? toEmailSender(services, sender) : null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

/** Puts a logo into the store; null where the form has none. */
async function storeLogo(services: Services, files: readonly UploadedFile[], company: number) {
  const logo = readPicture(files, { field: 'logo', maxBytes: tenantLimits.logoBytes });
  return logo && storeFile(services.files, `${company}/brand/${randomUUID()}.${logo.ending}`, logo.file);
}

const toColumns = ({ name, accent, supportEmail, clear = [] }: Given, logoId: number | null) => ({
  ...(name === undefined ? {} : { name }),
  ...(accent === undefined ? {} : { accent: accent.toLowerCase() }),
  ...(supportEmail === undefined ? {} : { support_email: supportEmail }),
  ...(clear.includes('name') ? { name: null } : {}),
  ...(clear.includes('accent') ? { accent: null } : {}),
  ...(clear.includes('supportEmail') ? { support_email: null } : {}),
  ...(clear.includes('logo') ? { logo_file_id: null } : {}),
  ...(logoId === null ? {} : { logo_file_id: logoId }),
});

/** Deletes the row of the previous picture and returns its storage key. The caller removes the file after the commit. */
async function forgetLogo(fileId: number): Promise<string | null> {
  const gone = await currentTransaction()
    .deleteFrom('files')
    .where('id', '=', fileId)
    .where('company_id', '=', companyId())
    .returning('storage_key')
    .executeTakeFirst();
  return gone?.storage_key ?? null;
}

/** Changes the settings (FLOW-190). No transaction is open while a logo is stored. */
export async function updateSettings(services: Services, body: Given, files: readonly UploadedFile[], actor: ActingUser): Promise<TenantSettings> {
  const within = withCompanyTransaction(services, actor);
  if (body.name !== undefined) assertOwnName('name', body.name);
  const stored = await storeLogo(services, files, actor.membership.companyId);
  const { settings, goneKey } = await withStoredFiles(services.files, stored ? [stored] : [], () =>
    within(async () => {
      const before = await lockTenant();
      const columns = toColumns(body, stored ? await recordFile(stored) : null);
      await currentTransaction()
        .updateTable('tenants')
        .set({ ...columns, updated_at: new Date() })
        .where('company_id', '=', companyId())
        .execute();
      const isReplaced = 'logo_file_id' in columns && before.logo_file_id !== null;
      const goneKey = isReplaced && before.logo_file_id !== null ? await forgetLogo(before.logo_file_id) : null;
      recordChange({ kind: 'tenant-updated', id: companyId(), actorId: actor.authUser.userId });
      return { settings: await readSettings(services), goneKey, isRecorded: true };
    }),
  );
  services.tenantHosts.invalidate();
  if (goneKey !== null) await services.files.remove(goneKey);
  return settings;
}
