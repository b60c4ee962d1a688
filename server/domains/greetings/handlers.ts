/** Greetings over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createGreeting, deleteGreeting, speak, updateGreeting } from './commands.ts';
import { getGreeting, listGreetings } from './queries.ts';

export const handlers: Handlers<typeof routes.greetings> = {
  list: ({ services }) => listGreetings(services),
  voices: async ({ services }) => ({ data: (services.speech?.voices ?? []).map((voice) => ({ ...voice })) }),
  get: ({ params, services }) => getGreeting(services, params.id),
  speak: async ({ body, authUser, membership, services }) => {
    const { bytes, contentType } = await speak(services, { authUser, membership }, body.content, body.voice);
    return { contentType, audio: Buffer.from(bytes).toString('base64') };
  },
  create: ({ body, files, authUser, membership, services }) => createGreeting(services, { authUser, membership }, body, files),
  update: ({ params, body, files, authUser, membership, services }) => updateGreeting(services, { authUser, membership }, params.id, body, files),
  delete: async ({ params, authUser }) => {
    await deleteGreeting(authUser, params.id);
    return undefined;
  },
};
