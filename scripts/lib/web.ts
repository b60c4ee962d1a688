/** The built app under `dist/`: made when it is missing or older than what it is made of. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './children.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'index.html',
  'catalog.html',
  'vite.config.ts',
  'scripts/lib/catalogEntry.ts',
  'package-lock.json',
  'contract',
  'machines',
  'commands',
  'src',
  'public',
];

function findNewest(path: string): number {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, findNewest(join(path, name))), found.mtimeMs);
}

/** True when `dist/` must be made anew. */
export function isStale(): boolean {
  const built = join(root, 'dist', 'index.html');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return sources.some((source) => findNewest(join(root, source)) > builtAt);
}

/** Builds the app. Throws what Vite printed when it fails. */
export async function buildWeb(): Promise<void> {
  await runToEnd(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { NODE_ENV: 'production' });
}
