import { describe, expect, test } from 'vitest';
import { ErrorBody } from '#contract/core/errorBody.ts';
import { type ErrorCode, errorCatalogue } from '#contract/core/errors.ts';
import { messages, unauthenticated } from '#contract/core/messages.ts';
import { toAppError } from '#server/http/errorHandler.ts';
import { AppError } from '#server/http/errors.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

describe('the catalogue of refusals', () => {
  test.each(codes)('%s is rendered with its status, its code and words', (code) => {
    const refusal = new AppError(code);
    const { status, title, message } = errorCatalogue[code];
    expect(refusal.status).toBe(status);
    expect(ErrorBody.parse(refusal.body('request-1'))).toEqual({ code, message, errors: [{ code, title, detail: message }], requestId: 'request-1' });
  });

  test('says the truth in its status', () => {
    for (const code of codes) expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
    expect(codes.filter((code) => errorCatalogue[code].status === 401)).toEqual(['unauthenticated']);
    expect(codes.filter((code) => errorCatalogue[code].status >= 500)).toEqual(['upstream', 'unavailable', 'files_away', 'storage_full', 'internal']);
  });

  test('speaks the spec’s words where it has them', () => {
    expect(errorCatalogue.unauthenticated.message).toBe(unauthenticated);
    expect(errorCatalogue.forbidden.message).toBe(messages.notAuthorized);
    expect(errorCatalogue.too_many_requests.message).toBe(messages.tooManyRequests);
    expect(errorCatalogue.link_expired.message).toBe(messages.linkExpired);
    expect(errorCatalogue.internal.message).toBe(messages.internalServerError);
  });

  test('a thrower may be more exact, and name the field', () => {
    const { errors, message } = new AppError('invalid', { field: 'send_at', message: 'Choose a time in the future' }).body('r');
    expect(message).toBe('Choose a time in the future');
    expect(errors).toEqual([{ code: 'invalid', title: 'Send at', detail: 'Choose a time in the future', field: 'send_at' }]);
  });
});

describe('the title of what is wrong', () => {
  test.each([
    ['phone_number', 'Phone number'],
    ['perPage', 'Per page'],
    ['routes.0.forwards.1.number', 'Number'],
    ['ids.3', 'Ids'],
    ['filter[checkCalls]', 'Filter check calls'],
    ['?', 'Not accepted'],
  ])('RULE-242: of %s is %s', (field, title) => {
    const { errors } = new AppError('invalid', { field, message: 'Required' }).body('r');
    expect(errors).toEqual([{ code: 'invalid', title, detail: 'Required', field }]);
  });

  test('is the catalogue’s where nothing is wrong with the field itself', () => {
    expect(new AppError('conflict', { field: 'version' }).body('r').errors).toMatchObject([{ title: errorCatalogue.conflict.title, field: 'version' }]);
    expect(new AppError('invalid').body('r').errors).toMatchObject([{ title: errorCatalogue.invalid.title }]);
  });
});

describe('any failure becomes a refusal', () => {
  const withCode = (code: string, words = 'duplicate key value violates unique constraint "users_email_key"') => Object.assign(new Error(words), { code });

  test.each([
    ['23505', 'conflict'],
    ['40P01', 'conflict'],
    ['22P02', 'malformed'],
    ['22003', 'malformed'],
    ['57014', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['57P01', 'unavailable'],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'too_large'],
    ['42P01', 'internal'],
  ])('%s as %s, without its cause in the words', (code, expected) => {
    const refusal = toAppError(withCode(code));
    expect(refusal.code).toBe(expected);
    expect(JSON.stringify(refusal.body('r'))).not.toContain('users_email_key');
  });

  test('a refusal stays what it is; what was thrown by nobody we know is internal', () => {
    const refusal = new AppError('not_found');
    expect(toAppError(refusal)).toBe(refusal);
    for (const odd of ['text', null, undefined, 5, {}]) expect(toAppError(odd).code).toBe('internal');
  });
});
