/** Failures as flows receive them: plain objects, never instances, so that they can be compared, stored and replayed. */
import type { ErrorItem } from '#contract/core/errorBody.ts';
import { messages } from '#contract/core/messages.ts';

/** A refused or unanswered call. `status` 0 means that no answer came; `retryAfterMs` is set with 429 (spec 1.8); `errors` say which field is meant. */
export interface FlowError {
  status: number;
  code: string;
  /** The words for a person: the client has read them from the reply (contract/core/errorText.ts). */
  message: string;
  errors?: readonly ErrorItem[];
  retryAfterMs?: number;
}

/** The code of what was thrown by nobody on purpose; whoever shows it adds where to find support. */
export const unknownCode = 'unknown';
const unknownError: FlowError = { status: 0, code: unknownCode, message: messages.unknownError };

const isFlowError = (value: unknown): value is FlowError =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'message' in value &&
  typeof value.message === 'string';

/**
 * Reads anything that was thrown: a refusal as it is, an `Error` of ours by its words. What the language throws (a `TypeError`) was written
 * for nobody to read and is unknown.
 */
export function toFlowError(thrown: unknown): FlowError {
  if (isFlowError(thrown)) {
    const { status, message, errors, retryAfterMs } = thrown;
    const code = typeof thrown.code === 'string' ? thrown.code : 'failed';
    return { status, code, message: message || messages.unknownError, ...(errors ? { errors } : {}), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  const isOurs = thrown instanceof Error && Object.getPrototypeOf(thrown) === Error.prototype && thrown.message !== '';
  return isOurs ? { status: 0, code: 'failed', message: thrown.message } : unknownError;
}

/** An actor whose work the caller provides. */
export const rejectMissingActor = (): Promise<never> => Promise.reject({ status: 0, code: 'not_provided', message: 'Not available here' } satisfies FlowError);
