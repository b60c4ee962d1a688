/** Builds the bench pages for production, with the app's own React for everybody. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folders = ['contract', 'machines', 'commands', 'src', 'tests'];

export default defineConfig({
  root: fileURLToPath(new URL('./pages', import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      ...folders.map((folder) => ({ find: `#${folder}`, replacement: root(folder) })),
      ...['react', 'react-dom', '@tanstack/react-table', 'cmdk'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: root(`node_modules/${name}`),
      })),
    ],
  },
  build: {
    outDir: fileURLToPath(new URL('./dist', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: { input: ['charts', 'matching', 'palette', 'table'].map((name) => fileURLToPath(new URL(`./pages/${name}.html`, import.meta.url))) },
  },
});
