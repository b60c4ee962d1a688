/** `npm run bench`: Keyline beside its peers, one table. `npm run bench -- palette table` runs a part. Each part's table is kept in docs/bench.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openChromium, servePages } from './lib/browser.ts';
import { replaceSection } from './lib/page.ts';
import { formatTable, isReached, print, type Row } from './lib/table.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const asked = process.argv.slice(2);

if (!existsSync(here('./node_modules'))) {
  print('Installing the peers…');
  execFileSync('npm', ['ci', '--legacy-peer-deps'], { cwd: here('.'), stdio: 'inherit' });
}
print('Building the pages…');
const built = spawnSync(process.execPath, [here('../node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--config', here('./vite.config.ts')], {
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(1);

const { bulk } = await import('./suites/bulk.ts');
const { calls } = await import('./suites/calls.ts');
const { campaignSending } = await import('./suites/campaigns.ts');
const { conversions } = await import('./suites/conversions.ts');
const { charts } = await import('./suites/charts.ts');
const { callSearch } = await import('./suites/callSearch.ts');
const { dashboard } = await import('./suites/dashboard.ts');
const { database } = await import('./suites/database.ts');
const { dni } = await import('./suites/dni.ts');
const { imports } = await import('./suites/imports.ts');
const { live } = await import('./suites/live.ts');
const { load } = await import('./suites/load.ts');
const { matching } = await import('./suites/matching.ts');
const { palette } = await import('./suites/palette.ts');
const { phone } = await import('./suites/phone.ts');
const { reports } = await import('./suites/reports.ts');
const { replies } = await import('./suites/replies.ts');
const { server: alone } = await import('./suites/server.ts');
const { search } = await import('./suites/search.ts');
const { simulator } = await import('./suites/simulator.ts');
const { sockets } = await import('./suites/sockets.ts');
const { table } = await import('./suites/table.ts');
const suites = {
  matching,
  palette,
  table,
  load,
  live,
  server: alone,
  database,
  replies,
  sockets,
  reports,
  charts,
  dashboard,
  dni,
  calls,
  phone,
  callSearch,
  search,
  bulk,
  imports,
  campaigns: campaignSending,
  conversions,
  simulator,
};
type Name = keyof typeof suites;
const isName = (name: string): name is Name => Object.hasOwn(suites, name);
const unknown = asked.filter((name) => !isName(name));
if (unknown.length > 0) {
  print(`There is no bench ${unknown.join(', ')}: ${Object.keys(suites).join(', ')}`);
  process.exit(1);
}
// The palette is the matching and what is drawn of it.
const wanted = new Set<Name>(
  asked.length === 0
    ? [
        'matching',
        'palette',
        'table',
        'load',
        'live',
        'server',
        'database',
        'replies',
        'sockets',
        'reports',
        'charts',
        'dashboard',
        'dni',
        'calls',
        'phone',
        'callSearch',
        'search',
        'bulk',
        'imports',
        'campaigns',
        'conversions',
        'simulator',
      ]
    : asked.flatMap((name): Name[] => (name === 'palette' ? ['matching', 'palette'] : isName(name) ? [name] : [])),
);

const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
const loadNow = () => (loadavg()[0] ?? 0).toFixed(1);

/** Runs one bench in browsers of its own, and keeps its table: what ends one takes no other with it. */
async function measure(name: Name): Promise<Row[]> {
  print(`${name}…`);
  const before = loadNow();
  const browser = await openChromium();
  const free = await openChromium(true);
  try {
    const rows = await suites[name](browser, server.url, free);
    const taken = `${new Date().toISOString().slice(0, 10)}: ${machine}, Chromium ${browser.version()}; load ${before} before, ${loadNow()} after.`;
    replaceSection(here('../docs/bench.md'), name, `${taken}\n\n${formatTable(rows)}`);
    return rows;
  } finally {
    await Promise.all([browser.close(), free.close()]);
  }
}

const server = await servePages();
const rows: Row[] = [];
const broken: string[] = [];
for (const name of wanted) {
  try {
    rows.push(...(await measure(name)));
  } catch (thrown) {
    print(`${name}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    broken.push(name);
  }
}
server.close();
process.stdout.write(`\n${formatTable(rows)}\n\n${machine}; load ${loadNow()}\n${broken.length > 0 ? `Not measured: ${broken.join(', ')}\n` : ''}`);
process.exitCode = broken.length === 0 && rows.every(isReached) ? 0 : 1;
