/** Mail to the people of a company who may do something there, each with links to the host they sign in at. */
import { listRolesWith, type Permission } from '#contract/core/permissions.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findCompanyBase } from '../../http/tenantHosts.ts';
import { findSender } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { selectAccountBase } from './accountBase.ts';

/** `text`: by the address that its links begin with. `id`: names this mail, so that one that is sent twice is known as one. */
interface ManagerMail {
  readonly permission: Permission;
  readonly subject: string;
  readonly text: (url: string) => string;
  readonly id: string;
}

/** Sends a mail to everybody of a company who has a permission there. Opens its own transactions. */
export async function mailManagers(services: Services, company: number, { permission, subject, text, id }: ManagerMail): Promise<void> {
  const { tenancy, mailer } = services;
  const members = await tenancy.companyReading([company], null, () =>
    currentTransaction()
      .selectFrom('memberships')
      .select('user_id')
      .where('company_id', '=', companyId())
      .where('role', 'in', listRolesWith(permission))
      .execute(),
  );
  if (members.length === 0) return;
  const asked = await findCompanyBase(services, company);
  const ids = members.map(({ user_id: userId }) => userId);
  const people = await tenancy.identity(async () => {
    const users = await currentTransaction()
      .selectFrom('users')
      .select(['id', 'email', 'is_staff'])
      .where('id', 'in', ids)
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute();
    const list = [];
    for (const user of users) list.push({ ...user, base: await selectAccountBase(user, asked, services) });
    return list;
  });
  const sender = await findSender(services, company);
  for (const { id: userId, email, base } of people)
    await mailer.send({ to: email, subject, text: text(base.url), messageId: `<${id}-${userId}@${new URL(base.url).hostname}>` }, sender);
}
