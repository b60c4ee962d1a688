/** Speaks recordings into WAV files: 8 kHz, 16 bits, mono, padded with silence to the length the world says. */
import createSynthesizer, { type SpeechWorker } from '@echogarden/espeak-ng-emscripten';
import { concatSamples, resample, toWav } from '#contract/core/wav.ts';
import { type Recording, sampleRate } from './spoken.ts';

const desk = { voice: 'en-us+f3', pitch: 52 } as const;
const callers = [
  { voice: 'en-us', pitch: 42 },
  { voice: 'en-us+f2', pitch: 58 },
  { voice: 'en-gb', pitch: 48 },
  { voice: 'en-us+m3', pitch: 38 },
  { voice: 'en-us+f4', pitch: 50 },
] as const;
const pauseSeconds = 0.35;

/** Makes WAV files of recordings. */
export interface Speaker {
  wav(recording: Recording, index: number): Uint8Array;
  /** Returns the duration of the words alone, in seconds. */
  spokenSeconds(recording: Recording, index: number): number;
}

/** Loads the synthesizer. */
export async function createSpeaker(): Promise<Speaker> {
  const synthesizer = await createSynthesizer();
  const worker = new synthesizer.eSpeakNGWorker();
  worker.set_rate(165);
  const speak = (recording: Recording, index: number): Int16Array => {
    const isCall = recording.turns.length > 1;
    const caller = callers[index % callers.length] ?? callers[0];
    const parts = recording.turns.map((text, turn) => getTurn(worker, text, isCall && turn % 2 === 0 ? desk : caller));
    return joinWithPauses(parts);
  };
  return {
    wav: (recording, index) => toWav(speak(recording, index), sampleRate, recording.seconds * sampleRate),
    spokenSeconds: (recording, index) => speak(recording, index).length / sampleRate,
  };
}

function getTurn(worker: SpeechWorker, text: string, { voice, pitch }: { voice: string; pitch: number }): Int16Array {
  worker.set_voice(voice);
  worker.set_pitch(pitch);
  const parts: Int16Array[] = [];
  worker.synthesize(text, (samples) => {
    if (samples) parts.push(samples);
    return false;
  });
  return resample(concatSamples(parts), worker.samplerate, sampleRate);
}

/** Turns with a pause behind each. */
function joinWithPauses(parts: readonly Int16Array[]): Int16Array {
  const pause = new Int16Array(Math.round(pauseSeconds * sampleRate));
  return concatSamples(parts.flatMap((part) => [part, pause]));
}
