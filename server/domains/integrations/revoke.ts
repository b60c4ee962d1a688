/** Gives grants back to their vendor, after their integration or its company is gone. Best effort: a vendor that stays silent for a day keeps what it has. */
import { sql } from 'kysely';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { GrantLostError, type TeamChat } from '../../teamChat/teamChat.ts';
import { openTokens } from './grants.ts';
import { backOff } from './outbox.ts';

const mostAtOnce = 20;
const maxAttempts = 12;
const retryMs = 10_000;

interface DueRevocation {
  readonly id: number;
  readonly company_id: number;
  readonly secret: string;
  readonly attempts: number;
}

/** The worker of `oauth.revoke`. Safe to run again: a grant that was given back before counts as given back. */
export async function revokeGrants(services: Services): Promise<void> {
  const { teamChat, tenancy } = services;
  if (teamChat === null) return;
  const { rows } = await tenancy.identity(() =>
    sql<DueRevocation>`select id, company_id, secret, attempts from due_revocations(${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const row of rows) {
    const isDone = await giveBack(services, teamChat, row);
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
async function giveBack(services: Services, chat: TeamChat, row: DueRevocation): Promise<boolean> {
  const tokens = openTokens(services, { company_id: Number(row.company_id), secret: row.secret });
  if (tokens === null) return true;
  try {
    const isExpired = tokens.expiresAt !== null && tokens.expiresAt.getTime() < Date.now();
    const { accessToken } = isExpired && tokens.refreshToken !== null ? await chat.refresh(tokens.refreshToken) : tokens;
    await chat.revoke(accessToken);
    return true;
  } catch (error) {
    return error instanceof GrantLostError;
  }
}
