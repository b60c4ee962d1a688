/** Texts of one line are kept alike in every area: what cannot be seen goes, and two that look the same are the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

let server: TestServer;
let company: TestCompany;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  owner = await server.worker(company, 'owner');
});
afterAll(() => server.close());

type Send = (text: string) => Promise<{ readonly status: number; readonly body: unknown }>;
const areas: readonly (readonly [string, string, Send])[] = [
  ['a tag', 'name', (name) => owner.exchange(routes.tags.create, { body: { name } })],
  ['a group', 'name', (name) => owner.exchange(routes.groups.create, { body: { name } })],
  ['a label', 'label', (label) => owner.exchange(routes.contactLabels.create, { body: { label } })],
  ['a custom field', 'name', (name) => owner.exchange(routes.customFields.create, { params: { type: 'Call' }, body: { name } })],
  ['a template', 'name', (name) => owner.exchange(routes.templates.create, { body: { name, routes: [{ label: 'Desk' }] } })],
];

test.each(areas)('%s has one line, without what cannot be seen; a second that looks the same is refused', async (_, field, send) => {
  expect(await send('Two\r\nlines \u202eof\u200b it')).toMatchObject({ status: 200, body: { [field]: 'Two lines of it' } });
  expect(await send('Two lines  of it')).toMatchObject({ status: 409, body: { errors: [{ field }] } });
  expect(await send('no\u0000thing')).toMatchObject({ status: 422, body: { errors: [{ field }] } });
});

test.each(areas)('of two who give %s one name at once the second is told at its field', async (_, field, send) => {
  const answers = await Promise.all([send('At once'), send('at once'), send('At once')]);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { errors: [{ field }] } });
});

test('a note keeps its lines, and NUL is refused at its field', async () => {
  const contact = await owner.call(routes.contacts.create, { body: { number: '+14155550144', name: 'Ann\tLee', city: 'San\nJosé' } });
  expect(contact).toMatchObject({ name: 'Ann Lee', city: 'San José' });
  const note = { modelType: 'contact', modelId: contact.id } as const;
  expect(await owner.call(routes.notes.create, { body: { ...note, body: 'One\nTwo' } })).toMatchObject({ body: 'One\nTwo' });
  expect(await refused(owner.refusal(routes.notes.create, { body: { ...note, body: 'One\u0000Two' } }))).toMatchObject({ status: 422, field: 'body' });
});

test('a search reads the letters beside NUL, in every list', async () => {
  await owner.call(routes.tags.create, { body: { name: 'Searched' } });
  const query = { q: 'a\u0000b' };
  expect(await owner.exchange(routes.contacts.list, { query })).toMatchObject({ status: 200 });
  expect(await owner.exchange(routes.groups.list, { query })).toMatchObject({ status: 200 });
  expect(await owner.exchange(routes.numbers.datatable, { query })).toMatchObject({ status: 200 });
  expect(await owner.exchange(routes.audit.list, { params: { companyId: company.id }, query })).toMatchObject({ status: 200 });
});
