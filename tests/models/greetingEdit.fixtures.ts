/** Events that can happen while a greeting is made or changed. */
import { type GreetingSnapshot, machine, type UserEvent } from '#machines/greetingEdit/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const cases = {
  'greeting.opened': [
    { draft: { id: null, name: '', content: '', voice: '', file: null } },
    { draft: { id: 7, name: 'Main', content: '', voice: '', file: null } },
    {
      draft: { id: 7, name: 'Main', content: '', voice: '', file: null },
      kept: { id: 7, name: 'Main', content: 'You have reached us', voice: '', file: null },
    },
  ],
  'name.typed': [{ name: 'Main' }, { name: ' ' }],
  'content.typed': [{ content: 'You have reached us' }, { content: '' }],
  'voice.chosen': [{ voice: 'en-us' }],
  'file.chosen': [{ file: 'hello.wav' }],
  'file.dropped': [{}],
  'preview.requested': [{}],
  'greeting.submitted': [{}],
  'greeting.closed': [{}],
  'greeting.discarded': [{}],
  'xstate.done.actor.speak': [{ output: undefined }],
  'xstate.error.actor.speak': [{ error: refusals.unavailable }],
  'xstate.done.actor.save': [{ output: undefined }],
  'xstate.error.actor.save': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent>;

export const model = defineModel({
  flowId: 'greetingEdit',
  machine,
  cases,
  sameState: ({ context: { draft, error } }: Pick<GreetingSnapshot, 'context'>) => [
    draft.id,
    draft.name.trim(),
    draft.content,
    draft.voice,
    draft.file,
    error?.code ?? null,
  ],
});
