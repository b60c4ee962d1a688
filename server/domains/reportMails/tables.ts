/** Reports by mail. */
import type { MailPace } from '#contract/reportMails/enums.ts';
import type { Born, Id, Instant, MaybeInstant } from '../../db/columns.ts';

export interface ReportMailTables {
  report_mails: {
    id: Id;
    company_id: number;
    user_id: number;
    sentence: string;
    pace: MailPace;
    next_at: Instant;
    last_sent_at: MaybeInstant;
    created_at: Born;
  };
}
