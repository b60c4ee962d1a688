/** Moments at which reports are mailed. */
import { sql } from 'kysely';
import { type MailPace, mailHour } from '#contract/reportMails/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { reportMail } from './jobs.ts';

const mostAtOnce = 500;

/** The next moment of a pace, in the time zone of the open company. */
export const selectNextMoment = (pace: MailPace, zone: string) => sql<Date>`next_report_mail(${pace}, ${zone}, ${mailHour}, now())`;

interface Due {
  readonly company_id: number;
  readonly user_id: number;
  readonly mail_id: number;
}

/** The worker of `reports.due`: each report whose time has come gets its next time and a job, in one transaction. */
export async function enqueueDue({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() => sql<Due>`select * from due_report_mails(${mostAtOnce})`.execute(currentTransaction()));
  for (const { company_id: company, user_id: userId, mail_id: mailId } of rows)
    await tenancy.company([company], userId, async () => {
      const due = await currentTransaction()
        .selectFrom('report_mails')
        .innerJoin('companies', 'companies.id', 'report_mails.company_id')
        .select(['report_mails.next_at', 'report_mails.pace', 'companies.timezone'])
        .where('report_mails.company_id', '=', companyId())
        .where('report_mails.id', '=', mailId)
        .where('report_mails.next_at', '<=', sql<Date>`now()`)
        .forUpdate('report_mails')
        .executeTakeFirst();
      if (!due) return;
      await currentTransaction()
        .updateTable('report_mails')
        .set({ next_at: selectNextMoment(due.pace, due.timezone) })
        .where('id', '=', mailId)
        .execute();
      failpoint('reports.due: moved on');
      await jobs.enqueue(reportMail, { companyId: company, userId, mailId, dueAt: due.next_at.toISOString() });
    });
}
