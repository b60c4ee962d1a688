/** Compresses the built files once, as well as it goes, so that the server does not compress them at each request. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Bytes below which compressing saves nothing worth a file. */
const least = 1_024;

/** Lays a `.gz` and a `.br` beside each script and style sheet. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'keyline:compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, build.assetsDir);
    },
    closeBundle: () => {
      // A build that failed says why by itself.
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css)$/.test(name)) continue;
        const content = readFileSync(join(folder, name));
        if (content.length < least) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
      }
    },
  };
}
