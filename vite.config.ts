import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { alias, emitCatalog } from './scripts/lib/catalogEntry.ts';
import { compress } from './scripts/lib/compress.ts';
import { emitVisitorScript } from './server/web/visitorScript.ts';

export default defineConfig({
  resolve: { alias },
  plugins: [react(), compress(), emitVisitorScript(), emitCatalog()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    // The page names only the style sheets of a late script. Names of the scripts it imports would add 1 kB to the first load.
    modulePreload: { polyfill: false, resolveDependencies: (_, deps) => deps.filter((name) => name.endsWith('.css')) },
    rolldownOptions: {
      // The code the first rows need travels in one file, that of the first command in another, and all other commands in a third; split by shared use, they would be thirty files each.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/src\/app\/main\.tsx$/, priority: 2 },
            { name: 'commands', test: /\/src\/(app\/deferredShell\.tsx|features\/\w+\/late\.ts)$/, priority: 1 },
            { name: 'areas', test: /\/commands\/laterAreas\.ts$/ },
          ],
        },
      },
      // Nothing of ours acts by being imported but the entry, the theme and style sheets: what is only re-exported stays out of the first load.
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        moduleSideEffects: [{ test: /\/(contract|machines|commands|src)\/(?!app\/main|theme\/)[^?]*\.tsx?$/, sideEffects: false }],
      },
    },
  },
  // The pages of bench/ have dependencies of their own.
  optimizeDeps: { entries: ['index.html', 'catalog.html'] },
  worker: { format: 'es' },
});
