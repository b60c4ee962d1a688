/** Transcripts from a vendor over HTTP, on the wire of Deepgram's pre-recorded interface: the sound goes up as it is, what was said comes back by channel. */
import * as z from 'zod/mini';
import { InvalidTranscriptError, type Transcriber, type TranscriptionResult } from './transcriber.ts';

/** Address of the vendor, and the credentials for it. */
interface VendorOptions {
  /** Address of `POST /v1/listen`. */
  readonly url: string;
  readonly token: string;
  readonly model: string;
}

/** A long call takes its time; the job that waits says meanwhile that it lives. */
const patienceMs = 120_000;
const mostBytes = 20_000_000;
/** Answers about the sound itself, not about the moment or the account. */
const final = new Set([400, 411, 413, 415, 422]);

const seconds = z.number().check(z.gte(0), z.lte(86_400));
const Utterance = z.object({ channel: z.number().check(z.gte(0), z.lte(20)), start: seconds, end: seconds, transcript: z.string() });
const Answer = z.object({
  metadata: z.object({ request_id: z.optional(z.string()), duration: z.optional(z.number()), channels: z.optional(z.number()) }),
  results: z.object({ utterances: z._default(z.array(Utterance), []) }),
});

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > mostBytes) throw new InvalidTranscriptError('The transcript has no end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Parses an answer; it was paid, and one that cannot be read comes back the same, so it is never requested again. */
function parseAnswer(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new InvalidTranscriptError('The transcriber sent an invalid transcript', { cause });
  }
}

function read(text: string, model: string): TranscriptionResult {
  const { metadata, results } = parseAnswer(text);
  const utterances = results.utterances
    // The database keeps no text with this sign.
    .map((each) => ({ ...each, transcript: each.transcript.replaceAll('\u0000', '') }))
    .filter(({ transcript, start, end }) => transcript.trim() !== '' && end >= start);
  const known = { model, request: metadata.request_id?.replaceAll('\u0000', ''), channels: metadata.channels, duration: metadata.duration };
  return { utterances, channels: Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))) };
}

/** Makes the adapter. Rejects when the vendor does not answer in two minutes or refuses; with `Unintelligible` when it sends what is no transcript. */
export function createVendorTranscriber({ url, token, model }: VendorOptions): Transcriber {
  const address = new URL(`${url.replace(/\/+$/, '')}/v1/listen`);
  address.search = new URLSearchParams({ model, multichannel: 'true', utterances: 'true', punctuate: 'true', smart_format: 'true' }).toString();
  return {
    async transcribe({ bytes, contentType }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': contentType },
        body: Buffer.from(bytes),
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      });
      const text = await readText(answer);
      if (final.has(answer.status)) throw new InvalidTranscriptError(`The transcriber answered ${answer.status}`);
      if (!answer.ok) throw new Error(`The transcriber answered ${answer.status}`);
      return read(text, model);
    },
  };
}
