import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { toSlug } from '#server/domains/companies/founding.ts';
import { type Client, type Person, Refused, startServer, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { create, get, slim } = routes.companies;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function newcomer(): Promise<Client & { person: Person }> {
  const person = await server.person();
  return Object.assign(await server.signedIn(person), { person });
}
const body = (name: string) => ({ companyInfo: { name, timezone: 'America/Denver' }, skipNumber: true as const });

describe('who has no company', () => {
  test('creates one and is its owner', async () => {
    const ana = await newcomer();
    const company = await ana.call(create, { body: body('Señor Tacos & Co.') });
    expect(company).toMatchObject({ name: 'Señor Tacos & Co.', slug: 'senor-tacos-co', timezone: 'America/Denver', actAs: 'owner', unreadCount: 0 });
    expect((await ana.call(slim)).data.map((row) => [row.id, row.actAs])).toEqual([[company.id, 'owner']]);
    expect(await ana.in(company).call(get, { params: { id: company.id } })).toMatchObject({ id: company.id, actAs: 'owner' });
  });

  test('gets one company from a request that is sent twice with one key, also at the same moment', async () => {
    const ana = await newcomer();
    const twice = { ...body('Twice'), key: 'founding-key-1' };
    const [first, second] = await Promise.all([ana.call(create, { body: twice }), ana.call(create, { body: twice })]);
    expect(second.id).toBe(first.id);
    expect((await ana.call(slim)).meta.total).toBe(1);
  });

  test('gets no second company by the key of the first: another name, zone or area code is refused', async () => {
    const ana = await newcomer();
    const first = { ...body('First'), key: 'founding-key-2' };
    await ana.call(create, { body: first });
    for (const companyInfo of [{ name: 'Second' }, { name: 'First', timezone: 'America/Chicago' }, { name: 'First', defaultAreaCode: '212' }])
      expect(await refused(ana.refusal(create, { body: { ...first, companyInfo } }))).toMatchObject({ status: 409, field: 'key' });
    expect((await ana.call(create, { body: { ...first, companyInfo: { name: 'First' } } })).name).toBe('First');
    expect((await ana.call(slim)).meta.total).toBe(1);
  });

  test('gets a slug of its own where the name is taken or a path of the app', async () => {
    const ana = await newcomer();
    const slugs = [];
    for (const name of ['Settings', 'Birch Dental', 'birch dental', '東京']) slugs.push((await ana.call(create, { body: body(name) })).slug);
    expect(slugs).toEqual(['settings-2', 'birch-dental', 'birch-dental-2', 'company']);
    expect(toSlug(`${'long '.repeat(40)}`).length).toBeLessThanOrEqual(60);
  });

  test('is told what is wrong, and nothing is made', async () => {
    const ana = await newcomer();
    const wrong = async (given: unknown) => {
      const { status, body: said } = new Refused('POST /companies', await ana.exchange(create, { body: given }));
      return [status, said.errors.map(({ field }) => field)];
    };
    expect(await wrong({ companyInfo: { name: ' ' }, skipNumber: 1 })).toEqual([422, ['company_info.name']]);
    expect(await wrong({ companyInfo: { name: 'X', timezone: 'Mars/Olympus' }, skipNumber: 1 })).toEqual([422, ['company_info.timezone']]);
    expect(await wrong({ companyInfo: { name: 'X' } })).toEqual([422, ['skip_number']]);
    expect(await wrong({ companyInfo: { name: 'X' }, skipNumber: 0 })).toEqual([422, ['skip_number']]);
    expect((await ana.call(slim)).meta.total).toBe(0);
  });

  test('adds it to an organization only as its administrator', async () => {
    const unit = await server.organization('North');
    const head = await newcomer();
    const other = await newcomer();
    const inUnit = { ...body('North One'), businessUnitId: unit.id };
    expect(await refused(other.refusal(create, { body: inUnit }))).toMatchObject({ status: 404 });
    await server.owner.insertInto('organization_users').values({ organization_id: unit.id, user_id: head.person.id }).execute();
    expect(await head.call(create, { body: inUnit })).toMatchObject({ organizationId: unit.id, actAs: 'owner' });
    expect((await other.call(slim)).meta.total).toBe(0);
  });

  test('creates at most twenty an hour', async () => {
    const ana = await newcomer();
    await Promise.all(Array.from({ length: 20 }, (_, at) => ana.call(create, { body: body(`Many ${at}`) })));
    expect(await refused(ana.refusal(create, { body: body('One more') }))).toMatchObject({ status: 429 });
  });
});
