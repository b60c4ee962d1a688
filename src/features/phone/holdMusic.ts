/**
 * Sound for a party on hold, made in the browser and sent in place of the microphone: the hold music of the number’s route, or a quiet melody of ours.
 * It is looped by the audio engine, so that a window in the background plays it as well.
 */
import type { AudioProcessor } from '@twilio/voice-sdk';

const sampleRate = 8_000;
const loudness = 0.12;
const noteSeconds = 0.5;
/** Chords, four notes each, in Hz: C, A minor, F, G. */
const melodyHz = [
  [261.6, 329.6, 392, 329.6],
  [220, 261.6, 329.6, 261.6],
  [174.6, 220, 261.6, 220],
  [196, 246.9, 293.7, 246.9],
] as const;

/** The samples of the melody: each note is struck and rings out over the one that follows. */
function createMelody(): Float32Array<ArrayBuffer> {
  const notes = melodyHz.flat();
  const step = Math.round(noteSeconds * sampleRate);
  const samples = new Float32Array(notes.length * step);
  for (const [at, frequency] of notes.entries())
    for (let sample = 0; sample < step * 2; sample += 1) {
      const seconds = sample / sampleRate;
      const place = (at * step + sample) % samples.length;
      const tone = Math.min(1, seconds * 50) * Math.exp(-seconds * 3) * Math.sin(2 * Math.PI * frequency * seconds);
      samples[place] = (samples[place] ?? 0) + loudness * tone;
    }
  return samples;
}

/** Reads the route’s music; null where it can’t be had or read. */
async function loadMusic(context: AudioContext, url: string | null): Promise<AudioBuffer | null> {
  if (url === null) return null;
  try {
    const reply = await fetch(url);
    return reply.ok ? await context.decodeAudioData(await reply.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Returns a source of music in place of what it is given, as the carrier’s SDK takes it. `url`: the route’s own music, from the root. */
export function createHoldMusic(url: string | null): AudioProcessor {
  let context: AudioContext | null = null;
  return {
    createProcessedStream: async () => {
      const made = new AudioContext();
      context = made;
      const out = made.createMediaStreamDestination();
      let sound = await loadMusic(made, url);
      if (sound === null) {
        const melody = createMelody();
        sound = made.createBuffer(1, melody.length, sampleRate);
        sound.copyToChannel(melody, 0);
      }
      const source = made.createBufferSource();
      source.buffer = sound;
      source.loop = true;
      source.connect(out);
      source.start();
      await made.resume();
      return out.stream;
    },
    destroyProcessedStream: async () => {
      await context?.close();
      context = null;
    },
  };
}
