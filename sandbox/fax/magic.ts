/** Numbers that are faxed with a known outcome. The one table: the sandbox plays it, its page prints it, tests read it. */

/** A status and its webhook; `afterMs` counts from the moment the fax was taken. `isReported`: false keeps the webhook back. */
export interface FaxReport {
  readonly afterMs: number;
  readonly status: 'queued' | 'media.processed' | 'sending' | 'delivered' | 'failed';
  readonly reason?: string;
  readonly isReported?: false;
}

/** Outcome of the request itself. */
type FaxReply =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  | { readonly kind: 'busyOnce' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'fail'; readonly isTaken: boolean };

export interface FaxOutcome {
  readonly reply: FaxReply;
  readonly reports: readonly FaxReport[];
  /** The other side faxes a document back. */
  readonly answers?: true;
}

const acceptReply: FaxReply = { kind: 'accept' };
const startReports: readonly FaxReport[] = [
  { afterMs: 100, status: 'queued' },
  { afterMs: 600, status: 'media.processed' },
  { afterMs: 1_500, status: 'sending' },
];
const deliveredReports: readonly FaxReport[] = [...startReports, { afterMs: 8_000, status: 'delivered' }];
const createFailure = (reason: string): readonly FaxReport[] => [...startReports, { afterMs: 4_000, status: 'failed', reason }];

/** Outcome of a fax to any other number. */
export const ordinaryFax: FaxOutcome = { reply: acceptReply, reports: deliveredReports };

const entries: readonly (FaxOutcome & { readonly title: string })[] = [
  { title: 'Delivered', reply: acceptReply, reports: deliveredReports },
  { title: 'Busy (user_busy)', reply: acceptReply, reports: createFailure('user_busy') },
  { title: 'No answer (receiver_no_answer)', reply: acceptReply, reports: createFailure('receiver_no_answer') },
  { title: 'Rejected (receiver_decline)', reply: acceptReply, reports: createFailure('receiver_decline') },
  {
    title: 'A person answers, no machine (fax_initial_communication_timeout)',
    reply: acceptReply,
    reports: createFailure('fax_initial_communication_timeout'),
  },
  { title: 'Delivered, and they fax back', reply: acceptReply, reports: deliveredReports, answers: true },
  { title: 'Refused by the vendor (10002)', reply: { kind: 'refuse', code: '10002', message: 'Invalid phone number' }, reports: [] },
  { title: 'Too many requests once (429), then delivered', reply: { kind: 'busyOnce' }, reports: deliveredReports },
  { title: 'Error 500 after taking it, delivered', reply: { kind: 'fail', isTaken: true }, reports: deliveredReports },
  { title: 'Error 500 without taking it', reply: { kind: 'fail', isTaken: false }, reports: [] },
  { title: 'Taken, reply lost, delivered', reply: { kind: 'drop' }, reports: deliveredReports },
  { title: 'Accepted, reply lost, no webhooks', reply: { kind: 'drop' }, reports: deliveredReports.map((report) => ({ ...report, isReported: false })) },
  { title: 'Webhooks twice', reply: acceptReply, reports: deliveredReports.flatMap((report) => [report, report]) },
  {
    title: 'Webhooks in the wrong order',
    reply: acceptReply,
    reports: [
      { afterMs: 400, status: 'delivered' },
      { afterMs: 800, status: 'sending' },
      { afterMs: 1_200, status: 'queued' },
    ],
  },
  {
    title: 'Delivered, last webhook missing',
    reply: acceptReply,
    reports: deliveredReports.map((report) => (report.status === 'delivered' ? { ...report, isReported: false } : report)),
  },
];

/** Every magic fax number, by its place in the table: +1 907-555-9101 onwards. */
export const magicFaxes: readonly (FaxOutcome & { readonly number: string; readonly title: string })[] = entries.map((entry, at) => ({
  ...entry,
  number: `+1907555${String(9_101 + at)}`,
}));

/** The number of a title. Throws for a title that is none. */
export function findMagicFax(title: string): string {
  const entry = magicFaxes.find((magic) => magic.title === title);
  if (!entry) throw new Error(`Unknown magic fax number “${title}”`);
  return entry.number;
}
