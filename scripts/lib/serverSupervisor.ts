/** The server of an installation: a process beside the script that is started again whenever it ends without having been told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { endChild } from './children.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = fileURLToPath(new URL('./serverProcess.ts', import.meta.url));
const tether = new URL('./exitWithParent.ts', import.meta.url).href;

/** Milliseconds before it is started again: at once the first time, later and later when it keeps ending. */
const againMs = { first: 50, most: 5_000 };
/** One that lived for so long had started well. */
const wellMs = 60_000;

/** Messages the server's process sends about its state. */
export const ServerMessage = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('failed'), message: z.string() }),
  z.object({ say: z.literal('ending'), reason: z.string() }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;

interface KeptServer {
  /** Gives it its environment; resolves when it listens, throws its words when it cannot. From then on it is kept. */
  run(environment: Readonly<Record<string, string>>): Promise<void>;
  end(): Promise<void>;
}

/** Milliseconds that are left to read standard error to its end. */
const lastWordsMs = 200;
/** Characters of the end of standard error that are searched for a reason. */
const tailLength = 4_000;

interface Server {
  readonly process: ChildProcess;
  /** Returns the reason it gave for its end, else the last error on its standard error; empty when it gave none. */
  reason(): string;
}

function start(): Server {
  const child = spawn(process.execPath, ['--import', tether, module], { cwd: root, detached: true, stdio: ['pipe', 'inherit', 'pipe', 'ipc'] });
  let tail = '';
  let given = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    tail = `${tail}${chunk.toString('utf8')}`.slice(-tailLength);
  });
  child.on('message', (told) => {
    const word = z.safeParse(ServerMessage, told).data;
    if (word?.say === 'ending') given = word.reason;
  });
  const lastError = () => {
    const lines = tail.split('\n').filter((line) => line.trim() !== '');
    return (lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 500);
  };
  return { process: child, reason: () => (given === '' ? lastError() : given) };
}

/** Describes the end of a process: its exit code or signal, and the reason as far as one is known. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null, reason: string): string {
  return `Server exited (${signal ?? `code ${code}`})${reason === '' ? '' : `: ${reason}`}. Restarting…`;
}

/** Hands the environment over; resolves when the server listens. */
function waitUntilListening(child: ChildProcess, environment: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', () => fail(new Error('Server exited during startup')));
    child.on('message', (told) => {
      const word = z.parse(ServerMessage, told);
      if (word.say === 'ready') done();
      else if (word.say === 'failed') fail(new Error(word.message));
    });
    child.send(environment);
  });
}

/** Starts the process, which loads what it runs while it waits for its environment. `onNote`: words for the person. */
export function superviseServer(onNote: (message: string) => void): KeptServer {
  let child = start();
  let isEnding = false;
  const keep = (environment: Readonly<Record<string, string>>, bornAt: number, wait: number) => {
    const server = child;
    server.process.once('exit', async (code, signal) => {
      // Its last words may still be in the pipe.
      await Promise.race([once(server.process, 'close'), pause(lastWordsMs)]);
      if (isEnding) return;
      onNote(describeExit(code, signal, server.reason()));
      const next = Date.now() - bornAt > wellMs ? againMs.first : Math.min(wait * 2, againMs.most);
      await pause(wait);
      if (isEnding) return;
      child = start();
      const startedAt = Date.now();
      keep(environment, startedAt, next);
      await waitUntilListening(child.process, environment).then(
        () => onNote('Server restarted'),
        (error: unknown) => onNote(error instanceof Error ? error.message : String(error)),
      );
    });
  };
  return {
    async run(environment) {
      await waitUntilListening(child.process, environment);
      keep(environment, Date.now(), againMs.first);
    },
    async end() {
      isEnding = true;
      await endChild(child.process);
    },
  };
}
