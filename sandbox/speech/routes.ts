/** The voice of greetings, on the wire that speech vendors share: `POST /` with model, input, voice and response_format; the answer is the sound. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { createSynthesizer } from './synthesizer.ts';
import { sandboxVoices } from './voices.ts';

/** `token`: what it takes for a key. */
interface SpeechOptions {
  readonly token: string;
}

const Request = z.object({
  model: z.string().check(z.minLength(1)),
  input: z.string().check(z.minLength(1), z.maxLength(4_096)),
  voice: z.string(),
  response_format: z._default(z.literal('wav'), 'wav'),
});

const reject = (reply: FastifyReply, status: number, message: string, param: string | null = null) =>
  reply.code(status).send({ error: { message, type: 'invalid_request_error', param, code: null } });

/** Registers the route; the synthesizer ends with the server. */
export async function registerSpeechRoutes(app: FastifyInstance, { token }: SpeechOptions): Promise<void> {
  const synthesizer = createSynthesizer();
  app.addHook('onClose', () => synthesizer.close());
  app.post('/', async ({ headers, body }, reply) => {
    if (headers.authorization !== `Bearer ${token}`) return reject(reply, 401, 'Incorrect API key provided');
    const asked = Request.safeParse(body);
    if (!asked.success) return reject(reply, 400, 'Invalid request', String(asked.error.issues[0]?.path[0] ?? ''));
    const { input, voice } = asked.data;
    if (!sandboxVoices.some(({ id }) => id === voice)) return reject(reply, 400, `Voice ${voice} is not supported`, 'voice');
    const wav = await synthesizer.speak(input, voice);
    return reply.type('audio/wav').send(Buffer.from(wav));
  });
}
