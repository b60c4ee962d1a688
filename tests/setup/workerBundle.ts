/** The worker processes that tests kill, as one file: read from the thousands it is made of, a start takes twice as long, and there are hundreds of starts. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'tests', 'server', 'worker.child.ts');
/** Below the packages, so that those that stay outside are found; always the same, so that its compiled form is. */
const target = join(root, 'node_modules', '.cache', 'keyline-worker', 'worker.js');

/** Packages of many files that work from within a bundle. */
const inside = /^(kysely|stripe|zod)(\/|$)/;

/** Bundles the worker with the server’s own files; returns its path. A file that looks for what is beside it finds it where the source is. */
export async function bundleWorker(): Promise<string> {
  const { output } = await build({
    input: source,
    cwd: root,
    platform: 'node',
    external: (id) => /^[a-z@]/.test(id) && !inside.test(id),
    plugins: [
      {
        name: 'address-of-the-source',
        transform: (code, id) => (code.includes('import.meta.url') ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : null),
      },
    ],
    output: { format: 'esm', codeSplitting: false },
    logLevel: 'warn',
    write: false,
  });
  await mkdir(dirname(target), { recursive: true });
  const written = `${target}.${process.pid}`;
  await writeFile(written, output[0].code);
  await rename(written, target);
  return target;
}
