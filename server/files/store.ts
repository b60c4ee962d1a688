/** The file store: bytes by key, in a folder. Rows of `files` say whose they are. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** The file store port. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** A stream of the bytes from `start` to `end` inclusive; null when there is no such file. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}

const grammar = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]+)*$/;

/** Keeps files under `folder`. Keys are words joined by `/` and never leave it. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!grammar.test(key) || key.includes('..')) throw new Error('A file key that is none');
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const half = `${path}.${randomUUID()}`;
      await writeFile(half, bytes);
      await rename(half, path);
    },
    async read(key, range) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? createReadStream(path, range) : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
