/** Connecting a vendor by OAuth: the way to its consent page, and what it grants. */
import { sql } from 'kysely';
import { type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { VendorGrant } from '../../vendors/oauthVendor.ts';
import { getVendor, sealTokens, toVendorRefusal } from './grants.ts';
import { beginTransaction, type Connector } from './transactions.ts';

/** Address the vendor sends the browser back to: team chat to a page of the app, which completes by CALL-215; the others to this server (AMB-49). */
const createReturnUrl = ({ config }: Pick<Services, 'config'>, provider: OAuthProvider): string =>
  provider === 'team-chat' ? `${config.publicUrl}/integrations` : `${config.publicUrl}/oauth/${provider}/return`;

/** Begins to connect a vendor, in the open transaction of the company. Refuses where this server has no client there. */
export async function beginConnection(services: Services, connector: Connector, provider: OAuthProvider): Promise<{ url: string }> {
  const vendor = getVendor(services, provider);
  const { state, challenge } = await beginTransaction(services, connector, provider, vendor.usesPkce);
  return { url: vendor.createAuthorizeUrl({ state, challenge, redirectUri: createReturnUrl(services, provider) }) };
}

/** Trades the code of a return for a grant, and saves it; tells the integration's id. Refuses another account than the one that is connected. */
export async function completeConnection(
  services: Services,
  connector: Connector,
  provider: OAuthProvider,
  { code, verifier }: { readonly code: string; readonly verifier: string | null },
): Promise<number> {
  const grant = await getVendor(services, provider)
    .exchange({ code, verifier, redirectUri: createReturnUrl(services, provider) })
    .catch((error: unknown) => {
      throw toVendorRefusal(provider, error);
    });
  const id = await withCompanyTransaction(services, connector)(() => saveGrant(services, provider, grant));
  if (id === null)
    throw new AppError('conflict', {
      title: providerLabel[provider],
      message: `${grant.name} is another ${provider === 'team-chat' ? 'workspace' : 'account'} than the connected one. Delete the integration first to connect it.`,
    });
  return id;
}

/** Saves a grant. Null: the company is connected to another account there; the grant is given back. */
async function saveGrant(services: Services, provider: OAuthProvider, { tokens, externalId, name }: VendorGrant): Promise<number | null> {
  const secret = sealTokens(services, companyId(), tokens);
  // Two who connect at once are taken one after the other: a company has one integration of each vendor.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integrations ${companyId()}`}, 0))`.execute(currentTransaction());
  const known = await currentTransaction()
    .selectFrom('integrations')
    .select(['id', 'external_id'])
    .where('company_id', '=', companyId())
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst();
  if (known && known.external_id !== externalId) {
    await currentTransaction().insertInto('oauth_revocations').values({ company_id: companyId(), provider, external_id: externalId, secret }).execute();
    return null;
  }
  const ends_at = tokens.refreshToken === null ? tokens.expiresAt : null;
  const fresh = { secret, name, ends_at, ending_told_at: null, needs_reconnect: false, problem: null, updated_at: new Date() };
  const { id } = known
    ? await currentTransaction()
        .updateTable('integrations')
        .set(fresh)
        .where('company_id', '=', companyId())
        .where('id', '=', known.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await currentTransaction()
        .insertInto('integrations')
        .values({ ...fresh, company_id: companyId(), provider, external_id: externalId, events: [], is_active: false })
        .returning('id')
        .executeTakeFirstOrThrow();
  recordChange({ kind: 'integration-updated', id });
  return id;
}
