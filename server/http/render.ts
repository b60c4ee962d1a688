/** The one renderer of refusals: what went wrong, in the catalogue's words; an unknown failure never tells its cause. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, isConnectionFailure } from '../db/pool.ts';
import { StoreAway } from '../files/store.ts';
import { Refusal } from './errors.ts';

/** Seconds after which a database that went away is worth another try. */
const databaseRetry = 2;
/** The same of a file store. */
const filesRetry = 5;

const byCode: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('media_type', { message: 'Content-Type must be application/json' }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('too_large', { message: 'Request body is too large' }),
  FST_REQ_FILE_TOO_LARGE: () => new Refusal('too_large'),
  FST_FILES_LIMIT: () => new Refusal('too_large', { message: 'Up to 10 files at a time' }),
  FST_PARTS_LIMIT: () => new Refusal('too_large', { message: 'Use fewer parts in one form' }),
  FST_FIELDS_LIMIT: () => new Refusal('too_large', { message: 'Use fewer fields in one form' }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new Refusal('malformed'),
  '23505': () => new Refusal('conflict'),
  '23503': () => new Refusal('conflict'),
  '40001': () => new Refusal('conflict'),
  '40P01': () => new Refusal('conflict'),
  '22003': () => new Refusal('malformed'),
  '22P02': () => new Refusal('malformed'),
  '22021': () => new Refusal('malformed'),
  '22P05': () => new Refusal('malformed'),
  ENOSPC: () => new Refusal('storage_full'),
  EDQUOT: () => new Refusal('storage_full'),
  EROFS: () => new Refusal('files_away', { retryAfter: filesRetry }),
  EIO: () => new Refusal('files_away', { retryAfter: filesRetry }),
  // PostgreSQL: the disk is full, memory is short, reading or writing failed, a standby that took over is still read-only.
  '53000': () => new Refusal('unavailable', { retryAfter: databaseRetry }),
  '53100': () => new Refusal('storage_full'),
  '53200': () => new Refusal('unavailable', { retryAfter: databaseRetry }),
  '58000': () => new Refusal('unavailable', { retryAfter: databaseRetry }),
  '58030': () => new Refusal('unavailable', { retryAfter: databaseRetry }),
  '25006': () => new Refusal('unavailable', { retryAfter: databaseRetry }),
  '57014': () => new Refusal('unavailable', { message: 'Request timed out. Nothing was changed. Try again.', retryAfter: databaseRetry }),
};

/** A failure of ours keeps its cause for the log. */
function withCause(refusal: Refusal, cause: unknown): Refusal {
  return refusal.status < 500 ? refusal : new Refusal(refusal.code, { ...refusal.details, cause });
}

/** Any error as a refusal. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreAway) return new Refusal('files_away', { cause: error, retryAfter: filesRetry });
  if (isConnectionFailure(error)) return new Refusal('unavailable', { cause: error, retryAfter: databaseRetry });
  const known = byCode[codeOf(error) ?? ''];
  if (known) return withCause(known(), error);
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return new Refusal(status === 404 ? 'not_found' : 'malformed', { cause: error });
  return new Refusal('internal', { cause: error });
}

/** Words that may name what somebody typed: without a bracket nothing in them is ever read as markup, whoever shows them. */
const harmless = (words: string) => words.replaceAll('<', '‹').replaceAll('>', '›');

/** Sends a refusal. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.details.retryAfter))));
  reply.header('cache-control', 'no-store');
  const { requestId, ...body } = refusal.body(request.id);
  const errors = body.errors.map(({ code, title, detail, field }) => ({ code, title, detail: harmless(detail), ...(field === undefined ? {} : { field }) }));
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ code: body.code, message: harmless(body.message), errors, request_id: requestId });
}

/** Makes this the app's error renderer. */
export function renderErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? error, route: request.routeOptions.url }, refusal.code);
    return sendRefusal(refusal, request, reply);
  });
}
