/** Application error with a code from the error catalogue. The error handler sends only these messages to clients. */
import type { ErrorBody, ErrorItem } from '#contract/core/errorBody.ts';
import { type ErrorCode, errorCatalogue } from '#contract/core/errors.ts';

interface Details {
  /** Words in place of the catalogue's. */
  readonly message?: string;
  /** A title in place of the catalogue's. */
  readonly title?: string;
  /** The field that is wrong, in the wire's spelling. */
  readonly field?: string;
  /** Several things at once, in place of one. */
  readonly items?: readonly ErrorItem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The title of a refusal of what the company has already. */
export const alreadyThere = 'Already there';

/** The title of what is wrong with a field: its last name in words, `phone_number` → `Phone number`; null for one without a name. */
function fieldTitle(field: string): string | null {
  const last = field.split('.').findLast((part) => /[A-Za-z]/.test(part));
  if (last === undefined) return null;
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The title of a refusal: that of its field where a field is not accepted (RULE-242), else that of the catalogue. */
export const formatErrorTitle = (code: ErrorCode, field: string | undefined): string =>
  (code === 'invalid' && field !== undefined ? fieldTitle(field) : null) ?? errorCatalogue[code].title;

/** A refusal of the catalogue: `throw new Refusal('not_found')`. */
export class AppError extends Error {
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
        title: this.details.title ?? formatErrorTitle(this.code, this.details.field),
        detail: this.message,
        ...(this.details.field === undefined ? {} : { field: this.details.field }),
      },
    ];
    return { code: this.code, message: this.message, errors: [...items], requestId };
  }
}
