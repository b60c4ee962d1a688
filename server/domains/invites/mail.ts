/**
 * Mails of invitations. The request leaves a job; the link's secret comes into being in it, and its hash replaces that of the link before. A job that is
 * repeated after a crash mails a newer link at worst: the one that works is always in the last mail.
 */
import { sql } from 'kysely';
import { inviteLimits } from '#contract/invites/limits.ts';
import { currentTransaction, recordChange } from '../../db/tenancy.ts';
import { findCompanyBase, type PeopleBase } from '../../http/tenantHosts.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Mail } from '../../mail/mailer.ts';
import { findSender } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { selectAccountBase } from '../auth/accountBase.ts';
import { createSecret } from '../auth/secrets.ts';
import { formatUserName } from '../auth/users.ts';
import type { inviteMail } from './jobs.ts';

interface Prepared {
  readonly mail: Mail;
  /** The ask that this mail answers. */
  readonly asked: number;
}

/** True for a name that leads somewhere: strangers are not shown it as a subject. */
const hasAddress = (name: string): boolean => /:\/\/|www\./i.test(name);

async function prepareMail(inviteId: number, base: PeopleBase, services: Services): Promise<Prepared | null> {
  const invite = await currentTransaction()
    .selectFrom('invites')
    .innerJoin('companies', 'companies.id', 'invites.company_id')
    .select(['invites.email', 'invites.role', 'invites.asked', 'invites.mailed', 'invites.invited_by', 'companies.name'])
    .where('invites.id', '=', inviteId)
    .where('invites.accepted_at', 'is', null)
    .where('invites.removed_at', 'is', null)
    .forUpdate('invites')
    .executeTakeFirst();
  if (!invite || invite.mailed >= invite.asked) return null;
  const inviter =
    invite.invited_by === null
      ? undefined
      : await currentTransaction().selectFrom('users').select(['first_name', 'last_name', 'email']).where('id', '=', invite.invited_by).executeTakeFirst();
  const token = createSecret();
  await currentTransaction()
    .updateTable('invites')
    .set({ token_hash: services.sealer.hash(token) })
    .where('id', '=', inviteId)
    .execute();
  const company = toMailLine(invite.name);
  const text = `${inviter ? `${toMailLine(formatUserName(inviter))} invites you` : 'You’re invited'} to join ${company} on ${base.product} as ${invite.role}.

Accept within ${inviteLimits.days} days:
${base.url}/invites?token=${token}

The link works once and is for ${invite.email} only. If you don’t know the company, ignore this email.`;
  return { mail: { to: invite.email, subject: `Join ${hasAddress(company) ? 'a company' : company} on ${base.product}`, text }, asked: invite.asked };
}

/** Base of the link: the company's own host, unless the account of the address opens more than this company. */
async function findBase(services: Services, companyId: number, inviteId: number): Promise<PeopleBase> {
  const asked = await findCompanyBase(services, companyId);
  if (asked.companyId === null) return asked;
  const invite = await services.tenancy.company([companyId], null, () =>
    currentTransaction().selectFrom('invites').select('email').where('id', '=', inviteId).executeTakeFirst(),
  );
  return services.tenancy.identity(async () => {
    const account = invite && (await currentTransaction().selectFrom('users').select(['id', 'is_staff']).where('email', '=', invite.email).executeTakeFirst());
    return account ? selectAccountBase(account, asked, services) : asked;
  });
}

/** Sends the mail of an invitation, and writes down that it was taken. Nothing is sent for one that was removed or accepted meanwhile. */
export async function sendInviteMail(services: Services, { companyId, inviteId }: NonNullable<typeof inviteMail.given>): Promise<void> {
  const base = await findBase(services, companyId, inviteId);
  const prepared = await services.tenancy.company([companyId], null, () => prepareMail(inviteId, base, services));
  if (!prepared) return;
  await services.mailer.send(prepared.mail, await findSender(services, companyId));
  await services.tenancy.company([companyId], null, async () => {
    await currentTransaction()
      .updateTable('invites')
      .set({ mailed: prepared.asked, mailed_at: sql`now()` })
      .where('id', '=', inviteId)
      .where('mailed', '<', prepared.asked)
      .execute();
    recordChange({ kind: 'invite-updated', id: inviteId });
  });
}
