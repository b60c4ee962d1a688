/** Greetings as commands reach them. */
import type { GreetingServices } from '#commands/greetings/types.ts';
import { greetingMessages } from '#contract/greetings/texts.ts';
import { getReason } from '#machines/greetingEdit/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { playAudio, playingId, stopAudio } from './audio.ts';
import { createVoicesQuery } from './data.ts';
import { greetingDrafts, greetingForms } from './form.ts';

/** Commands over greetings, as the app provides them. */
export function createGreetingServices({ app, workspace }: ServiceDeps): GreetingServices {
  return {
    edit: (greeting) => {
      workspace.open('greetings');
      const companyId = getCompanyId(app);
      const form = greetingForms.get(app, companyId);
      const { id, name, content, voice } = greeting ?? { id: null, name: '', content: '', voice: '' };
      const opened = { type: 'greeting.opened', draft: { id, name, content: content ?? '', voice: voice ?? '', file: null } } as const;
      const refused = getReason(form.actor.getSnapshot(), opened);
      if (refused !== null) throw new Error(refused);
      // The draft of the one that is open waits as those of others do.
      form.actor.send({ type: 'greeting.closed' });
      form.actor.send({ ...opened, kept: greetingDrafts.take(companyId, id) });
    },
    chooseFile: () => {
      const { actor, chooseAudio } = greetingForms.get(app, getCompanyId(app));
      chooseFile('audio/wav,audio/x-wav,audio/mpeg,.wav,.mp3', (file) => {
        // The form it was chosen for may be gone: a stopped one takes no file.
        if (actor.getSnapshot().status !== 'active') return;
        chooseAudio(file);
        actor.send({ type: 'file.chosen', file: file.name });
      });
    },
    voices: () => app.queries.fetchQuery(createVoicesQuery(app, getCompanyId(app))),
    delete: async (greeting) => {
      const companyId = getCompanyId(app);
      await app.api.call('greetings.delete', { companyId, params: { id: greeting.id } });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'greetings', 'list') });
      return { message: greetingMessages.deleted };
    },
    play: async ({ id, media }) => {
      if (playingId() === id) stopAudio();
      else if (media) await playAudio(id, media.url);
    },
  };
}
