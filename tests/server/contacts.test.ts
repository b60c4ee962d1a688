import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

const calls = routes.contacts;
let server: TestServer;
let company: TestCompany;
let admin: Client;
let agent: Client;
let reporter: Client;
let biller: Client;
let foreigner: Client;
let stage: Stage;
let line: Line;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  admin = await server.worker(company, 'administrator');
  agent = await server.worker(company, 'user');
  reporter = await server.worker(company, 'reporting');
  biller = await server.worker(company, 'billing');
  foreigner = await server.worker(await server.company(), 'owner');
  stage = stageOf(server, company);
  line = await server.number(company);
});
afterAll(() => server.close());

const conversation = (id: number) => agent.call(routes.conversations.get, { params: { id } });

describe('creating a contact', () => {
  test('reads the number as people write it and makes the name from its parts', async () => {
    const made = await agent.call(calls.create, {
      body: { number: '(212) 555-0101', firstName: 'Ann', lastName: 'Lee', custom: { country: 'US', title: 'CEO' } },
    });
    expect(made).toMatchObject({
      number: '+12125550101',
      name: 'Ann Lee',
      optinType: 'manual',
      isUnsubscribed: false,
      custom: { country: 'US', title: 'CEO' },
      groups: [],
      labels: [],
    });
    expect(await reporter.call(calls.get, { params: { id: made.id } })).toEqual(made);
  });

  test('refuses what is no number, or a number somebody has', async () => {
    await agent.call(calls.create, { body: { number: '+12125550102', name: 'Bo' } });
    const wrong = await agent.refusal(calls.create, { body: { number: 'abc' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'number', detail: 'Invalid phone number. Use the format +1 212-555-0123.' }] } });
    expect(await refused(agent.refusal(calls.create, { body: { number: '2125550103', name: 'a\u0000b' } }))).toMatchObject({ status: 422, field: 'name' });
    const taken = await agent.refusal(calls.create, { body: { number: '212 555 0102' } });
    expect(taken).toMatchObject({ status: 409, code: 'conflict', body: { errors: [{ field: 'number', detail: 'Bo already has this number' }] } });
    expect(await refused(agent.refusal(calls.create, { body: { number: '2125550103', name: 'x'.repeat(201) } }))).toMatchObject({ status: 422, field: 'name' });
  });

  test('takes the same number in another company', async () => {
    await agent.call(calls.create, { body: { number: '+12125550104' } });
    expect(await foreigner.call(calls.create, { body: { number: '+12125550104' } })).toMatchObject({ number: '+12125550104' });
  });

  test('remembers an opt-out of the number', async () => {
    await server.owner.insertInto('opt_outs').values({ company_id: company.id, number: '+12125550105', source: 'keyword' }).execute();
    expect(await agent.call(calls.create, { body: { number: '+12125550105' } })).toMatchObject({ isUnsubscribed: true });
  });

  test('gives conversations with the number their name, and the search finds them by it', async () => {
    const recipient = stage.outside();
    const thread = await stage.thread(line, recipient);
    const made = await agent.call(calls.create, { body: { number: recipient, name: 'Zelda Quist' } });
    expect(await conversation(thread.id)).toMatchObject({ contact: { id: made.id, name: 'Zelda Quist', subscribed: true } });
    expect((await agent.call(routes.conversations.list, { query: { q: 'zelda' } })).data).toMatchObject([{ id: thread.id }]);
  });

  test('is found in either spelling of its name, with or without accents', async () => {
    const recipient = stage.outside();
    const thread = await stage.thread(line, recipient);
    const accented = await agent.call(calls.create, { body: { number: recipient, name: 'Živa Kovač' } });
    const plain = await agent.call(calls.create, { body: { number: stage.outside(), name: 'Ziva Kovacic' } });
    const found = async (q: string) => (await agent.call(calls.list, { query: { q } })).data.map(({ id }) => id).sort();
    for (const q of ['ziva', 'Živa', 'kovac', 'KOVAČ', 'ziva kovač']) expect([q, await found(q)]).toEqual([q, [accented.id, plain.id]]);
    // The signs of patterns mean themselves.
    for (const q of ['živ_', 'kov%č', 'živa.*']) expect([q, await found(q)]).toEqual([q, []]);
    const group = await agent.call(routes.groups.create, { body: { name: 'Kovač grupa' } });
    for (const q of ['kovac', 'Kovač']) expect((await agent.call(routes.groups.list, { query: { q } })).data.map(({ id }) => id)).toEqual([group.id]);
    await server.owner.updateTable('phone_numbers').set({ label: 'San José lot' }).where('id', '=', line.id).execute();
    for (const q of ['jose', 'josé lot']) expect((await agent.call(routes.numbers.datatable, { query: { q } })).data.map(({ id }) => id)).toEqual([line.id]);
    for (const q of ['kovac', 'kovač']) expect((await agent.call(routes.conversations.list, { query: { q } })).data).toMatchObject([{ id: thread.id }]);
  });
});

describe('changing a contact', () => {
  test('changes what is given, empties what is named, keeps the rest', async () => {
    const { id } = await agent.call(calls.create, {
      body: { number: stage.outside(), name: 'Cy', city: 'Boston', notes: 'tall', custom: { country: 'US', title: 'CEO' } },
    });
    const changed = await agent.call(calls.update, {
      params: { id },
      body: { companyName: 'Blue Door', custom: { title: 'CTO' }, clear: ['city', 'country'] },
    });
    expect(changed).toMatchObject({ name: 'Cy', companyName: 'Blue Door', city: null, notes: 'tall', custom: { country: null, title: 'CTO' } });
  });

  test('moves the link when the number changes', async () => {
    const [first, second] = [stage.outside(), stage.outside()];
    const [one, two] = [await stage.thread(line, first), await stage.thread(line, second)];
    const { id } = await agent.call(calls.create, { body: { number: first, name: 'Mover' } });
    await agent.call(calls.update, { params: { id }, body: { number: second } });
    expect(await conversation(one.id)).toMatchObject({ contact: null });
    expect(await conversation(two.id)).toMatchObject({ contact: { id } });
  });

  test('never clears an opt-out, whatever else it says', async () => {
    const number = stage.outside();
    const { id } = await stage.contact(number, 'Quiet', { is_unsubscribed: true });
    const answer = await agent.exchange(calls.update, { params: { id }, body: { name: 'Loud', is_unsubscribed: 0 } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'is_unsubscribed' }] } });
    expect(await agent.call(calls.update, { params: { id }, body: { name: 'Loud', optinType: 'keyword' } })).toMatchObject({ isUnsubscribed: true });
    const other = stage.outside();
    const moved = await stage.thread(line, other);
    expect(await conversation(moved.id)).toMatchObject({ isOptedOut: false });
    expect(await agent.call(calls.update, { params: { id }, body: { number: other } })).toMatchObject({ isUnsubscribed: true });
    expect(await conversation(moved.id)).toMatchObject({ isOptedOut: true });
    expect(await agent.call(calls.create, { body: { number } })).toMatchObject({ isUnsubscribed: true });
  });

  test('refuses a number that is none or is taken', async () => {
    const number = stage.outside();
    await stage.contact(number, 'Holder');
    const { id } = await stage.contact(stage.outside(), 'Other');
    expect(await refused(agent.refusal(calls.update, { params: { id }, body: { number } }))).toEqual({ status: 409, code: 'conflict', field: 'number' });
    expect(await refused(agent.refusal(calls.update, { params: { id }, body: { number: '12345' } }))).toMatchObject({ status: 422, field: 'number' });
  });
});

describe('deleting a contact', () => {
  test('clears the link; bringing it back sets it again', async () => {
    const recipient = stage.outside();
    const thread = await stage.thread(line, recipient);
    const { id } = await admin.call(calls.create, { body: { number: recipient, name: 'Gone' } });
    await admin.call(calls.delete, { params: { id } });
    expect(await conversation(thread.id)).toMatchObject({ contact: null });
    expect(await refused(admin.refusal(calls.get, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await refused(admin.refusal(calls.delete, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await admin.call(calls.restore, { params: { id } })).toMatchObject({ id, name: 'Gone' });
    expect(await conversation(thread.id)).toMatchObject({ contact: { id } });
  });

  test('cannot be taken back when somebody else has the number meanwhile', async () => {
    const number = stage.outside();
    const { id } = await admin.call(calls.create, { body: { number, name: 'Old' } });
    await admin.call(calls.delete, { params: { id } });
    await admin.call(calls.create, { body: { number, name: 'New' } });
    expect(await refused(admin.refusal(calls.restore, { params: { id } }))).toEqual({ status: 409, code: 'conflict', field: 'number' });
  });
});

describe('the list of contacts', () => {
  test('comes by page, in the order asked for, with its total', async () => {
    const own = await server.company();
    const person = await server.worker(own, 'administrator');
    const theirs = stageOf(server, own);
    for (const [name, city] of [
      ['Cy', 'Reno'],
      ['Al', 'Boston'],
      ['Di', 'boston'],
      ['Bo', 'Akron'],
    ] as const)
      await theirs.contact(theirs.outside(), name, { city });
    const names = async (query: object) => (await person.call(calls.list, { query: { per_page: 200, ...query } })).data.map((row) => row.name);
    expect(await names({})).toEqual(['Al', 'Bo', 'Cy', 'Di']);
    expect(await names({ dir: 'desc' })).toEqual(['Di', 'Cy', 'Bo', 'Al']);
    expect(await names({ city: 'Boston' })).toEqual(['Al', 'Di']);
    expect(await names({ sort: 'created_at' })).toEqual(['Cy', 'Al', 'Di', 'Bo']);
    expect(await person.call(calls.list, { query: { page: 2, per_page: 3 } })).toMatchObject({
      data: [{ name: 'Di' }],
      meta: { currentPage: 2, total: 4, lastPage: 2, perPage: 3 },
    });
    expect((await person.call(calls.list, { query: { page: 9 } })).data).toEqual([]);
    expect(await refused(person.refusal(calls.list, { query: { per_page: 201 } }))).toMatchObject({ status: 422, field: 'per_page' });
    expect(await refused(person.refusal(calls.list, { query: { page: 0 } }))).toMatchObject({ status: 422, field: 'page' });
  });

  test('finds by any part of name, company, e-mail and number, in any spelling', async () => {
    const own = await server.company();
    const person = await server.worker(own, 'administrator');
    const theirs = stageOf(server, own);
    await theirs.contact('+12125550177', "Siobhán O'Hara", { company_name: 'Green % Co', email: 'so@example.com' });
    await theirs.contact('+12125550188', 'Someone Else');
    const found = async (q: string) => (await person.call(calls.list, { query: { q } })).meta.total;
    for (const q of ["o'hara", 'HARA siob', 'green', '% co', 'so@ex', '(212) 555-0177', '0177']) expect([q, await found(q)]).toEqual([q, 1]);
    expect(await found('212555')).toBe(2);
    expect(await found('o_hara')).toBe(0);
    expect(await found("' or 1=1 --")).toBe(0);
  });
});

describe('deleting many', () => {
  const finished = (person: Client, batchId: string) =>
    vi.waitFor(
      async () => {
        const { batch } = await person.call(calls.progress, { params: { batchId } });
        expect(batch?.finishedAt).toEqual(expect.any(String));
        return batch;
      },
      { timeout: 20_000, interval: 50 },
    );

  test('takes all that match, in chunks, and gives exactly these back', async () => {
    const own = await server.company();
    const person = await server.worker(own, 'administrator');
    const theirs = stageOf(server, own);
    await server.owner
      .insertInto('contacts')
      .values(
        Array.from({ length: 1_200 }, (_, at) => ({ company_id: own.id, number: `+1415555${String(at).padStart(4, '0')}`, name: `Bulk ${at}`, city: 'Reno' })),
      )
      .execute();
    await theirs.contact(theirs.outside(), 'Keeper', { city: 'Akron' });
    const body = { key: 'all-of-reno-please', all: true as const, filter: { city: 'Reno' }, count: 1_200 };
    const batch = await person.call(calls.bulkDestroy, { body });
    expect(batch).toMatchObject({ type: 'contacts.delete', batch: { total: 1_200 } });
    expect(await finished(person, batch.batchId)).toMatchObject({ done: 1_200, skipped: 0, progress: 100 });
    expect((await person.call(calls.list)).data.map((row) => row.name)).toEqual(['Keeper']);
    await theirs.contact('+14155550000', 'Squatter');
    const undo = await person.call(calls.undoBulkDestroy, { params: { key: body.key } });
    expect(await finished(person, undo.batchId)).toMatchObject({ total: 1_200, done: 1_199, skipped: 1 });
    expect((await person.call(calls.list)).meta.total).toBe(1_201);
    const changes = await person.call(routes.companies.changes, { params: {}, query: { after: 0 } });
    expect(changes.meta).toEqual({ cursor: expect.any(Number), complete: false });
  });

  test('refuses another count, and a lost filter', async () => {
    const act = (body: object) => refused(admin.refusal(calls.bulkDestroy, { body: { key: 'never-deleted', count: 1, ...body } }));
    expect(await act({ all: true })).toMatchObject({ status: 409, code: 'count_changed' });
    expect(await act({ filter: { city: 'Reno' } })).toMatchObject({ status: 422, field: 'contacts' });
    expect(await act({ contacts: [999_999] })).toMatchObject({ status: 409, code: 'count_changed' });
  });

  test('without a count says which of the ids don’t exist, and deletes nothing', async () => {
    const { id } = await stageOf(server, company).contact('+14155559123', 'Stays');
    const answer = await admin.exchange(calls.bulkDestroy, { body: { contacts: [id, 999_998, 999_999] } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: [{ field: 'contacts', detail: 'Not found, or you don’t have access: 999998, 999999' }] },
    });
    expect(await admin.call(calls.get, { params: { id } })).toMatchObject({ name: 'Stays' });
  });

  test('spells its batch as the call that reads its progress does', async () => {
    const own = await server.company();
    const person = await server.worker(own, 'administrator');
    const { id } = await stageOf(server, own).contact('+14155559124', 'Spelt');
    const answers = [await person.exchange(calls.bulkDestroy, { body: { key: 'spelt-alike', contacts: [id] } })];
    answers.push(await person.exchange(calls.progress, { params: { batchId: 'spelt-alike' } }));
    for (const { text } of answers) expect(Object.keys(JSON.parse(text).batch)).toEqual(['id', 'progress', 'finishedAt', 'total', 'done', 'skipped', 'failed']);
  });

  test('goes on where it was when the work is done again', async () => {
    const own = await server.company();
    const person = await server.worker(own, 'administrator');
    const { id } = await stageOf(server, own).contact('+14155559999', 'Once');
    const batch = await person.call(calls.bulkDestroy, { body: { key: 'deleted-once-only', contacts: [id], count: 1 } });
    await finished(person, batch.batchId);
    await person.call(calls.restore, { params: { id } });
    const { runBatch } = await import('#server/batches/worker.ts');
    const { contactWorks } = await import('#server/domains/contacts/batches.ts');
    await runBatch(server.services, new Map(Object.entries(contactWorks)), { companyId: own.id, batchId: batch.batchId });
    expect(await person.call(calls.get, { params: { id } })).toMatchObject({ id });
  });

  test('has no progress for a batch that is not there', async () => {
    expect(await admin.call(calls.progress, { params: { batchId: 'no-such-batch' } })).toMatchObject({ batch: null });
    expect(await refused(biller.refusal(calls.progress, { params: { batchId: 'no-such-batch' } }))).toMatchObject({ status: 403 });
  });
});

test('each may do what their role may, and nothing in another company', async () => {
  const { id } = await stage.contact(stage.outside(), 'Guarded');
  const params = { id };
  const status = async (refusal: ReturnType<Client['refusal']>) => (await refusal).status;
  expect(await status(biller.refusal(calls.list))).toBe(403);
  expect(await status(biller.refusal(calls.get, { params }))).toBe(403);
  expect(await status(reporter.refusal(calls.create, { body: { number: '+12125550160' } }))).toBe(403);
  expect(await status(reporter.refusal(calls.update, { params, body: { name: 'x' } }))).toBe(403);
  expect(await status(agent.refusal(calls.delete, { params }))).toBe(403);
  expect(await status(agent.refusal(calls.restore, { params }))).toBe(403);
  expect(await status(agent.refusal(calls.bulkDestroy, { body: { key: 'not-for-agents', contacts: [id], count: 1 } }))).toBe(403);
  expect(await status(foreigner.refusal(calls.get, { params }))).toBe(404);
  expect(await status(foreigner.refusal(calls.update, { params, body: { name: 'x' } }))).toBe(404);
  expect(await status(foreigner.refusal(calls.delete, { params }))).toBe(404);
  expect(await status(foreigner.refusal(calls.restore, { params }))).toBe(404);
  expect(await status(foreigner.refusal(calls.undoBulkDestroy, { params: { key: 'all-of-reno-please' } }))).toBe(404);
});
