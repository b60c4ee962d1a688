/** Consent of people who opted out, in a file of contacts (COMPLIANCE.md). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importFields } from '#contract/contactImports/enums.ts';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Stage, stageOf } from './stage.ts';

const { contacts, contactImports: imports } = routes;
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

const outside = () => stage.outside();
const finished = (batchId: string) =>
  vi.waitFor(async () => expect((await boss.call(contacts.progress, { params: { batchId } })).batch?.finishedAt).not.toBeNull(), { timeout: 20_000 });
const contactsOf = async (...numbers: readonly string[]) =>
  (await Promise.all(numbers.map(async (q) => (await boss.call(contacts.list, { query: { q } })).data))).flat();

/** A checked draft of rows. */
async function createDraft(rows: readonly Readonly<Record<string, string>>[]) {
  const key = `consent-${crypto.randomUUID()}`;
  await boss.call(imports.create, { body: { key, fileName: 'people.csv' } });
  const columns = importFields.filter((field) => rows.some((row) => field in row));
  const body = { columns, lines: rows.map((_, at) => at + 2), rows: rows.map((row) => columns.map((column) => row[column] ?? '')) };
  await boss.call(imports.stage, { params: { key, part: 0 }, body });
  return { key, draft: await boss.call(imports.check, { params: { key }, body: { parts: 1 } }) };
}
const save = async (key: string, count: number) => finished((await boss.call(imports.confirm, { params: { key }, body: { count } })).batchId);
const undo = async (key: string) => finished((await boss.call(imports.undo, { params: { key } })).batchId);

test('changes no word of the consent of someone who opted out, nor their opt-out, also of one who was deleted or has no contact yet', async () => {
  const [stopped, deleted, unknown, subscribed] = [outside(), outside(), outside(), outside()];
  const consent = { optin_type: 'keyword', optin_source: 'START on 2026-01-05' };
  await stage.contact(stopped, 'Stopped', { ...consent, is_unsubscribed: true });
  const { id } = await stage.contact(deleted, 'Deleted', { ...consent, is_unsubscribed: true });
  await stage.contact(subscribed, 'Subscribed', consent);
  const optOuts = () => server.owner.selectFrom('opt_outs').selectAll().where('company_id', '=', company.id).orderBy('number').execute();
  for (const number of [stopped, unknown]) await server.owner.insertInto('opt_outs').values({ company_id: company.id, number, source: 'keyword' }).execute();
  await boss.call(contacts.delete, { params: { id } });
  const before = await optOuts();
  const claim = { optinType: 'web_form', optinSource: 'Bought list' };
  const alone = await createDraft([{ number: stopped, name: 'Stopped', ...claim }]);
  expect(alone.draft.counts).toMatchObject({ unchanged: 1, update: 0 });
  const { key, draft } = await createDraft([
    { number: stopped, name: 'Stopped', city: 'Oslo', ...claim },
    { number: deleted, name: 'Deleted', ...claim },
    { number: unknown, name: 'Unknown', ...claim },
    { number: subscribed, name: 'Subscribed', ...claim },
  ]);
  expect(draft.counts).toMatchObject({ update: 2, restore: 1, create: 1, optedOut: 3 });
  await save(key, 4);
  const kept = { optinType: 'keyword', optinSource: 'START on 2026-01-05', isUnsubscribed: true };
  expect(await contactsOf(stopped, deleted, unknown, subscribed)).toMatchObject([
    { ...kept, city: 'Oslo' },
    kept,
    { optinType: 'manual', optinSource: 'Import: people.csv', isUnsubscribed: true },
    { ...claim, isUnsubscribed: false },
  ]);
  expect(await optOuts()).toEqual(before);
  await undo(key);
  expect(await contactsOf(stopped, subscribed)).toMatchObject([
    { ...kept, city: null },
    { optinType: 'keyword', isUnsubscribed: false },
  ]);
  expect(await optOuts()).toEqual(before);
});
