/** Mails owners and administrators that a webhook was turned off. A job that is repeated after a crash sends the same mails under the same ids. */
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Services } from '../../services.ts';
import { mailManagers } from '../auth/managerMails.ts';
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

/** The worker of `eventHooks.mail`. */
export async function mailTurnedOff(services: Services, { companyId: company, hookId, offAt }: NonNullable<typeof eventHooksMail.given>): Promise<void> {
  const hook = await services.tenancy.companyReading([company], null, () => findOff(hookId));
  if (!hook) return;
  await mailManagers(services, company, {
    permission: 'webhooks.manage',
    subject: `A webhook of ${toMailLine(hook.name)} was turned off`,
    text: (url) =>
      [
        `${toMailLine(hook.url)} is sent no more events of ${toMailLine(hook.name)}.`,
        toMailLine(hook.problem ?? ''),
        '',
        `See its deliveries, and turn it on again once the receiver works: ${url}/${hook.slug}/webhooks`,
      ].join('\n'),
    id: `webhook-${hookId}-${Date.parse(offAt)}`,
  });
}
