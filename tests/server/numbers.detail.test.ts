import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import type { Client } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { batchDone, refused, stageOf } from './stage.ts';

const calls = routes.numbers;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

/** A company with an owner and a line. */
async function shop() {
  const { server } = outside;
  const company = await server.company();
  const owner = await server.worker(company, 'owner');
  const line = await server.number(company, { label: 'Main line' });
  const tag = async (name: string) =>
    (await server.owner.insertInto('tags').values({ company_id: company.id, name }).returning('id').executeTakeFirstOrThrow()).id;
  const field = async (name: string, choices: readonly string[] = []) =>
    (
      await server.owner
        .insertInto('eav_attributes')
        .values({
          company_id: company.id,
          entity_type: 'Number',
          name,
          choices: JSON.stringify(choices.map((value, at) => ({ id: at + 1, value, sort_order: at, description: null }))),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return { company, owner, line, tag, field, stage: stageOf(server, company) };
}
const get = (person: Client, id: number) => person.call(calls.get, { params: { idOrNumber: String(id) }, query: { include: 'sms-verification' } });

describe('one number', () => {
  test('is read by its id and by itself, in any spelling', async () => {
    const { owner, line } = await shop();
    const byId = await get(owner, line.id);
    expect(byId).toMatchObject({ id: line.id, number: line.number, label: 'Main line', triggers: [], port: null, smsVerification: null });
    expect(await owner.call(calls.get, { params: { idOrNumber: line.number } })).toEqual(byId);
    expect(await owner.call(calls.get, { params: { idOrNumber: line.number.slice(2) } })).toEqual(byId);
    expect(await refused(owner.refusal(calls.get, { params: { idOrNumber: '999999' } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(calls.get, { params: { idOrNumber: 'nothing' } }))).toMatchObject({ status: 404 });
  });

  test('takes label, status, switches, tags and custom fields at once', async () => {
    const { owner, line, tag, field } = await shop();
    const [ads, region] = [await tag('Ads'), await field('Region', ['West', 'East'])];
    const body = {
      label: 'Spring',
      status: 1,
      callTranscriptionEnabled: true,
      smsEnabled: false,
      tags: [ads],
      eavAttributeValues: [{ attributeId: region, value: 'West' }],
    } as const;
    expect(
      await owner.call(calls.update, { params: { id: line.id }, body: { ...body, tags: [...body.tags], eavAttributeValues: [...body.eavAttributeValues] } }),
    ).toMatchObject({
      label: 'Spring',
      status: 1,
      callTranscriptionEnabled: true,
      smsEnabled: false,
      tags: [{ id: ads, name: 'Ads' }],
      eavAttributeValues: [{ attributeId: region, name: 'Region', value: 'West' }],
    });
    const emptied = await owner.call(calls.update, {
      params: { id: line.id },
      body: { tags: [], eavAttributeValues: [{ attributeId: region }], clear: ['label'] },
    });
    expect(emptied).toMatchObject({ tags: [], eavAttributeValues: [], label: displayPhone(line.number) });
  });

  test('refuses a status that is removal, a value that is none of the choices, and what is not there', async () => {
    const { owner, line, field, company } = await shop();
    const region = await field('Region', ['West', 'East']);
    const ask = (body: object) => refused(owner.refusal(calls.update, { params: { id: line.id }, body }));
    expect(await ask({ status: 2 })).toMatchObject({ status: 422, field: 'status' });
    expect(await ask({ tags: [999_999] })).toMatchObject({ status: 422, field: 'tags' });
    expect(await ask({ eavAttributeValues: [{ attributeId: region, value: 'North' }] })).toMatchObject({ status: 422, field: 'eav_attribute_values.0.value' });
    expect(await ask({ eavAttributeValues: [{ attributeId: 999_999, value: 'x' }] })).toMatchObject({
      status: 422,
      field: 'eav_attribute_values.0.attribute_id',
    });
    const agent = await outside.server.worker(company, 'user');
    expect(await refused(agent.refusal(calls.update, { params: { id: line.id }, body: { label: 'x' } }))).toMatchObject({ status: 403 });
  });
});

describe('triggers', () => {
  test('are saved and removed in one call, and act on what comes in', async () => {
    const { owner, line, stage } = await shop();
    const upsert = [
      { numberId: line.id, event: 'message', action: 'lead' },
      { numberId: line.id, event: 'message', action: 'note', value: 'From the spring mailer' },
      { numberId: line.id, event: 'voicemail', action: 'archive' },
    ] as const;
    const { triggers } = await owner.call(calls.triggers, { body: { upsert: [...upsert] } });
    expect(triggers).toHaveLength(3);
    const thread = await stage.thread(line, stage.outside());
    expect(await owner.call(routes.conversations.get, { params: { id: thread.id } })).toMatchObject({ isLead: true, isArchived: false });
    const items = await owner.call(routes.conversations.items, { params: { conversationId: thread.id } });
    expect(items.data.map(({ details }) => details)).toContainEqual(expect.objectContaining({ kind: 'note', body: 'From the spring mailer' }));
    const [lead, note] = triggers;
    const left = await owner.call(calls.triggers, {
      body: { upsert: [{ id: note?.id ?? 0, numberId: line.id, event: 'call', action: 'note', value: 'Called', isEnabled: false }], remove: [lead?.id ?? 0] },
    });
    expect(left.triggers.map(({ event, isEnabled }) => [event, isEnabled])).toEqual([
      ['call', false],
      ['voicemail', true],
    ]);
    expect((await get(owner, line.id)).triggers).toEqual(left.triggers);
    const quiet = await stage.thread(line, stage.outside());
    expect(await owner.call(routes.conversations.get, { params: { id: quiet.id } })).toMatchObject({ isLead: false });
  });

  test('refuse a note without words, one saved and removed at once, and numbers that are not there', async () => {
    const { owner, line } = await shop();
    const { triggers } = await owner.call(calls.triggers, { body: { upsert: [{ numberId: line.id, event: 'fax', action: 'archive' }] } });
    const id = triggers[0]?.id ?? 0;
    const ask = (body: object) => refused(owner.refusal(calls.triggers, { body }));
    expect(await ask({ upsert: [{ numberId: line.id, event: 'call', action: 'note' }] })).toMatchObject({ status: 422, field: 'upsert.0.value' });
    expect(await ask({ upsert: [{ id, numberId: line.id, event: 'call', action: 'lead' }], remove: [id] })).toMatchObject({ status: 422, field: 'remove' });
    expect(await ask({ upsert: [{ numberId: 999_999, event: 'call', action: 'lead' }] })).toMatchObject({ status: 404 });
    expect(await ask({ remove: [999_999] })).toMatchObject({ status: 404 });
  });
});

describe('removing', () => {
  test('says first what it cuts off; the number rings no more at once and comes back while the carrier has it', async () => {
    const { owner, line, stage } = await shop();
    await stage.thread(line, stage.outside(), [{}, {}]);
    expect(await owner.call(calls.impact, { body: { numbers: [line.id], count: 1 } })).toMatchObject({
      count: 1,
      openConversations: 1,
      unreadItems: 2,
      sample: ['Main line'],
    });
    expect(await refused(owner.refusal(calls.impact, { body: { numbers: [line.id], count: 2 } }))).toEqual({
      status: 409,
      code: 'count_changed',
      field: 'count',
    });
    expect(await owner.call(calls.remove, { params: { id: line.id } })).toMatchObject({ status: 2 });
    expect(await outside.server.owner.selectFrom('number_directory').selectAll().where('number_id', '=', line.id).execute()).toEqual([]);
    expect(await refused(owner.refusal(calls.remove, { params: { id: line.id } }))).toMatchObject({ status: 404 });
    expect(await owner.call(calls.restore, { params: { id: line.id } })).toMatchObject({ status: 0 });
    await owner.call(calls.remove, { params: { id: line.id } });
    await sql`update phone_numbers set release_at = now() - interval '1 minute' where id = ${line.id}`.execute(outside.server.owner);
    expect(await refused(owner.refusal(calls.restore, { params: { id: line.id } }))).toMatchObject({ status: 409 });
  });
});

describe('rotating', () => {
  test('puts another number of the area in its place, once a key; label and history stay', async () => {
    const { owner, stage } = await shop();
    const number = findMagicOffer('Bought', 500);
    await owner.call(routes.purchase.buy, { body: { key: `bought-${number.slice(1)}`, numbers: [number], monthlyCost: 1.15, label: 'Radio' } });
    const bought = await vi.waitFor(() => get(owner, 0).catch(() => owner.call(calls.get, { params: { idOrNumber: number } })), { timeout: 10_000 });
    const thread = await stage.thread(bought, stage.outside());
    const key = 'rotate-the-radio';
    await owner.call(calls.rotate, { params: { id: bought.id }, body: { key } });
    await owner.call(calls.rotate, { params: { id: bought.id }, body: { key } });
    await expect.poll(async () => (await owner.call(routes.purchase.get, { params: { key } })).state, { timeout: 20_000 }).toBe('bought');
    const rotated = await get(owner, bought.id);
    expect(rotated).toMatchObject({ id: bought.id, label: 'Radio', status: 0 });
    expect(rotated.number).not.toBe(number);
    expect(rotated.number.slice(0, 5)).toBe(number.slice(0, 5));
    expect((await owner.call(routes.conversations.get, { params: { id: thread.id } })).number.id).toBe(bought.id);
    expect(outside.sandbox.inventory.countSales(rotated.number)).toBe(1);
    expect(await refused(owner.refusal(calls.rotate, { params: { id: 999_999 }, body: { key: 'rotate-nothing' } }))).toMatchObject({ status: 404 });
  });

  test('twice at once is one rotation: the other is refused in words, and a number is bought once', async () => {
    const { owner, company } = await shop();
    const line = await outside.server.number(company);
    const orders = () => outside.server.owner.selectFrom('number_purchases').select('id').where('replaces', '=', line.id).execute();
    const rotate = () => owner.exchange(calls.rotate, { params: { id: line.id }, body: {} });
    const answers = await Promise.all([rotate(), rotate()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: expect.stringMatching(/^This number (is already being|has just been) rotated$/),
    });
    expect(await orders()).toHaveLength(1);
  });
});

describe('many numbers', () => {
  test('change as one batch after a look at what it will do, and are put back row by row', async () => {
    const { company, owner, line, tag, field } = await shop();
    const two = await outside.server.number(company, { label: 'Second' });
    const fax = await outside.server.number(company, { label: 'Fax' });
    await outside.server.owner.updateTable('phone_numbers').set({ line_type: 2, sms_enabled: false }).where('id', '=', fax.id).execute();
    const [ads, region] = [await tag('Ads'), await field('Region')];
    await owner.call(calls.update, { params: { id: two.id }, body: { tags: [ads], eavAttributeValues: [{ attributeId: region, value: 'East' }] } });
    const set = { callTranscriptionEnabled: true, addTags: [ads], field: { attributeId: region, value: 'West' } };
    expect(await owner.call(calls.bulkPreview, { body: { all: true, count: 3, set } })).toEqual({
      count: 3,
      changed: 3,
      skipped: [],
      sample: ['Fax', 'Main line', 'Second'],
    });
    expect(await owner.call(calls.bulkPreview, { body: { numbers: [line.id, two.id, fax.id], count: 3, set: { smsEnabled: true } } })).toMatchObject({
      changed: 0,
      skipped: [
        { count: 2, reason: 'already set' },
        { count: 1, reason: 'fax numbers can’t send texts' },
      ],
    });
    const body = { key: `bulk-of-${company.id}`, all: true as const, count: 3, set };
    await owner.call(calls.bulkUpdate, { body });
    await owner.call(calls.bulkUpdate, { body });
    expect(await batchDone(owner, body.key)).toMatchObject({ total: 3, done: 3, skipped: 0 });
    for (const id of [line.id, two.id, fax.id])
      expect(await get(owner, id)).toMatchObject({ callTranscriptionEnabled: true, tags: [{ name: 'Ads' }], eavAttributeValues: [{ value: 'West' }] });
    const undo = await owner.call(calls.undoBulk, { params: { key: body.key } });
    await batchDone(owner, undo.batchId);
    expect(await get(owner, line.id)).toMatchObject({ callTranscriptionEnabled: false, tags: [], eavAttributeValues: [] });
    expect(await get(owner, two.id)).toMatchObject({ callTranscriptionEnabled: false, tags: [{ name: 'Ads' }], eavAttributeValues: [{ value: 'East' }] });
  });

  test('are removed and brought back with the status they had', async () => {
    const { company, owner, line } = await shop();
    const two = await outside.server.number(company);
    await owner.call(calls.update, { params: { id: two.id }, body: { status: 1 } });
    const key = `removal-of-${company.id}`;
    await owner.call(calls.bulkRemove, { body: { key, numbers: [line.id, two.id], count: 2 } });
    await batchDone(owner, key);
    expect((await owner.call(calls.datatable, { query: { status: 2 } })).meta.total).toBe(2);
    const listed = await owner.call(calls.datatable, { query: {} });
    expect(listed.data.filter(({ id }) => id === line.id || id === two.id)).toEqual([]);
    const undo = await owner.call(calls.undoBulk, { params: { key } });
    await batchDone(owner, undo.batchId);
    expect([(await get(owner, line.id)).status, (await get(owner, two.id)).status]).toEqual([0, 1]);
  });

  test('without a count say which of the ids don’t exist, another company’s too, and change nothing', async () => {
    const { owner, line } = await shop();
    const theirs = await outside.server.number(await outside.server.company());
    const numbers = [line.id, theirs.id];
    const detail = `Not found, or you don’t have access: ${theirs.id}`;
    const refusals = [
      owner.refusal(calls.bulkUpdate, { body: { numbers, set: { label: 'Changed' } } }),
      owner.refusal(calls.bulkRemove, { body: { numbers } }),
      owner.refusal(calls.impact, { body: { numbers } }),
      owner.refusal(calls.bulkPreview, { body: { numbers, set: { label: 'Changed' } } }),
    ];
    for (const refusal of refusals) expect(await refusal).toMatchObject({ status: 422, body: { errors: [{ field: 'numbers', detail }] } });
    expect(await get(owner, line.id)).toMatchObject({ label: 'Main line', status: 0 });
  });

  test('refuse another count, no rows named, no change, and what is not there', async () => {
    const { owner, line } = await shop();
    const ask = (body: object) =>
      refused(owner.refusal(calls.bulkUpdate, { body: { key: 'refused-bulk-update', numbers: [line.id], count: 1, set: { smsEnabled: false }, ...body } }));
    expect(await ask({ count: 2 })).toEqual({ status: 409, code: 'count_changed', field: 'count' });
    expect(await ask({ numbers: undefined })).toMatchObject({ status: 422, field: 'numbers' });
    expect(await ask({ set: {} })).toMatchObject({ status: 422, field: 'set' });
    expect(await ask({ set: { addTags: [999_999] } })).toMatchObject({ status: 422, field: 'set.add_tags' });
    expect(await refused(owner.refusal(calls.bulkPreview, { body: { all: true, count: 9, set: { smsEnabled: true } } }))).toMatchObject({ status: 409 });
    expect(await refused(owner.refusal(calls.bulkRemove, { body: { key: 'refused-removal', count: 0 } }))).toMatchObject({ status: 422, field: 'numbers' });
    expect(await refused(owner.refusal(calls.undoBulk, { params: { key: 'never-was-one' } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(calls.restore, { params: { id: 999_999 } }))).toMatchObject({ status: 404 });
  });

  test('ten thousand change as one batch, told as many and not one by one', async () => {
    const { company, owner } = await shop();
    await sql`insert into phone_numbers (company_id, number, label) select ${company.id}, '+1646' || lpad((2000000 + at)::text, 7, '0'), 'Line ' || at from generate_series(1, 10000) at`.execute(
      outside.server.owner,
    );
    const key = `ten-thousand-${company.id}`;
    await owner.call(calls.bulkUpdate, { body: { key, all: true, count: 10_001, set: { callTranscriptionEnabled: true } } });
    expect(await batchDone(owner, key)).toMatchObject({ done: 10_001, skipped: 0 });
    const told = await sql<{ kind: string; count: number }>`
      select change ->> 'kind' as kind, count(*)::int as count from changes where company_id = ${company.id} group by 1 order by 1`.execute(
      outside.server.owner,
    );
    expect(told.rows).toEqual([
      { kind: 'batch-progress', count: 6 },
      { kind: 'number-updated', count: 6 },
    ]);
  });
});
