/** Importing contacts: the specification's call, and a draft that is checked, mended, confirmed and taken back. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ImportField } from '#contract/contactImports/enums.ts';
import { routes } from '#contract/index.ts';
import { checkRows } from '#server/domains/contactImports/check.ts';
import { importHours, pruneImports } from '#server/domains/contactImports/prune.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused, type Stage, stageOf } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let boss: Client;
let stage: Stage;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  boss = await server.worker(company, 'administrator');
  stage = stageOf(server, company);
});
afterAll(() => server.close());

const imports = routes.contactImports;
const { contacts, groups } = routes;
let made = 0;
const createKey = () => {
  made += 1;
  return `import-${company.id}-${made}`;
};
const outside = () => stage.outside();
const finished = (batchId: string) =>
  vi.waitFor(
    async () => {
      const { batch } = await boss.call(contacts.progress, { params: { batchId } });
      expect(batch?.finishedAt).not.toBeNull();
      return batch;
    },
    { timeout: 20_000 },
  );
const contactsOf = async (...numbers: readonly string[]) =>
  (await Promise.all(numbers.map(async (q) => (await boss.call(contacts.list, { query: { q } })).data))).flat();
/** All of a company's contacts, as they are shown, without the instant of the last change. */
const picture = async () =>
  (await boss.call(contacts.list, { query: { per_page: 200 } })).data.map(({ updatedAt: _, ...contact }) => contact).sort((one, other) => one.id - other.id);

type Values = Partial<Record<ImportField, string>> & { readonly number: string };

/** A checked draft of rows. */
async function createDraft(rows: readonly Values[], group?: number, by = boss) {
  const key = createKey();
  await by.call(imports.create, { body: { key, fileName: 'people.csv', ...(group === undefined ? {} : { group }) } });
  const columns = ['number', ...new Set(rows.flatMap((row) => Object.keys(row).filter((field) => field !== 'number')))] as ImportField[];
  const body = { columns, lines: rows.map((_, at) => at + 2), rows: rows.map((row) => columns.map((column) => row[column] ?? '')) };
  await by.call(imports.stage, { params: { key, part: 0 }, body });
  return { key, draft: await by.call(imports.check, { params: { key }, body: { parts: 1, ...(group === undefined ? {} : { group }) } }) };
}
const listRows = async (key: string, query: Parameters<typeof boss.call<typeof imports.rows>>[1]['query'] = {}) =>
  (await boss.call(imports.rows, { params: { key }, query })).data;
const verdicts = async (key: string) => (await listRows(key)).map(({ verdict }) => verdict);
async function save(key: string, count: number) {
  const { batchId } = await boss.call(imports.confirm, { params: { key }, body: { count } });
  return finished(batchId);
}
async function undo(key: string) {
  const { batchId } = await boss.call(imports.undo, { params: { key } });
  return finished(batchId);
}

describe('the specification’s call', () => {
  test('saves what it is sent at once as a batch, with the group of each row', async () => {
    const group = await boss.call(groups.create, { body: { name: 'Imported' } });
    const [ann, bo] = [outside(), outside()];
    const { batchId, type } = await boss.call(imports.save, {
      body: {
        contacts: [
          { firstName: 'Ann', lastName: 'Lee', number: ann, group: group.id, custom: { title: 'CEO' } },
          { name: 'Bo', number: bo, city: 'Rome', group: group.id },
        ],
      },
    });
    expect(type).toBe('contacts.import');
    expect(await finished(batchId)).toMatchObject({ total: 2, done: 2, skipped: 0 });
    const [first, second] = await contactsOf(ann, bo);
    expect(first).toMatchObject({ name: 'Ann Lee', optinType: 'manual', custom: { title: 'CEO' }, groups: [{ id: group.id }] });
    expect(second).toMatchObject({ name: 'Bo', city: 'Rome' });
    expect(await boss.call(groups.get, { params: { id: group.id } })).toMatchObject({ contactCount: 2, activeCount: 2 });
  });

  test('refuses all of it for one row that is no number, and a group that is not the company’s', async () => {
    const number = outside();
    const refusal = await refused(
      boss.refusal(imports.save, {
        body: {
          contacts: [
            { name: 'Ana', number },
            { name: 'Bo', number: 'abc' },
          ],
        },
      }),
    );
    expect(refusal).toMatchObject({ status: 422, field: 'contacts.1.number' });
    expect(await contactsOf(number)).toEqual([]);
    const theirs = await (await server.worker(await server.company(), 'owner')).call(groups.create, { body: { name: 'Theirs' } });
    expect(await refused(boss.refusal(imports.save, { body: { contacts: [{ name: 'Ana', number, group: theirs.id }] } }))).toMatchObject({
      status: 422,
      field: 'contacts.group',
    });
  });

  test('is one batch for one key, and is not for who may only edit contacts', async () => {
    const key = createKey();
    const body = { key, contacts: [{ name: 'Cy', number: outside() }] };
    const [first, again] = [await boss.call(imports.save, { body }), await boss.call(imports.save, { body })];
    expect(again.batchId).toBe(first.batchId);
    const agent = await server.worker(company, 'user');
    expect(await refused(agent.refusal(imports.save, { body: { contacts: body.contacts } }))).toMatchObject({ status: 403 });
    const other = { key, contacts: [{ name: 'Di', number: outside() }] };
    expect(await refused(boss.refusal(imports.save, { body: other }))).toMatchObject({ status: 409, field: 'key' });
  });

  test('names every row that is wrong', async () => {
    const body = { contacts: [{ number: '12345' }, { number: outside() }, { number: '+1 999 555 01' }] };
    const reply = await boss.refusal(imports.save, { body });
    expect(JSON.stringify(reply)).toMatch(/contacts\.0\.number.*contacts\.2\.number/);
  });

  test('counts a number that comes again as skipped, and what is so already as done', async () => {
    const [number, known] = [outside(), outside()];
    await stage.contact(known, 'Known');
    const { batchId } = await boss.call(imports.save, {
      body: {
        contacts: [
          { name: 'First', number },
          { name: 'Again', number },
          { name: 'Known', number: known },
        ],
      },
    });
    expect(await finished(batchId)).toMatchObject({ total: 3, done: 2, skipped: 1 });
    expect((await contactsOf(number, known)).map(({ name }) => name)).toEqual(['First', 'Known']);
  });

  test('of several at once over the same numbers each is saved, one after the other', async () => {
    const numbers = Array.from({ length: 20 }, outside);
    const cities = ['Rome', 'Milan', 'Turin'];
    const batches = await Promise.all(
      cities.map((city) => boss.call(imports.save, { body: { contacts: numbers.map((number) => ({ name: `In ${city}`, number, city })) } })),
    );
    for (const { batchId } of batches) expect(await finished(batchId)).toMatchObject({ total: 20, done: 20, skipped: 0 });
    const saved = await contactsOf(...numbers);
    expect(saved).toHaveLength(20);
    expect(saved.every(({ name, city }) => name === `In ${city}`)).toBe(true);
  });

  test('takes more than a megabyte: contacts have notes', async () => {
    const contacts = Array.from({ length: 3_000 }, () => ({ name: 'Long', number: outside(), notes: 'x'.repeat(500) }));
    const { batchId } = await boss.call(imports.save, { body: { contacts } });
    expect(await finished(batchId)).toMatchObject({ total: 3_000, done: 3_000 });
  });
});

describe('a draft', () => {
  test('says of each row what saving it does, and saves nothing before it is confirmed', async () => {
    const [known, same, gone, fresh, silent] = [outside(), outside(), outside(), outside(), outside()];
    await stage.contact(known, 'Known', { city: 'Rome' });
    await stage.contact(same, 'Same', { city: 'Oslo' });
    const { id } = await stage.contact(gone, 'Gone');
    await boss.call(contacts.delete, { params: { id } });
    const { id: quiet } = await stage.contact(silent, 'Silent', { is_unsubscribed: true });
    const { key, draft } = await createDraft([
      { number: known, name: 'Known', city: 'Milan' },
      { number: same, name: 'Same', city: 'Oslo' },
      { number: gone, name: 'Back' },
      { number: fresh, name: 'Fresh', email: 'x' },
      { number: fresh, name: 'Twice' },
      { number: 'abc', name: 'No number' },
      { number: outside(), name: 'n'.repeat(201) },
      { number: silent, name: 'Quiet' },
      { number: known.replace('+1', ''), name: '', city: '' },
    ]);
    expect(await verdicts(key)).toEqual(['update', 'unchanged', 'restore', 'create', 'duplicate', 'invalid', 'invalid', 'update', 'duplicate']);
    expect(draft).toMatchObject({
      fileName: 'people.csv',
      isChecked: true,
      total: 9,
      counts: { create: 1, update: 2, restore: 1, unchanged: 1, duplicate: 2, invalid: 2, overLimit: 0, leftOut: 0, optedOut: 1, held: 0 },
      batchId: null,
    });
    const [first] = await listRows(key, { show: 'update' });
    expect(first).toMatchObject({ line: 2, number: known, contact: { name: 'Known' }, before: { city: 'Rome' }, values: { city: 'Milan' } });
    expect((await listRows(key, { show: 'problems' })).map(({ line }) => line)).toEqual([6, 7, 8, 10]);
    expect((await listRows(key, { show: 'invalid' })).map(({ problem, typed }) => [problem, typed])).toEqual([
      [null, 'abc'],
      ['Name is longer than 200 characters', expect.anything()],
    ]);
    expect((await listRows(key, { q: 'fresh' })).map(({ line }) => line)).toEqual([5]);
    expect(await contactsOf(fresh)).toEqual([]);
    expect(await boss.call(contacts.get, { params: { id: quiet } })).toMatchObject({ name: 'Silent' });
  });

  test('is mended row by row, and each change is checked with the rows of its number', async () => {
    const [one, two] = [outside(), outside()];
    const { key } = await createDraft([
      { number: one, name: 'One' },
      { number: 'abc', name: 'Two' },
      { number: one, name: 'One again' },
    ]);
    expect(await boss.call(imports.fix, { params: { key, line: 3 }, body: { field: 'number', value: two } })).toMatchObject({ verdict: 'create', number: two });
    const { counts } = await boss.call(imports.leaveOut, { params: { key }, body: { lines: [2], isLeftOut: true } });
    expect([await verdicts(key), counts]).toEqual([['create', 'create', 'create'], expect.objectContaining({ create: 2, leftOut: 1, duplicate: 0 })]);
    await boss.call(imports.fix, { params: { key, line: 4 }, body: { field: 'city', value: 'Bern' } });
    await save(key, 2);
    expect((await contactsOf(one, two)).map(({ name, city }) => [name, city])).toEqual([
      ['One again', 'Bern'],
      ['Two', null],
    ]);
    expect(await refused(boss.refusal(imports.fix, { params: { key, line: 3 }, body: { field: 'name', value: 'Late' } }))).toMatchObject({ status: 409 });
  });

  test('does what it said, and undo brings the contacts back as they were', async () => {
    const [known, gone, fresh, silent] = [outside(), outside(), outside(), outside()];
    const group = await boss.call(groups.create, { body: { name: 'Spring list' } });
    await stage.contact(known, 'Known', { city: 'Rome', email: 'known@example.com' });
    const { id } = await stage.contact(gone, 'Gone', { city: 'Bonn' });
    await boss.call(contacts.delete, { params: { id } });
    await stage.contact(silent, 'Silent', { is_unsubscribed: true });
    const before = await picture();
    const { key } = await createDraft(
      [
        { number: known, name: 'Known', city: 'Milan', country: 'IT' },
        { number: gone, name: 'Back again' },
        { number: fresh, name: 'Fresh' },
        { number: silent, name: 'Silent', title: 'CEO' },
      ],
      group.id,
    );
    await save(key, 4);
    const [now, back, created, quiet] = await contactsOf(known, gone, fresh, silent);
    expect(now).toMatchObject({ city: 'Milan', email: 'known@example.com', custom: { country: 'IT' }, groups: [{ id: group.id }] });
    expect(back).toMatchObject({ id, name: 'Back again', city: 'Bonn' });
    expect(created).toMatchObject({ name: 'Fresh', optinSource: 'Import: people.csv' });
    expect(quiet).toMatchObject({ isUnsubscribed: true, custom: { title: 'CEO' } });
    expect(await boss.call(groups.get, { params: { id: group.id } })).toMatchObject({ contactCount: 4, activeCount: 3, unsubscriberCount: 1 });
    const again = await createDraft([{ number: known, name: 'Known', city: 'Milan', country: 'IT' }], group.id);
    expect(again.draft.counts).toMatchObject({ unchanged: 1, update: 0 });
    await undo(key);
    expect(await picture()).toEqual(before);
    expect(await boss.call(groups.get, { params: { id: group.id } })).toMatchObject({ contactCount: 0, unsubscriberCount: 0 });
  });

  test('holds back a row whose contact somebody changed after the check, and says so', async () => {
    const [changed, taken, kept] = [outside(), outside(), outside()];
    const { id } = await stage.contact(changed, 'Before', { city: 'Rome' });
    const { key } = await createDraft([
      { number: changed, name: 'By file', city: 'Milan' },
      { number: taken, name: 'By file' },
      { number: kept, name: 'By file' },
    ]);
    await boss.call(contacts.update, { params: { id }, body: { city: 'Turin' } });
    await boss.call(contacts.create, { body: { name: 'By hand', number: taken } });
    expect(await save(key, 3)).toMatchObject({ done: 1, skipped: 2 });
    expect((await listRows(key, { show: 'held' })).map(({ line }) => line)).toEqual([2, 3]);
    expect((await boss.call(imports.get, { params: { key } })).counts).toMatchObject({ held: 2, create: 2, update: 1 });
    expect((await contactsOf(changed, taken, kept)).map(({ name, city }) => [name, city])).toEqual([
      ['Before', 'Turin'],
      ['By hand', null],
      ['By file', null],
    ]);
  });

  test('undo keeps what somebody changed after the import', async () => {
    const number = outside();
    const { id } = await stage.contact(number, 'First', { city: 'Rome', state: 'RM' });
    const { key } = await createDraft([{ number, name: 'Second', city: 'Milan', state: 'MI' }]);
    await save(key, 1);
    await boss.call(contacts.update, { params: { id }, body: { city: 'Turin' } });
    await undo(key);
    expect(await boss.call(contacts.get, { params: { id } })).toMatchObject({ name: 'First', city: 'Turin', state: 'RM' });
  });

  test('undo keeps a contact it created on which somebody has worked since', async () => {
    const [left, worked] = [outside(), outside()];
    const { key } = await createDraft([
      { number: left, name: 'Left' },
      { number: worked, name: 'Worked' },
    ]);
    await save(key, 2);
    const [contact] = await contactsOf(worked);
    await boss.call(contacts.update, { params: { id: contact?.id ?? 0 }, body: { city: 'Turin' } });
    expect(await undo(key)).toMatchObject({ done: 1, skipped: 1 });
    expect((await contactsOf(left, worked)).map(({ name, city }) => [name, city])).toEqual([['Worked', 'Turin']]);
  });

  test('is for who began it until it is confirmed, and for all who import from then on', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'Mine' }]);
    const other = await server.worker(company, 'administrator');
    const inDraft = [
      other.refusal(imports.get, { params: { key } }),
      other.refusal(imports.rows, { params: { key } }),
      other.refusal(imports.stage, { params: { key, part: 1 }, body: { columns: ['number'], lines: [9], rows: [[outside()]] } }),
      other.refusal(imports.check, { params: { key }, body: {} }),
      other.refusal(imports.fix, { params: { key, line: 2 }, body: { field: 'name', value: 'Theirs' } }),
      other.refusal(imports.leaveOut, { params: { key }, body: { lines: [2], isLeftOut: true } }),
      other.refusal(imports.confirm, { params: { key }, body: { count: 1 } }),
      other.refusal(imports.discard, { params: { key } }),
    ];
    for (const refusal of inDraft) expect(await refused(refusal)).toMatchObject({ status: 404 });
    await save(key, 1);
    expect(await other.call(imports.get, { params: { key } })).toMatchObject({ counts: { create: 1 } });
  });

  test('that grew after its check is checked again before it is confirmed', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'One' }]);
    await boss.call(imports.stage, { params: { key, part: 1 }, body: { columns: ['number'], lines: [50], rows: [[outside()]] } });
    expect(await refused(boss.refusal(imports.confirm, { params: { key }, body: { count: 1 } }))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await boss.call(imports.check, { params: { key }, body: {} })).toMatchObject({ counts: { create: 2 } });
  });

  test('is not saved into a group that was deleted after the check', async () => {
    const group = await boss.call(groups.create, { body: { name: 'Short-lived' } });
    const { key } = await createDraft([{ number: outside(), name: 'One' }], group.id);
    await boss.call(groups.delete, { params: { id: group.id } });
    expect(await refused(boss.refusal(imports.confirm, { params: { key }, body: { count: 1 } }))).toMatchObject({ status: 409, field: 'group' });
    await boss.call(imports.check, { params: { key }, body: {} });
    expect(await save(key, 1)).toMatchObject({ done: 1 });
  });

  test('begun twice at once is one', async () => {
    const keys = Array.from({ length: 6 }, createKey);
    await Promise.all(keys.map((key) => boss.call(imports.create, { body: { key } })));
    const left = await server.owner.selectFrom('contact_imports').select('id').where('id', 'in', keys).execute();
    expect(left).toHaveLength(1);
  });

  test('has a value of a row emptied', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'One', zip: '9'.repeat(60) }]);
    expect(await verdicts(key)).toEqual(['invalid']);
    await boss.call(imports.fix, { params: { key, line: 2 }, body: { field: 'zip', value: '' } });
    expect((await listRows(key))[0]).toMatchObject({ verdict: 'create', values: { name: 'One' } });
  });

  test('asks for the count that was shown, is confirmed once, and is one person’s at a time', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'One' }]);
    expect(await refused(boss.refusal(imports.confirm, { params: { key }, body: { count: 2 } }))).toMatchObject({ status: 409, code: 'count_changed' });
    const [first, again] = [1, 2].map(() => boss.call(imports.confirm, { params: { key }, body: { count: 1 } }));
    expect((await first)?.batchId).toBe((await again)?.batchId);
    const { key: dropped } = await createDraft([{ number: outside(), name: 'Two' }]);
    const { key: kept } = await createDraft([{ number: outside(), name: 'Three' }]);
    expect(await refused(boss.refusal(imports.get, { params: { key: dropped } }))).toMatchObject({ status: 404 });
    await boss.call(imports.discard, { params: { key: kept } });
    expect(await refused(boss.refusal(imports.get, { params: { key: kept } }))).toMatchObject({ status: 404 });
    expect(await refused(boss.refusal(imports.discard, { params: { key } }))).toMatchObject({ status: 409 });
  });

  test('a part sent twice counts once, and a file read anew drops the parts it no longer has', async () => {
    const key = createKey();
    await boss.call(imports.create, { body: { key, fileName: 'people.csv' } });
    const stagePart = (part: number, line: number) =>
      boss.call(imports.stage, { params: { key, part }, body: { columns: ['number', 'name'], lines: [line], rows: [[outside(), 'Somebody']] } });
    for (const [part, line] of [
      [0, 2],
      [0, 2],
      [1, 3],
      [2, 4],
    ] as const)
      await stagePart(part, line);
    expect(await boss.call(imports.check, { params: { key }, body: { parts: 3 } })).toMatchObject({ total: 3 });
    expect(await boss.call(imports.check, { params: { key }, body: { parts: 2 } })).toMatchObject({ total: 2 });
    // Cut elsewhere, a line comes in another part.
    await boss.call(imports.stage, { params: { key, part: 1 }, body: { columns: ['number'], lines: [2, 3], rows: [[outside()], [outside()]] } });
    expect(await boss.call(imports.check, { params: { key }, body: { parts: 2 } })).toMatchObject({ total: 2 });
    const twice = boss.refusal(imports.stage, { params: { key, part: 3 }, body: { columns: ['number'], lines: [9, 9], rows: [[outside()], [outside()]] } });
    expect(await refused(twice)).toMatchObject({ status: 422, field: 'lines' });
  });

  test('marks the rows for which the company has no room, in the order of the file, and takes them in when others are left out', async () => {
    const other = await server.company();
    const owner = await server.worker(other, 'owner');
    const [first, second, third] = [outside(), outside(), outside()];
    const { key } = await createDraft(
      [first, second, third].map((number) => ({ number, name: 'Somebody' })),
      undefined,
      owner,
    );
    const limit = (numbers: readonly string[] | null) => server.services.tenancy.company([other.id], null, () => checkRows(key, numbers, 2));
    const list = async () => (await owner.call(imports.rows, { params: { key } })).data.map(({ verdict }) => verdict);
    await limit(null);
    expect(await list()).toEqual(['create', 'create', 'over_limit']);
    await owner.call(imports.leaveOut, { params: { key }, body: { lines: [2], isLeftOut: true } });
    await limit([first ?? '']);
    expect((await list()).slice(1)).toEqual(['create', 'create']);
  });

  test('finds rows by any spelling of a number', async () => {
    const { key } = await createDraft([
      { number: '+12125550187', name: 'One' },
      { number: '+12125550188', name: 'Two' },
    ]);
    for (const q of ['(212) 555-0188', '212.555.0188', 'two']) expect((await listRows(key, { q })).map(({ line }) => line)).toEqual([3]);
  });

  test('refuses what it cannot take, and what is not there', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'One' }]);
    expect(await boss.call(imports.get, { params: { key } })).toMatchObject({ key, total: 1, batchId: null });
    expect(await refused(boss.refusal(imports.create, { body: { key: createKey(), group: 987_654_321 } }))).toMatchObject({ status: 422, field: 'group' });
    expect(await refused(boss.refusal(imports.create, { body: { key, fileName: 'other.csv' } }))).toMatchObject({ status: 409, field: 'key' });
    const stagePart = (columns: ImportField[], rows: string[][]) =>
      refused(boss.refusal(imports.stage, { params: { key, part: 4 }, body: { columns, lines: [70], rows } }));
    expect(await stagePart(['number', 'name', 'name'], [['1', '2', '3']])).toMatchObject({ status: 422, field: 'columns' });
    expect(await stagePart(['number', 'name'], [['1']])).toMatchObject({ status: 422, field: 'rows.0' });
    expect(await refused(boss.refusal(imports.check, { params: { key }, body: { group: 987_654_321 } }))).toMatchObject({ status: 422, field: 'group' });
    expect(await refused(boss.refusal(imports.leaveOut, { params: { key }, body: { lines: [99], isLeftOut: true } }))).toMatchObject({
      status: 422,
      field: 'lines',
    });
    const nowhere = { key: 'no-such-import' };
    expect(await refused(boss.refusal(imports.rows, { params: nowhere }))).toMatchObject({ status: 404 });
    expect(await refused(boss.refusal(imports.undo, { params: nowhere }))).toMatchObject({ status: 404 });
    expect(await refused(boss.refusal(imports.undo, { params: { key } }))).toMatchObject({ status: 404 });
  });

  test('is gone a day after its end, and can still be taken back', async () => {
    const { key } = await createDraft([{ number: outside(), name: 'Old' }]);
    await save(key, 1);
    const later = new Date(Date.now() + (importHours + 1) * 3_600_000);
    await pruneImports({ tenancy: server.services.tenancy }, later);
    expect(await refused(boss.refusal(imports.get, { params: { key } }))).toMatchObject({ status: 404 });
    expect(await undo(key)).toMatchObject({ done: 1 });
  });
});
