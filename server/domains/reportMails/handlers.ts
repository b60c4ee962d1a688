/** Reports by mail over HTTP. Row-level security shows the person's own alone. */
import type { Selectable } from 'kysely';
import type { routes } from '#contract/index.ts';
import type { ReportMail } from '#contract/reportMails/entities.ts';
import { maxReportMails } from '#contract/reportMails/enums.ts';
import { formatReportSentence, parseReportSentence } from '#contract/text/reportSentence.ts';
import { deleteOwnRow, lockOwnRows } from '../../access/ownRows.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { getCompanyZone } from '../../lists/dateRange.ts';
import { selectNextMoment } from './due.ts';
import { readFigures } from './figures.ts';
import type { ReportMailTables } from './tables.ts';

const columns = ['id', 'sentence', 'pace', 'next_at', 'last_sent_at'] as const;
type Row = Pick<Selectable<ReportMailTables['report_mails']>, (typeof columns)[number]>;

const toReportMail = ({ id, sentence, pace, next_at: nextAt, last_sent_at: lastSentAt }: Row): ReportMail => ({
  id,
  sentence,
  pace,
  nextAt: nextAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
});

const selectOwn = (userId: number) => currentTransaction().selectFrom('report_mails').where('company_id', '=', companyId()).where('user_id', '=', userId);

/** The sentence as it is printed: the same report is one row. Refuses what is no report of the company, and days that stay the same whenever it is mailed. */
function tidySentence(text: string): string {
  const read = parseReportSentence(text);
  if (!read.ok) throw new AppError('invalid', { field: 'sentence', message: read.message });
  if ('days' in read.value.range) throw new AppError('invalid', { field: 'sentence', message: 'Choose a period that moves with the day, like last 7 days' });
  if (read.value.report === 'byCompany' || read.value.isAcrossCompanies)
    throw new AppError('invalid', { field: 'sentence', message: 'A report across companies can’t be mailed. Choose a report of one company.' });
  return formatReportSentence(read.value);
}

export const handlers: Handlers<typeof routes.reportMails> = {
  list: async ({ authUser }) => {
    const rows = await selectOwn(authUser.userId).select(columns).orderBy('id').execute();
    return { data: rows.map(toReportMail), meta: { total: rows.length } };
  },

  create: async ({ body: { sentence: typed, pace }, authUser: { userId }, membership }) => {
    const sentence = tidySentence(typed);
    // Read once: a report that can't be would be found out about by mail.
    const figures = await readFigures(membership, sentence, new Date());
    if ('fault' in figures) throw new AppError('invalid', { field: 'sentence', message: figures.fault });
    await lockOwnRows('report_mails', userId);
    const others = await selectOwn(userId).select('id').where('sentence', '<>', sentence).execute();
    if (others.length >= maxReportMails)
      throw new AppError('invalid', { field: 'sentence', message: `Up to ${maxReportMails} reports are mailed to you. Stop one first.` });
    const next = { pace, next_at: selectNextMoment(pace, await getCompanyZone()) };
    const row = await currentTransaction()
      .insertInto('report_mails')
      .values({ company_id: companyId(), user_id: userId, sentence, ...next })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'sentence']).doUpdateSet(next))
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toReportMail(row);
  },

  delete: ({ params, authUser }) => deleteOwnRow('report_mails', authUser.userId, params.id),
};
