/** Files are put into the file store with no transaction open, and recorded inside of one: whoever waits for its locks does not wait for the store. */
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';
import type { FileStore } from './store.ts';

/** A file in the file store, of which no row need tell yet. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly storageKey: string;
}

/** Puts a file into the store under a key; the same key again is the same file. */
export async function storeFile(
  files: FileStore,
  storageKey: string,
  { name, contentType, bytes }: { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array },
): Promise<StoredFile> {
  await files.put(storageKey, bytes);
  return { name, contentType, bytes: bytes.length, storageKey };
}

/** The row of a stored file in the open transaction's company; its id. */
export async function recordFile({ name, contentType, bytes, storageKey }: StoredFile): Promise<number> {
  const { id } = await currentTransaction()
    .insertInto('files')
    .values({ company_id: companyId(), name, content_type: contentType, bytes, storage_key: storageKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Does the work that records stored files. Where it is refused, or says that it had no use for them, they leave the store again; where it fails otherwise nobody
 * knows whether it was kept, and they stay.
 */
export async function withStoredFiles<T extends { readonly isRecorded: boolean }>(
  files: FileStore,
  stored: readonly StoredFile[],
  work: () => Promise<T>,
): Promise<T> {
  const removeUnused = () => Promise.allSettled(stored.map(({ storageKey }) => files.remove(storageKey)));
  const done = await work().catch(async (error: unknown) => {
    if (error instanceof AppError) await removeUnused();
    throw error;
  });
  if (!done.isRecorded) await removeUnused();
  return done;
}
