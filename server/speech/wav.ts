/** Sound as a WAV file. */

const headerBytes = 44;

/** Samples at another rate: neighbours are averaged, enough of a low-pass for a voice on the phone. */
function resampled(samples: Int16Array, from: number, to: number): Int16Array {
  const step = from / to;
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const start = Math.floor(at * step);
    const end = Math.max(start + 1, Math.floor((at + 1) * step));
    let sum = 0;
    for (let sample = start; sample < end; sample += 1) sum += samples[sample] ?? 0;
    return sum / (end - start);
  });
}

/** Mono, 16 bits, at the rate `to`, of pieces sampled at `from` (samples a second). */
export function wavOf(parts: readonly Int16Array[], from: number, to: number): Uint8Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const samples = resampled(whole, from, to);
  const file = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(file.buffer);
  const words = (offset: number, text: string) => file.set(new TextEncoder().encode(text), offset);
  words(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  words(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, to, true);
  view.setUint32(28, to * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  words(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    view.setInt16(headerBytes + index * 2, sample, true);
  });
  return file;
}
