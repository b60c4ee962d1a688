/** The script of dynamic numbers as websites get it: built with the app, or from its source where there is no build. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileName = 'visitor/v1.js';

/** Builds the script: one classic script without imports. */
export async function buildVisitorScript(): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2020',
      minify: true,
      reportCompressedSize: false,
      lib: { entry: resolve(root, 'src/visitor/script.ts'), formats: ['iife'], name: 'keylineScript', fileName: () => 'v1.js' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output.find((each) => each.type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The visitor script was not built');
  return chunk.code.trim();
}

/** Builds the script beside the app. */
export const emitVisitorScript = (): Plugin => ({
  name: 'keyline-visitor-script',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await buildVisitorScript() });
  },
});

/** The script and the hash by which a page can pin it. */
interface VisitorScript {
  readonly code: string;
  readonly integrity: string;
  readonly bytes: number;
}

let loaded: Promise<VisitorScript> | null = null;

async function load(isBuilt: boolean): Promise<VisitorScript> {
  const code = isBuilt ? await readFile(resolve(root, 'dist', fileName), 'utf8') : await buildVisitorScript();
  return { code, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`, bytes: Buffer.byteLength(code) };
}

/** Loads the script once. `isBuilt`: from `dist`, as it was built with the app. */
export function loadVisitorScript(isBuilt: boolean): Promise<VisitorScript> {
  loaded ??= load(isBuilt).catch((error: unknown) => {
    // The next request tries again.
    loaded = null;
    throw error;
  });
  return loaded;
}
