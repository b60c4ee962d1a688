/** Contacts as the specification writes them: names in several spellings, filters flat beside `all`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { TestCompany, TestServer } from './harness.ts';
import { startServer } from './harness.ts';
import { batchDone, refused, type Stage, stageOf } from './stage.ts';

type Person = Awaited<ReturnType<TestServer['worker']>>;
const calls = routes.contacts;
let server: TestServer;
let company: TestCompany;
let person: Person;
let stage: Stage;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  person = await server.worker(company, 'administrator');
  stage = stageOf(server, company);
});
afterAll(() => server.close());

describe('a contact', () => {
  test('keeps the blanks inside of its name', async () => {
    expect(await person.call(calls.create, { body: { name: 'Ann  Lee', number: '+14155550171' } })).toMatchObject({ name: 'Ann  Lee' });
  });

  test.each([
    [{ name: 'Ann Lee' }],
    [{ Name: 'Ann Lee' }],
    [{ full_name: 'Ann Lee' }],
    [{ fullName: ' Ann Lee ' }],
    [{ contact_name: 'Ann Lee' }],
    [{ first_name: 'Ann', last_name: 'Lee' }],
    [{ firstName: 'Ann', lastName: 'Lee' }],
    [{ name: ' ', full_name: 'Ann Lee', first_name: 'Bo' }],
  ])('has the name that %j says, when it is made and when it is changed', async (given) => {
    const made = await person.exchange(calls.create, { body: { ...given, number: stage.outside() } });
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ name: 'Ann Lee' })]);
    const { id } = await stage.contact(stage.outside(), 'Somebody');
    await person.exchange(calls.update, { params: { id }, body: given });
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ name: 'Ann Lee' });
  });

  test('keeps how it came to be written to, and an e-mail address as it was typed', async () => {
    const { id } = await person.call(calls.create, { body: { number: stage.outside(), optinType: 'web_form', optinSource: 'fair', email: 'x' } });
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ optinType: 'web_form', optinSource: 'fair', email: 'x' });
    await person.call(calls.update, { params: { id }, body: { optinType: 'keyword' } });
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ optinType: 'keyword' });
  });

  test('is not touched, and nobody is told, by a change that changes nothing', async () => {
    const { id } = await person.call(calls.create, { body: { number: stage.outside(), name: 'Same', city: 'Turin', custom: { title: 'CEO' } } });
    const before = await person.call(calls.get, { params: { id } });
    const { meta } = await person.call(routes.companies.changes, { query: { after: 0 } });
    for (const body of [{}, { name: 'Same' }, { city: ' Turin ', number: before.number }, { custom: { title: 'CEO' } }, { clear: ['zip' as const] }])
      expect(await person.call(calls.update, { params: { id }, body })).toEqual(before);
    expect((await person.call(routes.companies.changes, { query: { after: meta.cursor } })).data).toEqual([]);
  });
});

describe('deleting all that match', () => {
  test('takes the filters that stand beside all, without a key or a count', async () => {
    const rome = [await stage.contact(stage.outside(), 'A', { city: 'Rome' }), await stage.contact(stage.outside(), 'B', { city: 'Rome' })];
    const milan = await stage.contact(stage.outside(), 'C', { city: 'Milan' });
    const batch = await person.call(calls.bulkDestroy, { body: { all: true, city: 'Rome' } });
    expect(batch.batchId).toMatch(/^[\w-]{8,64}$/);
    expect(await batchDone(person, batch.batchId)).toMatchObject({ total: rome.length, done: rome.length });
    expect(await person.call(calls.get, { params: { id: milan.id } })).toMatchObject({ name: 'C' });
    expect(await person.call(calls.bulkDestroy, { body: { all: 1, city: 'Nowhere' } })).toMatchObject({ batch: { total: 0 } });
    expect(await person.call(calls.bulkDestroy, { body: { contacts: [milan.id] } })).toMatchObject({ batch: { total: 1 } });
  });

  test('never drops a filter: beside a list, twice, or one that nobody reads', async () => {
    const { id } = await stage.contact(stage.outside(), 'Stays', { city: 'Oslo' });
    const act = (body: object) => refused(person.refusal(calls.bulkDestroy, { body }));
    expect(await act({ contacts: [id], city: 'Rome' })).toEqual({ status: 422, code: 'invalid', field: 'city' });
    expect(await act({ contacts: [id], filter: { city: 'Rome' } })).toEqual({ status: 422, code: 'invalid', field: 'city' });
    expect(await act({ all: true, city: 'Rome', filter: { city: 'Oslo' } })).toEqual({ status: 422, code: 'invalid', field: 'city' });
    expect(await act({ all: true, zip: '0150' })).toMatchObject({ status: 422, field: 'zip' });
    expect(await act({ all: true, filter: { zip: '0150' } })).toMatchObject({ status: 422, field: 'filter.zip' });
    expect(await act({ all: true })).toEqual({ status: 422, code: 'invalid', field: 'count' });
    expect(await act({ contacts: [id, 999_999_999] })).toEqual({ status: 422, code: 'invalid', field: 'contacts' });
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ name: 'Stays' });
  });
});
