/** Speaks texts with a synthesizer in a thread of the sandbox: 8 kHz, 16 bits, mono, as a telephone carries it. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';

/** Texts. */
const maxCached = 20;

const Answer = z.union([z.object({ id: z.number(), wav: z.instanceof(Uint8Array) }), z.object({ id: z.number(), error: z.string() })]);

interface Synthesizer {
  /** A WAV file of the text. Rejects for a text that cannot be spoken. */
  speak(content: string, voice: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The synthesizer is loaded with the first text. */
export function createSynthesizer(): Synthesizer {
  const waiting = new Map<number, { resolve: (wav: Uint8Array) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let last = 0;
  /** The synthesizer speaks a text a little differently each time: what was heard a moment ago is what is saved. */
  const spoken = new Map<string, Uint8Array>();
  const fail = (error: Error) => {
    worker = null;
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const made = new Worker(new URL('./synthesizer.worker.ts', import.meta.url), { execArgv: [] });
    made.on('message', (message: unknown) => {
      const answer = Answer.parse(message);
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('wav' in answer) asker?.resolve(answer.wav);
      else asker?.reject(new Error(answer.error));
    });
    made.on('error', fail);
    made.unref();
    return made;
  };
  return {
    async speak(content, voice) {
      const key = `${voice} ${content}`;
      const known = spoken.get(key);
      if (known) return known;
      worker ??= start();
      last += 1;
      const id = last;
      const wav = await new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, content, voice });
      });
      spoken.set(key, wav);
      const oldest = spoken.keys().next().value;
      if (spoken.size > maxCached && oldest !== undefined) spoken.delete(oldest);
      return wav;
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}
