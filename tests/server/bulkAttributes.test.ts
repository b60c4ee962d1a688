/** Bulk attribute updates: the template, the edited file, what it is refused for, and its undo. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkAttributeMessages } from '#contract/bulkAttributes/texts.ts';
import { routes } from '#contract/index.ts';
import { parseCsv } from '#contract/text/csv.ts';
import { formatCsvLine } from '#server/domains/exports/serializers.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused, stageOf } from './stage.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const bulk = routes.bulkAttributes;
const fieldCalls = routes.customFields;
let made = 0;
const createKey = () => {
  made += 1;
  return `attributes-${made}`;
};
const csv = (text: string, name = 'custom_fields.csv') => [{ name, type: 'text/csv', bytes: text }];

interface FieldGiven {
  readonly type?: 'Number' | 'Company' | 'Call' | 'User' | 'Organization';
  readonly choices?: readonly string[];
  readonly defaultValue?: string;
  readonly businessUnitId?: number;
}
async function createField(by: Client, name: string, { type = 'Number', choices = [], defaultValue, businessUnitId }: FieldGiven = {}) {
  const more = { ...(defaultValue === undefined ? {} : { defaultValue }), ...(businessUnitId === undefined ? {} : { businessUnitId }) };
  return by.call(fieldCalls.create, { params: { type }, body: { name, choices: choices.map((value) => ({ value })), ...more } });
}

/** A company with two numbers and the fields Region (West, East) and Note. */
async function shop(organizationId?: number) {
  const company = await server.company(organizationId === undefined ? {} : { organizationId });
  const boss = await server.worker(company, 'administrator');
  const lines = [await server.number(company), await server.number(company)] as const;
  const region = await createField(boss, 'Region', { choices: ['West', 'East'] });
  const note = await createField(boss, 'Note');
  return { company, boss, lines, region, note, stage: stageOf(server, company) };
}
const promote = (organizationId: number, userId: number) =>
  server.owner.insertInto('organization_users').values({ organization_id: organizationId, user_id: userId }).execute();

const template = async (by: Client, query: object = {}) => (await by.exchange(bulk.template, { query })).text;
const table = (text: string) => parseCsv(text.replace('\ufeff', '')).filter((row) => row.length > 1);
/** Values of the company's records: kind, record, field, value. */
const picture = (company: TestCompany) =>
  server.owner
    .selectFrom('eav_values')
    .select(['attribute_id', 'entity_id', 'value'])
    .where('company_id', '=', company.id)
    .orderBy('attribute_id')
    .orderBy('entity_id')
    .execute();
const check = (by: Client, text: string) => by.call(bulk.check, { body: {}, files: csv(text) });
const apply = (by: Client, text: string, body: { key?: string; plan?: string } = {}) => by.call(bulk.apply, { body, files: csv(text) });
const head = 'entity_type,company_id,id,name';

describe('the template', () => {
  test('has a row per record with custom fields and a column per field, filled with own values and defaults', async () => {
    const { company, boss, lines, region } = await shop();
    await createField(boss, 'Tier', { type: 'Company', defaultValue: 'Gold' });
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id], attributeId: region.id, value: 'West' } });
    const { status, headers, text } = await boss.exchange(bulk.template, {});
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="custom_fields.csv"',
    ]);
    const [names, ...rows] = table(text);
    expect(names).toEqual([...head.split(','), 'Tier', 'Note', 'Region']);
    expect(rows).toEqual([
      ['Number', String(company.id), String(lines[0].id), lines[0].number, '', '', 'West'],
      ['Number', String(company.id), String(lines[1].id), lines[1].number, '', '', ''],
      ['Company', String(company.id), String(company.id), company.name, 'Gold', '', ''],
    ]);
    expect(table(await template(boss, { type: 'Company' })).map(([type]) => type)).toEqual(['entity_type', 'Company']);
  });

  test('sent back unchanged changes nothing, whatever the values are', async () => {
    const { company, boss, lines, note } = await shop();
    const danger = fc.constantFrom(
      '=1+1',
      '+49',
      '-',
      '@x',
      "'=1",
      "''",
      '(empty)',
      "'(Empty)",
      '% 5',
      ';=A1',
      '\t|x',
      'a\r\nb',
      '"',
      ', ',
      '🦊',
      '０',
      ' lead',
    );
    const texts = fc.oneof(
      danger,
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.tuple(danger, fc.string({ maxLength: 6 }), danger).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (one, other) => {
        const values = [one, other].map((text) => text.replaceAll('\0', '').toWellFormed());
        await server.owner.deleteFrom('eav_values').where('company_id', '=', company.id).execute();
        for (const [at, value] of values.entries())
          await server.owner
            .insertInto('eav_values')
            .values({ attribute_id: note.id, company_id: company.id, entity_id: lines[at]?.id ?? 0, value })
            .execute();
        const before = await picture(company);
        const file = await template(boss);
        expect((await check(boss, file)).counts).toMatchObject({ change: 0, invalid: 0, unchanged: 2, cells: 0 });
        expect(await apply(boss, file)).toMatchObject({ cells: 0, message: bulkAttributeMessages.applied });
        expect(await picture(company)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  test('gives fields of one name a column each where one record has both', async () => {
    const { id: organizationId } = await server.organization();
    const { boss, lines, company } = await shop(organizationId);
    await promote(organizationId, boss.person.id);
    const shared = await createField(boss, 'Region', { businessUnitId: organizationId });
    const [names] = table(await template(boss));
    expect(names?.slice(4)).toEqual(['Note', 'Region', `Region #${shared.id}`]);
    await apply(boss, `${head},Region,Region #${shared.id}\nNumber,,${lines[0].id},,East,Far\n`);
    expect((await picture(company)).map(({ attribute_id: id, value }) => [id === shared.id, value])).toEqual([
      [false, 'East'],
      [true, 'Far'],
    ]);
  });

  test('is not for who may only set single values', async () => {
    const { company } = await shop();
    const agent = await server.worker(company, 'user');
    expect(await refused(agent.refusal(bulk.template))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(bulk.check, { body: {}, files: csv(head) }))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(bulk.apply, { body: {}, files: csv(head) }))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(bulk.undo, { params: { key: createKey() } }))).toMatchObject({ status: 403 });
  });
});

describe('an edited file', () => {
  test('is checked cell by cell, applied as one batch, and undone', async () => {
    const { company, boss, lines, region, note } = await shop();
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id, lines[1].id], attributeId: region.id, value: 'West' } });
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id], attributeId: note.id, value: 'old' } });
    const before = await picture(company);
    const file = `${head},Note,Region\nNumber,${company.id},${lines[0].id},${lines[0].number},(empty),east\nNumber,,,${lines[1].number},new,\n`;
    const { rows, counts, plan } = await check(boss, file);
    expect(counts).toEqual({ change: 2, unchanged: 0, invalid: 0, cells: 3, unknownChoices: 0 });
    expect(rows.map(({ line, cells }) => [line, cells.map(({ column, from, to }) => [column, from, to])])).toEqual([
      [
        2,
        [
          ['Note', 'old', null],
          ['Region', 'West', 'East'],
        ],
      ],
      [3, [['Note', null, 'new']]],
    ]);
    expect(await picture(company)).toEqual(before);
    const key = createKey();
    expect(await apply(boss, file, { key, plan })).toEqual({ key, cells: 3, message: bulkAttributeMessages.applied });
    expect(await picture(company)).toEqual([
      { attribute_id: region.id, entity_id: lines[0].id, value: 'East' },
      { attribute_id: region.id, entity_id: lines[1].id, value: 'West' },
      { attribute_id: note.id, entity_id: lines[1].id, value: 'new' },
    ]);
    expect(await boss.call(bulk.undo, { params: { key } })).toMatchObject({ cells: 3 });
    expect(await picture(company)).toEqual(before);
    expect(await boss.call(bulk.undo, { params: { key } })).toMatchObject({ cells: 3 });
    expect(await refused(boss.refusal(bulk.undo, { params: { key: createKey() } }))).toMatchObject({ status: 404 });
  });

  test('of somebody who knows the two calls of the specification alone is applied', async () => {
    const { company, boss } = await shop();
    const edited = table(await template(boss)).map((row, at) => (at === 0 ? row : [...row.slice(0, 5), 'West']));
    expect(await apply(boss, edited.map((row) => formatCsvLine(row)).join(''))).toMatchObject({
      cells: 2,
      message: 'Bulk update has been successfully applied',
    });
    expect((await picture(company)).map(({ value }) => value)).toEqual(['West', 'West']);
  });

  test('is once for one key, and the key is no other file’s', async () => {
    const { company, boss, lines } = await shop();
    const file = `${head},Note\nNumber,,${lines[0].id},,one\n`;
    const key = createKey();
    const first = await apply(boss, file, { key });
    await boss.call(bulk.undo, { params: { key } });
    expect(await apply(boss, file, { key })).toEqual(first);
    expect(await picture(company)).toEqual([]);
    expect(await refused(boss.refusal(bulk.apply, { body: { key }, files: csv(file.replace('one', 'two')) }))).toMatchObject({ status: 409, field: 'key' });
    const other = await shop();
    expect(await refused(other.boss.refusal(bulk.apply, { body: { key }, files: csv(`${head}\nNumber,,${other.lines[0].id},\n`) }))).toMatchObject({
      status: 409,
    });
  });

  test('is refused when its changes are not those of the check', async () => {
    const { company, boss, lines, note } = await shop();
    const file = `${head},Note\nNumber,,${lines[0].id},,one\n`;
    const { plan } = await check(boss, file);
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id], attributeId: note.id, value: 'meanwhile' } });
    expect(await refused(boss.refusal(bulk.apply, { body: { plan }, files: csv(file) }))).toMatchObject({ status: 409 });
    expect((await picture(company)).map(({ value }) => value)).toEqual(['meanwhile']);
    await apply(boss, file, { plan: (await check(boss, file)).plan });
    expect((await picture(company)).map(({ value }) => value)).toEqual(['one']);
  });

  test('is undone but for what was changed since', async () => {
    const { company, boss, lines, note } = await shop();
    const key = createKey();
    await apply(boss, `${head},Note\nNumber,,${lines[0].id},,one\nNumber,,${lines[1].id},,two\n`, { key });
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id], attributeId: note.id, value: 'mine' } });
    expect(await boss.call(bulk.undo, { params: { key } })).toMatchObject({ cells: 1 });
    expect(await picture(company)).toEqual([{ attribute_id: note.id, entity_id: lines[0].id, value: 'mine' }]);
  });

  test('is refused as a whole, with each row and column named', async () => {
    const { company, boss, lines, region } = await shop();
    await createField(boss, 'Tier', { type: 'Company' });
    await boss.call(fieldCalls.setValues, { params: { type: 'Number' }, body: { ids: [lines[0].id], attributeId: region.id, value: 'West' } });
    const before = await picture(company);
    const foreign = await shop();
    const cases: readonly (readonly [row: string, says: string])[] = [
      [`Widget,,${lines[0].id},,,West`, 'entity_type must be one of: Number, Company, TrackingPool, Organization, User, Call'],
      [`Number,,x7,,,West`, 'id must be a number, not “x7”'],
      [`Number,,,,,West`, 'id is required'],
      [`Number,,${foreign.lines[0].id},,,West`, `Number ${foreign.lines[0].id} not found, or you don’t have access`],
      [`Number,${foreign.company.id},${lines[0].id},,,West`, `Company ${foreign.company.id} not found, or you don’t have access`],
      [`TrackingPool,,4,,,`, 'TrackingPool 4 not found, or you don’t have access'],
      [`Organization,,4,,,`, 'Organization 4 not found, or you don’t have access'],
      [`Number,,${lines[0].id},${lines[1].number},,West`, `Number ${lines[0].id} is ${lines[0].number}, not ${lines[1].number}`],
    ];
    for (const [row, says] of cases) {
      const file = `${head},Tier,Region\n${row}\nNumber,,${lines[1].id},,,East\n`;
      const { rows, counts } = await check(boss, file);
      expect(counts).toMatchObject({ invalid: 1, change: 1 });
      expect(rows[0]).toMatchObject({ line: 2, verdict: 'invalid', problem: says });
      expect(await refused(boss.refusal(bulk.apply, { body: {}, files: csv(file) }))).toMatchObject({ status: 422, field: 'file' });
    }
    for (const [cells, column, says, isUnknownChoice] of [
      ['Gold,', 'Tier', 'Number records have no custom field “Tier”', false],
      [',North', 'Region', 'Region must be one of: West, East', true],
    ] as const) {
      const file = `${head},Tier,Region\nNumber,,${lines[1].id},,${cells}\n`;
      const { rows } = await check(boss, file);
      expect(rows[0]?.cells).toMatchObject([{ column, problem: says, isUnknownChoice }]);
      const { body } = await boss.refusal(bulk.apply, { body: {}, files: csv(file) });
      expect(body.errors[0]?.detail).toBe(`Row 2, ${column}: ${says}`);
    }
    const twice = `${head},Region\nNumber,,${lines[1].id},,East\nNumber,,,${lines[1].number},West\n`;
    expect((await check(boss, twice)).rows[1]).toMatchObject({ verdict: 'invalid', problem: 'Row 2 has the same record' });
    const long = `${head},Note\nNumber,,${lines[1].id},,${'x'.repeat(501)}\n`;
    expect((await check(boss, long)).rows[0]?.cells[0]).toMatchObject({ problem: 'Note is longer than 500 characters' });
    expect(await picture(company)).toEqual(before);
  });

  test('names columns that are no fields, are there twice, or have no name', async () => {
    const { boss, lines } = await shop();
    const file = `${head},Regoin,Note,note,,\nNumber,,${lines[0].id},,x,y,z,v,,w\n`;
    const [columns] = (await check(boss, file)).rows;
    expect(columns).toMatchObject({ line: 1, verdict: 'invalid', name: 'Columns' });
    expect(columns?.cells.map(({ problem }) => problem)).toEqual([
      'No custom field is named “Regoin”',
      'Column “note” appears twice',
      'Column 8 has values but no name',
      'Row 2 has more cells than there are columns',
    ]);
    expect(await refused(boss.refusal(bulk.apply, { body: {}, files: csv(file) }))).toMatchObject({ status: 422 });
  });

  test('is refused where it is no table of the template', async () => {
    const { boss } = await shop();
    const says = async (files: Parameters<Client['exchange']>[1]) => {
      const answer = await boss.exchange(bulk.check, { body: {}, ...files });
      return [answer.status, answer.text];
    };
    expect(await says({ files: [] })).toEqual([422, expect.stringContaining('Send the edited template as file')]);
    expect(await says({ files: csv('name,number\nAna,1') })).toEqual([422, expect.stringContaining('no columns entity_type and id')]);
    expect(await says({ files: csv(`${head}\n`) })).toEqual([422, expect.stringContaining('no rows below')]);
    expect(await says({ files: csv(`${head}\nNumber,,"4,`) })).toEqual([422, expect.stringContaining('never closed')]);
    expect(await says({ files: [...csv(`${head}\nNumber,,1,`), ...csv(`${head}\nNumber,,1,`)] })).toEqual([422, expect.stringContaining('Send one file')]);
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, ...Array.from({ length: 40 }, () => 0)]);
    expect(await says({ files: [{ name: 'fields.xlsx', type: 'text/csv', bytes: zip }] })).toEqual([415, expect.stringContaining('Save it as CSV')]);
    expect(await says({ files: [{ name: 'f.csv', type: 'text/csv', bytes: head, field: 'other' }] })).toEqual([422, expect.stringContaining('other')]);
  });

  test('sets fields of calls, users and the company', async () => {
    const { company, boss, lines, stage } = await shop();
    for (const type of ['Call', 'User', 'Company'] as const) await createField(boss, 'Team', { type });
    const { id } = await stage.call(lines[0], stage.outside(), null);
    const [names = [], ...rows] = table(await template(boss));
    const team = names.indexOf('Team');
    const file = [names, ...rows.map((row) => row.map((cell, place) => (place === team && row[0] !== 'Number' ? 'Red' : cell)))];
    expect(await apply(boss, file.map((row) => formatCsvLine(row)).join(''))).toMatchObject({ cells: 3 });
    expect((await picture(company)).map(({ entity_id: entity }) => entity).sort()).toEqual([id, boss.person.id, company.id].sort());
  });

  test('of 50,000 cells is checked, applied and undone', async () => {
    const company = await server.company();
    const boss = await server.worker(company, 'owner');
    const fields: string[] = [];
    for (let at = 0; at < 25; at += 1) fields.push((await createField(boss, `Field ${String(at).padStart(2, '0')}`)).name);
    const numbers = Array.from({ length: 2_000 }, (_, at) => ({
      company_id: company.id,
      number: `+1907${String(4_000_000 + at)}`,
      label: `Line ${at}`,
    }));
    const ids = (await server.owner.insertInto('phone_numbers').values(numbers).returning('id').execute()).map(({ id }) => id);
    const file = [`${head},${fields.join(',')}`, ...ids.map((id) => `Number,${company.id},${id},,${fields.map((_, at) => `v${id}-${at}`).join(',')}`)].join(
      '\n',
    );
    const { counts, plan } = await check(boss, file);
    expect(counts).toEqual({ change: 2_000, unchanged: 0, invalid: 0, cells: 50_000, unknownChoices: 0 });
    const key = createKey();
    expect(await apply(boss, file, { key, plan })).toMatchObject({ cells: 50_000 });
    const stored = await picture(company);
    expect(stored).toHaveLength(50_000);
    expect(stored[0]?.value).toBe(`v${stored[0]?.entity_id}-0`);
    expect((await check(boss, await template(boss))).counts).toMatchObject({ change: 0, unchanged: 2_000, invalid: 0 });
    expect(await boss.call(bulk.undo, { params: { key } })).toMatchObject({ cells: 50_000 });
    expect(await picture(company)).toEqual([]);
  }, 60_000);
});

describe('an organization', () => {
  /** Two companies of an organization and a third one that the person does not administer. */
  async function chain() {
    const { id } = await server.organization();
    const [one, two, three] = [await shop(id), await shop(id), await shop(id)];
    const boss = one.boss;
    await server.owner.insertInto('memberships').values({ company_id: two.company.id, user_id: boss.person.id, role: 'owner' }).execute();
    await server.owner.insertInto('memberships').values({ company_id: three.company.id, user_id: boss.person.id, role: 'user' }).execute();
    return { id, one, two, three, boss };
  }
  const templateOf = async (by: Client, id: number) => table((await by.exchange(bulk.organizationTemplate, { params: { id } })).text);

  test('has the records of the companies the person administers, and no other’s', async () => {
    const { id, one, two, three, boss } = await chain();
    const companies = new Set((await templateOf(boss, id)).slice(1).map(([, company]) => Number(company)));
    expect([...companies]).toEqual([one.company.id, two.company.id]);
    await promote(id, boss.person.id);
    expect(new Set((await templateOf(boss, id)).slice(1).map(([, company]) => Number(company)))).toEqual(
      new Set([one.company.id, two.company.id, three.company.id]),
    );
    const reader = await server.worker(one.company, 'reporting');
    expect(await refused(reader.refusal(bulk.organizationTemplate, { params: { id } }))).toMatchObject({ status: 403 });
    const stranger = await shop();
    expect(await refused(stranger.boss.refusal(bulk.organizationTemplate, { params: { id } }))).toMatchObject({ status: 404 });
  });

  test('is changed in several companies at once, and undone; a row of another company refuses the whole file (S-004)', async () => {
    const { id, one, two, three, boss } = await chain();
    const row = (of: Awaited<ReturnType<typeof shop>>, value: string) => `Number,${of.company.id},${of.lines[0].id},,${value}\n`;
    const wrong = `${head},Region\n${row(one, 'East')}${row(three, 'East')}`;
    expect((await boss.call(bulk.checkOrganization, { params: { id }, body: {}, files: csv(wrong) })).rows.map(({ verdict }) => verdict)).toEqual([
      'change',
      'invalid',
    ]);
    expect(await refused(boss.refusal(bulk.applyOrganization, { params: { id }, body: {}, files: csv(wrong) }))).toMatchObject({ status: 422, field: 'file' });
    expect(await refused(three.boss.refusal(bulk.checkOrganization, { params: { id }, body: {}, files: csv('x') }))).toMatchObject({
      status: 422,
      field: 'file',
    });
    const withoutCompany = wrong.replaceAll(`Number,${three.company.id}`, 'Number,');
    expect(await refused(boss.refusal(bulk.applyOrganization, { params: { id }, body: {}, files: csv(withoutCompany) }))).toMatchObject({ status: 422 });
    expect([await picture(one.company), await picture(three.company)]).toEqual([[], []]);
    const file = `${head},Region\n${row(one, 'East')}${row(two, 'west')}`;
    const key = createKey();
    const { plan } = await boss.call(bulk.checkOrganization, { params: { id }, body: {}, files: csv(file) });
    expect(await boss.call(bulk.applyOrganization, { params: { id }, body: { key, plan }, files: csv(file) })).toMatchObject({ cells: 2 });
    expect([await picture(one.company), await picture(two.company)].map(([first]) => first?.value)).toEqual(['East', 'West']);
    expect(await boss.call(bulk.applyOrganization, { params: { id }, body: { key }, files: csv(file) })).toMatchObject({ cells: 2 });
    expect(await boss.call(bulk.undoOrganization, { params: { id, key } })).toMatchObject({ cells: 2 });
    expect([await picture(one.company), await picture(two.company)]).toEqual([[], []]);
    expect(await refused(boss.refusal(bulk.undoOrganization, { params: { id, key: createKey() } }))).toMatchObject({ status: 404 });
  });

  test('has fields of its own, which its administrators alone change', async () => {
    const { id, one, boss } = await chain();
    const admin = await server.worker(one.company, 'administrator');
    await promote(id, admin.person.id);
    const field = await createField(admin, 'Account', { type: 'Organization', businessUnitId: id });
    const file = `${head},Account\nOrganization,,${id},,Key\n`;
    expect((await templateOf(boss, id)).some(([type]) => type === 'Organization')).toBe(false);
    expect(await refused(boss.refusal(bulk.applyOrganization, { params: { id }, body: {}, files: csv(file) }))).toMatchObject({ status: 422 });
    const key = createKey();
    expect(await admin.call(bulk.applyOrganization, { params: { id }, body: { key }, files: csv(file) })).toMatchObject({ cells: 1 });
    const stored = () => server.owner.selectFrom('eav_values').select(['entity_id', 'value']).where('attribute_id', '=', field.id).execute();
    expect(await stored()).toEqual([{ entity_id: id, value: 'Key' }]);
    expect((await templateOf(admin, id)).find(([type]) => type === 'Organization')?.at(-1)).toBe('Key');
    await admin.call(bulk.undoOrganization, { params: { id, key } });
    expect(await stored()).toEqual([]);
  });
});
