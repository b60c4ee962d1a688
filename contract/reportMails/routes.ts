/** Reports by mail: the signed-in person’s own, to their own address. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createTextSchema, Id } from '../core/schema.ts';
import { ReportMail } from './entities.ts';
import { mailHour, mailPaces, maxReportMails } from './enums.ts';

const own = { access: 'analytics.read', company: 'path.companyId', isPersonal: true, spec: 'ours' } as const;
/** Nobody has mail sent in another’s name. */
const inPerson = { ...own, inPerson: true } as const;

export const routes = {
  list: route('GET /companies/{companyId}/report-mails', {
    ...own,
    params: { companyId: Id },
    reply: createListSchema(ReportMail, z.object({ total: z.number() })),
    summary: 'Reports that are mailed to the person, oldest first',
  }),
  create: route('POST /companies/{companyId}/report-mails', {
    ...inPerson,
    params: { companyId: Id },
    body: z.object({ sentence: createTextSchema(2_000), pace: z.enum(mailPaces) }),
    reply: ReportMail,
    summary: `Has a report mailed to the person at ${mailHour}:00 of the company’s day; the same report again changes how often. Up to ${maxReportMails} of a person`,
    perMinute: 30,
  }),
  delete: route('DELETE /companies/{companyId}/report-mails/{id}', {
    ...inPerson,
    params: { companyId: Id, id: Id },
    summary: 'Stops mailing a report',
  }),
};
