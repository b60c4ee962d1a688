import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '#contract/core/errorBody.ts';
import { type ErrorCode, errorCatalogue } from '#contract/core/errors.ts';
import { fromWire } from '#contract/core/wire.ts';
import { routes } from '#contract/index.ts';
import { registerErrorHandler } from '#server/http/errorHandler.ts';
import { AppError } from '#server/http/errors.ts';
import { maskText } from '#server/http/logging.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

describe('the renderer', () => {
  let app: FastifyInstance;
  let thrown: unknown;
  beforeAll(() => {
    app = Fastify();
    registerErrorHandler(app);
    app.get('/', async () => {
      throw thrown;
    });
  });
  afterAll(() => app.close());
  const answer = async (error: unknown) => {
    thrown = error;
    const response = await app.inject('/');
    return { status: response.statusCode, headers: response.headers, text: response.body, body: ErrorBody.parse(fromWire(response.json())) };
  };

  test.each(codes)('says %s in the words of the catalogue', async (code) => {
    const { status, body } = await answer(new AppError(code));
    expect(status).toBe(errorCatalogue[code].status);
    expect(body).toMatchObject({
      code,
      message: errorCatalogue[code].message,
      errors: [{ code, title: errorCatalogue[code].title, detail: errorCatalogue[code].message }],
    });
    expect(body.requestId).toBeTruthy();
  });

  test('tells when to come back', async () => {
    expect((await answer(new AppError('too_many_requests', { retryAfter: 12.2 }))).headers['retry-after']).toBe('13');
  });

  test('names the field that is wrong', async () => {
    expect((await answer(new AppError('invalid', { field: 'first_name', message: 'Required' }))).body.errors).toEqual([
      { code: 'invalid', title: 'First name', detail: 'Required', field: 'first_name' },
    ]);
  });

  test('never tells the cause of an unknown failure', async () => {
    const { status, text } = await answer(new Error('password of db-7 is hunter2'));
    expect(status).toBe(500);
    expect(text).not.toMatch(/hunter2|db-7|stack/);
  });

  test.each([
    ['a row that already exists', { code: '23505' }, 409],
    ['a lost connection', { code: 'ECONNREFUSED' }, 503],
    ['a database that is starting', { code: '57P03' }, 503],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 503],
    ['a query that took too long', { code: '57014' }, 503],
  ])('knows %s', async (_what, error, status) => {
    expect((await answer(error instanceof Error ? error : Object.assign(new Error('x'), error))).status).toBe(status);
  });
});

describe('bad input is refused at the edge', () => {
  let server: TestServer;
  let company: TestCompany;
  let person: Client;
  beforeAll(async () => {
    server = await startServer();
    company = await server.company();
    person = await server.worker(company, 'administrator');
  });
  afterAll(() => server.close());

  const post = async (body: string, type = 'application/json') => {
    if (!person.cookies.has('XSRF-TOKEN')) await person.fetch('/api/csrf-cookie');
    const headers = { 'content-type': type, 'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '', 'x-company-id': String(company.id) };
    return person.fetch('/api/contacts', { method: 'POST', headers, body });
  };

  test('a body that is no JSON', async () => {
    expect(await post('{"name": ')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test('a body nested beyond reason', async () => {
    expect(await post(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test('a body too large to read', async () => {
    expect(await post(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  test('a body of another kind', async () => {
    expect(await post('name=x', 'text/csv')).toMatchObject({ status: 415, body: { code: 'media_type' } });
  });

  test('fields that are wrong, each by its name on the wire', async () => {
    const { status, body } = await post(JSON.stringify({ company_name: 7 }));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'invalid',
      errors: expect.arrayContaining([expect.objectContaining({ field: 'company_name' }), expect.objectContaining({ field: 'number' })]),
    });
  });

  test('an id that is none', async () => {
    expect(await person.refusal(routes.contacts.get, { params: { id: 'seven' as never } })).toMatchObject({
      status: 422,
      code: 'invalid',
      body: { errors: [{ field: 'id' }] },
    });
  });

  test('an unknown word of an enumeration', async () => {
    const refused = await person.refusal(routes.contacts.list, { query: { sort: 'colour' as never } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'sort' }] } });
  });

  test('a path that leads nowhere', async () => {
    expect(await person.fetch('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('a picture larger than a carrier takes', async () => {
    const bytes = new Uint8Array(5_100_000);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    const refused = await person.refusal(routes.messaging.send, { body: { clientId: 'client-id-1' }, files: [{ name: 'a.jpg', type: 'image/jpeg', bytes }] });
    expect(refused).toMatchObject({ status: 413, code: 'too_large' });
  });

  test.each([
    ['a page that calls itself a picture', 'image/png', '<html><script>alert(1)</script></html>'],
    ['a drawing that can carry scripts', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a document that calls itself a picture', 'image/png', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'],
  ])('%s', async (_what, type, bytes) => {
    const refused = await person.refusal(routes.messaging.send, { body: { clientId: 'client-id-2' }, files: [{ name: 'a.png', type, bytes }] });
    expect(refused).toMatchObject({ status: 415, code: 'media_type' });
  });

  test('a change without the page’s token', async () => {
    const headers = { 'x-xsrf-token': 'forged' };
    expect(await person.exchange(routes.contacts.create, { body: { number: '+12125550100' }, headers })).toMatchObject({ status: 419, body: { code: 'csrf' } });
  });

  test('a company in the path that is not the one selected', async () => {
    const other = await server.company();
    await server.membership((person as Client & { person: { id: number; email: string; name: string } }).person, other);
    const refused = await person.refusal(routes.numbers.list, { params: { companyId: other.id } });
    expect(refused).toMatchObject({ status: 409, code: 'stale_company' });
  });

  test('another’s company and one that does not exist, alike', async () => {
    const foreign = await server.company();
    const answers = await Promise.all([foreign.id, 999_999_999].map((id) => person.in(id).refusal(routes.numbers.list)));
    expect(answers.map(({ status, code, body }) => ({ status, code, message: body.message }))).toEqual([
      { status: 404, code: 'not_found', message: errorCatalogue.not_found.message },
      { status: 404, code: 'not_found', message: errorCatalogue.not_found.message },
    ]);
  });

  test('what the role may not do', async () => {
    const reporter = await server.worker(company, 'reporting');
    expect(await reporter.refusal(routes.contacts.create, { body: { number: '+12125550101' } })).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

test('logs hold no numbers, addresses or tokens', () => {
  expect(maskText('duplicate key (number)=(+12125550123) of ana@example.com with Zm9vYmFyYmF6cXV4cXV1eHF1dXV4eHg')).not.toMatch(/2125550123|ana@|Zm9v/);
});

test.each(['415·555·0134', '415/555/0134', 'ana@müller.example', 'SM0123456789abcdef', '415–555–0134'])('logs never hold %s', (text) => {
  expect(maskText(`failed for ${text} again`)).toMatch(/^failed for [•@]+ again$/);
});
