/** Somebody who writes down what was said, on the wire of Deepgram's pre-recorded interface. It knows the words of every sound that was played here. */
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ledger } from '../carrier/ledger.ts';
import type { Segment } from '../carrier/voice/segment.ts';

/** `token`: what it takes for a key. `ledger`: where it knows the words from. */
interface TranscriberOptions {
  readonly token: string;
  readonly ledger: Ledger;
}

const maxBytes = 25_000_000;
const confidence = 0.98;

function reject(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send({ err_code: code, err_msg: message, request_id: randomUUID() });
}

const isSound = (bytes: Buffer) => /^(RIFF|ID3|OggS|fLaC|\xff[\xe0-\xff])/.test(bytes.toString('latin1', 0, 4));

/** The words of a stretch, spread evenly over its time. */
function listWords({ transcript, startTime, endTime }: Segment) {
  const words = transcript.split(/\s+/).filter((word) => word !== '');
  const each = (endTime - startTime) / Math.max(1, words.length);
  return words.map((word, at) => ({
    word: word.toLowerCase().replace(/[^\w']/g, ''),
    start: startTime + at * each,
    end: startTime + (at + 1) * each,
    confidence,
    punctuated_word: word,
  }));
}

/** The answer for a sound. One that is not asked about by channel has one, with everybody in it. */
function createReply(bytes: Buffer, said: readonly Segment[], { model, multichannel, utterances }: Query) {
  const isSplit = multichannel === 'true';
  const count = isSplit && bytes.toString('latin1', 0, 4) === 'RIFF' ? Math.max(1, bytes.readUInt16LE(22)) : 1;
  const heard = said.map((segment) => (isSplit ? segment : { ...segment, channel: 0 as const }));
  const id = randomUUID();
  return {
    metadata: {
      transaction_key: 'deprecated',
      request_id: id,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created: new Date().toISOString(),
      duration: Math.max(0, ...heard.map(({ endTime }) => endTime)),
      channels: count,
      models: [model ?? 'base'],
    },
    results: {
      channels: Array.from({ length: count }, (_, channel) => {
        const own = heard.filter((segment) => segment.channel === channel);
        return { alternatives: [{ transcript: own.map(({ transcript }) => transcript).join(' '), confidence, words: own.flatMap(listWords) }] };
      }),
      ...(utterances === 'true'
        ? {
            utterances: heard.map((segment) => ({
              start: segment.startTime,
              end: segment.endTime,
              confidence,
              channel: segment.channel,
              transcript: segment.transcript,
              words: listWords(segment),
              id: randomUUID(),
            })),
          }
        : {}),
    },
  };
}

interface Query {
  readonly model?: string;
  readonly multichannel?: string;
  readonly utterances?: string;
}

/** `POST /v1/listen`, with the sound as the body. */
export async function registerTranscriberRoutes(app: FastifyInstance, { token, ledger }: TranscriberOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
  app.post<{ Querystring: Query }>('/v1/listen', { bodyLimit: maxBytes }, async ({ headers, body, query }, reply) => {
    if (headers.authorization !== `Token ${token}`) return reject(reply, 401, 'INVALID_AUTH', 'Invalid credentials.');
    if (!Buffer.isBuffer(body) || !isSound(body)) return reject(reply, 400, 'Bad Request', 'Bad Request: failed to process audio: corrupt or unsupported data');
    return createReply(body, ledger.findTranscript(body) ?? [], query);
  });
}
