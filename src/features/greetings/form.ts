/** The form of a greeting: one for each company, kept while the window is open. */
import { useSyncExternalStore } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { FlowView } from '#commands/core/types.ts';
import { greetingMessages } from '#contract/greetings/texts.ts';
import { type GreetingSnapshot, machine, type UserEvent, userEvents, why } from '#machines/greetingEdit/index.ts';
import { isIn, stateName } from '#machines/state.ts';
import { type App, companyOf, useApp } from '../../api/app.ts';
import { withPlainErrors } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../api/sessionStores.ts';
import { flowView } from '../../panes/flowView.ts';
import { playSound } from './sound.ts';

type GreetingActor = ActorRefFrom<typeof machine>;

const open = new Map<number, GreetingActor>();
/** The file that was chosen in a company: a machine holds names alone. */
const chosen = new Map<number, File>();
registerStore('greeting forms', () => {
  for (const actor of open.values()) actor.stop();
  open.clear();
  chosen.clear();
});

/** Keeps the file chosen for a company's greeting; null forgets it. */
export function chooseSound(companyId: number, file: File | null): void {
  if (file) chosen.set(companyId, file);
  else chosen.delete(companyId);
}

function formIn(app: App, companyId: number): GreetingActor {
  const save = ({ id, name, content, voice, file }: GreetingSnapshot['context']['draft']) => {
    const sound = chosen.get(companyId);
    const files = file !== null && sound ? { files: [sound] } : {};
    const spoken = file === null && content.trim() !== '' ? { content: content.trim(), ...(voice === '' ? {} : { voice }) } : {};
    return id === null
      ? app.api.call('greetings.create', { companyId, body: { name: name.trim(), ...spoken }, ...files })
      : app.api.call('greetings.update', { companyId, params: { id }, body: { _method: 'PUT', name: name.trim(), ...spoken }, ...files });
  };
  return createActor(
    machine.provide({
      actors: {
        speak: fromPromise(async ({ input }) => {
          const { audio, contentType } = await withPlainErrors(
            app.api.call('greetings.speak', { companyId, body: { content: input.content.trim(), voice: input.voice } }),
          );
          await playSound('draft', `data:${contentType};base64,${audio}`);
        }),
        save: fromPromise(async ({ input }) => {
          await withPlainErrors(save(input.draft));
          await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'greetings', 'list') });
        }),
      },
      actions: { tellSaved: (_, { id }) => app.notify({ tone: 'success', message: id === null ? greetingMessages.added : greetingMessages.updated }) },
    }),
  ).start();
}

/** Returns the form of the company on the screen. */
export function greetingForm(app: App): GreetingActor {
  const companyId = companyOf(app);
  const actor = open.get(companyId) ?? formIn(app, companyId);
  open.set(companyId, actor);
  return actor;
}

export interface GreetingForm {
  readonly snapshot: GreetingSnapshot;
  readonly state: string;
  readonly isOpen: boolean;
  readonly flow: FlowView;
  readonly send: (event: UserEvent) => void;
}

/** The form as the pane shows it. */
export function useGreetingForm(): GreetingForm {
  const actor = greetingForm(useApp());
  const snapshot = useSyncExternalStore(
    (listener) => {
      const following = actor.subscribe(listener);
      return () => following.unsubscribe();
    },
    () => actor.getSnapshot(),
  );
  const state = stateName(snapshot);
  return {
    snapshot,
    state,
    isOpen: !isIn(snapshot, 'closed'),
    flow: flowView({ userEvents, why: (_, event) => why(actor.getSnapshot(), event) }, snapshot),
    send: (event) => actor.send(event),
  };
}
