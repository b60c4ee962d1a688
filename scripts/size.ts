/**
 * Measures the JavaScript users wait for, gzip, of the built app in `dist/`: the part the signed-in inbox needs before its first rows, the part after them before the
 * first command works, and the commands of all other areas, which come at the same time. The bars are the product's and are not raised.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Bytes before the first row. */
export const maxFirstLoadBytes = 170_000;
/** Bytes after the first row, before the first command works. */
const commandsMost = 100_000;
/** Bytes of the other areas' commands. */
const areasMost = 100_000;
/** Bytes of the catalog's page before somebody can sign in there. */
const catalogMost = 120_000;
/** Bytes of the script that websites load for dynamic numbers. */
const visitorMost = 4_000;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** Scripts with those they import before they run; addresses from the root. */
function withImports(folder: string, entries: readonly string[], assets = '/assets/'): Set<string> {
  const waiting = [...entries];
  const found = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = readFileSync(join(folder, path), 'utf8');
    // Static imports alone: `import{…}from"./x.js"` and `import"./x.js"`; a dynamic one has a parenthesis.
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) waiting.push(`${assets}${name}`);
  }
  return found;
}

/** The scripts the page names. */
function findFirstScripts(folder: string): Set<string> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return withImports(
    folder,
    [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? ''),
  );
}

/** The scripts of a file as `vite.config.ts` names it. */
function findScripts(folder: string, name: 'commands' | 'areas'): Set<string> {
  const named = readdirSync(join(folder, 'assets')).filter((file) => new RegExp(`^${name}-[\\w-]+\\.js$`).test(file));
  if (named.length === 0) throw new Error(`No file of ${name} in the built app`);
  return withImports(
    folder,
    named.map((file) => `/assets/${file}`),
  );
}

const catalogAssets = '/catalog/assets/';

/** The scripts of the catalog's page, and the table of calls by which it signs in. */
function findCatalogScripts(folder: string): Set<string> {
  const page = readFileSync(join(folder, 'catalog/catalog.html'), 'utf8');
  const named = [...page.matchAll(/src="(\/catalog\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const calls = readdirSync(join(folder, catalogAssets)).filter((file) => /^rest-[\w-]+\.js$/.test(file));
  if (named.length !== 1 || calls.length !== 1) throw new Error('The catalog was not built as it is weighed');
  return withImports(folder, [...named, ...calls.map((file) => `${catalogAssets}${file}`)], catalogAssets);
}

const weigh = (folder: string, paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0);

/** Bytes of JavaScript, gzip, before the first row. */
export const measureFirstLoad = (folder = dist): number => weigh(folder, findFirstScripts(folder));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(dist, 'index.html'))) {
    const { buildWeb } = await import('./lib/web.ts');
    await buildWeb();
  }
  const first = findFirstScripts(dist);
  const commands = findScripts(dist, 'commands').difference(first);
  const weighed = [
    { bytes: measureFirstLoad(), most: maxFirstLoadBytes, when: 'before the first row' },
    { bytes: weigh(dist, commands), most: commandsMost, when: 'after it, before the first command works' },
    { bytes: weigh(dist, findScripts(dist, 'areas').difference(first).difference(commands)), most: areasMost, when: 'beside it, of the other areas’ commands' },
  ];
  weighed.push({ bytes: weigh(dist, findCatalogScripts(dist)), most: catalogMost, when: 'of the catalog, before sign-in works' });
  weighed.push({ bytes: weigh(dist, ['/visitor/v1.js']), most: visitorMost, when: 'of the script for websites' });
  for (const { bytes, most, when } of weighed) process.stdout.write(`${(bytes / 1_000).toFixed(1)} kB of at most ${most / 1_000} kB ${when}\n`);
  process.exitCode = weighed.some(({ bytes, most }) => bytes > most) ? 1 : 0;
}
