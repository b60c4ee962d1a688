/** Merging two contacts of one person: what the kept one gets, what is never weakened, and the way back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, type Stage, stageOf } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let boss: Client;
let stage: Stage;
let line: Line;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  boss = await server.worker(company, 'owner');
  stage = stageOf(server, company);
  line = await server.number(company);
});
afterAll(() => server.close());

const { contacts } = routes;
let made = 0;
const createKey = () => {
  made += 1;
  return `merge-${company.id}-${made}`;
};
type Body = {
  readonly name: string;
  readonly city?: string;
  readonly email?: string;
  readonly notes?: string;
  readonly groups?: number[];
  readonly labels?: number[];
};
const create = (body: Body) => boss.call(contacts.create, { body: { ...body, number: stage.outside() } });
const get = (id: number) => boss.call(contacts.get, { params: { id } });
const merge = (id: number, otherId: number, more: { key?: string; plan?: string; take?: ('number' | 'name' | 'city')[] } = {}) =>
  boss.call(contacts.merge, { body: { id, otherId, ...more } });
/** A contact without the instant of the last change. */
const picture = async (id: number) => {
  const { updatedAt: _, ...contact } = await get(id);
  return contact;
};
const contactOfThread = async (id: number) =>
  (await server.owner.selectFrom('conversations').select('contact_id').where('id', '=', id).executeTakeFirstOrThrow()).contact_id;

describe('a merge', () => {
  test('fills what is empty, keeps what is there, joins groups and labels, moves conversations and notes, and is undone', async () => {
    const group = await boss.call(routes.groups.create, { body: { name: 'Autumn' } });
    const label = await boss.call(routes.contactLabels.create, { body: { label: 'VIP' } });
    const kept = await create({ name: 'Ana Lee', city: 'Rome', notes: 'Likes tea' });
    const other = await create({ name: 'A. Lee', city: 'Oslo', email: 'ana@example.com', notes: 'Calls late', groups: [group.id], labels: [label.id] });
    const thread = await stage.thread(line, other.number);
    const note = await boss.call(routes.notes.create, { body: { modelType: 'contact', modelId: other.id, body: 'Met in May' } });
    const before = [await picture(kept.id), await picture(other.id)];
    const preview = await boss.call(contacts.previewMerge, { body: { id: kept.id, otherId: other.id } });
    expect(preview).toMatchObject({ groups: ['Autumn'], labels: ['VIP'], otherNumbers: [other.number], conversations: 1, notes: 1, isUnsubscribed: false });
    expect(preview.fields.find(({ field }) => field === 'name')).toEqual({ field: 'name', kept: 'Ana Lee', other: 'A. Lee', result: 'Ana Lee' });
    expect([await picture(kept.id), await picture(other.id)]).toEqual(before);
    const key = createKey();
    const merged = await merge(kept.id, other.id, { key, plan: preview.plan });
    expect(merged).toMatchObject({
      id: kept.id,
      name: 'Ana Lee',
      number: kept.number,
      city: 'Rome',
      email: 'ana@example.com',
      notes: 'Likes tea\n\nCalls late',
      otherNumbers: [other.number],
      groups: [{ id: group.id }],
      labels: [{ id: label.id }],
      isUnsubscribed: false,
    });
    for (const { field, result } of preview.fields) if (field in merged) expect(Reflect.get(merged, field)).toBe(field === 'name' ? (result ?? '') : result);
    expect(await refused(boss.refusal(contacts.get, { params: { id: other.id } }))).toMatchObject({ status: 404 });
    expect(await contactOfThread(thread.id)).toBe(kept.id);
    expect((await boss.call(routes.notes.list, { query: { model_type: 'contact', model_id: kept.id } })).data.map(({ id }) => id)).toEqual([note.id]);
    // The same again is once, also when it was answered with a lost reply.
    expect(await merge(kept.id, other.id, { key, plan: preview.plan })).toMatchObject({ id: kept.id });
    await boss.call(contacts.undoMerge, { params: { key } });
    expect([await picture(kept.id), await picture(other.id)]).toEqual(before);
    expect(await contactOfThread(thread.id)).toBe(other.id);
    expect((await boss.call(routes.notes.list, { query: { model_type: 'contact', model_id: other.id } })).data.map(({ id }) => id)).toEqual([note.id]);
    expect(await boss.call(contacts.undoMerge, { params: { key } })).toMatchObject({ id: kept.id });
    expect(await refused(boss.refusal(contacts.undoMerge, { params: { key: createKey() } }))).toMatchObject({ status: 404 });
  });

  test('takes the other’s values where that is asked, its number too', async () => {
    const [kept, other] = [await create({ name: 'Bo', city: 'Rome' }), await create({ name: 'Bo Berg', city: 'Oslo' })];
    const before = [await picture(kept.id), await picture(other.id)];
    const key = createKey();
    expect(await merge(kept.id, other.id, { key, take: ['number', 'city'] })).toMatchObject({
      name: 'Bo',
      city: 'Oslo',
      number: other.number,
      otherNumbers: [kept.number],
    });
    await boss.call(contacts.undoMerge, { params: { key } });
    expect([await picture(kept.id), await picture(other.id)]).toEqual(before);
  });

  test('leaves nobody who opted out with texts, also after its undo', async () => {
    for (const isKept of [true, false]) {
      const pair = [await create({ name: 'Cy' }), await create({ name: 'Cy C.' })] as const;
      const out = pair[isKept ? 0 : 1];
      await server.owner.insertInto('opt_outs').values({ company_id: company.id, number: out.number, source: 'keyword' }).execute();
      await server.owner.updateTable('contacts').set({ is_unsubscribed: true }).where('id', '=', out.id).execute();
      const key = createKey();
      expect(await boss.call(contacts.previewMerge, { body: { id: pair[0].id, otherId: pair[1].id } })).toMatchObject({ isUnsubscribed: true });
      expect(await merge(pair[0].id, pair[1].id, { key })).toMatchObject({ isUnsubscribed: true });
      const outs = () =>
        server.owner
          .selectFrom('opt_outs')
          .select('number')
          .where('company_id', '=', company.id)
          .where(
            'number',
            'in',
            pair.map(({ number }) => number),
          )
          .execute();
      expect(await outs()).toHaveLength(2);
      await boss.call(contacts.undoMerge, { params: { key } });
      expect(await outs()).toHaveLength(2);
      expect((await get(out.id)).isUnsubscribed).toBe(true);
    }
  });

  test('makes the other’s number the kept one’s from then on, until a contact of its own has it', async () => {
    const [kept, other] = [await create({ name: 'Di' }), await create({ name: 'Di D.' })];
    await merge(kept.id, other.id);
    const thread = await stage.within(() => findOrCreateConversation({ numberId: line.id, recipient: other.number }));
    expect(await contactOfThread(thread.id)).toBe(kept.id);
    const { itemId } = await stage.call(line, other.number, thread.id);
    const { data } = await boss.call(routes.activity.list, { query: {} });
    expect(data.find(({ id }) => id === itemId)?.contact).toEqual({ id: kept.id, name: 'Di' });
    await boss.call(contacts.update, { params: { id: kept.id }, body: { name: 'Diana' } });
    const { search } = await server.owner.selectFrom('conversations').select('search').where('id', '=', thread.id).executeTakeFirstOrThrow();
    expect(search).toContain('diana');
    const third = await boss.call(contacts.create, { body: { name: 'Ed', number: other.number } });
    expect(await contactOfThread(thread.id)).toBe(third.id);
    await boss.call(contacts.delete, { params: { id: third.id } });
    expect(await contactOfThread(thread.id)).toBe(kept.id);
    await boss.call(contacts.delete, { params: { id: kept.id } });
    expect(await contactOfThread(thread.id)).toBeNull();
    await boss.call(contacts.restore, { params: { id: kept.id } });
    expect(await contactOfThread(thread.id)).toBe(kept.id);
  });

  test('of a contact that was kept by a merge before takes all of its numbers along', async () => {
    const [one, two, three] = [await create({ name: 'Flo' }), await create({ name: 'Flo 2' }), await create({ name: 'Flo 3' })];
    await merge(two.id, three.id);
    const key = createKey();
    expect((await merge(one.id, two.id, { key })).otherNumbers).toEqual([two.number, three.number].sort());
    await boss.call(contacts.undoMerge, { params: { key } });
    expect((await get(one.id)).otherNumbers).toEqual([]);
    expect((await get(two.id)).otherNumbers).toEqual([three.number]);
  });

  test('keeps by its undo what was changed since, and the number that another contact has', async () => {
    const [kept, other] = [await create({ name: 'Gus' }), await create({ name: 'Gus G.', city: 'Oslo', email: 'gus@example.com' })];
    const key = createKey();
    await merge(kept.id, other.id, { key });
    await boss.call(contacts.update, { params: { id: kept.id }, body: { city: 'Turin' } });
    const third = await boss.call(contacts.create, { body: { name: 'Hal', number: other.number } });
    expect(await refused(boss.refusal(contacts.undoMerge, { params: { key } }))).toMatchObject({ status: 409, field: 'number' });
    expect(await get(kept.id)).toMatchObject({ city: 'Turin', email: 'gus@example.com' });
    await boss.call(contacts.delete, { params: { id: third.id } });
    expect(await boss.call(contacts.undoMerge, { params: { key } })).toMatchObject({ city: 'Turin', email: null });
    expect(await get(other.id)).toMatchObject({ city: 'Oslo', number: other.number });
  });

  test('is refused for one contact, for contacts that are not there, after a change, and to who may not delete', async () => {
    const [kept, other] = [await create({ name: 'Ida' }), await create({ name: 'Ida I.' })];
    expect(await refused(boss.refusal(contacts.previewMerge, { body: { id: kept.id, otherId: kept.id } }))).toMatchObject({ status: 422, field: 'other_id' });
    const theirs = await (await server.worker(await server.company(), 'owner')).call(contacts.create, { body: { name: 'Jo', number: stage.outside() } });
    for (const otherId of [theirs.id, 987_654_321])
      expect(await refused(boss.refusal(contacts.merge, { body: { id: kept.id, otherId } }))).toMatchObject({ status: 404 });
    const { plan } = await boss.call(contacts.previewMerge, { body: { id: kept.id, otherId: other.id } });
    await boss.call(contacts.update, { params: { id: other.id }, body: { city: 'Rome' } });
    expect(await refused(boss.refusal(contacts.merge, { body: { id: kept.id, otherId: other.id, plan } }))).toMatchObject({ status: 409 });
    const agent = await server.worker(company, 'user');
    expect(await refused(agent.refusal(contacts.merge, { body: { id: kept.id, otherId: other.id } }))).toMatchObject({ status: 403 });
    const key = createKey();
    await merge(kept.id, other.id, { key });
    const third = await create({ name: 'Kim' });
    expect(await refused(boss.refusal(contacts.merge, { body: { key, id: kept.id, otherId: third.id } }))).toMatchObject({ status: 409, field: 'key' });
  });
});
