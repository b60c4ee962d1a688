/** The product as a newcomer gets it: a clean clone in a temporary folder, `npm ci`, `npm start`, on ports and data of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/server/ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A commit to try in place of the newest with the changes of the working tree: SHIPPED_REF=9fb28e9. */
const ref = process.env.SHIPPED_REF;
const readyMs = 240_000;
const endMs = 20_000;

export interface Product {
  readonly url: string;
  readonly sandboxUrl: string;
  /** Everything it printed. */
  said(): string;
  /** Lines that tell of a server that ended. */
  deaths(): string[];
  /** Ends it as the system does, by SIGTERM; resolves when nothing of it runs, throws when something still does. */
  stop(): Promise<void>;
  /** Returns the log of its own database. */
  databaseLog(): string;
  /** Command lines of processes that belong to it. */
  processes(): string[];
  /** Ends whatever is left and takes the folder away. */
  remove(): Promise<void>;
}

/** The environment of somebody who has just opened a terminal: nothing of this run. */
function terminal(more: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(NODE_|npm_|VITEST|VITE_|KEYLINE_|CARRIER_|PUSHER_|SMTP_|DATABASE_URL|TEST$|MODE$|DEV$|PROD$|BASE_URL$|SSR$|INIT_CWD)/.test(name)
      ? []
      : [[name, value] as const],
  );
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), ...more };
}

const git = (folder: string, ...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 64_000_000 });
const listed = (printed: string) => printed.split('\0').filter((name) => name !== '');

/** A clone of what is committed, and over it what the working tree has besides. */
function clone(folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (ref !== undefined) return void git(folder, 'checkout', '--quiet', ref);
  for (const name of listed(git(root, 'diff', '--name-only', '-z', 'HEAD')).concat(listed(git(root, 'ls-files', '--others', '--exclude-standard', '-z')))) {
    const [from, to] = [join(root, name), join(folder, name)];
    if (!existsSync(from)) {
      rmSync(to, { force: true });
      continue;
    }
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
  }
}

async function runNpm(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn('npm', args, { cwd, env: terminal({}), stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${printed}`);
}

/** Clones, installs from npm's cache and starts; resolves when it says that it is ready. */
export async function startProduct(): Promise<Product> {
  const place = mkdtempSync(join(tmpdir(), 'keyline-shipped-'));
  // As root the database runs as another user, who must be able to enter.
  chmodSync(place, 0o755);
  const folder = join(place, 'keyline');
  const startedAt = performance.now();
  clone(folder);
  await runNpm(['ci', '--prefer-offline', '--no-progress'], folder);
  const installedAt = performance.now();
  const [port, sandboxPort, smtpPort, dnsPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const environment = terminal({
    KEYLINE_PORT: String(port),
    KEYLINE_SANDBOX_PORT: String(sandboxPort),
    KEYLINE_SANDBOX_SMTP_PORT: String(smtpPort),
    KEYLINE_SANDBOX_DNS_PORT: String(dnsPort),
  });
  const script: ChildProcess = spawn('npm', ['start'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [script.stdout, script.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  let hasEnded = false;
  script.once('exit', () => {
    hasEnded = true;
  });
  const processes = () =>
    execFileSync('ps', ['-eo', 'pid=,args=', '-ww'], { encoding: 'utf8', maxBuffer: 16_000_000 })
      .split('\n')
      .filter((line) => line.includes(place));
  const remove = async () => {
    if (!hasEnded) script.kill('SIGTERM');
    const end = Date.now() + endMs;
    while (processes().length > 0 && Date.now() < end) await pause(100);
    for (const line of processes()) process.kill(Number(line.trim().split(' ')[0]), 'SIGKILL');
    rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const end = Date.now() + readyMs;
  while (!said.includes('ready in')) {
    if (hasEnded || Date.now() > end) {
      await remove();
      throw new Error(`npm start did not come up:\n${said}`);
    }
    await pause(50);
  }
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  process.stdout.write(`installed in ${seconds(installedAt - startedAt)} s, ready after ${seconds(performance.now() - installedAt)} s\n`);
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    said: () => said,
    deaths: () => said.split('\n').filter((line) => /Server exited|server went away|database went away|Server stopped by/i.test(line)),
    processes,
    async stop() {
      script.kill('SIGTERM');
      const late = Date.now() + endMs;
      while (processes().length > 0) {
        if (Date.now() > late) throw new Error(`Still running:\n${processes().join('\n')}\n${said}`);
        await pause(100);
      }
    },
    databaseLog: () => readFileSync(join(folder, 'data', 'postgres.log'), 'utf8'),
    remove,
  };
}
