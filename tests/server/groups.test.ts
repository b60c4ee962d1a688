/** Groups and labels of contacts: who is in them, what they count, and how it is taken back. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { maxGroups } from '#contract/groups/routes.ts';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused, type Stage, stageOf } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let agent: Client;
let foreigner: Client;
let stage: Stage;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  agent = await server.worker(company, 'user');
  foreigner = await server.worker(await server.company(), 'owner');
  stage = stageOf(server, company);
});
afterAll(() => server.close());

const { groups, contacts } = routes;
const labels = routes.contactLabels;
let made = 0;
const name = (word: string) => {
  made += 1;
  return `${word} ${made}`;
};
const contact = async (given: Readonly<Record<string, string | boolean>> = {}) => (await stage.contact(stage.outside(), name('Contact'), given)).id;
const createGroup = (word = 'Group') => agent.call(groups.create, { body: { name: name(word) } });
const createLabel = (word = 'Label') => agent.call(labels.create, { body: { label: name(word) } });
const getGroup = (id: number) => agent.call(groups.get, { params: { id } });
const getLabel = async (id: number) => (await agent.call(labels.list)).data.find((label) => label.id === id);
const getContact = (id: number) => agent.call(contacts.get, { params: { id } });
const finished = (batchId: string) =>
  vi.waitFor(async () => {
    const { batch } = await agent.call(contacts.progress, { params: { batchId } });
    expect(batch?.finishedAt).not.toBeNull();
    return batch;
  });
const counts = async (id: number) => {
  const { contactCount, activeCount, invalidCount, unsubscriberCount } = await getGroup(id);
  return [contactCount, activeCount, invalidCount, unsubscriberCount];
};

describe('a group', () => {
  test('is created, renamed, listed by page and name, deleted and restored with its contacts', async () => {
    const group = await createGroup('Spring');
    expect(group).toMatchObject({ companyId: company.id, contactCount: 0, virtual: false, deletedAt: null, link: `${server.url}/api/groups/${group.id}` });
    const member = await contact();
    await agent.call(groups.addContacts, { params: { id: group.id }, body: { contacts: [member] } });
    expect((await agent.call(groups.update, { params: { id: group.id }, body: { name: 'Autumn' } })).name).toBe('Autumn');
    const { data, meta } = await agent.call(groups.list, { query: { q: 'autu', per_page: 1 } });
    expect([data.map(({ id }) => id), meta]).toEqual([[group.id], { currentPage: 1, totalPages: 1, total: 1, perPage: 1 }]);
    await agent.call(groups.delete, { params: { id: group.id } });
    expect(await refused(agent.refusal(groups.get, { params: { id: group.id } }))).toMatchObject({ status: 404 });
    expect((await getContact(member)).groups).toEqual([]);
    expect(await refused(agent.refusal(contacts.list, { query: { groupId: group.id } }))).toMatchObject({ status: 422, field: 'group_id' });
    expect((await agent.call(groups.restore, { params: { id: group.id } })).contactCount).toBe(1);
    expect((await getContact(member)).groups).toEqual([{ id: group.id, name: 'Autumn' }]);
  });

  test('has a name no other group has, whatever its case, also when it comes back', async () => {
    const first = await createGroup('VIP');
    expect(await refused(agent.refusal(groups.create, { body: { name: first.name.toLowerCase() } }))).toEqual({ status: 409, code: 'conflict', field: 'name' });
    await agent.call(groups.delete, { params: { id: first.id } });
    await agent.call(groups.create, { body: { name: first.name.toUpperCase() } });
    expect(await refused(agent.refusal(groups.restore, { params: { id: first.id } }))).toMatchObject({ status: 409, field: 'name' });
    const twice = await Promise.all([1, 2, 3].map(() => agent.exchange(groups.create, { body: { name: 'At once' } })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('takes contacts in and out at once, says which changed, and refuses a foreign one with all others', async () => {
    const { id } = await createGroup();
    const [one, two] = [await contact(), await contact()];
    expect(await agent.call(groups.addContacts, { params: { id }, body: { contacts: [one, two, two] } })).toMatchObject({
      changed: [one, two],
      contactCount: 2,
    });
    expect(await agent.call(groups.addContacts, { params: { id }, body: { contacts: [one] } })).toMatchObject({ changed: [], contactCount: 2 });
    const theirs = await foreigner.call(contacts.create, { body: { number: stage.outside() } });
    const refusal = await agent.refusal(groups.removeContacts, { params: { id }, body: { contacts: [one, theirs.id] } });
    expect(refusal).toMatchObject({ status: 422, body: { errors: [{ field: 'contacts', detail: `Not found, or you don’t have access: ${theirs.id}` }] } });
    expect(await agent.call(groups.removeContacts, { params: { id }, body: { contacts: [one] } })).toMatchObject({ changed: [one], contactCount: 1 });
    expect(await refused(foreigner.refusal(groups.addContacts, { params: { id }, body: { contacts: [theirs.id] } }))).toMatchObject({ status: 404 });
    // What was added is taken out again, though one of it was deleted meanwhile.
    await (await server.worker(company, 'administrator')).call(contacts.delete, { params: { id: two } });
    expect(await refused(agent.refusal(groups.addContacts, { params: { id }, body: { contacts: [two] } }))).toMatchObject({ status: 422, field: 'contacts' });
    expect(await agent.call(groups.removeContacts, { params: { id }, body: { contacts: [two] } })).toMatchObject({ changed: [two], contactCount: 0 });
  });

  test('counts who can be texted, whatever happens to its contacts and however they come', async () => {
    const { id } = await createGroup();
    const active = await contact();
    const members = [active, await contact({ is_invalid: true }), await contact({ is_unsubscribed: true }), await contact()];
    await agent.call(groups.addContacts, { params: { id }, body: { contacts: members } });
    expect(await counts(id)).toEqual([4, 2, 1, 1]);
    await server.owner.updateTable('contacts').set({ is_unsubscribed: true }).where('id', '=', active).execute();
    expect(await counts(id)).toEqual([4, 1, 1, 2]);
    const admin = await server.worker(company, 'administrator');
    await admin.call(contacts.delete, { params: { id: active } });
    expect(await counts(id)).toEqual([3, 1, 1, 1]);
    await admin.call(contacts.restore, { params: { id: active } });
    expect((await counts(id))[0]).toBe(4);
    await agent.call(contacts.update, { params: { id: active }, body: { groups: [] } });
    expect(await counts(id)).toEqual([3, 1, 1, 1]);
  });

  test('keeps its counts right while many write at the same time', async () => {
    const [first, second] = [await createGroup(), await createGroup()];
    const members = await Promise.all(Array.from({ length: 12 }, () => contact()));
    await Promise.all(
      members.flatMap((member) => [
        agent.call(groups.addContacts, { params: { id: first.id }, body: { contacts: [member] } }),
        agent.call(groups.addContacts, { params: { id: second.id }, body: { contacts: [member] } }),
        agent.call(contacts.update, { params: { id: member }, body: { city: 'Rome' } }),
      ]),
    );
    expect([await counts(first.id), await counts(second.id)]).toEqual([
      [12, 12, 0, 0],
      [12, 12, 0, 0],
    ]);
  });

  test('keeps its counts right while its contacts are deleted, restored and marked', async () => {
    const admin = await server.worker(company, 'administrator');
    const all = await Promise.all([createGroup(), createGroup(), createGroup()]);
    const members = await Promise.all(Array.from({ length: 10 }, () => contact()));
    const shuffled = (by: number) => members.toSorted((a, b) => ((a * by) % 11) - ((b * by) % 11));
    for (const round of [1, 2, 3]) {
      const answers = await Promise.all([
        ...all.map(({ id }) => agent.exchange(groups.addContacts, { params: { id }, body: { contacts: shuffled(round + id) } })),
        ...members.slice(0, 4).map((id) => admin.exchange(contacts.delete, { params: { id } })),
        ...members
          .slice(4, 8)
          .map((id, at) => agent.exchange(contacts.update, { params: { id }, body: { groups: all.slice(at % 3).map((group) => group.id) } })),
        server.owner
          .updateTable('contacts')
          .set({ is_invalid: round % 2 === 1 })
          .where('id', '=', members[9] ?? 0)
          .execute(),
        ...all.map(({ id }) => agent.exchange(groups.removeContacts, { params: { id }, body: { contacts: shuffled(round * 7).slice(0, 5) } })),
      ]);
      // A contact that is deleted already is told so, and nothing else is refused.
      for (const answer of answers) if ('status' in answer) expect([200, 204, 404, 422], JSON.stringify(answer.body)).toContain(answer.status);
      await Promise.all(members.slice(0, 4).map((id) => admin.exchange(contacts.restore, { params: { id } })));
    }
    for (const { id } of all) {
      const rows = await server.owner
        .selectFrom('contact_group_members')
        .innerJoin('contacts', 'contacts.id', 'contact_group_members.contact_id')
        .where('group_id', '=', id)
        .where('deleted_at', 'is', null)
        .select(['is_invalid', 'is_unsubscribed'])
        .execute();
      const invalid = rows.filter((row) => row.is_invalid).length;
      expect(await counts(id)).toEqual([rows.length, rows.length - invalid, invalid, 0]);
    }
  });

  test('has a name that can be seen, and two that look the same are the same', async () => {
    for (const unseen of ['\u200b', '\u3164', ' \u00a0 ', '\u200d'])
      expect(await refused(agent.refusal(groups.create, { body: { name: unseen } }))).toMatchObject({ status: 422, field: 'name' });
    const { name: saved } = await agent.call(groups.create, { body: { name: 'Cafe\u0301\u200b \n  au\u202e lait' } });
    expect(saved).toBe('Café au lait');
    expect(await refused(agent.refusal(groups.create, { body: { name: 'café\u00a0au lait' } }))).toMatchObject({ status: 409 });
  });

  test('of a filter is counted and never stored, filters the list, and takes nobody in', async () => {
    const city = name('Springfield');
    const [here, gone] = [await contact({ city }), await contact({ city, is_unsubscribed: true })];
    const group = await agent.call(groups.create, { body: { name: name('Saved'), filter: { city } } });
    expect(group).toMatchObject({ virtual: true, contactCount: 2, activeCount: 1, unsubscriberCount: 1 });
    const listed = async (query: object) => (await agent.call(contacts.list, { query: { groupId: group.id, ...query } })).data.map(({ id }) => id).sort();
    expect(await listed({})).toEqual([here, gone].sort());
    expect(await listed({ isUnsubscribed: 0 })).toEqual([here]);
    const refusal = await agent.refusal(groups.addContacts, { params: { id: group.id }, body: { contacts: [here] } });
    expect(refusal).toMatchObject({
      status: 422,
      body: { errors: [{ detail: `“${group.name}” is a saved filter. Contacts can’t be added to it or removed.` }] },
    });
    expect(await refused(agent.refusal(groups.create, { body: { name: name('Empty'), filter: {} } }))).toMatchObject({ status: 422, field: 'filter' });
    expect(await refused(agent.refusal(groups.create, { body: { name: name('Of it'), filter: { groupId: group.id } } }))).toMatchObject({
      status: 422,
      field: 'filter',
    });
    const list = await createGroup();
    expect(await refused(agent.refusal(groups.update, { params: { id: list.id }, body: { filter: { city } } }))).toMatchObject({
      status: 422,
      field: 'filter',
    });
    const all = await agent.call(groups.addAll, { params: { groupId: list.id }, body: { groupId: group.id, count: 2 } });
    await finished(all.batchId);
    expect((await getGroup(list.id)).contactCount).toBe(2);
    await agent.call(groups.update, { params: { id: group.id }, body: { filter: { city: 'Nowhere' } } });
    expect(await listed({})).toEqual([]);
    // A group it is made of that is deleted has nobody.
    await agent.call(groups.update, { params: { id: group.id }, body: { filter: { groupId: list.id } } });
    expect(await listed({})).toHaveLength(2);
    await agent.call(groups.delete, { params: { id: list.id } });
    expect([(await getGroup(group.id)).contactCount, await listed({}).catch(() => 'refused')]).toEqual([0, []]);
    const theirs = await foreigner.call(labels.create, { body: { label: 'Theirs' } });
    expect(await refused(agent.refusal(contacts.list, { query: { labelId: theirs.id } }))).toMatchObject({ status: 422, field: 'label_id' });
  });

  test('takes all contacts of the company in as a batch, or all that match, and undo takes exactly those out', async () => {
    const { id } = await createGroup();
    const city = name('Rome');
    const [before, ...added] = [await contact({ city }), await contact({ city }), await contact({ city })];
    await agent.call(groups.addContacts, { params: { id }, body: { contacts: [before] } });
    expect(await refused(agent.refusal(groups.addAll, { params: { groupId: id }, body: { city, count: 7 } }))).toMatchObject({
      status: 409,
      code: 'count_changed',
    });
    const batch = await agent.call(groups.addAll, { params: { groupId: id }, body: { city, count: 3 } });
    expect(await finished(batch.batchId)).toMatchObject({ done: 2, skipped: 1 });
    expect((await agent.call(contacts.list, { query: { groupId: id } })).data.map((row) => row.id).sort()).toEqual([before, ...added].sort());
    const undo = await agent.call(groups.undoBulk, { params: { key: batch.batchId } });
    await finished(undo.batchId);
    expect((await agent.call(contacts.list, { query: { groupId: id } })).data.map((row) => row.id)).toEqual([before]);
    const everybody = await agent.call(groups.addAll, { params: { groupId: id }, body: {} });
    await finished(everybody.batchId);
    const { meta } = await agent.call(contacts.list, { query: { per_page: 1 } });
    expect((await getGroup(id)).contactCount).toBe(meta.total);
    expect(await refused(agent.refusal(groups.removeAll, { params: { groupId: id }, body: {} }))).toMatchObject({ status: 422, field: 'count' });
    await finished((await agent.call(groups.removeAll, { params: { groupId: id }, body: { city, count: 3 } })).batchId);
    expect((await getGroup(id)).contactCount).toBe(meta.total - 3);
  });

  test('is one of at most 500', async () => {
    const other = await server.worker(await server.company(), 'owner');
    await other.call(groups.create, { body: { name: 'First' } });
    await server.owner
      .insertInto('contact_groups')
      .values(Array.from({ length: maxGroups - 1 }, (_, at) => ({ company_id: other.companyId ?? 0, name: `Group ${at}` })))
      .execute();
    expect(await refused(other.refusal(groups.create, { body: { name: 'One more' } }))).toMatchObject({ status: 422, field: 'name' });
  });
});

describe('a label', () => {
  test('is created, renamed, deleted and restored; its name is used once', async () => {
    const label = await createLabel('Hot');
    expect(label).toMatchObject({ contactCount: 0 });
    expect(await refused(agent.refusal(labels.create, { body: { label: label.label.toUpperCase() } }))).toEqual({
      status: 409,
      code: 'conflict',
      field: 'label',
    });
    expect((await agent.call(labels.update, { params: { labelId: label.id }, body: { label: 'Cold' } })).label).toBe('Cold');
    const { id } = await agent.call(contacts.create, { body: { number: stage.outside(), labels: [label.id] } });
    await agent.call(labels.delete, { params: { labelId: label.id } });
    expect((await getContact(id)).labels).toEqual([]);
    expect(await getLabel(label.id)).toBeUndefined();
    expect(await agent.call(labels.restore, { params: { labelId: label.id } })).toEqual({ id: label.id, label: 'Cold', contactCount: 1 });
    expect((await getContact(id)).labels).toEqual([{ id: label.id, label: 'Cold' }]);
  });

  test('is added to many and removed from many, by list and by filter, and undo leaves those that had it', async () => {
    const { id: labelId } = await createLabel('VIP');
    const city = name('Oslo');
    const [had, ...others] = [await contact({ city }), await contact({ city }), await contact({ city })];
    await finished((await agent.call(labels.bulkAddLabel, { params: { labelId }, body: { contacts: [had] } })).batchId);
    const key = name('a-label-batch').replace(' ', '-');
    const body = { key, all: true as const, city };
    const batch = await agent.call(labels.bulkAddLabel, { params: { labelId }, body });
    expect(await finished(batch.batchId)).toMatchObject({ done: 2, skipped: 1 });
    expect((await agent.call(labels.bulkAddLabel, { params: { labelId }, body })).batchId).toBe(batch.batchId);
    const { id: another } = await createLabel('Another');
    expect(await refused(agent.refusal(labels.bulkAddLabel, { params: { labelId: another }, body }))).toMatchObject({ status: 409, field: 'key' });
    const other = await server.worker(company, 'user');
    expect(await refused(other.refusal(labels.bulkAddLabel, { params: { labelId }, body }))).toMatchObject({ status: 409, field: 'key' });
    expect((await agent.call(contacts.list, { query: { labelId } })).meta.total).toBe(3);
    expect((await getLabel(labelId))?.contactCount).toBe(3);
    await finished((await agent.call(labels.undoBulk, { params: { key } })).batchId);
    expect((await agent.call(contacts.list, { query: { labelId } })).data.map(({ id }) => id)).toEqual([had]);
    await finished((await agent.call(labels.bulkRemoveLabel, { params: { labelId }, body: { contacts: [had, ...others] } })).batchId);
    expect((await getLabel(labelId))?.contactCount).toBe(0);
    const theirs = await foreigner.call(contacts.create, { body: { number: stage.outside() } });
    expect(await refused(agent.refusal(labels.bulkAddLabel, { params: { labelId }, body: { contacts: [had, theirs.id] } }))).toMatchObject({
      status: 422,
      field: 'contacts',
    });
    expect((await getLabel(labelId))?.contactCount).toBe(0);
    expect(await refused(agent.refusal(groups.undoBulk, { params: { key } }))).toMatchObject({ status: 404 });
  });
});

test('groups and labels of another company are refused like those that are not there', async () => {
  const [group, label] = [await createGroup(), await createLabel()];
  for (const [id, labelId, companyId] of [
    [group.id, label.id, company.id],
    [987_654_321, 987_654_321, foreigner.companyId ?? 0],
  ] as const) {
    const there = foreigner.in(companyId);
    const inPath = { companyId, labelId };
    const statuses = [
      await there.refusal(groups.delete, { params: { id } }),
      await there.refusal(labels.update, { params: inPath, body: { label: 'Mine now' } }),
      await there.refusal(labels.delete, { params: inPath }),
      await there.refusal(labels.restore, { params: inPath }),
      await there.refusal(labels.bulkRemoveLabel, { params: inPath, body: { contacts: [1] } }),
      await there.refusal(labels.undoBulk, { params: { companyId, key: 'no-such-batch' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  }
  expect(await refused(foreigner.in(company.id).refusal(labels.list))).toMatchObject({ status: 404 });
});

describe('a contact', () => {
  test('is put into exactly the groups and labels that are named, by id or as it shows them', async () => {
    const [one, two, label] = [await createGroup(), await createGroup(), await createLabel()];
    const { id } = await agent.call(contacts.create, { body: { number: stage.outside(), groups: [one.id], labels: [label.id] } });
    expect(await getContact(id)).toMatchObject({ groups: [{ id: one.id, name: one.name }], labels: [{ id: label.id, label: label.label }] });
    await agent.call(contacts.update, { params: { id }, body: { groups: [{ id: two.id, name: two.name }], labels: [] } });
    expect(await getContact(id)).toMatchObject({ groups: [{ id: two.id }], labels: [] });
    const wrong = await agent.refusal(contacts.update, { params: { id }, body: { groups: [{ id: two.id, name: one.name }] } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'groups', detail: `Group ${two.id} is “${two.name}”, not “${one.name}”` }] } });
    const theirs = await foreigner.call(groups.create, { body: { name: 'Theirs' } });
    expect(await refused(agent.refusal(contacts.update, { params: { id }, body: { city: 'Rome', groups: [theirs.id] } }))).toMatchObject({
      status: 422,
      field: 'groups',
    });
    expect(await getContact(id)).toMatchObject({ city: null, groups: [{ id: two.id }] });
  });
});
