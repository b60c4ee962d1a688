/** The file store in a folder. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkKey, type FileStore } from './store.ts';

/** Keeps files under `folder`. Keys never leave it. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checkKey(key));
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const half = `${path}.${randomUUID()}`;
      try {
        await writeFile(half, bytes, { mode: 0o600 });
        await rename(half, path);
      } catch (error) {
        // On a full disk half a file would hold the last free space.
        await rm(half, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async read(key, range) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? createReadStream(path, range) : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
