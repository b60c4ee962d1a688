/** Gives grants back to their vendor, after their integration or its company is gone. Best effort: a vendor that stays silent for a day keeps what it has. */
import { sql } from 'kysely';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { GrantLostError, type OAuthVendor } from '../../vendors/oauthVendor.ts';
import { findVendor, openTokens } from './grants.ts';
import { backOff } from './outbox.ts';

const mostAtOnce = 20;
const maxAttempts = 12;
const retryMs = 10_000;

interface DueRevocation {
  readonly id: number;
  readonly company_id: number;
  readonly provider: OAuthProvider;
  readonly secret: string;
  readonly attempts: number;
}

/** The worker of `oauth.revoke`. Safe to run again: a grant that was given back before counts as given back. */
export async function revokeGrants(services: Services): Promise<void> {
  const { tenancy } = services;
  const { rows } = await tenancy.identity(() =>
    sql<DueRevocation>`select id, company_id, provider, secret, attempts from due_revocations(${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const row of rows) {
    const vendor = findVendor(services, row.provider);
    const isDone = vendor !== null && (await giveBack(services, vendor, row));
    const attempts = row.attempts + 1;
    await tenancy.identity(async () => {
      if (isDone || attempts >= maxAttempts) await currentTransaction().deleteFrom('oauth_revocations').where('id', '=', row.id).execute();
      else {
        const due_at = new Date(Date.now() + backOff(attempts, retryMs));
        await currentTransaction().updateTable('oauth_revocations').set({ attempts, due_at }).where('id', '=', row.id).execute();
      }
    });
  }
}

/** True once the vendor has it, or there is nothing to give. */
async function giveBack(services: Services, vendor: OAuthVendor, row: DueRevocation): Promise<boolean> {
  const tokens = openTokens(services, { company_id: Number(row.company_id), secret: row.secret });
  if (tokens === null) return true;
  try {
    const isExpired = tokens.expiresAt !== null && tokens.expiresAt.getTime() < Date.now();
    await vendor.revoke(isExpired && tokens.refreshToken !== null ? await vendor.refresh(tokens.refreshToken) : tokens);
    return true;
  } catch (error) {
    return error instanceof GrantLostError;
  }
}
