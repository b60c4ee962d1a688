/** Paces of reports by mail. */
import { capitalize } from '../text/capitalize.ts';

/** Paces at which a report is mailed: each morning, each Monday, the first of each month. */
export const mailPaces = ['day', 'week', 'month'] as const;
export type MailPace = (typeof mailPaces)[number];

/** Words of a pace within a sentence, and by themselves. */
export const mailPacePhrase: Readonly<Record<MailPace, string>> = { day: 'every day', week: 'every Monday', month: 'on the 1st of the month' };
export const mailPaceLabel: Readonly<Record<MailPace, string>> = {
  day: capitalize(mailPacePhrase.day),
  week: capitalize(mailPacePhrase.week),
  month: capitalize(mailPacePhrase.month),
};

/** Hour of the company’s day at which reports are mailed. */
export const mailHour = 7;

/** Reports mailed to one person from a company. */
export const maxReportMails = 20;
