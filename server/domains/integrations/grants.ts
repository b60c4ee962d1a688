/**
 * Grants of vendors: tokens at rest, sealed for their company, and the way to a token that is good now. A vendor that rotates tokens is asked for new ones under the lock
 * of the row, which is read again inside: many who need one at once ask once.
 */
import * as z from 'zod/mini';
import { type AdProvider, type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { type Actor, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { AdPlatform } from '../../vendors/adPlatform.ts';
import type { LeadCrm } from '../../vendors/leadCrm.ts';
import { GrantLostError, type OAuthVendor, VendorRefusedError, VendorSilentError, type VendorTokens } from '../../vendors/oauthVendor.ts';
import type { TeamChat } from '../../vendors/teamChat.ts';
import { openSecret, sealSecret } from './secrets.ts';

/** A token is renewed this long before it expires. */
const renewMs = 120_000;
const unreadableGrant = 'The saved connection can’t be read. Reconnect.';
export const reconnectFirst = 'Reconnect the integration first';

const Stored = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()), expiresAt: z.nullable(z.string()) });

/** Seals tokens for the database. */
export const sealTokens = (services: Pick<Services, 'sealer'>, company: number, { accessToken, refreshToken, expiresAt }: VendorTokens): string => {
  const stored: z.output<typeof Stored> = { accessToken, refreshToken, expiresAt: expiresAt?.toISOString() ?? null };
  return sealSecret(services, company, JSON.stringify(stored));
};

/** Opens sealed tokens; null where they were sealed for another company, or under another KEYLINE_SECRET. */
export function openTokens(services: Pick<Services, 'sealer'>, row: { readonly company_id: number; readonly secret: string }): VendorTokens | null {
  const opened = openSecret(services, row);
  if (opened === null) return null;
  const { accessToken, refreshToken, expiresAt } = Stored.parse(JSON.parse(opened));
  return { accessToken, refreshToken, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

/** The team chat. Refuses where this installation has none. */
export function getTeamChat({ teamChat }: Pick<Services, 'teamChat'>): TeamChat {
  if (teamChat === null) throw new AppError('chat_not_configured');
  return teamChat;
}

/** The lead CRM. Refuses where this installation has none. */
export function getLeadCrm({ leadCrm }: Pick<Services, 'leadCrm'>): LeadCrm {
  if (leadCrm === null) throw new AppError('crm_not_configured');
  return leadCrm;
}

/** Refusals where this installation has no client at a vendor of ads. */
const adsNotConfigured = {
  'google-ads': 'google_ads_not_configured',
  'meta-ads': 'meta_ads_not_configured',
  'microsoft-ads': 'microsoft_ads_not_configured',
} as const satisfies Readonly<Record<AdProvider, string>>;

/** The vendor of ads of a provider. Refuses where this installation has no client there. */
export function getAdPlatform({ ads }: Pick<Services, 'ads'>, provider: AdProvider): AdPlatform {
  const platform = ads[provider];
  if (platform === null) throw new AppError(adsNotConfigured[provider]);
  return platform;
}

type Vendors = Pick<Services, 'teamChat' | 'leadCrm' | 'ads'>;

/** The vendor of each provider; null where this installation has no client there. */
export const findVendor = ({ teamChat, leadCrm, ads }: Vendors, provider: OAuthProvider): OAuthVendor | null =>
  ({ 'team-chat': teamChat, 'lead-crm': leadCrm, ...ads })[provider];

/** The vendor of a provider. Refuses where this installation has no client there. */
export function getVendor(services: Vendors, provider: OAuthProvider): OAuthVendor {
  if (provider === 'team-chat') return getTeamChat(services);
  return provider === 'lead-crm' ? getLeadCrm(services) : getAdPlatform(services, provider);
}

/** A token that is good now. `secret` is the sealed grant it came from. */
interface Grant {
  readonly accessToken: string;
  readonly secret: string;
}

const needsRenewal = ({ expiresAt, refreshToken }: VendorTokens) => refreshToken !== null && expiresAt !== null && expiresAt.getTime() - Date.now() < renewMs;

const selectGrant = (provider: OAuthProvider, id: number) =>
  currentTransaction()
    .selectFrom('integrations')
    .select(['company_id', 'secret', 'needs_reconnect'])
    .where('company_id', '=', companyId())
    .where('provider', '=', provider)
    .where('id', '=', id);

/** Says that the vendor no longer lets us in, unless the integration has another grant by now. In the open transaction of the company. */
export async function markLost(id: number, secret: string, problem: string): Promise<void> {
  await currentTransaction()
    .updateTable('integrations')
    .set({ needs_reconnect: true, problem, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('secret', '=', secret)
    .execute();
  recordChange({ kind: 'integration-updated', id });
}

/** Renews tokens under the lock of their row. Null: the vendor no longer lets us in, which is written down. */
async function renew(services: Services, provider: OAuthProvider, id: number): Promise<Grant | null> {
  const row = await selectGrant(provider, id).forNoKeyUpdate().executeTakeFirst();
  const tokens = row && !row.needs_reconnect ? openTokens(services, row) : null;
  if (!row || tokens === null) return null;
  if (!needsRenewal(tokens) || tokens.refreshToken === null) return { accessToken: tokens.accessToken, secret: row.secret };
  try {
    const fresh = await getVendor(services, provider).refresh(tokens.refreshToken);
    const secret = sealTokens(services, row.company_id, { ...fresh, refreshToken: fresh.refreshToken ?? tokens.refreshToken });
    await currentTransaction().updateTable('integrations').set({ secret }).where('company_id', '=', companyId()).where('id', '=', id).execute();
    return { accessToken: fresh.accessToken, secret };
  } catch (error) {
    if (!(error instanceof GrantLostError)) throw error;
    await markLost(id, row.secret, error.message);
    return null;
  }
}

/** A token of an integration, renewed where it is about to expire. Null: it is missing, or has to be connected again. Throws `VendorSilentError`. */
export async function getGrant(services: Services, actor: Actor, provider: OAuthProvider, id: number): Promise<Grant | null> {
  const within = withCompanyTransaction(services, actor);
  getVendor(services, provider);
  const known = await within(async () => {
    const row = await selectGrant(provider, id).executeTakeFirst();
    if (!row || row.needs_reconnect) return null;
    const tokens = openTokens(services, row);
    if (tokens === null) await markLost(id, row.secret, unreadableGrant);
    return tokens === null ? null : { tokens, secret: row.secret };
  });
  if (known === null) return null;
  return needsRenewal(known.tokens) ? within(() => renew(services, provider, id)) : { accessToken: known.tokens.accessToken, secret: known.secret };
}

/** A failure of the vendor as a refusal of ours: never a 401, which would sign the person out. */
export function toVendorRefusal(provider: OAuthProvider, error: unknown): unknown {
  const title = providerLabel[provider];
  if (error instanceof VendorSilentError) return new AppError('upstream', { title, message: error.message, cause: error });
  if (error instanceof GrantLostError) return new AppError('invalid', { title, message: `${error.message}. Reconnect the integration.`, cause: error });
  if (error instanceof VendorRefusedError) {
    const { field } = error;
    return new AppError('invalid', { title, message: error.message, cause: error, ...(field === undefined ? {} : { field }) });
  }
  return error;
}

/** Asks the vendor in the name of an integration. No transaction is open meanwhile; its failures are refusals. */
export async function askAs<T>(services: Services, actor: Actor, provider: OAuthProvider, id: number, work: (accessToken: string) => Promise<T>): Promise<T> {
  try {
    const grant = await getGrant(services, actor, provider, id);
    if (grant === null) throw new AppError('invalid', { message: reconnectFirst });
    return await work(grant.accessToken).catch(async (error: unknown) => {
      if (error instanceof GrantLostError) await withCompanyTransaction(services, actor)(() => markLost(id, grant.secret, error.message));
      throw error;
    });
  } catch (error) {
    throw toVendorRefusal(provider, error);
  }
}
