/** Greetings (spec 2.3, 2.7): what callers hear, spoken from a text or uploaded. */
import * as z from 'zod/mini';
import { Media } from './entities.ts';
import { route } from './route.ts';
import { Id, list, text } from './schema.ts';

/** Characters of a spoken greeting: about two minutes. */
export const greetingCharacters = 2_000;

/** Where a greeting is heard: before a number rings, or before the tone. */
export const GreetingUse = z.object({ numberId: z.number(), label: z.string(), number: z.string(), as: z.enum(['greeting', 'voicemail']) });

/** A greeting. `content` and `voice` are null for one that was uploaded; `name` is ours. */
export const Greeting = z.object({
  id: z.number(),
  name: z.string(),
  content: z.nullable(z.string()),
  voice: z.nullable(z.string()),
  businessUnitId: z.nullable(z.number()),
  media: z.nullable(Media),
  uses: z.array(GreetingUse),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Greeting = z.output<typeof Greeting>;

/** Why no text can be spoken: nobody set a voice up. */
export const noSpeech = 'Text to speech isn’t set up here. Upload a WAV or MP3, or ask your administrator to set TTS_URL';

/** A voice to speak with. */
export const GreetingVoice = z.object({ id: z.string(), name: z.string(), language: z.string() });
export type GreetingVoice = z.output<typeof GreetingVoice>;

const voice = z.string().check(z.minLength(1), z.maxLength(60));
const fields = { name: z.optional(text(120)), content: z.optional(text(greetingCharacters)), voice: z.optional(voice), businessUnitId: z.optional(Id) };

export const greetings = {
  list: route('GET /greetings', {
    access: 'numbers.read',
    company: 'header',
    reply: list(Greeting, z.object({ total: z.number() })),
    spec: 'CALL-175',
    summary: 'Greetings of a company by name, each with where it is heard',
  }),
  voices: route('GET /greetings/voices', {
    access: 'numbers.read',
    company: 'header',
    reply: z.object({ data: z.array(GreetingVoice) }),
    spec: 'CALL-181',
    summary: 'Voices a greeting can be spoken with',
  }),
  get: route('GET /greetings/{id}', {
    access: 'numbers.read',
    company: 'header',
    params: { id: Id },
    reply: Greeting,
    spec: 'CALL-176',
    summary: 'One greeting',
  }),
  speak: route('POST /greetings/speak', {
    access: 'numbers.route',
    company: 'header',
    asksOutside: true,
    body: z.object({ content: text(greetingCharacters), voice }),
    /** `audio` is the sound in base64. */
    reply: z.object({ contentType: z.string(), audio: z.string() }),
    spec: 'CALL-177',
    summary: 'Speaks a text, to be heard before it is saved',
    perMinute: 60,
  }),
  create: route('POST /greetings', {
    access: 'numbers.route',
    company: 'header',
    asksOutside: true,
    multipart: true,
    files: ['file'],
    body: z.object(fields),
    reply: Greeting,
    spec: 'CALL-178',
    summary: 'Makes a greeting of a text and a voice, or of an uploaded WAV or MP3 of at most 5 MB',
    perMinute: 60,
  }),
  update: route('POST /greetings/{id}', {
    access: 'numbers.route',
    company: 'header',
    asksOutside: true,
    multipart: true,
    files: ['file'],
    params: { id: Id },
    body: z.object({ ...fields, _method: z.literal('PUT') }),
    reply: Greeting,
    spec: 'CALL-179',
    summary: 'Changes a greeting; multipart with the method override `_method=PUT` (AMB-53)',
    perMinute: 60,
  }),
  delete: route('DELETE /greetings/{id}', {
    access: 'numbers.route',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-180',
    summary: 'Deletes a greeting; numbers that had it go on without one',
  }),
};
