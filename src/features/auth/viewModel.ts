/** View model of the forms of signing in. Pure. */
import type { FlowError } from '#machines/errors.ts';
import type { LoginSnapshot } from '#machines/login/index.ts';
import { getStateName, isIn } from '#machines/state.ts';

/** A step of signing in. `starting`: it is not known yet whether anybody is signed in. */
export type Step = 'starting' | 'password' | 'code' | 'recovery' | 'provider' | 'remote';

/** The step a snapshot shows; a busy or throttled flow keeps the step it came from. */
export function getStep(snapshot: LoginSnapshot): Step {
  const { resume, proof } = snapshot.context;
  if (isIn(snapshot, 'restoring')) return 'starting';
  if (isIn(snapshot, 'redirecting', 'redirected', 'confirming')) return 'provider';
  if (isIn(snapshot, 'entering')) return 'remote';
  if (isIn(snapshot, 'mfaRequired.recovery')) return 'recovery';
  if (isIn(snapshot, 'mfaRequired')) return 'code';
  if (resume !== 'form') return resume;
  return isIn(snapshot, 'loading') && proof !== null ? 'provider' : 'password';
}

/** Checks whether an answer is awaited. */
export const isBusy = (snapshot: LoginSnapshot): boolean => isIn(snapshot, 'submitting', 'verifying', 'loading', 'redirecting', 'confirming', 'entering');

/** Error at the field that must be corrected; `form` is everything else. */
export interface FieldError<F extends string> {
  readonly field: F | 'form';
  readonly message: string;
}

const byCode: Readonly<Record<string, string>> = { credentials: 'password', code_wrong: 'code' };

/** Reads a refusal for a form with these fields: its own words for the field it names (spec 1.8), else the message. */
export function toFieldError<F extends string>(error: FlowError | null, fields: readonly F[]): FieldError<F> | null {
  if (error === null) return null;
  const item = error.errors?.find((each) => each.field !== undefined && fields.some((field) => field === each.field));
  const named = item?.field ?? byCode[error.code];
  const at = fields.find((field) => field === named) ?? 'form';
  return { field: at, message: item?.detail || error.message };
}

/** The period of an authenticator's code (RFC 6238), and the whole seconds left of the present one at `now`, in milliseconds. */
const codeSeconds = 30;
export const computeSecondsToNextCode = (now: number): number => codeSeconds - (Math.floor(now / 1_000) % codeSeconds);

/** A Base32 secret in groups of four, as people type it over. */
export const formatSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** The attributes by which the flow is read from outside of the page. */
export const getFlowAttributes = (flow: 'login' | 'passwordReset', snapshot: Parameters<typeof getStateName>[0]) => ({
  'data-flow': flow,
  'data-state': getStateName(snapshot),
});
