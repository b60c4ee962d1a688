/** Speaks recordings into WAV files: 8 kHz, 16 bits, mono, padded with silence to the length the world says. */
import createSynthesizer, { type SpeechWorker } from '@echogarden/espeak-ng-emscripten';
import { bytesOf, type Recording, sampleRate } from './spoken.ts';

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
  /** How long the words alone take. */
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
    const parts = recording.turns.map((text, turn) => turnOf(worker, text, isCall && turn % 2 === 0 ? desk : caller));
    return joined(parts);
  };
  return {
    wav: (recording, index) => wavOf(speak(recording, index), recording),
    spokenSeconds: (recording, index) => speak(recording, index).length / sampleRate,
  };
}

function turnOf(worker: SpeechWorker, text: string, { voice, pitch }: { voice: string; pitch: number }): Int16Array {
  worker.set_voice(voice);
  worker.set_pitch(pitch);
  const parts: Int16Array[] = [];
  worker.synthesize(text, (samples) => {
    if (samples) parts.push(samples);
    return false;
  });
  return resampled(concatenated(parts), worker.samplerate);
}

function concatenated(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Averages neighbouring samples: enough of a low-pass for a voice on the phone. */
function resampled(samples: Int16Array, rate: number): Int16Array {
  const step = rate / sampleRate;
  const out = new Int16Array(Math.floor(samples.length / step));
  for (let at = 0; at < out.length; at++) {
    const from = Math.floor(at * step);
    const to = Math.max(from + 1, Math.floor((at + 1) * step));
    let sum = 0;
    for (let sample = from; sample < to; sample++) sum += samples[sample] ?? 0;
    out[at] = sum / (to - from);
  }
  return out;
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const pause = new Int16Array(Math.round(pauseSeconds * sampleRate));
  return concatenated(parts.flatMap((part) => [part, pause]));
}

function wavOf(samples: Int16Array, recording: Recording): Uint8Array {
  const size = bytesOf(recording);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const text = (at: number, word: string) => file.set(new TextEncoder().encode(word), at);
  text(0, 'RIFF');
  view.setUint32(4, size - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, size - 44, true);
  const room = (size - 44) / 2;
  for (let at = 0; at < Math.min(samples.length, room); at++) view.setInt16(44 + at * 2, samples[at] ?? 0, true);
  return file;
}
