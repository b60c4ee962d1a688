/** The synthesizer, text by text. */
import { parentPort } from 'node:worker_threads';
import createSynthesizer from '@echogarden/espeak-ng-emscripten';
import * as z from 'zod/mini';
import { concatSamples, resample, toWav } from '#contract/core/wav.ts';

const Asked = z.object({ id: z.number(), content: z.string(), voice: z.string() });
const wordsPerMinute = 160;
const sampleRate = 8_000;

const synthesizer = await createSynthesizer();
const speaker = new synthesizer.eSpeakNGWorker();
speaker.set_rate(wordsPerMinute);

function speak(content: string, voice: string): Uint8Array {
  const parts: Int16Array[] = [];
  if (speaker.set_voice(voice) !== 0) throw new Error('This voice is not there');
  speaker.synthesize(content, (samples) => {
    if (samples) parts.push(samples);
    return false;
  });
  return toWav(resample(concatSamples(parts), speaker.samplerate, sampleRate), sampleRate);
}

parentPort?.on('message', (message: unknown) => {
  const { id, content, voice } = Asked.parse(message);
  try {
    parentPort?.postMessage({ id, wav: speak(content, voice) });
  } catch (thrown) {
    parentPort?.postMessage({ id, error: thrown instanceof Error ? thrown.message : 'The text could not be spoken' });
  }
});
