/** Loudness of a recording for drawing. */
import { registerStore } from '../store/sessionStores.ts';

const cache = new Map<string, Promise<readonly number[]>>();
const maxCached = 50;
registerStore('peaks of recordings', () => cache.clear());

/** The loudest sample of each of `bars` equal parts, scaled so that the loudest bar is 1. Silence gives zeros. */
export function computePeaks(samples: Float32Array, bars: number): number[] {
  const part = samples.length / bars;
  const peaks = Array.from({ length: bars }, (_, at) => {
    let peak = 0;
    for (let i = Math.floor(at * part); i < Math.floor((at + 1) * part); i += 1) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}

async function decode(src: string, bars: number): Promise<readonly number[]> {
  const reply = await fetch(src, { credentials: 'same-origin' });
  if (!reply.ok) throw new Error(`The recording answered ${reply.status}`);
  // A telephone's 8 kHz are plenty for drawing, and keep an hour of audio small in memory.
  const context = new OfflineAudioContext(1, 1, 8_000);
  const audio = await context.decodeAudioData(await reply.arrayBuffer());
  return computePeaks(audio.getChannelData(0), bars);
}

/** The peaks of the recording at `src`, decoded once; rejects when it cannot be fetched or decoded. */
export function loadPeaks(src: string, bars: number): Promise<readonly number[]> {
  const id = `${bars} ${src}`;
  const known = cache.get(id);
  if (known) return known;
  const loading = decode(src, bars);
  cache.set(id, loading);
  loading.catch(() => cache.delete(id));
  const oldest = cache.keys().next().value;
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return loading;
}
