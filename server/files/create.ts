/** Chooses the file store: a bucket where one is configured, else a folder beside the rest of the data. */
import type { Config } from '../config.ts';
import { createFolderStore } from './folder.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** The file store of an installation. A bucket looks for what it lacks in the folder, where files were kept before. */
export function createFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  const folder = createFolderStore(`${dataDir}/files`);
  return s3 === null ? folder : createS3Store(s3, folder);
}
