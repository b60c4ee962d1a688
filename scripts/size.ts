/**
 * How much JavaScript the signed-in inbox waits for: what the entry needs before it runs, gzip, of the built app in `dist/`. What the entry
 * fetches later comes after the first rows. The bar is the product's and is not raised.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Bytes. */
export const firstLoadMost = 170_000;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** The scripts a page names, and those they import before they run; addresses from the root. */
function firstScripts(folder = dist): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const waiting = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const found = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = readFileSync(join(folder, path), 'utf8');
    // Static imports alone: `import{…}from"./x.js"` and `import"./x.js"`; a dynamic one has a parenthesis.
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) waiting.push(`/assets/${name}`);
  }
  return [...found];
}

/** Bytes of JavaScript, gzip, before the first row. */
export const firstLoad = (folder = dist): number =>
  firstScripts(folder).reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(dist, 'index.html'))) {
    const { buildWeb } = await import('./lib/web.ts');
    await buildWeb();
  }
  const bytes = firstLoad();
  process.stdout.write(`${firstScripts().join(' ')}: ${(bytes / 1_000).toFixed(1)} kB of at most ${firstLoadMost / 1_000} kB before the first row\n`);
  process.exitCode = bytes > firstLoadMost ? 1 : 0;
}
