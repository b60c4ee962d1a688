/** `npm start`: the whole of Keyline on one machine. `--dev`: with hot reload. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** `performance.now()` counts from the birth of the process. */
const born = 0;
// Compiled modules are kept for the next start, here and in the children; that is about half of what a later start costs.
const cache = fileURLToPath(new URL('../node_modules/.cache/keyline', import.meta.url));
enableCompileCache(cache);
process.env.NODE_COMPILE_CACHE = cache;

const { runInstallation } = await import('./lib/startAll.ts');
runInstallation(born);
