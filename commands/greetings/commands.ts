/** Greetings: the list, hearing one, the form. */

import type { Greeting, GreetingVoice } from '#contract/greetings/entities.ts';
import { noSpeech } from '#contract/greetings/texts.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const writeBase = { group: 'Greetings', permission: 'numbers.route' } as const;

const greetingBase = { group: 'Greetings', scopes: ['greetings'], rows: { kind: 'greeting', max: 1 } } as const;

const formBase = { group: 'Greetings', scopes: ['greetingForm', 'greetings'] } as const;

const getGreeting = (context: Context): Greeting => {
  const greeting = getRows(context, 'greeting')?.rows[0];
  if (!greeting) throw new Error('Select a greeting first');
  return greeting;
};

/** The flow's own answer; where nobody speaks texts, that instead of a refusal about words or voice. */
const checkSpeech = (context: Context, answer: Availability): Availability => (context.hasSpeech || answer === true ? answer : { reason: noSpeech });

const listPlaces = ({ uses }: Greeting) => [...new Set(uses.map(({ label, number }) => label || number))];

/** Commands over greetings. */
export const greetingCommands: readonly Command[] = [
  command({
    ...writeBase,
    scopes: ['workspace'],
    id: 'greetings.create',
    title: 'Create greeting',
    keywords: ['new', 'voicemail', 'announcement', 'text to speech', 'record', 'make'],
    icon: 'plus',
    quiet: true,
    run: async ({ services }) => services.greetings.edit(null),
  }),
  command({
    ...writeBase,
    ...greetingBase,
    id: 'greetings.edit',
    title: 'Edit greeting',
    keywords: ['edit', 'words', 'voice', 'rename', 'change'],
    icon: 'pencil',
    quiet: true,
    run: async ({ context, services }) => services.greetings.edit(getGreeting(context)),
  }),
  command({
    ...greetingBase,
    id: 'greetings.play',
    title: 'Play or stop greeting',
    keywords: ['play', 'listen', 'preview', 'hear'],
    icon: 'play',
    permission: 'numbers.read',
    quiet: true,
    available: (context) => getRows(context, 'greeting')?.rows[0]?.media != null || { reason: 'This greeting has no audio yet' },
    run: async ({ context, services }) => services.greetings.play(getGreeting(context)),
  }),
  command({
    ...writeBase,
    ...greetingBase,
    id: 'greetings.delete',
    title: 'Delete greeting',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => {
      const greeting = getGreeting(context);
      const places = listPlaces(greeting);
      const heard = places.length === 0 ? 'No number uses it.' : `Used by ${places.join(', ')}. Callers there will hear the default greeting.`;
      return {
        sentence: `Delete greeting “${greeting.name}”. ${heard}`,
        count: 1,
        sample: places.slice(0, 3),
        skipped: [],
        verb: 'delete',
        undoNote: 'This can’t be undone',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.greetings.delete(getGreeting(context)),
  }),
  command({
    ...formBase,
    id: 'greetings.preview',
    title: 'Greeting: Preview',
    icon: 'play',
    keywords: ['preview', 'speak', 'listen', 'hear'],
    quiet: true,
    available: (context) => checkSpeech(context, checkEvent(context, 'greetingEdit', 'preview.requested')),
    run: async ({ services }) => services.flows.send('greetingEdit', { type: 'preview.requested' }),
  }),
  command({
    ...formBase,
    id: 'greetings.save',
    title: 'Greeting: Save',
    icon: 'check',
    keywords: ['submit'],
    quiet: true,
    changes: true,
    available: (context) => checkSpeech(context, checkEvent(context, 'greetingEdit', 'greeting.submitted')),
    run: async ({ services }) => services.flows.send('greetingEdit', { type: 'greeting.submitted' }),
  }),
  flowCommand({ ...formBase, id: 'greetings.close', title: 'Greeting: Discard changes', icon: 'x', keywords: ['cancel', 'discard'] }, 'greetingEdit', {
    type: 'greeting.discarded',
  }),
  flowCommand({ ...formBase, id: 'greetings.dropFile', title: 'Greeting: Remove audio file', icon: 'x', keywords: ['remove', 'upload'] }, 'greetingEdit', {
    type: 'file.dropped',
  }),
  command({
    ...formBase,
    id: 'greetings.voice',
    title: 'Greeting: Choose voice',
    keywords: ['speaker', 'language'],
    icon: 'mic',
    quiet: true,
    available: (context) => (context.hasSpeech ? checkEvent(context, 'greetingEdit', 'voice.chosen') : { reason: noSpeech }),
    args: {
      voice: arg.search<GreetingVoice>({
        label: 'Voice',
        search: async (_context, services, words) =>
          (await services.greetings.voices())
            .filter(({ name, language }) => `${name} ${language}`.toLowerCase().includes(words.trim().toLowerCase()))
            .map((voice) => ({ value: voice, id: voice.id, title: voice.name, detail: voice.language })),
        find: async (id, _context, services) => (await services.greetings.voices()).find((voice) => voice.id === id) ?? null,
      }),
    },
    run: async ({ args, services }) => services.flows.send('greetingEdit', { type: 'voice.chosen', voice: args.voice.id }),
  }),
  command({
    ...formBase,
    id: 'greetings.chooseFile',
    title: 'Greeting: Upload audio (WAV or MP3)',
    keywords: ['file', 'recording'],
    icon: 'upload',
    quiet: true,
    available: (context) => checkEvent(context, 'greetingEdit', 'file.chosen'),
    run: async ({ services }) => services.greetings.chooseFile(),
  }),
];
