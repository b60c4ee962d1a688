import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './scripts/lib/compress.ts';

export default defineConfig({
  // React has had it since version 18; what stands in for it in older ones stays out.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [react(), compress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The code the first rows need travels in one file, that of the first command in another; split by shared use, they would be thirty files each.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/src\/app\/main\.tsx$/, priority: 2 },
            { name: 'commands', test: /\/src\/(app\/deferredShell\.tsx|features\/\w+\/late\.ts)$/, priority: 1 },
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
  optimizeDeps: { entries: ['index.html'] },
  worker: { format: 'es' },
});
