import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eavEntityTypes } from '#contract/customFields/enums.ts';
import { routes } from '#contract/index.ts';
import { setOrganizationValues } from '#server/domains/customFields/values.ts';
import { startServer, type TestServer } from './harness.ts';
import { refused, stageOf } from './stage.ts';
import { countWaiting } from './waiting.ts';

const calls = routes.customFields;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const waiting = () => countWaiting(server.owner);

async function shop() {
  const { id: organizationId } = await server.organization();
  const company = await server.company({ organizationId });
  const owner = await server.worker(company, 'owner');
  return { organizationId, company, owner, line: await server.number(company), stage: stageOf(server, company) };
}

/** Makes a person an administrator of an organization. */
const promote = (organizationId: number, userId: number) =>
  server.owner.insertInto('organization_users').values({ organization_id: organizationId, user_id: userId }).execute();

describe('tags', () => {
  test('are created, renamed, counted and deleted; deleting says which numbers had one', async () => {
    const { owner, line } = await shop();
    const tag = await owner.call(routes.tags.create, { body: { name: 'Ads' } });
    expect(tag).toMatchObject({ name: 'Ads', numbers: 0, businessUnitId: null });
    await owner.call(routes.numbers.update, { params: { id: line.id }, body: { tags: [tag.id] } });
    expect((await owner.call(routes.tags.list)).data).toMatchObject([{ name: 'Ads', numbers: 1 }]);
    expect(await owner.call(routes.tags.update, { params: { tagId: tag.id }, body: { name: 'Google Ads' } })).toMatchObject({ name: 'Google Ads' });
    expect(await owner.call(routes.tags.delete, { params: { tagId: tag.id } })).toEqual({ name: 'Google Ads', numbers: [line.id] });
    expect((await owner.call(routes.tags.list)).meta.total).toBe(0);
  });

  test('have one name each, whatever its case, and belong to the company’s own organization', async () => {
    const { owner, organizationId } = await shop();
    await promote(organizationId, owner.person.id);
    await owner.call(routes.tags.create, { body: { name: 'Ads', businessUnitId: organizationId } });
    expect(await refused(owner.refusal(routes.tags.create, { body: { name: 'ADS' } }))).toMatchObject({ status: 409, field: 'name' });
    const other = await server.organization();
    expect(await refused(owner.refusal(routes.tags.create, { body: { name: 'Radio', businessUnitId: other.id } }))).toMatchObject({
      status: 422,
      field: 'business_unit_id',
    });
    expect(await refused(owner.refusal(routes.tags.update, { params: { tagId: 999_999 }, body: { name: 'x' } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(routes.tags.delete, { params: { tagId: 999_999 } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(routes.tags.list, { params: { companyId: 999_999 } }))).toMatchObject({ status: 409 });
  });
});

describe('custom fields', () => {
  test('stand on six kinds of rows', async () => {
    const { owner } = await shop();
    expect((await owner.call(calls.types)).data.map(({ type }) => type)).toEqual([...eavEntityTypes]);
    for (const type of eavEntityTypes) {
      const field = await owner.call(calls.create, {
        params: { type },
        body: { name: 'Region', choices: [{ value: 'West' }, { value: 'East', description: 'of the river' }], defaultValue: 'East' },
      });
      expect(field).toMatchObject({
        entityType: type,
        choices: [
          { id: 1, value: 'West', sortOrder: 0 },
          { id: 2, value: 'East', description: 'of the river' },
        ],
        defaultValue: 'East',
      });
    }
  });

  test('are the company’s, or the organization’s for all its companies', async () => {
    const { owner, company, organizationId } = await shop();
    const sister = await server.worker(await server.company({ organizationId }), 'owner');
    const stranger = await server.worker(await server.company(), 'owner');
    await promote(organizationId, owner.person.id);
    const shared = await owner.call(calls.create, { params: { type: 'Number' }, body: { name: 'Brand', businessUnitId: organizationId } });
    await owner.call(calls.create, { params: { type: 'Number' }, body: { name: 'Region' } });
    expect(shared).toMatchObject({ companyId: null, businessUnitId: organizationId });
    expect((await owner.call(calls.list, { query: { companyId: company.id } })).data.map(({ name }) => name)).toEqual(['Region']);
    expect((await sister.call(calls.list, { query: { businessUnitId: organizationId } })).data.map(({ name }) => name)).toEqual(['Brand']);
    expect(await refused(stranger.refusal(calls.list, { query: { businessUnitId: organizationId } }))).toMatchObject({
      status: 422,
      field: 'business_unit_id',
    });
    expect(await refused(owner.refusal(calls.list, { query: {} }))).toMatchObject({ status: 422 });
    expect(await refused(stranger.refusal(calls.delete, { params: { id: shared.id } }))).toMatchObject({ status: 404 });
  });

  test('are filled in on rows, answer what they were, and fall back to the default', async () => {
    const { owner, company, organizationId, line, stage } = await shop();
    await promote(organizationId, owner.person.id);
    const call = await stage.call(line, stage.outside(), null);
    const rows = { Number: line.id, Company: company.id, Organization: organizationId, User: owner.person.id, Call: call.id } as const;
    for (const [type, id] of Object.entries(rows) as [keyof typeof rows, number][]) {
      const field = await owner.call(calls.create, { params: { type }, body: { name: 'Region', defaultValue: 'East' } });
      const values = async () => (await owner.call(calls.values, { params: { type, id } })).data.map(({ value }) => value);
      expect(await values()).toEqual(['East']);
      expect(await owner.call(calls.setValues, { params: { type }, body: { ids: [id], attributeId: field.id, value: 'West' } })).toEqual({
        before: [{ id, value: null }],
      });
      expect(await values()).toEqual(['West']);
      expect(await owner.call(calls.setValues, { params: { type }, body: { ids: [id], attributeId: field.id } })).toEqual({ before: [{ id, value: 'West' }] });
      expect(await values()).toEqual(['East']);
      expect(await refused(owner.refusal(calls.setValues, { params: { type }, body: { ids: [987_654], attributeId: field.id, value: 'x' } }))).toMatchObject({
        status: 404,
      });
    }
  });

  test('of an organization are changed by its administrators alone, and hold one value for all its companies', async () => {
    const { owner, organizationId } = await shop();
    const sister = await server.worker(await server.company({ organizationId }), 'owner');
    const wanted = { params: { type: 'Organization' }, body: { name: 'Sector', businessUnitId: organizationId } } as const;
    expect(await refused(owner.refusal(calls.create, wanted))).toMatchObject({ status: 403 });
    await promote(organizationId, owner.person.id);
    const field = await owner.call(calls.create, wanted);
    expect(await refused(sister.refusal(calls.update, { params: { type: 'Organization', id: field.id }, body: { name: 'x' } }))).toMatchObject({ status: 403 });
    expect(await refused(sister.refusal(calls.delete, { params: { id: field.id } }))).toMatchObject({ status: 403 });
    const params = { type: 'Organization' } as const;
    const set = { params, body: { ids: [organizationId], attributeId: field.id } };
    expect(await refused(sister.refusal(calls.setValues, { ...set, body: { ...set.body, value: 'Cars' } }))).toMatchObject({ status: 403 });
    await owner.call(calls.setValues, { ...set, body: { ...set.body, value: 'Cars' } });
    await promote(organizationId, sister.person.id);
    expect(await sister.call(calls.setValues, { ...set, body: { ...set.body, value: 'Boats' } })).toEqual({ before: [{ id: organizationId, value: 'Cars' }] });
    expect((await owner.call(calls.values, { params: { type: 'Organization', id: organizationId } })).data).toMatchObject([{ name: 'Sector', value: 'Boats' }]);
    await sister.call(calls.setValues, set);
    expect((await owner.call(calls.values, { params: { type: 'Organization', id: organizationId } })).data).toMatchObject([{ value: null }]);
  });

  test('of an organization hold one value also when two of its companies say one at once', async () => {
    const { company, owner, organizationId } = await shop();
    const sister = await server.company({ organizationId });
    await promote(organizationId, owner.person.id);
    const field = await owner.call(calls.create, { params: { type: 'Organization' }, body: { name: 'Sector', businessUnitId: organizationId } });
    const say = (companyId: number, value: string, then: () => Promise<unknown>) =>
      server.services.tenancy.company([companyId], null, async () => {
        await setOrganizationValues([organizationId], { attributeId: field.id, value });
        await then();
      });
    const isSaid = Promise.withResolvers<void>();
    const first = say(company.id, 'Cars', async () => {
      isSaid.resolve();
      await expect.poll(waiting, { timeout: 5_000, interval: 20 }).toBe(1);
    });
    await isSaid.promise;
    await Promise.all([first, say(sister.id, 'Boats', async () => {})]);
    const kept = await server.owner.selectFrom('eav_values').select('value').where('attribute_id', '=', field.id).execute();
    expect(kept).toEqual([{ value: 'Boats' }]);
  });

  test('of a company and of its people stand where these are read; who may fill in which is kept to', async () => {
    const { owner, company } = await shop();
    const agent = await server.worker(company, 'user');
    const make = async (type: 'Company' | 'User') => (await owner.call(calls.create, { params: { type }, body: { name: 'Region', defaultValue: 'East' } })).id;
    const [ofCompany, ofUser] = [await make('Company'), await make('User')];
    const fill = (type: 'Company' | 'User', id: number, attributeId: number) => ({ params: { type }, body: { ids: [id], attributeId, value: 'West' } });
    expect(await refused(agent.refusal(calls.setValues, fill('Company', company.id, ofCompany)))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(calls.setValues, fill('User', owner.person.id, ofUser)))).toMatchObject({ status: 403 });
    await agent.call(calls.setValues, fill('User', agent.person.id, ofUser));
    await owner.call(calls.setValues, fill('Company', company.id, ofCompany));
    const values = [{ attributeId: ofCompany, name: 'Region', value: 'West' }];
    expect((await agent.call(routes.companies.get, { params: { id: company.id } })).eavAttributeValues).toEqual(values);
    const people = (await owner.call(routes.users.ofCompany)).data;
    expect(Object.fromEntries(people.map(({ id, eavAttributeValues }) => [id, eavAttributeValues.map(({ value }) => value)]))).toEqual({
      [owner.person.id]: ['East'],
      [agent.person.id]: ['West'],
    });
  });

  test('change and go with their values; a choice, a name and a default are kept to', async () => {
    const { owner, line } = await shop();
    const field = await owner.call(calls.create, { params: { type: 'Number' }, body: { name: 'Region', choices: [{ value: 'West' }] } });
    await owner.call(calls.setValues, { params: { type: 'Number' }, body: { ids: [line.id], attributeId: field.id, value: 'West' } });
    const path = { type: 'Number', id: field.id } as const;
    expect(
      await refused(owner.refusal(calls.setValues, { params: { type: 'Number' }, body: { ids: [line.id], attributeId: field.id, value: 'North' } })),
    ).toMatchObject({ status: 422 });
    expect(await refused(owner.refusal(calls.update, { params: path, body: { defaultValue: 'North' } }))).toMatchObject({
      status: 422,
      field: 'default_value',
    });
    expect(await refused(owner.refusal(calls.update, { params: path, body: { choices: [{ value: 'A' }, { value: 'a' }] } }))).toMatchObject({
      status: 422,
      field: 'choices.1.value',
    });
    expect(await refused(owner.refusal(calls.create, { params: { type: 'Number' }, body: { name: 'REGION' } }))).toMatchObject({ status: 409, field: 'name' });
    expect(await refused(owner.refusal(calls.update, { params: { type: 'Call', id: field.id }, body: { name: 'x' } }))).toMatchObject({ status: 404 });
    expect(await owner.call(calls.update, { params: path, body: { name: 'Area', clear: ['choices'] } })).toMatchObject({ name: 'Area', choices: [] });
    await owner.call(calls.delete, { params: { id: field.id } });
    expect((await owner.call(calls.values, { params: { type: 'Number', id: line.id } })).data).toEqual([]);
    expect(await refused(owner.refusal(calls.delete, { params: { id: field.id } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(calls.values, { params: { type: 'TrackingPool', id: 1 } }))).toMatchObject({ status: 404 });
  });
});
