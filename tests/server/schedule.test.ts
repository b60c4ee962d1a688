import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { listTimeZones } from '#contract/text/zones.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const { get, save } = routes.schedule;
let server: TestServer;
let company: TestCompany;
let owner: Client;
let user: Client;
beforeAll(async () => {
  server = await startServer();
  company = await server.company({ timezone: 'America/Chicago' });
  owner = await server.worker(company, 'owner');
  user = await server.worker(company, 'user');
});
afterAll(() => server.close());

const nineToFive = [{ days: ['mon' as const, 'fri' as const], times: [{ start: '9:00am', end: '5:15pm' }] }];

describe('a schedule', () => {
  test('that was never set is empty, in the company’s zone', async () => {
    const empty = { timezone: 'America/Chicago', blocks: [], updatedAt: null };
    expect(await user.call(get, { query: { user: true } })).toEqual({ user: true, ...empty });
    expect(await user.call(get, {})).toEqual({ user: false, ...empty });
  });

  test('is kept in 24 hours, a person’s apart from the company’s and from another person’s', async () => {
    const kept = [{ days: ['mon', 'fri'], times: [{ start: '09:00', end: '17:15' }] }];
    expect(await user.call(save, { body: { user: true, timezone: 'Europe/Berlin', blocks: nineToFive } })).toMatchObject({
      user: true,
      timezone: 'Europe/Berlin',
      blocks: kept,
    });
    const later = [{ days: ['sun' as const], times: [{ start: 'All Day' }] }];
    await owner.call(save, { body: { user: false, timezone: 'America/New_York', blocks: later } });
    expect(await user.call(get, { query: { user: true } })).toMatchObject({ timezone: 'Europe/Berlin', blocks: kept });
    expect(await user.call(get, {})).toMatchObject({
      user: false,
      timezone: 'America/New_York',
      blocks: [{ days: ['sun'], times: [{ start: 'All Day', end: null }] }],
    });
    expect(await owner.call(get, { query: { user: true } })).toMatchObject({ blocks: [], updatedAt: null });
  });

  test('saved without blocks keeps those that are there, one’s own and the company’s; an empty list empties it', async () => {
    for (const isOwn of [true, false]) {
      const sent = { user: isOwn, timezone: 'UTC' };
      await owner.call(save, { body: { ...sent, blocks: nineToFive } });
      const { blocks } = await owner.call(get, { query: { user: isOwn } });
      expect(blocks).toHaveLength(1);
      expect(await owner.call(save, { body: { ...sent, timezone: 'Europe/Berlin' } })).toMatchObject({ timezone: 'Europe/Berlin', blocks });
      expect(await owner.call(get, { query: { user: isOwn } })).toMatchObject({ timezone: 'Europe/Berlin', blocks });
      expect(await owner.call(save, { body: { ...sent, blocks: [] } })).toMatchObject({ blocks: [] });
    }
  });

  test('is nobody’s who is not in the company', async () => {
    const other = await server.company();
    const foreigner = (await server.worker(other, 'owner')).in(company);
    expect(await refused(foreigner.refusal(get, {}))).toMatchObject({ status: 404 });
    const body = { user: true, timezone: 'UTC', blocks: [] };
    expect(await refused(foreigner.refusal(save, { body }))).toMatchObject({ status: 404 });
  });

  test('of the company is set by owners and administrators alone; one’s own by everybody', async () => {
    const body = { user: false, timezone: 'UTC', blocks: nineToFive };
    for (const role of ['billing', 'reporting', 'user'] as const) {
      const worker = await server.worker(company, role);
      expect(await refused(worker.refusal(save, { body }))).toMatchObject({ status: 403 });
      expect(await worker.call(save, { body: { ...body, user: true } })).toMatchObject({ timezone: 'UTC' });
    }
    const administrator = await server.worker(company, 'administrator');
    expect(await administrator.call(save, { body })).toMatchObject({ timezone: 'UTC' });
  });

  test('whose times end before they start, overlap or are half said is refused in words, at its field', async () => {
    const refusal = (times: { start?: string; end?: string }[]) =>
      owner.refusal(save, { body: { user: false, timezone: 'UTC', blocks: [{ days: ['tue'], times }] } });
    const { status, body } = await refusal([{ start: '5:00pm', end: '9:00am' }]);
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'blocks.0.times.0.end', detail: 'Tuesday 5:00pm-9:00am ends before it starts' }] }]);
    expect(await refused(refusal([{ start: '9:00am' }]))).toMatchObject({ status: 422, field: 'blocks.0.times.0.end' });
    expect(await refused(refusal([]))).toMatchObject({ status: 422, field: 'blocks.0.times' });
    expect(
      await refused(
        refusal([
          { start: '09:00', end: '12:00' },
          { start: '11:00', end: '13:00' },
        ]),
      ),
    ).toMatchObject({ status: 422, field: 'blocks' });
    expect(await refused(owner.refusal(save, { body: { user: false, timezone: 'Mars/Olympus', blocks: [] } }))).toMatchObject({ status: 422 });
  });

  test('takes every zone of the list', async () => {
    const zones = listTimeZones();
    for (let at = 0; at < zones.length; at += 40) {
      await Promise.all(
        zones.slice(at, at + 40).map(async (timezone) => {
          expect(await user.call(save, { body: { user: true, timezone, blocks: nineToFive } })).toMatchObject({ timezone });
        }),
      );
    }
  });

  test('told of to the company, without a word of what it says', async () => {
    const { meta } = await owner.call(routes.companies.changes, { query: { after: 0 } });
    await owner.call(save, { body: { user: false, timezone: 'UTC', blocks: nineToFive } });
    const { data } = await owner.call(routes.companies.changes, { query: { after: meta.cursor } });
    expect(data).toMatchObject([{ kind: 'schedule-updated', companyId: company.id }]);
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(['actorId', 'companyId', 'kind', 'seq']);
  });
});
