/** The form of a greeting: one for each company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { greetingMessages } from '#contract/greetings/texts.ts';
import { toDraftKey } from '#machines/drafts.ts';
import { type GreetingDraft, type GreetingSnapshot, machine } from '#machines/greetingEdit/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createKeptDrafts } from '../../store/keptDrafts.ts';
import { playAudio } from './audio.ts';

/** The flow of the form. */
export type GreetingActor = ActorRefFrom<typeof machine>;

/** The form, and the sound that was chosen: a machine holds names alone. */
interface GreetingForm {
  readonly actor: GreetingActor;
  /** Keeps the file for the draft that is open. */
  chooseAudio(file: File): void;
}

/** Drafts of greetings whose form was left. */
export const greetingDrafts = createKeptDrafts<GreetingDraft>('greeting drafts');

function createForm(app: App, companyId: number): GreetingForm {
  /** Chosen files, by the draft they are of. */
  const chosen = new Map<string, File>();
  const save = ({ id, name, content, voice, file }: GreetingSnapshot['context']['draft']) => {
    const audio = file === null ? undefined : chosen.get(toDraftKey({ id }));
    const files = audio ? { files: [audio] } : {};
    const spoken = file === null && content.trim() !== '' ? { content: content.trim(), ...(voice === '' ? {} : { voice }) } : {};
    return id === null
      ? app.api.call('greetings.create', { companyId, body: { name: name.trim(), ...spoken }, ...files })
      : app.api.call('greetings.update', { companyId, params: { id }, body: { _method: 'PUT', name: name.trim(), ...spoken }, ...files });
  };
  const actor = createActor(
    machine.provide({
      actors: {
        speak: fromPromise(async ({ input }) => {
          const { audio, contentType } = await rejectWithPlainError(
            app.api.call('greetings.speak', { companyId, body: { content: input.content.trim(), voice: input.voice } }),
          );
          await playAudio('draft', `data:${contentType};base64,${audio}`);
        }),
        save: fromPromise(async ({ input }) => {
          await rejectWithPlainError(save(input.draft));
          await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'greetings', 'list') });
        }),
      },
      actions: {
        keep: (_, { draft }) => greetingDrafts.keep(companyId, draft),
        tellSaved: (_, { id }) => app.notify({ tone: 'success', message: id === null ? greetingMessages.added : greetingMessages.updated }),
      },
    }),
  );
  return {
    actor,
    chooseAudio: (file) => {
      chosen.set(toDraftKey(actor.getSnapshot().context.draft), file);
    },
  };
}

/** The form of each company. */
export const greetingForms = createFlowStore<number, GreetingForm>({
  name: 'greeting forms',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: createForm,
});
