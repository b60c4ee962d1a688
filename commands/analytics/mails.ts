/** Commands over reports by mail: have the report shown mailed, and stop it. */
import type { ReportMail } from '#contract/reportMails/entities.ts';
import { mailPaceLabel, mailPaces } from '#contract/reportMails/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Reports', scopes: ['workspace'], permission: 'analytics.read', ownOnly: true } as const satisfies Partial<
  CommandDefinition<Record<never, never>>
>;

const toOption = (mail: ReportMail): Option<ReportMail> => ({
  value: mail,
  id: String(mail.id),
  title: capitalize(mail.sentence),
  detail: mailPaceLabel[mail.pace],
  icon: 'mail',
});

/** Commands over reports by mail. */
export const mailCommands: readonly Command[] = [
  command({
    ...base,
    scopes: ['dashboard'],
    id: 'reports.mail',
    title: 'Mail report',
    keywords: ['email', 'schedule', 'send', 'weekly', 'daily', 'monthly', 'subscribe'],
    icon: 'mail',
    args: { pace: arg.one('How often', mailPaces, mailPaceLabel) },
    run: async ({ args, services }) => services.reports.mailReport(args.pace),
  }),
  command({
    ...base,
    id: 'reports.stopMail',
    title: 'Stop mailing report',
    keywords: ['email', 'schedule', 'unsubscribe'],
    icon: 'mail',
    available: ({ reportMails }) => reportMails.length > 0 || { reason: 'No report is mailed to you' },
    args: { mail: arg.list({ label: 'Report', options: ({ reportMails }: Context) => reportMails.map(toOption) }) },
    run: async ({ args, services }) => services.reports.stopMail(args.mail),
  }),
];
