/** Reports that are mailed on a schedule. */
import * as z from 'zod/mini';
import { instant } from '../core/schema.ts';
import { mailPaces } from './enums.ts';

/** A report of a company that is mailed to the person who asked for it. `sentence`: the report as a line, such as `missed calls by hour last 7 days`. */
export const ReportMail = z.object({ id: z.number(), sentence: z.string(), pace: z.enum(mailPaces), nextAt: instant, lastSentAt: z.nullable(instant) });
export type ReportMail = z.output<typeof ReportMail>;
