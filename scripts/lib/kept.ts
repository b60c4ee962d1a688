/** The server of an installation: a process beside the script that is started again whenever it ends without having been told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { endChild } from './children.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = fileURLToPath(new URL('./kept.child.ts', import.meta.url));
const tether = new URL('./tether.ts', import.meta.url).href;

/** Milliseconds before it is started again: at once the first time, later and later when it keeps ending. */
const againMs = { first: 50, most: 5_000 };
/** One that lived for so long had started well. */
const wellMs = 60_000;

/** What the server's process says of itself. */
export const Word = z.discriminatedUnion('say', [z.object({ say: z.literal('ready') }), z.object({ say: z.literal('failed'), message: z.string() })]);

export interface KeptServer {
  /** Gives it its environment; resolves when it listens, throws its words when it cannot. From then on it is kept. */
  run(environment: Readonly<Record<string, string>>): Promise<void>;
  end(): Promise<void>;
}

function begin(): ChildProcess {
  return spawn(process.execPath, ['--import', tether, module], { cwd: root, detached: true, stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
}

/** Hands the environment over; resolves when the server listens. */
function listening(child: ChildProcess, environment: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', () => fail(new Error('The server ended while it was starting')));
    child.on('message', (told) => {
      const word = z.parse(Word, told);
      if (word.say === 'ready') done();
      else fail(new Error(word.message));
    });
    child.send(environment);
  });
}

/** Starts the process, which loads what it runs while it waits for its environment. `onNote`: words for the person. */
export function keepServer(onNote: (message: string) => void): KeptServer {
  let child = begin();
  let isEnding = false;
  const keep = (environment: Readonly<Record<string, string>>, bornAt: number, wait: number) => {
    child.once('exit', async () => {
      if (isEnding) return;
      onNote('The server went away; it is being started again');
      const next = Date.now() - bornAt > wellMs ? againMs.first : Math.min(wait * 2, againMs.most);
      await pause(wait);
      if (isEnding) return;
      child = begin();
      const startedAt = Date.now();
      keep(environment, startedAt, next);
      await listening(child, environment).then(
        () => onNote('The server is back'),
        (error: unknown) => onNote(error instanceof Error ? error.message : String(error)),
      );
    });
  };
  return {
    async run(environment) {
      await listening(child, environment);
      keep(environment, Date.now(), againMs.first);
    },
    async end() {
      isEnding = true;
      await endChild(child);
    },
  };
}
