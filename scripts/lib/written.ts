/** Pages of docs/ that are written from the code: what is missing, stale or of nothing any more is found by a check. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Pages by their path under docs/. Every file in a folder of `whole` is one of them. */
export interface GeneratedPages {
  readonly pages: ReadonlyMap<string, string>;
  readonly whole: readonly string[];
}

async function ofNothing({ pages, whole }: GeneratedPages): Promise<string[]> {
  const there = await Promise.all(whole.map(async (folder) => (await readdir(join(docs, folder)).catch(() => [])).map((name) => `${folder}/${name}`)));
  return there.flat().filter((path) => !pages.has(path));
}

/** Paths of pages that are not what the code says. */
export async function findStalePages(written: GeneratedPages): Promise<string[]> {
  const read = await Promise.all(
    [...written.pages].map(async ([path, page]) => ({ path, page, now: await readFile(join(docs, path), 'utf8').catch(() => '') })),
  );
  return [...(await ofNothing(written)), ...read.filter(({ page, now }) => page !== now).map(({ path }) => path)];
}

/** Writes them all, and takes away what is of nothing any more. */
export async function writePages(written: GeneratedPages): Promise<void> {
  for (const [path, page] of written.pages) {
    await mkdir(dirname(join(docs, path)), { recursive: true });
    await writeFile(join(docs, path), page);
  }
  for (const path of await ofNothing(written)) await rm(join(docs, path));
}
