/** The running password reset, for commands. */
import { type ActorRefFrom, fromPromise } from 'xstate';
import * as passwordReset from '#machines/passwordReset/index.ts';
import type { App } from '../../api/app.ts';
import { withPlainErrors } from '../../api/errors.ts';
import { registerStore } from '../../api/sessionStores.ts';
import type { StandingFlow } from '../../panes/feature.ts';
import { flowView } from '../../panes/flowView.ts';

export type ResetActor = ActorRefFrom<typeof passwordReset.machine>;

let open: ResetActor | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

registerStore('password reset', () => {
  open = null;
  tell();
});

/** The reset flow that is on the screen, for commands. */
export const resetFlow: StandingFlow<'passwordReset'> = {
  view: () => (open === null ? null : flowView(passwordReset, open.getSnapshot())),
  send: (event) => open?.send(event),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Makes a reset flow known to commands; returns how to take it away again. */
export function openReset(actor: ResetActor): () => void {
  open = actor;
  const following = actor.subscribe(tell);
  tell();
  return () => {
    following.unsubscribe();
    if (open === actor) open = null;
    tell();
  };
}

/** The reset flow with its effects. A 429 is the form's own affair: it shows the countdown. */
export const resetMachine = (app: App) =>
  passwordReset.machine.provide({
    actors: {
      sendLink: fromPromise(({ input }) => withPlainErrors(app.api.call('auth.forgotPassword', { keepsSession: true, body: { email: input.email } }))),
      savePassword: fromPromise(({ input }) =>
        withPlainErrors(app.api.call('auth.resetPassword', { keepsSession: true, body: { token: input.token, password: input.password } })),
      ),
    },
    actions: { announce: () => app.login.send({ type: 'password.updated' }) },
  });
