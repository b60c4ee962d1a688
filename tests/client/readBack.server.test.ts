/** Tests the effects of the specification's changes, read back by a client that sends only the fields the specification shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { outsider } from '#tests/access/outsiders.ts';
import type { World } from '#tests/access/scene.ts';
import { buildWorld } from '#tests/access/world.ts';
import { insertBlock } from '#tests/areas/blocks.ts';
import { insertNumber } from '#tests/areas/numbers.ts';
import { insertTag } from '#tests/areas/tags.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { png } from '#tests/server/samples.ts';
import { at } from './reading.ts';

let server: TestServer;
let world: World;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  owner = await world.actors['A owner'].enter();
});
afterAll(() => server.close());

const companyId = () => world.a.company.id;
const inPath = () => ({ companyId: companyId() });
/** Asks, and answers what came; refusals fail the test. */
async function get(...[route, input]: Parameters<Client['exchange']>): Promise<unknown> {
  const { status, body, text } = await owner.exchange(route, input ?? {});
  expect(status, text).toBeLessThan(300);
  return body;
}
const statusOf = async (...[route, input]: Parameters<Client['exchange']>) => (await owner.exchange(route, input ?? {})).status;
const rowsOf = (body: unknown): unknown[] => {
  const data = at(body, 'data');
  return Array.isArray(data) ? data : [];
};
const rowOf = (body: unknown, field: string, value: unknown) => rowsOf(body).find((row) => at(row, field) === value);

describe('what was changed is read', () => {
  test('contacts: made, changed, deleted and deleted together', async () => {
    const made = await get(routes.contacts.create, { body: { full_name: 'Ann Lee', number: outsider(), city: 'Oslo' } });
    const params = { id: at(made, 'id') };
    expect(await get(routes.contacts.get, { params })).toMatchObject({ name: 'Ann Lee', city: 'Oslo' });
    await get(routes.contacts.update, { params, body: { city: 'Rome', custom: { title: 'Dr' } } });
    expect(await get(routes.contacts.get, { params })).toMatchObject({ name: 'Ann Lee', city: 'Rome', custom: { title: 'Dr' } });
    await get(routes.contacts.delete, { params });
    expect(await statusOf(routes.contacts.get, { params })).toBe(404);
    const others = [await world.a.contact(), await world.a.contact()];
    const batch = await get(routes.contacts.bulkDestroy, { params: inPath(), body: { contacts: others } });
    await expect
      .poll(async () => at(await get(routes.contacts.progress, { params: { ...inPath(), batchId: at(batch, 'batchId') } }), 'batch', 'done'), {
        timeout: 10_000,
      })
      .toBe(2);
    for (const id of others) expect(await statusOf(routes.contacts.get, { params: { id } })).toBe(404);
  });

  test('notes: written, changed and deleted', async () => {
    const { id: modelId } = await world.a.thread(0);
    const made = await get(routes.notes.create, { body: { modelType: 'conversation', modelId, body: 'First' } });
    const of = { query: { model_type: 'conversation', model_id: modelId } };
    expect(rowsOf(await get(routes.notes.list, of))).toMatchObject([{ id: at(made, 'id'), body: 'First' }]);
    await get(routes.notes.update, { params: { id: at(made, 'id') }, body: { body: 'Second' } });
    expect(rowsOf(await get(routes.notes.list, of))).toMatchObject([{ body: 'Second' }]);
    await get(routes.notes.delete, { params: { id: at(made, 'id') } });
    expect(rowsOf(await get(routes.notes.list, of))).toEqual([]);
  });

  test('calls: a lead is one in the call and in the search', async () => {
    const id = await world.a.call(0);
    await get(routes.calls.mark, { params: { id }, body: { ascOptions: { isLead: true } } });
    expect(await get(routes.calls.get, { params: { id } })).toMatchObject({ ascOptions: { isLead: true, isAppointment: false } });
    expect(rowOf(await get(routes.calls.search, { query: { company_id: companyId(), isLead: 1 } }), 'id', id)).toBeDefined();
  });

  test('conversations: read, unread, archive and restore are read back', async () => {
    const { id } = await world.a.thread(0);
    const params = { ...inPath(), id };
    const now = () => get(routes.conversations.get, { params });
    expect(await now()).toMatchObject({ numUnreadItems: 1, isArchived: false });
    await get(routes.conversations.bulkUpdate, { params: inPath(), body: { ids: [id], type: 'read' } });
    expect(await now()).toMatchObject({ numUnreadItems: 0 });
    await get(routes.conversations.readAll, { params, body: { type: 'unread' } });
    expect(await now()).toMatchObject({ numUnreadItems: 1 });
    await get(routes.conversations.readAllByType, { params: inPath(), body: { type: 'messages', numbers: [world.a.lines[0].id] } });
    expect(await now()).toMatchObject({ numUnreadItems: 0 });
    await get(routes.conversations.archive, { params: { id } });
    expect(await now()).toMatchObject({ isArchived: true });
    await get(routes.conversations.restore, { params: { id } });
    expect(await now()).toMatchObject({ isArchived: false });
  });

  test('conversations: an item is read alone, deleted, and all of them are emptied', async () => {
    const { id, itemId } = await world.a.thread(0);
    const params = { ...inPath(), id, itemId };
    await get(routes.conversations.readItem, { params });
    expect(await get(routes.conversations.item, { params })).toMatchObject({ isRead: true });
    await get(routes.conversations.deleteItem, { params });
    expect(await statusOf(routes.conversations.item, { params })).toBe(404);
    const other = await world.a.thread(0);
    await get(routes.conversations.deleteMessages, { params: { ...inPath(), id: other.id } });
    expect(await statusOf(routes.conversations.item, { params: { ...inPath(), ...other } })).toBe(404);
  });

  test('messages: sent and scheduled ones stand in the thread', async () => {
    const { id } = await world.a.thread(0);
    await get(routes.messaging.send, { body: { conversationId: id, message: 'Hello now' }, files: [] });
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = await get(routes.messaging.schedule, { body: { conversationId: id, message: 'Hello later', sendAt }, files: [] });
    const items = await get(routes.conversations.items, { params: { ...inPath(), conversationId: id } });
    expect(rowsOf(items).map((item) => at(item, 'details', 'message'))).toEqual(expect.arrayContaining(['Hello now', 'Hello later']));
    expect(rowOf(await get(routes.messaging.scheduled, {}), 'id', at(later, 'id'))).toMatchObject({ details: { sendAt } });
  });

  test('campaigns: a form is read back under the names of the entity, and what is left out is empty', async () => {
    const group = await get(routes.groups.create, { body: { name: `Readers ${outsider()}` } });
    const file = { name: 'media', type: 'image/png', bytes: png };
    const form = {
      ...{ title: 'Spring', text: 'Hi %%firstname%%', unsubscribe_text: 'Reply STOP to stop', skip_inbox: 1, 'groups[]': at(group, 'id'), type: 'sms' },
      ...{ should_be_sent_at: '2027-03-05T14:05:00.000Z', state: 'draft', number_id: world.a.lines[0].id, include: 'groups', company_id: companyId() },
      dynamic_fields: JSON.stringify([{ label: 'First Name', token: '%%firstname%%', length: 10, enabled: true }]),
    };
    const made = await get(routes.campaigns.create, { body: form, files: [file] });
    const params = { id: at(made, 'id') };
    const entity = {
      ...{ title: 'Spring', message: 'Hi %%firstname%%', unsubscribeMessage: 'Reply STOP to stop', skipInbox: true, sendToGroupId: at(group, 'id') },
      ...{ deliverAt: '2027-03-05T14:05:00.000Z', status: 'draft', numberId: world.a.lines[0].id, companyId: companyId(), type: 'sms' },
    };
    expect(made).toMatchObject({ ...entity, groups: [{ id: at(group, 'id') }], media: [{ previewUrl: expect.stringContaining('/api/files/') }] });
    expect(await get(routes.campaigns.get, { params })).toMatchObject(entity);
    const previewUrl = at(made, 'media', 0, 'previewUrl');
    await get(routes.campaigns.update, { params, body: { ...form, title: 'Summer', 'media[]': previewUrl, _method: 'PATCH' }, files: [] });
    expect(await get(routes.campaigns.get, { params })).toMatchObject({ ...entity, title: 'Summer', media: [{ previewUrl }] });
    await get(routes.campaigns.update, { params, body: { title: 'Summer', state: 'draft', _method: 'PATCH' }, files: [] });
    expect(await get(routes.campaigns.get, { params })).toMatchObject({ message: '', sendToGroupId: null, deliverAt: null, media: [], numberId: null });
    await get(routes.campaigns.delete, { params });
    expect(await statusOf(routes.campaigns.get, { params })).toBe(404);
  });

  test('notification blocks: what is silenced is told, and no longer when it is heard again', async () => {
    const [{ id: numberId }] = world.a.lines;
    const own = async () => rowOf(await get(routes.notifications.blocks, { params: inPath() }), 'numberId', numberId);
    await get(routes.notifications.block, { params: inPath(), body: { numberIds: [numberId], channelTypes: ['calls', 'faxes'] } });
    expect(await own()).toMatchObject({ channelTypes: ['calls', 'faxes'] });
    await get(routes.notifications.unblock, { params: inPath(), body: { numberId, channelTypes: ['calls'] } });
    expect(await own()).toMatchObject({ channelTypes: ['faxes'] });
    await get(routes.notifications.unblock, { params: inPath(), body: { numberIds: [numberId], channelTypes: ['faxes'] } });
    expect(await own()).toBeUndefined();
  });

  test('numbers: changed alone and together, and removed', async () => {
    const [one, two] = [await world.a.row(insertNumber), await world.a.row(insertNumber)];
    const now = (id: number) => get(routes.numbers.get, { params: { idOrNumber: String(id) } });
    await get(routes.numbers.update, { params: { id: one }, body: { label: 'Front', status: 1 } });
    expect(await now(one)).toMatchObject({ label: 'Front', status: 1 });
    await get(routes.numbers.bulkUpdate, { body: { numbers: [one, two], label: 'Sales' } });
    for (const id of [one, two]) await expect.poll(async () => at(await now(id), 'label'), { timeout: 10_000 }).toBe('Sales');
    await get(routes.numbers.bulkRemove, { body: { numbers: [one] } });
    await expect.poll(async () => at(await now(one), 'status'), { timeout: 10_000 }).toBe(2);
    await get(routes.numbers.remove, { params: { id: two } });
    expect(await now(two)).toMatchObject({ status: 2 });
  });

  test('triggers: saved, changed and removed ones are read back', async () => {
    const numberId = await world.a.row(insertNumber);
    const now = async () => at(await get(routes.numbers.get, { params: { idOrNumber: String(numberId) } }), 'triggers');
    await get(routes.numbers.triggers, { params: inPath(), body: { upsert: [{ numberId, event: 'message', action: 'note', value: 'Hi' }] } });
    const saved = await now();
    expect(saved).toMatchObject([{ event: 'message', action: 'note', value: 'Hi', isEnabled: true }]);
    const id = at(saved, 0, 'id');
    await get(routes.numbers.triggers, { params: inPath(), body: { upsert: [{ id, numberId, event: 'call', action: 'lead', isEnabled: false }] } });
    expect(await now()).toEqual([{ id, numberId, event: 'call', action: 'lead', value: null, isEnabled: false }]);
    await get(routes.numbers.triggers, { params: inPath(), body: { remove: [id] } });
    expect(await now()).toEqual([]);
  });

  test('tags: made, renamed and deleted', async () => {
    const made = await get(routes.tags.create, { params: inPath(), body: { name: 'Spring' } });
    const tagId = at(made, 'id');
    const own = async () => rowOf(await get(routes.tags.list, { params: inPath() }), 'id', tagId);
    expect(await own()).toMatchObject({ name: 'Spring' });
    await get(routes.tags.update, { params: { ...inPath(), tagId }, body: { name: 'Summer' } });
    expect(await own()).toMatchObject({ name: 'Summer' });
    await get(routes.tags.delete, { params: { ...inPath(), tagId } });
    expect(await own()).toBeUndefined();
  });

  test('tags: what is given to numbers and taken off is read back', async () => {
    const [id, tagId] = [await world.a.row(insertNumber), await world.a.row(insertTag)];
    const tags = async () => at(await get(routes.numbers.get, { params: { idOrNumber: String(id) } }), 'tags');
    await get(routes.numbers.bulkUpdate, { body: { numbers: [id], addTags: [tagId] } });
    await expect.poll(tags, { timeout: 10_000 }).toMatchObject([{ id: tagId }]);
    await get(routes.numbers.bulkUpdate, { body: { numbers: [id], removeTags: [tagId] } });
    await expect.poll(tags, { timeout: 10_000 }).toEqual([]);
    await get(routes.numbers.bulkUpdate, { body: { numbers: [id], set: { addTags: [tagId] } } });
    await expect.poll(tags, { timeout: 10_000 }).toMatchObject([{ id: tagId }]);
    await get(routes.numbers.bulkUpdate, { body: { numbers: [id], set: { removeTags: [tagId] } } });
    await expect.poll(tags, { timeout: 10_000 }).toEqual([]);
  });

  test('greetings: made of words, changed and deleted', async () => {
    const made = await get(routes.greetings.create, { body: { content: 'Good evening', voice: 'en-us' }, files: [] });
    const params = { id: at(made, 'id') };
    expect(await get(routes.greetings.get, { params })).toMatchObject({ content: 'Good evening', voice: 'en-us', media: { id: expect.any(Number) } });
    await get(routes.greetings.update, { params, body: { content: 'Good night', voice: 'en-us', _method: 'PUT' }, files: [] });
    expect(await get(routes.greetings.get, { params })).toMatchObject({ content: 'Good night' });
    await get(routes.greetings.delete, { params });
    expect(await statusOf(routes.greetings.get, { params })).toBe(404);
  });

  test('blocks: callers are blocked and let through again', async () => {
    const target = outsider();
    const made = await get(routes.blocks.create, { body: { companyId: companyId(), target, global: true } });
    const own = async (id: unknown) => rowOf(await get(routes.blocks.list, { params: inPath() }), 'id', id);
    expect(await own(at(made, 'id'))).toMatchObject({ target, global: true, numberId: null });
    await get(routes.blocks.delete, { params: { id: at(made, 'id') } });
    expect(await own(at(made, 'id'))).toBeUndefined();
    const id = await world.a.row(insertBlock);
    expect(await own(id)).toBeDefined();
    await get(routes.blocks.bulkDelete, { params: inPath(), body: { ids: [id] } });
    expect(await own(id)).toBeUndefined();
  });

  test('the schedule: the company’s and one’s own, each apart', async () => {
    const blocks = [{ days: ['mon'], times: [{ start: '09:00', end: '17:00' }] }];
    const read = (user: 0 | 1) => get(routes.schedule.get, { params: inPath(), query: { user } });
    await get(routes.schedule.save, { params: inPath(), body: { user: false, timezone: 'Europe/Rome', blocks } });
    await get(routes.schedule.save, { params: inPath(), body: { user: true, timezone: 'Asia/Tokyo', blocks: [] } });
    expect(await read(0)).toMatchObject({ user: false, timezone: 'Europe/Rome', blocks });
    expect(await read(1)).toMatchObject({ user: true, timezone: 'Asia/Tokyo', blocks: [] });
  });

  test('the marketplace: a number that is listed stands among the listings', async () => {
    const params = { ...inPath(), id: await world.a.row(insertNumber) };
    const own = async () => rowOf(await get(routes.marketplace.listings, { params: inPath() }), 'id', params.id);
    await get(routes.marketplace.update, { params, body: { isListed: true, price: 25 } });
    expect(await get(routes.marketplace.get, { params })).toMatchObject({ isListed: true, price: 25 });
    expect(await own()).toMatchObject({ price: 25 });
    await get(routes.marketplace.update, { params, body: { isListed: false } });
    expect(await own()).toBeUndefined();
  });

  test('templates: made, changed and removed ones are read back', async () => {
    const made = await get(routes.templates.create, { params: inPath(), body: { routes: [{ label: 'Desk' }] } });
    const params = { ...inPath(), id: at(made, 'id') };
    const labels = async () => Object.values(Object(at(await get(routes.templates.get, { params }), 'routes'))).map((route) => at(route, 'label'));
    expect(await labels()).toEqual(['Desk']);
    await get(routes.templates.update, { params, body: { routes: [{ label: 'Floor' }, { label: 'Yard', extension: 2 }] } });
    expect((await labels()).sort()).toEqual(['Floor', 'Yard']);
    await get(routes.templates.remove, { params: inPath(), body: { numberTemplatesToRemove: [params.id] } });
    expect(await statusOf(routes.templates.get, { params })).toBe(404);
  });

  test('custom fields: made, changed and deleted', async () => {
    const made = await get(routes.customFields.create, { params: { type: 'Call' }, body: { name: 'Region', choices: [{ value: 'West' }] } });
    const id = at(made, 'id');
    const own = async () => rowOf(await get(routes.customFields.list, { query: { companyId: companyId() } }), 'id', id);
    expect(await own()).toMatchObject({ entityType: 'Call', name: 'Region', choices: [{ value: 'West' }] });
    await get(routes.customFields.update, { params: { type: 'Call', id }, body: { name: 'Area' } });
    expect(await own()).toMatchObject({ name: 'Area', choices: [{ value: 'West' }] });
    await get(routes.customFields.delete, { params: { id } });
    expect(await own()).toBeUndefined();
  });

  test('the company: changed, and founded', async () => {
    await get(routes.companies.update, { params: { id: companyId() }, body: { name: 'Alder & Sons', defaultAreaCode: '212' } });
    expect(await get(routes.companies.get, { params: { id: companyId() } })).toMatchObject({ name: 'Alder & Sons', defaultAreaCode: '212' });
    expect(await get(routes.companies.areaCodes, { params: { id: companyId() } })).toMatchObject({ defaultAreaCode: '212' });
    const founder = await server.signedIn(await server.person());
    const { body } = await founder.exchange(routes.companies.create, { body: { companyInfo: { name: 'Fresh' }, skipNumber: 1 } });
    expect((await founder.exchange(routes.companies.get, { params: { id: at(body, 'id') } })).body).toMatchObject({ name: 'Fresh', actAs: 'owner' });
  });
});
