/** The one class of a refusal. The renderer turns it, and nothing else, into words for the caller. */
import { type ErrorBody, type ErrorCode, type ErrorItem, errorCatalogue } from '#contract/errors.ts';

interface Details {
  /** Words in place of the catalogue's. */
  readonly message?: string;
  /** The field that is wrong, in the wire's spelling. */
  readonly field?: string;
  /** Several things at once, in place of one. */
  readonly items?: readonly ErrorItem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A refusal of the catalogue: `throw new Refusal('not_found')`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorCatalogue[code].message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** The body a caller reads. */
  body(requestId: string): ErrorBody {
    const items = this.details.items ?? [
      {
        code: this.code,
        title: errorCatalogue[this.code].title,
        detail: this.message,
        ...(this.details.field === undefined ? {} : { field: this.details.field }),
      },
    ];
    return { code: this.code, message: this.message, errors: [...items], requestId };
  }
}
