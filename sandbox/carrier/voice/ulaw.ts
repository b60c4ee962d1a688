/** Sound as telephone lines carry it (G.711, μ-law): a byte for each sample of 16 bits. */

const bias = 132;
const clip = 32_635;

function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(sample), clip) + bias;
  const exponent = Math.max(0, Math.floor(Math.log2(size)) - 7);
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

function decodeSample(byte: number): number {
  const code = ~byte & 0xff;
  const size = ((((code & 0x0f) << 3) + bias) << ((code & 0x70) >> 4)) - bias;
  return (code & 0x80) === 0 ? size : -size;
}

const encoded = Uint8Array.from({ length: 65_536 }, (_, at) => encodeSample(at - 32_768));
const decoded = Int16Array.from({ length: 256 }, (_, byte) => decodeSample(byte));

/** Samples as bytes of a line. */
export const encodeUlaw = (samples: Int16Array): Uint8Array => Uint8Array.from(samples, (sample) => encoded[sample + 32_768] ?? 0xff);

/** Bytes of a line as samples. */
export const decodeUlaw = (bytes: Uint8Array): Int16Array => Int16Array.from(bytes, (byte) => decoded[byte] ?? 0);
