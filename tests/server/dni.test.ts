/** Dynamic numbers: pools, the public surface, reports. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dniLimits } from '#contract/dni/limits.ts';
import { routes } from '#contract/index.ts';
import { chrome, type DniStage, site, startDniStage } from './dni.stage.ts';
import { batchDone, refused } from './stage.ts';

const { dni, numbers, templates } = routes;

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());

describe('a pool', () => {
  test('is created with its numbers, listed, changed, and deleted with its numbers kept', async () => {
    await s.begin();
    const { pool, lines } = await s.createPool(4, { source: 'google_ads' });
    expect(pool).toMatchObject({
      poolId: pool.id,
      companyId: s.company.id,
      businessUnitId: null,
      source: 'google_ads',
      targetNumbers: ['+14155550100'],
      sessionMinutes: dniLimits.sessionMinutes.initial,
      holdMinutes: 20,
      warnings: [],
    });
    expect(pool.numbers.map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort());
    expect((await s.owner.call(dni.pools)).data.map(({ id }) => id)).toEqual([pool.id]);
    const params = { poolId: pool.id };
    const changed = await s.owner.call(dni.updatePool, {
      params,
      body: { name: 'Ads', source: 'landing_parameter', sourceValue: 'utm_source=news', numberIds: [lines[0]?.id ?? 0] },
    });
    expect(changed).toMatchObject({ name: 'Ads', sourceValue: 'utm_source=news', warnings: [expect.stringContaining('Only 1 number')] });
    expect(await s.owner.call(dni.pool, { params })).toEqual(changed);
    expect(await refused(s.owner.refusal(dni.deletePool, { params, query: { shouldDeleteNumbers: '1', count: 4 } }))).toMatchObject({ status: 409 });
    expect(await s.owner.call(dni.deletePool, { params, query: { count: 1 } })).toEqual({ poolId: pool.id, numbersRemoved: 0, numbersKept: 1 });
    expect(await refused(s.owner.refusal(dni.pool, { params }))).toMatchObject({ status: 404 });
    expect((await s.owner.call(numbers.get, { params: { idOrNumber: String(lines[0]?.id) } })).status).toBe(0);
  });

  test('is deleted with its numbers, which leave the carrier a day later and can be restored until then', async () => {
    await s.begin();
    const { pool, lines } = await s.createPool(2);
    const counted = await s.owner.call(numbers.impact, { body: { numbers: lines.map(({ id }) => id), count: 2 } });
    expect(counted.count).toBe(2);
    const reply = await s.owner.call(dni.deletePool, { params: { poolId: pool.id }, query: { shouldDeleteNumbers: '1', count: 2 } });
    expect(reply).toEqual({ poolId: pool.id, numbersRemoved: 2, numbersKept: 0 });
    const [line] = lines;
    expect((await s.owner.call(numbers.get, { params: { idOrNumber: String(line?.id) } })).status).toBe(2);
    expect((await s.owner.call(numbers.restore, { params: { id: line?.id ?? 0 } })).status).toBe(0);
  });

  test('refuses what does not fit, each with its field', async () => {
    await s.begin();
    const { lines } = await s.createPool(1);
    const [other] = await s.buy(1);
    const fax = await s.outside.server.number(s.company);
    await s.outside.server.owner.updateTable('phone_numbers').set({ line_type: 2 }).where('id', '=', fax.id).execute();
    const foreign = await s.outside.server.number(await s.outside.server.company());
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ source: 'landing_parameter' }, 'source_value'],
      [{ source: 'landing_parameter', sourceValue: 'a b' }, 'source_value'],
      [{ source: 'referral', sourceValue: 'not a host' }, 'source_value'],
      [{ source: 'organic', sourceValue: 'google.com' }, 'source_value'],
      [{ targetNumbers: ['hello'] }, 'target_numbers.0'],
      [{ origins: ['javascript:alert(1)'] }, 'origins.0'],
      [{ origins: ['https://example.com/path'] }, 'origins.0'],
      [{ numberIds: [lines[0]?.id] }, 'number_ids.0'],
      [{ numberIds: [fax.id] }, 'number_ids.0'],
      [{ numberIds: [foreign.id] }, 'number_ids.0'],
      [{ numberIds: [other?.id], targetNumbers: [other?.number] }, 'number_ids.0'],
      [{ numberIds: [other?.id], fallbackNumberId: other?.id }, 'fallback_number_id'],
      [{ templateId: 987_654 }, 'template_id'],
      [{ businessUnitId: s.organization.id }, 'business_unit_id'],
      [{ holdMinutes: 2 }, 'hold_minutes'],
    ];
    for (const [given, field] of cases)
      expect([field, await refused(s.owner.refusal(dni.createPool, { body: s.toBody(given) }))]).toMatchObject([field, { status: 422, field }]);
    expect(
      await refused(s.owner.refusal(dni.createPool, { body: s.toBody({ name: (await s.owner.call(dni.pools)).data[0]?.name.toUpperCase() }) })),
    ).toMatchObject({
      status: 409,
      field: 'name',
    });
    const [pool] = (await s.owner.call(dni.pools)).data;
    expect(await refused(s.foreigner.refusal(dni.pool, { params: { poolId: pool?.id ?? 0 } }))).toMatchObject({ status: 404 });
    expect(await refused(s.foreigner.refusal(dni.updatePool, { params: { poolId: pool?.id ?? 0 }, body: { name: 'Mine' } }))).toMatchObject({ status: 404 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    expect((await reporter.call(dni.pools)).meta.total).toBe(1);
    expect(await refused(reporter.refusal(dni.createPool, { body: s.toBody() }))).toMatchObject({ status: 403 });
    expect(await refused((await s.outside.server.worker(s.company, 'user')).refusal(dni.pools))).toMatchObject({ status: 403 });
  });

  test('of an organization is seen by its companies, changed by its administrators alone, and each company shows numbers of its own', async () => {
    await s.begin({ organizationId: s.organization.id });
    const first = s.company;
    const administrator = await s.outside.server.worker(s.company, 'administrator');
    const body = s.toBody({ businessUnitId: s.organization.id });
    expect(await refused(administrator.refusal(dni.createPool, { body }))).toMatchObject({ status: 403 });
    await s.outside.server.owner.insertInto('organization_users').values({ organization_id: s.organization.id, user_id: administrator.person.id }).execute();
    const pool = await administrator.call(dni.createPool, { body });
    expect(pool).toMatchObject({ companyId: null, businessUnitId: s.organization.id });
    expect(await refused(administrator.refusal(dni.createPool, { body: { ...s.toBody({ businessUnitId: s.organization.id }), templateId: 1 } }))).toMatchObject(
      {
        status: 422,
        field: 'template_id',
      },
    );
    await s.begin({ organizationId: s.organization.id });
    const lines = await s.buy(1);
    const atSecond = administrator.in(s.company.id);
    await atSecond.call(dni.updatePool, { params: { poolId: pool.id }, body: { numberIds: lines.map(({ id }) => id) } });
    expect((await s.visit()).number).toBe(lines[0]?.number);
    expect((await administrator.in(first.id).call(dni.pool, { params: { poolId: pool.id } })).numbers).toEqual([]);
    expect(await refused(s.owner.refusal(dni.updatePool, { params: { poolId: pool.id }, body: { name: 'Mine' } }))).toMatchObject({ status: 403 });
    const remove = { params: { poolId: pool.id }, query: { shouldDeleteNumbers: '1' as const } };
    expect(await refused(administrator.in(first.id).refusal(dni.deletePool, remove))).toMatchObject({ status: 409 });
    expect(await atSecond.call(dni.deletePool, remove)).toMatchObject({ numbersRemoved: 1 });
  });

  test('routes its numbers by its template, as a batch', async () => {
    await s.begin();
    const template = await s.owner.call(templates.create, { body: { name: 'Shop', routes: [{ forwards: [{ number: '+12125550120' }] }] } });
    const { lines } = await s.createPool(2, { templateId: template.id });
    const { id } = await s.outside.server.owner.selectFrom('batches').select('id').where('company_id', '=', s.company.id).executeTakeFirstOrThrow();
    await batchDone(s.owner, id);
    for (const line of lines)
      expect((await s.owner.call(numbers.get, { params: { idOrNumber: String(line.id) } })).routes[0]?.forwards.map(({ number }) => number)).toEqual([
        '+12125550120',
      ]);
  });

  test('every field is told as it was sent, and what is emptied reads empty', async () => {
    await s.begin();
    const [line, fallback] = await s.buy(2);
    const template = await s.owner.call(templates.create, { body: { name: 'Shop', routes: [{ forwards: [{ number: '+12125550120' }] }] } });
    const { pool } = await s.createPool(0);
    const sent = {
      name: 'Partners',
      isActive: false,
      source: 'referral' as const,
      sourceValue: 'partner.com',
      origins: ['https://shop.example.com', 'example.org'],
      targetNumbers: ['+14155550101', '+14155550102'],
      sessionMinutes: 45,
      holdMinutes: 10,
    };
    const ids = { numberIds: [line?.id ?? 0], templateId: template.id, fallbackNumberId: fallback?.id ?? 0 };
    const params = { poolId: pool.id };
    for (const told of [
      await s.owner.call(dni.updatePool, { params, body: { ...sent, ...ids } }),
      await s.owner.call(dni.createPool, {
        body: { ...sent, name: 'Others', targetNumbers: sent.targetNumbers, numberIds: [], templateId: template.id, fallbackNumberId: fallback?.id },
      }),
    ]) {
      expect(told).toMatchObject({ ...sent, name: told.id === pool.id ? 'Partners' : 'Others' });
      expect([told.templateId, told.fallbackNumber]).toEqual([template.id, { id: fallback?.id, number: fallback?.number }]);
    }
    const told = await s.owner.call(dni.pool, { params });
    expect(told.numbers.map(({ id }) => id)).toEqual(ids.numberIds);
    const emptied = await s.owner.call(dni.updatePool, { params, body: { clear: ['sourceValue', 'templateId', 'fallbackNumberId'] } });
    expect([emptied.sourceValue, emptied.templateId, emptied.fallbackNumber]).toEqual([null, null, null]);
  });

  test('has custom fields', async () => {
    await s.begin();
    const { pool } = await s.createPool(0);
    const field = await s.owner.call(routes.customFields.create, { params: { type: 'TrackingPool' }, body: { name: 'Agency' } });
    const saved = await s.owner.call(dni.updatePool, {
      params: { poolId: pool.id },
      body: { eavAttributeValues: [{ attributeId: field.id, value: 'Northwind' }] },
    });
    expect(saved.eavAttributeValues).toEqual([{ attributeId: field.id, name: 'Agency', value: 'Northwind' }]);
    expect((await s.owner.call(routes.customFields.values, { params: { type: 'TrackingPool', id: pool.id } })).data[0]?.value).toBe('Northwind');
  });
});

describe('the public surface', () => {
  test('gives the script to any page, the same for each key, to be kept for a year', async () => {
    await s.begin();
    const script = await s.owner.call(dni.script);
    expect(script.script).toBe(`<script async src="${s.outside.publicUrl}/dni/${script.publicKey}/v1.js"></script>`);
    const reply = await fetch(script.url);
    expect([reply.status, reply.headers.get('access-control-allow-origin'), reply.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      '*',
      'cross-origin',
    ]);
    expect(reply.headers.get('cache-control')).toContain('immutable');
    expect(reply.headers.get('set-cookie')).toBeNull();
    const code = await reply.text();
    expect(script.integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`);
    expect(await (await fetch(`${s.outside.publicUrl}/dni/${'0'.repeat(32)}/v1.js`)).text()).toBe(code);
    expect((await fetch(`${s.outside.publicUrl}/dni/short/v1.js`)).status).toBe(404);
    expect(await refused((await s.outside.server.worker(s.company, 'user')).refusal(dni.script))).toMatchObject({ status: 403 });
  });

  test('answers the script over HTTP, refuses guessed keys, foreign origins, large and unreadable bodies', async () => {
    await s.begin();
    await s.createPool(1);
    const key = await s.getKey();
    const reply = await s.post('sessions', { key, url: `${site}/` });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { session } = await reply.json();
    expect((await s.post('beats', { key, session, url: `${site}/` })).status).toBe(200);
    expect((await s.post('sessions', { key: '0'.repeat(32), url: `${site}/` })).status).toBe(404);
    expect((await s.post('sessions', { key, url: `${site}/` }, { origin: 'https://elsewhere.com', 'user-agent': chrome })).status).toBe(403);
    expect((await s.post('sessions', { key, url: `${site}/` }, { 'user-agent': chrome })).status).toBe(403);
    expect((await s.post('sessions', { key, url: `${site}/`, referrer: 'x'.repeat(8_000) })).status).toBe(413);
    expect((await s.post('sessions', '{"key":')).status).toBe(422);
    expect((await s.post('sessions', { key, url: 'javascript:alert(1)' })).status).toBe(422);
    expect((await s.post('beats', { key, session: "' or 1=1", url: `${site}/` })).status).toBe(422);
  });

  test('says of a page whether it has the company’s script, and of an unreadable one no more than that it was not found', async () => {
    await s.begin();
    const url = 'https://harbor-bikes.example/';
    const check = async () => (await s.owner.call(dni.verifyScript, { body: { url } })).result;
    s.outside.sandbox.site.set({ script: null });
    expect(await check()).toBe('not_found');
    s.outside.sandbox.site.set({ script: (await s.foreigner.call(dni.script)).url });
    expect(await check()).toBe('wrong_company');
    s.outside.sandbox.site.set({ script: (await s.owner.call(dni.script)).url });
    expect(await check()).toBe('found');
    expect((await s.owner.call(dni.verifyScript, { body: { url: 'https://down.example/' } })).result).toBe('not_found');
    expect(await refused(s.owner.refusal(dni.verifyScript, { body: { url: 'http://127.0.0.1/' } }))).toMatchObject({ status: 422, field: 'url' });
  });

  test('the sandbox’s visitors call the number they see', async () => {
    await s.begin();
    await s.createPool(2, { origins: [new URL(s.outside.sandbox.url).origin] });
    s.outside.sandbox.site.set({ script: (await s.owner.call(dni.script)).url });
    const play = await fetch(`${s.outside.sandbox.url}/control/visit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"source":"google"}',
    });
    expect(play.status).toBe(202);
    await expect.poll(async () => (await s.owner.call(dni.realTimeFeed)).data[0]?.calls, { timeout: 10_000 }).toBe(1);
    expect((await s.owner.call(dni.realTimeFeed)).data[0]).toMatchObject({ source: 'Google Ads', campaign: 'spring-bikes', pages: 2 });
  });
});

describe('reports', () => {
  test('sum calls and visits by pool and source, in the exact words, and are listed', async () => {
    await s.begin();
    const { pool } = await s.createPool(2);
    const one = await s.visit({ url: `${site}/?gclid=x` });
    await s.visit();
    await s.outside.sandbox.generator.ring(one.number ?? '', '+15035550006', { kind: 'missed' });
    const days = { startDate: '2020-01-01', endDate: '2020-01-02' };
    const today = new Date().toISOString().slice(0, 10);
    const around = { startDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), endDate: today };
    const { message, report } = await s.owner.call(dni.reportCalls, { body: { company: s.company.id, ...around } });
    expect(message).toBe('Report generated successfully.');
    expect(report.rows.map(({ poolId, source, sessions, calls, missed }) => ({ poolId, source, sessions, calls, missed }))).toEqual([
      { poolId: pool.id, source: 'Google Ads', sessions: 1, calls: 1, missed: 1 },
      { poolId: pool.id, source: 'Direct', sessions: 1, calls: 0, missed: 0 },
    ]);
    expect(report).toMatchObject({ scope: 'company', scopeName: s.company.name, ...around, totals: { sessions: 2, calls: 1 } });
    expect((await s.owner.call(dni.reports)).data).toEqual([report]);
    expect(await refused(s.owner.refusal(dni.reportCalls, { body: days }))).toMatchObject({ status: 422, field: 'company' });
    expect(await refused(s.owner.refusal(dni.reportCalls, { body: { company: s.company.id, businessUnit: 1, ...days } }))).toMatchObject({
      status: 422,
      field: 'company',
    });
    expect(await refused(s.owner.refusal(dni.reportCalls, { body: { company: s.company.id + 1, ...days } }))).toMatchObject({ status: 409 });
    expect(await refused(s.owner.refusal(dni.reportCalls, { body: { businessUnit: s.organization.id, ...days } }))).toMatchObject({ status: 422 });
    expect(await refused(s.owner.refusal(dni.reportCalls, { body: { company: s.company.id, startDate: today, endDate: '2020-01-01' } }))).toMatchObject({
      status: 422,
    });
    expect(await refused(s.foreigner.in(s.company).refusal(dni.reports))).toMatchObject({ status: 404 });
  });

  test('of an organization sum the companies whose reports the person may see, and are for who made them', async () => {
    const group = await s.outside.server.organization();
    await s.begin({ organizationId: group.id });
    await s.createPool(1);
    await s.visit();
    const first = s.company;
    const person = s.owner.person;
    const mine = s.owner;
    await s.begin({ organizationId: group.id });
    await s.createPool(1);
    await s.visit();
    const days = { startDate: '2020-01-01', endDate: '2020-12-31' };
    const around = { startDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), endDate: new Date().toISOString().slice(0, 10) };
    const alone = await mine.call(dni.reportCalls, { body: { businessUnit: group.id, ...around } });
    expect(alone.report.rows.map(({ companyId }) => companyId)).toEqual([first.id]);
    await s.outside.server.membership(person, s.company, 'reporting');
    const both = await mine.call(dni.reportCalls, { body: { businessUnit: group.id, ...around } });
    expect(both.report.rows.map(({ companyId }) => companyId).sort()).toEqual([first.id, s.company.id].sort());
    const colleague = await s.outside.server.worker(first, 'administrator');
    expect((await colleague.call(dni.reports)).data).toEqual([]);
    expect((await mine.call(dni.reports)).data).toHaveLength(2);
    expect((await mine.call(dni.reportCalls, { body: { businessUnit: group.id, ...days } })).report.rows).toEqual([]);
  });
});

test('sources come in their precedence', async () => {
  await s.begin();
  const { data } = await s.owner.call(dni.sources);
  expect(data.map(({ precedence }) => precedence)).toEqual([...data.map(({ precedence }) => precedence)].sort());
  expect(data.find(({ id }) => id === 'google_ads')?.parameters).toEqual(['gclid', 'gbraid', 'wbraid']);
  expect(await refused(s.foreigner.in(s.company).refusal(dni.sources))).toMatchObject({ status: 404 });
});
