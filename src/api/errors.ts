/** Refusals as the app sees them: one class, and a plain form that machines can hold. */
import type { ErrorItem } from '#contract/core/errorBody.ts';
import { getReplyText } from '#contract/core/errorText.ts';
import { toFlowError } from '#machines/errors.ts';

/** A refusal without its class, for machines and logs. `message` is in words for a person; `retryAfterMs` stands on a 429. */
export interface PlainError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors: readonly ErrorItem[];
  readonly retryAfterMs?: number;
  /** Nothing was to be changed: the person asked for nothing. */
  readonly isRead?: true;
}

/** Error with which a call rejects. Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly plain: PlainError;

  constructor(plain: PlainError) {
    super(plain.message);
    this.name = 'ApiError';
    this.plain = plain;
  }

  get status(): number {
    return this.plain.status;
  }

  get code(): string {
    return this.plain.code;
  }

  get errors(): readonly ErrorItem[] {
    return this.plain.errors;
  }
}

/** Reads anything thrown as a plain error; an `Error` of ours by its words, all else as an unknown error. */
export function toPlainError(thrown: unknown): PlainError {
  if (thrown instanceof ApiError) return thrown.plain;
  return { errors: [], ...toFlowError(thrown) };
}

/** The same work, rejecting with a plain error: what an actor of a machine promises. */
export const rejectWithPlainError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    throw toPlainError(thrown);
  });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isItem = (value: unknown): value is ErrorItem => isRecord(value) && typeof value.title === 'string' && typeof value.detail === 'string';

/** Reads a refusal's body, whoever wrote it; its words are those of the error catalogue (spec 1.8). */
export function readErrorBody(status: number, body: unknown, supportEmail: string): PlainError {
  const known = isRecord(body) ? body : {};
  return {
    status,
    code: typeof known.code === 'string' ? known.code : `http_${status}`,
    message: getReplyText(status, body, supportEmail),
    errors: Array.isArray(known.errors) ? known.errors.filter(isItem) : [],
  };
}
