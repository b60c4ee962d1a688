/** The password reset with its effects. */
import { type ActorRefFrom, fromPromise } from 'xstate';
import * as passwordReset from '#machines/passwordReset/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { createFlowView } from '../../store/flowView.ts';
import { showFlow } from './resetFlow.ts';

export type ResetActor = ActorRefFrom<typeof passwordReset.machine>;

/** Makes a reset flow known to commands; returns how to take it away again. */
export const openReset = (actor: ResetActor): (() => void) =>
  showFlow({
    view: () => createFlowView(passwordReset, actor.getSnapshot()),
    send: (event) => actor.send(event),
    subscribe: (listener) => {
      const following = actor.subscribe(listener);
      return () => following.unsubscribe();
    },
  });

/** The reset flow with its effects. A 429 is the form's own affair: it shows the countdown. */
export const createResetMachine = (app: App) =>
  passwordReset.machine.provide({
    actors: {
      sendLink: fromPromise(({ input }) => rejectWithPlainError(app.api.call('auth.forgotPassword', { keepsSession: true, body: { email: input.email } }))),
      savePassword: fromPromise(({ input }) =>
        rejectWithPlainError(app.api.call('auth.resetPassword', { keepsSession: true, body: { token: input.token, password: input.password } })),
      ),
    },
    actions: { announce: () => app.login.send({ type: 'password.updated' }) },
  });
