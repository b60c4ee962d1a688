/** The laws a linter does not know: who may import whom, no circles, no exports that nobody imports, how long a file may be, what is never written. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles } from './lib/circles.ts';
import { findDeadExports, findMissingExports } from './lib/deadExports.ts';
import { findUseFaults } from './lib/domainUses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** folder → the folders it may import besides itself (DESIGN.md 2). */
const layers: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  machines: ['contract'],
  commands: ['contract', 'machines'],
  src: ['contract', 'machines', 'commands'],
  server: ['contract', 'machines'],
  sandbox: ['contract'],
  scripts: ['contract', 'machines', 'commands', 'server', 'sandbox', 'tests'],
  tests: ['contract', 'machines', 'commands', 'src', 'server', 'sandbox', 'scripts'],
  e2e: ['contract', 'machines', 'commands', 'scripts', 'sandbox', 'tests'],
  /** Starts the real server for the browser tests; the tests themselves know it over HTTP alone. */
  'e2e/support': ['e2e', 'contract', 'machines', 'commands', 'server', 'scripts', 'sandbox', 'tests'],
  bench: ['contract', 'machines', 'commands', 'src', 'server', 'sandbox', 'scripts', 'tests'],
};

const longest = 450;
/** Text that is data: the demo world's dialogues. */
const isData = (path: string) => path.startsWith('sandbox/world/dialogues/');

const never: readonly (readonly [RegExp, string])[] = [
  [/\bas unknown as\b/, 'a cast through unknown: read it through a schema'],
  [/@ts-(ignore|nocheck)/, 'a suppressed type error'],
  [/\b(TODO|FIXME|XXX)\b/, 'a TODO: resolve it or remove it'],
];

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith('.d.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const listSpecifiers = (text: string) => [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '');
/** A pane or a worker that is fetched when it is wanted is no part of what fetches it. */
const listFetched = (text: string) => [...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)(?!\.)/g)].map(([, name]) => name ?? '');

/** The file an import of ours means, from the root; null for packages. */
function resolveTarget(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(root, resolve(root, dirname(path), specifier)) : null;
}

/** Folders that know no area: what stands in them serves all. */
const hallway = ['commands/core/', 'src/api/', 'src/panes/', 'src/store/', 'src/table/', 'src/ui/'];
/** A file of the server below its domains; what names the tables of each area in one line is none. */
const isBelowDomains = (path: string) => /^server\/(?!domains\/)\w+\//.test(path) && path !== 'server/db/tables.ts';
/** Areas that all others stand on: the session and its company, and the hallway's own. */
const common = /^(core|text|keymap|auth|companies|me|system|list|notices|workspace|palette|search)$/;
const getArea = (path: string) => /^(?:contract|commands|server\/domains|src\/features)\/([a-zA-Z]+)\//.exec(path)?.[1];

const getFeature = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Packages that one folder alone may use: the speech synthesizer's licence (GPL) stays out of the server's process. */
const confined: Readonly<Record<string, string>> = { '@echogarden/espeak-ng-emscripten': 'sandbox' };

function findWrongImport(path: string, specifier: string): string | null {
  const only = confined[specifier];
  if (only !== undefined && !path.startsWith(`${only}/`)) return `only ${only}/ may import ${specifier}`;
  const target = resolveTarget(path, specifier);
  if (target === null) return null;
  const from = path.startsWith('e2e/support/') ? 'e2e/support' : (path.split('/')[0] ?? '');
  const to = target.startsWith(`${from}/`) ? from : (target.split('/')[0] ?? '');
  if (to !== from && target.includes('/') && !layers[from]?.includes(to)) return `${from}/ may not import ${to}/`;
  // The benches are a package of their own, in which our names for folders mean nothing.
  if (from === 'bench' && specifier.startsWith('#')) return `the benches are a package of their own; import ${specifier.slice(1)} by its path`;
  if (to !== from && from !== 'bench' && specifier.startsWith('.') && target.includes('/')) return `import ${to}/ as #${to}/…`;
  const named = getArea(target);
  if (named !== undefined && !common.test(named) && hallway.some((folder) => path.startsWith(folder)))
    return `${target} belongs to the area ${named}, and this folder serves all areas; move what two of them share to src/shared, and what is ${named}'s to its folder`;
  if (named !== undefined && !common.test(named) && isBelowDomains(path) && target.startsWith('server/domains/'))
    return `${target} belongs to the domain ${named}, and this folder serves all domains; have the face of ${named} declare what is its own, or move what serves all of them below the domains`;
  const [mine, theirs] = [getFeature(path), getFeature(target)];
  return mine !== undefined && theirs !== undefined && mine !== theirs
    ? `the feature ${mine} may not import the feature ${theirs}; move what they share to src/shared`
    : null;
}

function check(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n').length - 1;
  const imports = listSpecifiers(text).map((specifier) => findWrongImport(path, specifier));
  const written = path === 'scripts/checkLayers.ts' ? [] : never.map(([pattern, why]) => (pattern.test(text) ? why : null));
  const long = lines > longest && !isData(path) ? `${lines} lines; at most ${longest}` : null;
  return [...imports, ...written, long].filter((fault) => fault !== null).map((fault) => `${path}: ${fault}`);
}

const present = new Set(readdirSync(root));
const paths = Object.keys(layers)
  .filter((folder) => present.has(folder) && !folder.includes('/'))
  .flatMap(listFiles);
const listImports = (path: string): string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  const later = new Set(listFetched(text));
  return listSpecifiers(text).flatMap((specifier) => (later.has(specifier) ? [] : (resolveTarget(path, specifier) ?? [])));
};
const circles = findCircles(new Map(paths.map((path) => [path, listImports(path)])));
// Configuration of tools at the root imports too.
const modules = [...paths, ...[...present].filter((name) => name.endsWith('.ts'))].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const faults = [
  ...paths.flatMap(check),
  ...circles.map((files) => `${files.join(', ')}: import each other; move what both need into a file of its own that imports neither`),
  ...findUseFaults(modules, (path) => listImports(path)),
  ...findDeadExports(modules, resolveTarget).map(
    (name) => `${name.replace('#', ': ')} is exported and imported nowhere; take the word export off, or delete it`,
  ),
  ...findMissingExports(modules, resolveTarget).map((use) => `${use.replace('#', ': ')} is imported and not exported there`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${paths.length} files checked, ${faults.length} layer violations\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
