/** Memory of the carrier: messages, media and recordings; the oldest are forgotten. */
import { createHash, randomBytes } from 'node:crypto';
import type { Segment } from './voice/segment.ts';

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

const maxMessages = 20_000;
const maxFiles = 200;

/** A new id as the carrier writes them: two letters and 32 hex digits. */
export const createSid = (
  prefix:
    | 'SM'
    | 'MM'
    | 'CA'
    | 'RE'
    | 'ME'
    | 'PN'
    | 'KW'
    | 'PU'
    | 'RD'
    | 'QU'
    | 'BU'
    | 'BV'
    | 'IT'
    | 'AD'
    | 'BN'
    | 'MG'
    | 'QE'
    | 'CM'
    | 'HH'
    | 'DG'
    | 'DF'
    | 'AB'
    | 'EZ',
) => prefix + randomBytes(16).toString('hex');

export interface Ledger {
  add(message: Omit<LedgerMessage, 'createdAt' | 'status' | 'errorCode'> & { readonly status: string }): LedgerMessage;
  find(sid: string): LedgerMessage | undefined;
  /** Newest first. */
  list(filter: { readonly from?: string | undefined; readonly to?: string | undefined }): LedgerMessage[];
  saveFile(file: LedgerFile): void;
  findFile(sid: string): LedgerFile | undefined;
  /** Stores the words spoken in a sound, by channel: kept for every sound that was played here. */
  saveTranscript(sound: Uint8Array, segments: readonly Segment[]): void;
  findTranscript(sound: Uint8Array): readonly Segment[] | undefined;
}

/** Forgets the oldest entries of a memory that holds more than so many. */
export function trim(memory: Map<string, unknown>, most: number): void {
  for (const [oldest] of memory) {
    if (memory.size <= most) return;
    memory.delete(oldest);
  }
}

export function createLedger(): Ledger {
  const messages = new Map<string, LedgerMessage>();
  const files = new Map<string, LedgerFile>();
  const words = new Map<string, readonly Segment[]>();
  const hashSound = (sound: Uint8Array) => createHash('sha256').update(sound).digest('hex');
  return {
    add(given) {
      const message: LedgerMessage = { ...given, createdAt: new Date(), errorCode: null };
      messages.set(message.sid, message);
      trim(messages, maxMessages);
      return message;
    },
    find: (sid) => messages.get(sid),
    list: ({ from, to }) =>
      [...messages.values()].filter((message) => (from === undefined || message.from === from) && (to === undefined || message.to === to)).reverse(),
    saveFile(file) {
      files.set(file.sid, file);
      trim(files, maxFiles);
    },
    findFile: (sid) => files.get(sid),
    saveTranscript(sound, segments) {
      words.set(hashSound(sound), segments);
      trim(words, maxFiles);
    },
    findTranscript: (sound) => words.get(hashSound(sound)),
  };
}
