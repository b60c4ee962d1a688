import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeExit } from '#scripts/lib/serverSupervisor.ts';
import { describeCrash } from '#server/crash.ts';

const root = process.cwd();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyline-processes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module with Node, its standard input an open pipe; resolves at its end. */
async function runModule(name: string, source: string, flags: readonly string[] = []) {
  const file = join(folder, name);
  writeFileSync(file, source);
  const child = spawn(process.execPath, [...flags, file], { cwd: root, stdio: 'pipe' });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  const [code, signal] = await once(child, 'close');
  return { code, signal, out, errors };
}

const tether = pathToFileURL(join(root, 'scripts/lib/exitWithParent.ts')).href;

test('a thread that inherits the tether does not end its process', async () => {
  // A thread of a file, as the product's are: one whose code is given as text takes no `--import`.
  writeFileSync(join(folder, 'inThread.mjs'), 'setTimeout(() => {}, 300);');
  const source = `
    import { Worker } from 'node:worker_threads';
    const thread = new Worker(new URL('./inThread.mjs', import.meta.url));
    thread.once('exit', () => { console.log('the thread ended first'); process.exit(0); });
  `;
  expect(await runModule('thread.mjs', source, ['--import', tether])).toMatchObject({ code: 0, signal: null, out: 'the thread ended first\n' });
});

test('the tether still ends its process when the pipe from the parent ends', async () => {
  const child = spawn(process.execPath, ['--import', tether, '-e', 'setInterval(() => {}, 1000)'], { cwd: root, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('threads of the product start without the flags of their process', () => {
  const files = ['server', 'scripts', 'sandbox'].flatMap((name) => globSync(`${name}/**/*.ts`, { cwd: root }));
  const starting = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('new Worker('));
  expect(starting.length).toBeGreaterThan(1);
  for (const file of starting) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text.match(/\{ execArgv: \[\]/g)?.length, file).toBe(text.match(/new Worker\(/g)?.length);
  }
});

const crash = pathToFileURL(join(root, 'server/crash.ts')).href;
test.each([
  ['an uncaught exception', "setTimeout(() => { throw new TypeError('No line to +12125550123') })"],
  ['an unhandled rejection', "void Promise.reject(new TypeError('No line to +12125550123'))"],
])('%s ends the process and says why, without the phone number', async (name, fault) => {
  const { code, errors } = await runModule(
    'crash.mjs',
    `import { exitOnCrash } from '${crash}'; exitOnCrash((reason) => console.error('told ' + reason)); setInterval(() => {}, 1000); ${fault};`,
  );
  expect(code).toBe(1);
  expect(errors).toContain(`Server stopped by ${name}: TypeError: No line to •`);
  expect(errors).toContain('told TypeError: No line to •');
  expect(errors).not.toContain('2125550123');
});

test('the end of a server is passed on with code or signal and its reason', () => {
  expect(describeExit(1, null, describeCrash(new RangeError('Too deep')))).toMatch(/^Server exited \(code 1\): RangeError: Too deep at .*\. Restarting…$/);
  expect(describeExit(null, 'SIGKILL', '')).toBe('Server exited (SIGKILL). Restarting…');
});
