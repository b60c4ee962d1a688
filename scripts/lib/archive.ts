/** The archive of a backup: a gzipped tar with a manifest, the tables as COPY writes them, the files, and an end that says that all is there. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import * as z from 'zod/mini';

export const archiveFormat = 1;

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type TableInfo = z.output<typeof Table>;

/** First entry: what the archive holds. */
export const Manifest = z.object({
  format: z.literal(archiveFormat),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  jobsVersion: z.nullable(z.number()),
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
});
export type Manifest = z.output<typeof Manifest>;

/** Last entry: an archive without it was cut off. */
export const End = z.object({ rows: z.record(z.string(), z.number()), files: z.number() });
export type End = z.output<typeof End>;

export const names = { manifest: 'manifest.json', secrets: 'secrets.json', end: 'end.json', tables: 'tables/', files: 'files/' } as const;
export const formatTableKey = ({ schema, name }: Pick<TableInfo, 'schema' | 'name'>) => `${schema}.${name}`;

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** Adds what a stream brings as numbered parts, since its size is not known before. */
  addParts(prefix: string, content: AsyncIterable<Buffer>): Promise<void>;
  finish(): Promise<void>;
  /** Gives up, and removes the file where it is of this archive. */
  discard(): Promise<void>;
}

const partBytes = 4_000_000;

/** Begins an archive at `path`, which only its owner may read: it holds the secrets of the installation. */
export function createArchive(path: string): ArchiveWriter {
  const pack = tar.pack();
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  // Not where a file was there: another archive may be being written.
  let isOurs = false;
  file.once('open', () => {
    isOurs = true;
  });
  const written = pipeline(pack, createGzip({ level: 6 }), file);
  // A file that cannot be written ends the tar as well; its own error says why.
  let failure: Error | null = null;
  written.catch((error: Error) => {
    failure = error;
    pack.destroy(error);
  });
  const add = (name: string, content: Buffer) =>
    Promise.race([
      new Promise<void>((resolve, reject) => {
        pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(failure ?? error) : resolve()));
      }),
      written,
    ]);
  return {
    add,
    async addParts(prefix, content) {
      let parts: Buffer[] = [];
      let size = 0;
      let count = 0;
      const flush = async () => {
        count += 1;
        await add(`${prefix}/${String(count).padStart(6, '0')}`, Buffer.concat(parts));
        [parts, size] = [[], 0];
      };
      for await (const part of content) {
        parts.push(part);
        size += part.length;
        if (size >= partBytes) await flush();
      }
      if (size > 0) await flush();
    },
    async finish() {
      pack.finalize();
      await written;
    },
    async discard() {
      pack.destroy();
      await written.catch(() => undefined);
      if (isOurs) await rm(path, { force: true });
    },
  };
}

export interface Entry {
  readonly name: string;
  readonly content: Readable;
}

/** Reads an archive entry by entry, in the order in which they were added. Each is read to its end before the next is asked for. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const extract = tar.extract();
  const reading = pipeline(createReadStream(path), createGunzip(), extract);
  reading.catch((error: Error) => extract.destroy(error));
  for await (const entry of extract) {
    const content = Readable.from(entry, { objectMode: false });
    yield { name: entry.header.name, content };
  }
  await reading;
}

/** All bytes of an entry. */
export async function readContent({ content }: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
