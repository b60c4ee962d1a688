/** Mails owners and administrators that a webhook was turned off. A job that is repeated after a crash sends the same mails under the same ids. */
import { listRolesWith } from '#contract/core/permissions.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findCompanyBase } from '../../http/tenantHosts.ts';
import { toMailLine } from '../../mail/line.ts';
import { findSender } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { selectAccountBase } from '../auth/accountBase.ts';
import type { eventHooksMail } from './jobs.ts';

/** The webhook that is off; undefined where it was turned on or deleted since. */
const findOff = (hookId: number) =>
  currentTransaction()
    .selectFrom('event_hooks')
    .innerJoin('companies', 'companies.id', 'event_hooks.company_id')
    .select(['event_hooks.url', 'event_hooks.problem', 'companies.name', 'companies.slug'])
    .where('event_hooks.company_id', '=', companyId())
    .where('event_hooks.id', '=', hookId)
    .where('event_hooks.is_active', '=', false)
    .where('companies.account_status', '=', 'active')
    .executeTakeFirst();

/** Ids of the people who may turn it on again. */
const listManagers = async (): Promise<readonly number[]> => {
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .select('user_id')
    .where('company_id', '=', companyId())
    .where('role', 'in', listRolesWith('webhooks.manage'))
    .execute();
  return rows.map(({ user_id: id }) => id);
};

/** The worker of `eventHooks.mail`. */
export async function mailTurnedOff(services: Services, { companyId: company, hookId, offAt }: NonNullable<typeof eventHooksMail.given>): Promise<void> {
  const { tenancy, mailer } = services;
  const [hook, ids] = await tenancy.companyReading([company], null, async () => [await findOff(hookId), await listManagers()] as const);
  if (!hook || ids.length === 0) return;
  const asked = await findCompanyBase(services, company);
  const managers = await tenancy.identity(async () => {
    const users = await currentTransaction().selectFrom('users').select(['id', 'email', 'is_staff']).where('id', 'in', ids).orderBy('id').execute();
    const list = [];
    for (const user of users) list.push({ ...user, base: await selectAccountBase(user, asked, services) });
    return list;
  });
  const sender = await findSender(services, company);
  for (const { id, email, base } of managers)
    await mailer.send(
      {
        to: email,
        subject: `A webhook of ${toMailLine(hook.name)} was turned off`,
        text: [
          `${toMailLine(hook.url)} is sent no more events of ${toMailLine(hook.name)}.`,
          toMailLine(hook.problem ?? ''),
          '',
          `See its deliveries, and turn it on again once the receiver works: ${base.url}/${hook.slug}/webhooks`,
        ].join('\n'),
        messageId: `<webhook-${hookId}-${id}-${Date.parse(offAt)}@${new URL(base.url).hostname}>`,
      },
      sender,
    );
}
