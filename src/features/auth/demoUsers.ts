/** The demo users on the sign-in page, as commands reach them. */
import { waitFor } from 'xstate';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';

/** Computes the code an authenticator shows now for a base32 secret. */
async function computeCode(secret: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** Signs in by the login flow as typing would: email, password, and the code where one is asked for. The form shows what goes wrong. */
export async function signInAsDemoUser({ config, login }: App, email: string): Promise<void> {
  const user = config.demoUsers.find((each) => each.email === email);
  if (!user) throw new Error('No demo users here');
  login.send({ type: 'email.typed', email: user.email });
  login.send({ type: 'password.typed', password: user.password });
  login.send({ type: 'password.submitted' });
  if (user.mfaSecret === null) return;
  const [code, snapshot] = await Promise.all([computeCode(user.mfaSecret), waitFor(login, (now) => !isIn(now, 'submitting'))]);
  if (isIn(snapshot, 'mfaRequired.code')) login.send({ type: 'code.typed', code });
}

type Move = (step: 1 | -1) => void;
let open: Move | null = null;

/** Makes the list on the screen known to commands; returns how to take it away again. */
export function openDemoUsers(move: Move): () => void {
  open = move;
  return () => {
    if (open === move) open = null;
  };
}

/** Moves the keyboard in the list on the screen. */
export const moveInDemoUsers: Move = (step) => open?.(step);
