/** The file store: bytes by key. Rows of `files` say whose they are. */
import type { Readable } from 'node:stream';

/** The file store port. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** A stream of the bytes from `start` to `end` inclusive; null when there is no such file. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}

/** The store did not answer, or would not: nothing was kept, nothing was lost, a later try may succeed. */
export class FileStoreUnavailableError extends Error {}

const grammar = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]+)*$/;

/** The key itself. Throws for one that is not words joined by `/`. */
export function checkKey(key: string): string {
  if (!grammar.test(key) || key.includes('..')) throw new Error('A file key that is none');
  return key;
}
