/** Child processes that never outlive the script: told by signal, and by their standard input ending however the script ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tether = new URL('./exitWithParent.ts', import.meta.url).href;
const patienceMs = 8_000;

/** Runs a module of ours with Node beside the script; it ends when the script does. */
export function spawnChild(
  module: string,
  environment: Readonly<Record<string, string>>,
  given: { readonly watch?: boolean; readonly quiet?: boolean; readonly args?: readonly string[] } = {},
): ChildProcess {
  const flags = given.watch ? ['--watch', '--watch-preserve-output'] : ['--import', tether];
  return spawn(process.execPath, [...flags, module, ...(given.args ?? [])], {
    cwd: root,
    env: { ...process.env, ...environment },
    // A group of its own: Ctrl-C reaches the script, which ends its children in order.
    detached: true,
    stdio: ['pipe', given.quiet ? 'ignore' : 'inherit', 'inherit'],
  });
}

/** Runs a program to its end; resolves with what it printed, throws that when it failed. */
export function runToEnd(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const keep = (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done(printed) : fail(new Error(printed.trim()))));
  });
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Ends a child: asked first, then made to. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const late = AbortSignal.timeout(patienceMs);
  late.addEventListener('abort', () => child.kill('SIGKILL'));
  await gone;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: 'localhost' });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/** Waits until something listens on a local port. Throws when the child ends first or nothing came in time. */
export async function waitUntilListening(port: number, child: ChildProcess, name: string): Promise<void> {
  const end = Date.now() + 2 * patienceMs;
  while (!(await isListening(port))) {
    if (hasEnded(child)) throw new Error(`${name} exited during startup`);
    if (Date.now() > end) throw new Error(`${name} did not start listening on port ${port}`);
    await pause(25);
  }
}
