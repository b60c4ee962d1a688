/** Greetings over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createGreeting, deleteGreeting, speak, updateGreeting } from './commands.ts';
import { listGreetings, oneGreeting } from './queries.ts';

export const handlers: Handlers<typeof routes.greetings> = {
  list: ({ services }) => listGreetings(services),
  voices: async ({ services }) => ({ data: (services.speech?.voices ?? []).map((voice) => ({ ...voice })) }),
  get: ({ params, services }) => oneGreeting(services, params.id),
  speak: async ({ body, caller, membership, services }) => {
    const { bytes, contentType } = await speak(services, { caller, membership }, body.content, body.voice);
    return { contentType, audio: Buffer.from(bytes).toString('base64') };
  },
  create: ({ body, files, caller, membership, services }) => createGreeting(services, { caller, membership }, body, files),
  update: ({ params, body, files, caller, membership, services }) => updateGreeting(services, { caller, membership }, params.id, body, files),
  delete: async ({ params, caller }) => {
    await deleteGreeting(caller, params.id);
    return undefined;
  },
};
