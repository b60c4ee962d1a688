/** Making an account: an e-mail, then the mailed code and a password (RULE-177). A plain store: there are no modes but the two steps. */

import { limits } from '#contract/core/limits.ts';
import type { FlowError } from '#machines/index.ts';
import type { App } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createSignal } from '../../store/store.ts';
import { type FieldError, toFieldError } from './viewModel.ts';

export type SignUpField = 'email' | 'code' | 'password';
const fields: readonly SignUpField[] = ['email', 'code', 'password'];

export interface SignUpState {
  readonly step: 'email' | 'account';
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly busy: boolean;
  readonly wrong: FieldError<SignUpField> | null;
  /** Milliseconds to wait after too many tries; null when there is nothing to wait for. */
  readonly waitMs: number | null;
}

interface SignUp {
  get(): SignUpState;
  subscribe(listener: () => void): () => void;
  type(field: SignUpField, text: string): void;
  /** The next step, if what it needs is there. */
  proceed(): Promise<void>;
  stop(): void;
}

const first: SignUpState = { step: 'email', email: '', code: '', password: '', busy: false, wrong: null, waitMs: null };

/** Finds the missing input for the next step, at its field. */
export function findMissingField({ step, email, code, password }: SignUpState): FieldError<SignUpField> | null {
  if (email.trim() === '') return { field: 'email', message: 'Enter your email' };
  if (step === 'email') return null;
  if (!/^\d{6}$/.test(code)) return { field: 'code', message: 'Enter the 6-digit code from the email' };
  return password.length < limits.newPasswordCharacters ? { field: 'password', message: `Use at least ${limits.newPasswordCharacters} characters` } : null;
}

export function createSignUp(app: App): SignUp {
  let state = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = createSignal();
  const set = (change: Partial<SignUpState>) => {
    state = { ...state, ...change };
    changed.notify();
  };
  const reject = (error: FlowError) => {
    if (error.status !== 429) return set({ busy: false, wrong: toFieldError(error, fields) });
    const waitMs = error.retryAfterMs ?? limits.retry429Ms;
    set({ busy: false, waitMs });
    timer = setTimeout(() => set({ waitMs: null }), waitMs);
  };
  const check = async () => {
    // The 429 of this call is the form's own affair: it shows the countdown.
    await app.api.call('auth.signupCheck', { keepsSession: true, body: { email: state.email.trim() } });
    set({ step: 'account', busy: false, code: '' });
  };
  const create = async () => {
    const { email, code, password } = state;
    await app.api.call('auth.signupCreate', { body: { email: email.trim(), code, password } });
    app.login.send({ type: 'session.found' });
  };
  return {
    get: () => state,
    subscribe: changed.subscribe,
    type: (field, text) => set({ [field]: text, wrong: null }),
    proceed: async () => {
      if (state.busy || state.waitMs !== null) return;
      const wrong = findMissingField(state);
      set({ wrong, busy: wrong === null });
      if (wrong === null) await (state.step === 'email' ? check() : create()).catch((thrown: unknown) => reject(toPlainError(thrown)));
    },
    stop: () => clearTimeout(timer),
  };
}

let open: SignUp | null = null;
registerStore('sign-up form', () => {
  open?.stop();
  open = null;
});
/** The sign-up form on the screen; null when there is none. */
export const getSignUp = (): SignUp | null => open;
/** Makes a form known to commands; returns how to take it away again. */
export function openSignUp(form: SignUp): () => void {
  open = form;
  return () => {
    form.stop();
    if (open === form) open = null;
  };
}
