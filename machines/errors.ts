/** How failures reach a flow: as plain objects, never as instances, so that they can be compared, stored and replayed. */
import type { ErrorItem } from '#contract/errors.ts';

/** A refused or unanswered call. `status` 0 means that no answer came; `retryAfterMs` is set with 429 (spec 1.8); `errors` say which field is meant. */
export interface FlowError {
  status: number;
  code: string;
  message: string;
  errors?: readonly ErrorItem[];
  retryAfterMs?: number;
}

const noAnswer: FlowError = { status: 0, code: 'no_answer', message: 'The server did not answer' };

const isFlowError = (value: unknown): value is FlowError =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'message' in value &&
  typeof value.message === 'string';

/** Reads what an actor rejected with. Anything that is not a `FlowError` counts as no answer. */
export const toFlowError = (value: unknown): FlowError => (isFlowError(value) ? value : noAnswer);

/** An actor whose work the caller provides. */
export const notProvided = (): Promise<never> => Promise.reject({ status: 0, code: 'not_provided', message: 'This is not available here' } satisfies FlowError);
