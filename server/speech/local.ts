/** Speech from a synthesizer in a thread of this process: 8 kHz, 16 bits, mono, as a telephone carries it. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Speech, Voice } from './speech.ts';

const voices: readonly Voice[] = [
  { id: 'en-us', name: 'Grant', language: 'en-US' },
  { id: 'en-us+f3', name: 'Marion', language: 'en-US' },
  { id: 'en-us+f2', name: 'Ruth', language: 'en-US' },
  { id: 'en-gb', name: 'Edwin', language: 'en-GB' },
  { id: 'en-gb+f4', name: 'Imogen', language: 'en-GB' },
  { id: 'es-419', name: 'Joaquín', language: 'es-MX' },
  { id: 'es-419+f2', name: 'Lucía', language: 'es-MX' },
  { id: 'fr-fr+f2', name: 'Odile', language: 'fr-FR' },
];

/** Texts. */
const kept = 20;

const Answer = z.union([z.object({ id: z.number(), wav: z.instanceof(Uint8Array) }), z.object({ id: z.number(), error: z.string() })]);

/** The synthesizer is loaded with the first text. */
export function createLocalSpeech(): Speech {
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
    const made = new Worker(new URL('./local.worker.ts', import.meta.url));
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
    voices,
    async speak(content, voice) {
      if (!voices.some(({ id }) => id === voice)) throw new Error('This voice is not one of ours');
      const key = `${voice} ${content}`;
      const known = spoken.get(key);
      if (known) return { bytes: known, contentType: 'audio/wav' };
      worker ??= start();
      last += 1;
      const id = last;
      const wav = await new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, content, voice });
      });
      spoken.set(key, wav);
      const oldest = spoken.keys().next().value;
      if (spoken.size > kept && oldest !== undefined) spoken.delete(oldest);
      return { bytes: wav, contentType: 'audio/wav' };
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}
