/** Speech from a vendor over HTTP, by the interface many of them share: POST {url} with model, input, voice and response_format; the answer is the sound. */
import type { Speech, Voice } from './speech.ts';

/** Address of the vendor, and the credentials for it. */
interface VendorOptions {
  readonly url: string;
  readonly token: string;
  readonly model: string;
  readonly voices: readonly Voice[];
}

const patienceMs = 20_000;
const mostBytes = 5_000_000;

/** Makes the adapter. Rejects when the vendor does not answer in 20 s, refuses, or sends what is no sound. */
export function createVendorSpeech({ url, token, model, voices }: VendorOptions): Speech {
  return {
    voices,
    async speak(content, voice) {
      if (!voices.some(({ id }) => id === voice)) throw new Error('This voice is not one of ours');
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: content, voice, response_format: 'wav' }),
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      });
      const type = answer.headers.get('content-type') ?? '';
      if (!answer.ok || !type.startsWith('audio/')) throw new Error(`The voice answered ${answer.status} ${type}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (bytes.length === 0 || bytes.length > mostBytes) throw new Error('The voice sent a sound of no use');
      return { bytes, contentType: /mpeg|mp3/.test(type) ? 'audio/mpeg' : 'audio/wav' };
    },
  };
}
