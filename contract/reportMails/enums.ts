/** How often a report is mailed: each morning, each Monday, the first of each month. */
export const mailPaces = ['day', 'week', 'month'] as const;
export type MailPace = (typeof mailPaces)[number];

export const mailPaceLabel: Readonly<Record<MailPace, string>> = { day: 'Every day', week: 'Every Monday', month: 'On the 1st of the month' };

/** The same within a sentence. */
export const mailPacePhrase: Readonly<Record<MailPace, string>> = { day: 'every day', week: 'every Monday', month: 'on the 1st of the month' };

/** Hour of the company’s day at which reports are mailed. */
export const mailHour = 7;

/** Reports mailed to one person from a company. */
export const maxReportMails = 20;
