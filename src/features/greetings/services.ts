/** Greetings as commands reach them. */
import type { GreetingServices } from '#commands/greetings/types.ts';
import { greetingMessages } from '#contract/greetings/texts.ts';
import { companyOf } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { voicesQuery } from './data.ts';
import { greetingForms } from './form.ts';
import { playSound, soundNow, stopSound } from './sound.ts';

/** Commands over greetings, as the app provides them. */
export function createGreetingServices({ app, workspace }: ServiceDeps): GreetingServices {
  return {
    edit: (greeting) => {
      workspace.open('greetings');
      const form = greetingForms.of(app, companyOf(app));
      form.chooseSound(null);
      const { id, name, content, voice } = greeting ?? { id: null, name: '', content: '', voice: '' };
      form.actor.send({ type: 'greeting.opened', draft: { id, name, content: content ?? '', voice: voice ?? '', file: null } });
    },
    chooseFile: () => {
      const { actor, chooseSound } = greetingForms.of(app, companyOf(app));
      chooseFile('audio/wav,audio/x-wav,audio/mpeg,.wav,.mp3', (file) => {
        // The form it was chosen for may be gone: a stopped one takes no file.
        if (actor.getSnapshot().status !== 'active') return;
        chooseSound(file);
        actor.send({ type: 'file.chosen', file: file.name });
      });
    },
    voices: () => app.queries.fetchQuery(voicesQuery(app, companyOf(app))),
    delete: async (greeting) => {
      const companyId = companyOf(app);
      await app.api.call('greetings.delete', { companyId, params: { id: greeting.id } });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'greetings', 'list') });
      return { message: greetingMessages.deleted };
    },
    play: async ({ id, media }) => {
      if (soundNow() === id) stopSound();
      else if (media) await playSound(id, media.url);
    },
  };
}
