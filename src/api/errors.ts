/** Refusals as the app sees them: one class, and a plain form that machines can hold. */
import type { ErrorBody, ErrorItem } from '#contract/errors.ts';

/** A refusal without its class, for machines and logs. `retryAfterMs` stands on a 429. */
export interface PlainError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors: readonly ErrorItem[];
  readonly retryAfterMs?: number;
}

/** What a call rejects with. Status 0: the server was not reached. */
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
}

/** Anything thrown, as a plain error; what is none of ours counts as unreached. */
export function plainError(thrown: unknown): PlainError {
  if (thrown instanceof ApiError) return thrown.plain;
  return { status: 0, code: 'unreached', message: thrown instanceof Error ? thrown.message : 'The server could not be reached', errors: [] };
}

/** The same work, rejecting with a plain error: what an actor of a machine promises. */
export const plainly = <T>(work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    throw plainError(thrown);
  });

/** The words of a refusal as the spec joins them (1.8): `title: detail` pairs, else messages, one a line. */
export function wordsOf(error: PlainError): string {
  const pairs = error.errors.filter((item) => item.detail !== error.message).map((item) => `${item.title}: ${item.detail}`);
  return pairs.length > 0 ? pairs.join('\n') : error.message;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isItem = (value: unknown): value is ErrorItem => isRecord(value) && typeof value.title === 'string' && typeof value.detail === 'string';

/** Reads a refusal's body, whoever wrote it. */
export function readErrorBody(status: number, body: unknown, retryAfterMs: number | undefined): PlainError {
  const known: Partial<ErrorBody> = isRecord(body) ? body : {};
  return {
    status,
    code: typeof known.code === 'string' ? known.code : `http_${status}`,
    message: typeof known.message === 'string' ? known.message : '',
    errors: Array.isArray(known.errors) ? known.errors.filter(isItem) : [],
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
