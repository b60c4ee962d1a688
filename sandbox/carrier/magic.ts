/** Recipients with a known outcome. The one table: the sandbox plays it, its page prints it, tests read it. */

/** A status and its callback; `afterMs` counts from the moment the message was taken. `isReported`: false keeps the callback back. */
export interface StatusReport {
  readonly afterMs: number;
  readonly status: 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed';
  readonly errorCode?: number;
  readonly isReported?: false;
}

/** Outcomes of the request itself. `drop`: taken, and the connection is cut before the reply; `fail`: answered with 500. */
type Reply =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly code: number; readonly message: string }
  | { readonly kind: 'busyOnce'; readonly retryAfterSeconds: number }
  | { readonly kind: 'drop'; readonly isTaken: boolean }
  | { readonly kind: 'fail'; readonly isTaken: boolean };

export interface MagicRecipient {
  readonly number: string;
  readonly title: string;
  readonly reply: Reply;
  readonly reports: readonly StatusReport[];
}

const accept: Reply = { kind: 'accept' };
const delivered: readonly StatusReport[] = [
  { afterMs: 300, status: 'sent' },
  { afterMs: 900, status: 'delivered' },
];
const createEnding = (status: 'undelivered' | 'failed', errorCode: number): readonly StatusReport[] => [
  { afterMs: 300, status: 'sent' },
  { afterMs: 900, status, errorCode },
];
const refuse = (code: number, message: string): Reply => ({ kind: 'refuse', code, message });

/** Outcome of a text to any other number. */
export const ordinary: Pick<MagicRecipient, 'reply' | 'reports'> = { reply: accept, reports: delivered };

const entries: readonly Omit<MagicRecipient, 'number'>[] = [
  { title: 'Delivered', reply: accept, reports: delivered },
  { title: 'Undelivered: unreachable (30003)', reply: accept, reports: createEnding('undelivered', 30003) },
  { title: 'Undelivered: not in service (30005)', reply: accept, reports: createEnding('undelivered', 30005) },
  { title: 'Undelivered: landline or unreachable (30006)', reply: accept, reports: createEnding('undelivered', 30006) },
  { title: 'Undelivered: filtered (30007)', reply: accept, reports: createEnding('undelivered', 30007) },
  { title: 'Undelivered: unknown error (30008)', reply: accept, reports: createEnding('undelivered', 30008) },
  { title: 'Failed: unregistered for 10DLC (30034)', reply: accept, reports: [{ afterMs: 400, status: 'failed', errorCode: 30034 }] },
  { title: 'Refused: opted out (21610)', reply: refuse(21610, 'Attempt to send to unsubscribed recipient'), reports: [] },
  { title: 'Refused: bad number (21211)', reply: refuse(21211, 'The To number is not a valid phone number'), reports: [] },
  { title: 'Refused: landline (21635)', reply: refuse(21635, 'The To number cannot be a landline'), reports: [] },
  {
    title: 'Slow: delivered after 20 seconds',
    reply: accept,
    reports: [
      { afterMs: 1_000, status: 'queued' },
      { afterMs: 8_000, status: 'sent' },
      { afterMs: 20_000, status: 'delivered' },
    ],
  },
  { title: 'Too many requests once (429), then delivered', reply: { kind: 'busyOnce', retryAfterSeconds: 1 }, reports: delivered },
  { title: 'Error 500 after taking it, delivered', reply: { kind: 'fail', isTaken: true }, reports: delivered },
  { title: 'Taken, reply lost, delivered', reply: { kind: 'drop', isTaken: true }, reports: delivered },
  {
    title: 'Callbacks twice',
    reply: accept,
    reports: [
      { afterMs: 200, status: 'sent' },
      { afterMs: 300, status: 'sent' },
      { afterMs: 500, status: 'delivered' },
      { afterMs: 600, status: 'delivered' },
      { afterMs: 700, status: 'sent' },
    ],
  },
  {
    title: 'Callbacks in the wrong order',
    reply: accept,
    reports: [
      { afterMs: 200, status: 'delivered' },
      { afterMs: 400, status: 'sent' },
      { afterMs: 600, status: 'queued' },
    ],
  },
  { title: 'No callbacks', reply: accept, reports: [] },
  { title: 'Error 500 after accepting it, no callbacks', reply: { kind: 'fail', isTaken: true }, reports: [] },
  { title: 'Accepted, reply lost, no callbacks', reply: { kind: 'drop', isTaken: true }, reports: [] },
  { title: 'Error 500 without taking it', reply: { kind: 'fail', isTaken: false }, reports: [] },
  {
    title: 'Delivered, last callback missing',
    reply: accept,
    reports: delivered.map((report) => (report.status === 'sent' ? report : { ...report, isReported: false })),
  },
];

/** Every magic recipient, by its place in the table: +1 907-555-9001 onwards. */
export const magicNumbers: readonly MagicRecipient[] = entries.map((entry, at) => ({ ...entry, number: `+1907555${String(9_001 + at)}` }));

/** The number of a title. Throws for a title that is none. */
export function findMagicNumber(title: string): string {
  const entry = magicNumbers.find((magic) => magic.title === title);
  if (!entry) throw new Error(`Unknown magic number “${title}”`);
  return entry.number;
}
