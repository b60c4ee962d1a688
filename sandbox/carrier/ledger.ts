/** What the carrier remembers: messages, media and recordings, in memory; the oldest are forgotten. */
import { randomBytes } from 'node:crypto';
import type { Segment } from './voice/audio.ts';

/** A message as the carrier keeps it; `status` changes with the reports. */
export interface LedgerMessage {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly statusCallback: string | null;
  readonly media: readonly LedgerFile[];
  readonly createdAt: Date;
  status: string;
  errorCode: number | null;
}

export interface LedgerFile {
  readonly sid: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const mostMessages = 20_000;
const mostFiles = 200;

/** A new id as the carrier writes them: two letters and 32 hex digits. */
export const newSid = (prefix: 'SM' | 'MM' | 'CA' | 'RE' | 'ME' | 'PN' | 'KW' | 'PU' | 'RD') => prefix + randomBytes(16).toString('hex');

export interface Ledger {
  add(message: Omit<LedgerMessage, 'createdAt' | 'status' | 'errorCode'> & { readonly status: string }): LedgerMessage;
  find(sid: string): LedgerMessage | undefined;
  /** Newest first. */
  list(filter: { readonly from?: string | undefined; readonly to?: string | undefined }): LedgerMessage[];
  keep(file: LedgerFile): void;
  file(sid: string): LedgerFile | undefined;
  /** What was said in a recording, by channel. */
  keepTranscript(recordingSid: string, segments: readonly Segment[]): void;
  transcript(recordingSid: string): readonly Segment[] | undefined;
}

export function createLedger(): Ledger {
  const messages = new Map<string, LedgerMessage>();
  const files = new Map<string, LedgerFile>();
  const transcripts = new Map<string, readonly Segment[]>();
  const trim = (map: Map<string, unknown>, most: number) => {
    for (const [oldest] of map) {
      if (map.size <= most) return;
      map.delete(oldest);
    }
  };
  return {
    add(given) {
      const message: LedgerMessage = { ...given, createdAt: new Date(), errorCode: null };
      messages.set(message.sid, message);
      trim(messages, mostMessages);
      return message;
    },
    find: (sid) => messages.get(sid),
    list: ({ from, to }) =>
      [...messages.values()].filter((message) => (from === undefined || message.from === from) && (to === undefined || message.to === to)).reverse(),
    keep(file) {
      files.set(file.sid, file);
      trim(files, mostFiles);
    },
    file: (sid) => files.get(sid),
    keepTranscript(recordingSid, segments) {
      transcripts.set(recordingSid, segments);
      trim(transcripts, mostFiles);
    },
    transcript: (recordingSid) => transcripts.get(recordingSid),
  };
}
