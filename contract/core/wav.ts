/** Sound as a telephone carries it: samples of 16 bits, at another rate where that is wanted, in a WAV file. Pure. */

const headerBytes = 44;

/** Samples at another rate (samples a second): neighbours are averaged, enough of a low-pass for a voice on the phone. */
export function resample(samples: Int16Array, from: number, to: number): Int16Array {
  const step = from / to;
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const start = Math.floor(at * step);
    const end = Math.max(start + 1, Math.floor((at + 1) * step));
    let sum = 0;
    for (let sample = start; sample < end; sample += 1) sum += samples[sample] ?? 0;
    return sum / (end - start);
  });
}

/** Pieces one behind the other. */
export function concatSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * A file at a rate of samples a second. Of two channels the samples alternate. `length`: samples in it, all told; what is missing is silence, what is
 * over is cut off.
 */
export function toWav(samples: Int16Array, rate: number, length = samples.length, channels: 1 | 2 = 1): Uint8Array {
  const file = new Uint8Array(headerBytes + length * 2);
  const view = new DataView(file.buffer);
  const words = (offset: number, text: string) => file.set(new TextEncoder().encode(text), offset);
  words(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  words(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  words(36, 'data');
  view.setUint32(40, length * 2, true);
  for (let at = 0; at < Math.min(length, samples.length); at += 1) view.setInt16(headerBytes + at * 2, samples[at] ?? 0, true);
  return file;
}
