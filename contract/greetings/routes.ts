/** Greetings (spec 2.3, 2.7): what callers hear, spoken from a text or uploaded. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, createTextSchema, Id } from '../core/schema.ts';
import { Greeting, GreetingVoice, greetingCharacters } from './entities.ts';

const voice = z.string().check(z.minLength(1), z.maxLength(60));

const fields = {
  name: z.optional(createNameSchema(120)),
  content: z.optional(createTextSchema(greetingCharacters)),
  voice: z.optional(voice),
  businessUnitId: z.optional(Id),
};

export const routes = {
  list: route('GET /greetings', {
    access: 'numbers.read',
    company: 'header',
    reply: createListSchema(Greeting, z.object({ total: z.number() })),
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
    callsProvider: true,
    body: z.object({ content: createTextSchema(greetingCharacters), voice }),
    /** `audio` is the sound in base64. */
    reply: z.object({ contentType: z.string(), audio: z.string() }),
    spec: 'CALL-177',
    summary: 'Speaks a text, to be heard before it is saved',
    perMinute: 60,
  }),
  create: route('POST /greetings', {
    access: 'numbers.route',
    company: 'header',
    callsProvider: true,
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
    callsProvider: true,
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
