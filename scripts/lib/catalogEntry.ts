/** The consumer catalog's page (`/catalog`): a build of its own, so that nothing of it stands in the app's files, and nothing of the app's in its. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type AliasOptions, build, type Plugin } from 'vite';
import { compress } from './compress.ts';

/** React has had it since version 18; what stands in for it in older ones stays out. */
export const alias: AliasOptions = [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }];

/** Builds the page and its files into `catalog/` of the app's folder. */
async function buildCatalog(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    base: '/catalog/',
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias },
    plugins: [react(), compress()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: resolve(root, 'catalog.html'),
        // As in the app's build: nothing of ours acts by being imported but the entry, the theme and style sheets.
        treeshake: {
          propertyReadSideEffects: false,
          unknownGlobalSideEffects: false,
          moduleSideEffects: [{ test: /\/(contract|machines|commands|src)\/(?!catalog\/main|theme\/)[^?]*\.tsx?$/, sideEffects: false }],
        },
      },
    },
  });
}

/** Builds the catalog after the app. */
export function emitCatalog(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'keyline:catalog',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    // A build that failed says why by itself.
    closeBundle: async () => {
      if (existsSync(join(outDir, 'index.html'))) await buildCatalog(root, join(outDir, 'catalog'));
    },
  };
}
