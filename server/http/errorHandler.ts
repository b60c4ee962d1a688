/** The one renderer of refusals: what went wrong, in the catalogue's words; an unknown failure never tells its cause. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getErrorCode, isConnectionFailure } from '../db/pool.ts';
import { FileStoreUnavailableError } from '../files/store.ts';
import { AppError } from './errors.ts';

/** Seconds after which a database that went away is worth another try. */
const databaseRetry = 2;
/** The same of a file store. */
const filesRetry = 5;

const byCode: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('media_type', { message: 'Content-Type must be application/json' }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too_large', { message: 'Request body is too large' }),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('too_large'),
  FST_FILES_LIMIT: () => new AppError('too_large', { message: 'Up to 10 files at a time' }),
  FST_PARTS_LIMIT: () => new AppError('too_large', { message: 'Use fewer parts in one form' }),
  FST_FIELDS_LIMIT: () => new AppError('too_large', { message: 'Use fewer fields in one form' }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new AppError('malformed'),
  '23505': () => new AppError('conflict'),
  '23503': () => new AppError('conflict'),
  '40001': () => new AppError('conflict'),
  '40P01': () => new AppError('conflict'),
  '22003': () => new AppError('malformed'),
  '22P02': () => new AppError('malformed'),
  '22021': () => new AppError('malformed'),
  '22P05': () => new AppError('malformed'),
  ENOSPC: () => new AppError('storage_full'),
  EDQUOT: () => new AppError('storage_full'),
  EROFS: () => new AppError('files_away', { retryAfter: filesRetry }),
  EIO: () => new AppError('files_away', { retryAfter: filesRetry }),
  // PostgreSQL: the disk is full, memory is short, reading or writing failed, a standby that took over is still read-only.
  '53000': () => new AppError('unavailable', { retryAfter: databaseRetry }),
  '53100': () => new AppError('storage_full'),
  '53200': () => new AppError('unavailable', { retryAfter: databaseRetry }),
  '58000': () => new AppError('unavailable', { retryAfter: databaseRetry }),
  '58030': () => new AppError('unavailable', { retryAfter: databaseRetry }),
  '25006': () => new AppError('unavailable', { retryAfter: databaseRetry }),
  '57014': () => new AppError('unavailable', { message: 'Request timed out. Nothing was changed. Try again.', retryAfter: databaseRetry }),
};

/** A failure of ours keeps its cause for the log. */
function withCause(refusal: AppError, cause: unknown): AppError {
  return refusal.status < 500 ? refusal : new AppError(refusal.code, { ...refusal.details, cause });
}

/** Any error as a refusal. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof FileStoreUnavailableError) return new AppError('files_away', { cause: error, retryAfter: filesRetry });
  // The sender's mistake, also where a connection broke off: theirs, not the database's.
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  const isSenders = typeof status === 'number' && status >= 400 && status < 500;
  if (!isSenders && isConnectionFailure(error)) return new AppError('unavailable', { cause: error, retryAfter: databaseRetry });
  const known = byCode[getErrorCode(error) ?? ''];
  if (known) return withCause(known(), error);
  if (isSenders) return new AppError(status === 404 ? 'not_found' : 'malformed', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Words that may name what somebody typed: without a bracket nothing in them is ever read as markup, whoever shows them. */
const harmless = (words: string) => words.replaceAll('<', '‹').replaceAll('>', '›');

/** Sends a refusal. */
export function sendError(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toAppError(error);
    if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? error, route: request.routeOptions.url }, refusal.code);
    return sendError(refusal, request, reply);
  });
}
