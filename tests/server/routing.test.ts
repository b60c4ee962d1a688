import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startServer, type TestCompany, type TestServer } from './harness.ts';
import { batchDone, refused } from './stage.ts';

const { routing } = routes;

let server: TestServer;
let company: TestCompany;
let admin: Awaited<ReturnType<TestServer['worker']>>;
let line: { id: number; number: string };

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  company = await server.company();
  admin = await server.worker(company, 'administrator');
  line = await server.number(company);
});

const phones = (...numbers: string[]) => numbers.map((number) => ({ number }));
const save = (body: object) => admin.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [], ...body } });
const refuse = (body: object) => refused(admin.refusal(routes.numbers.update, { params: { id: line.id }, body: { routes: [], ...body } }));
const get = () => admin.call(routing.get, { params: { id: line.id } });
const listed = async () => (await admin.call(routes.numbers.list)).data.find(({ id }) => id === line.id);

describe('a change of a number', () => {
  test('takes its routes as a list, beside other fields, and leaves the rest of the routing', async () => {
    await save({ routes: [{ forwards: phones('+12125550120') }], recordCalls: true });
    const changed = await admin.call(routes.numbers.update, {
      params: { id: line.id },
      body: { label: 'Front desk', routes: [{ extension: null, forwards: phones('+12125550121', '', '+12125550122') }] },
    });
    expect(changed).toMatchObject({ label: 'Front desk', routingType: 'simultaneous', forwardNumber: '+12125550121', recordCalls: true });
    expect(changed.routes).toMatchObject([{ extension: 1, type: 'simultaneous', forwards: phones('+12125550121', '+12125550122') }]);
    expect(await get()).toMatchObject({ routes: changed.routes, recordCalls: true, version: changed.version });
  });

  test('that is refused for its routes changes nothing else of it', async () => {
    const { label } = await admin.call(routes.numbers.get, { params: { idOrNumber: String(line.id) } });
    expect(await refuse({ label: 'Changed', routes: [{ forwards: phones('abc') }] })).toMatchObject({ status: 422 });
    expect(await admin.call(routes.numbers.get, { params: { idOrNumber: String(line.id) } })).toMatchObject({ label });
  });
});

describe('the routing of a number', () => {
  test('that was never changed rings its forward number at all hours', async () => {
    await server.owner.updateTable('phone_numbers').set({ forward_number: '+12125550199' }).where('id', '=', line.id).execute();
    expect(await get()).toMatchObject({
      numberId: line.id,
      version: 0,
      routes: [{ extension: 1, timeout: 20, forwards: [{ number: '+12125550199' }] }],
      hours: { preset: 1, timezone: 'America/New_York' },
    });
  });

  test('FLOW-051: is saved tidied: empty forwards gone, no extension is 1, sorted, types derived; the list follows', async () => {
    const saved = await save({
      routes: [
        { extension: 3, forwards: phones('(212) 555-0133') },
        { forwards: phones('', '212-555-0120', '+1 212 555 0121'), stagger: true },
      ],
      hours: { preset: 2, timezone: 'America/Chicago' },
    });
    expect(saved.routes.map(({ extension, type, forwards }) => [extension, type, forwards.map(({ number }) => number)])).toEqual([
      [1, 'sequential', ['+12125550120', '+12125550121']],
      [3, 'standard', ['+12125550133']],
    ]);
    expect(saved.version).toBe(1);
    const { routes: kept, hours, version } = saved;
    expect(await get()).toMatchObject({ numberId: line.id, routes: kept, hours, version });
    expect(await listed()).toMatchObject({ routingType: 'sequential', forwardNumber: '+12125550120', hoursLabel: 'Mon-Fri (9-5)' });
    expect((await admin.call(routing.list)).data).toMatchObject([{ numberId: line.id, version: 1 }]);
  });

  test('keeps ids, and geo as stored', async () => {
    const first = await save({ routes: [{ type: 'geo', forwards: phones('+12125550120') }] });
    const again = await save({ routes: first.routes, version: first.version });
    expect(again.routes).toEqual(first.routes);
    expect(again.routes[0]?.type).toBe('geo');
  });

  test('somebody else changed it meanwhile: 409, nothing is written over', async () => {
    const { version } = await save({ routes: [{ label: 'First' }] });
    await save({ routes: [{ label: 'Second' }], version });
    expect(await refuse({ routes: [{ label: 'Third' }], version })).toMatchObject({ status: 409, code: 'conflict' });
    expect(await refuse({ label: 'Fourth', version })).toMatchObject({ status: 409, code: 'conflict' });
    expect((await get()).routes[0]?.label).toBe('Second');
  });

  test.each([
    ['a number that is none', { routes: [{ forwards: phones('12') }] }, 'routes.0.forwards.0.number'],
    ['a word for a number', { routes: [{ forwards: phones('call me') }] }, 'routes.0.forwards.0.number'],
    ['an extension twice', { routes: [{ extension: 2 }, { extension: 2 }] }, 'routes.1.extension'],
    ['a timeout of a minute too long', { routes: [{ timeout: 200 }] }, 'routes.0.timeout'],
    ['a greeting that is not there', { routes: [{ voicemailGreetingId: 4_711 }] }, 'routes.0.voicemail_greeting_id'],
    ['hours that end before they start', { hours: { preset: 4, timezone: 'UTC', monOpenHour: '17:00', monCloseHour: '09:00' } }, 'hours.mon_close_hour'],
    ['a zone that is none', { hours: { preset: 1, timezone: 'Mars/Base' } }, 'hours.timezone'],
  ])('refuses %s at its field', async (_title, body, field) => {
    expect(await refuse(body)).toMatchObject({ status: 422, field });
  });

  test('refuses a forward to itself, and a loop over another number of ours', async () => {
    expect(await refuse({ routes: [{ forwards: phones(line.number) }] })).toMatchObject({ status: 422, field: 'routes.0.forwards.0.number' });
    const other = await server.number(company);
    await admin.call(routes.numbers.update, { params: { id: other.id }, body: { routes: [{ forwards: phones(line.number) }] } });
    expect(await refuse({ routes: [{ forwards: phones(other.number) }] })).toMatchObject({ status: 422, field: 'routes' });
  });

  test('is another company’s secret, and not a user’s to change', async () => {
    const stranger = await server.worker(await server.company(), 'owner');
    expect((await stranger.refusal(routing.get, { params: { id: line.id } })).status).toBe(404);
    const agent = await server.worker(company, 'user');
    expect((await agent.refusal(routes.numbers.update, { params: { id: line.id }, body: { routes: [] } })).status).toBe(403);
    expect((await stranger.in(company).refusal(routing.list)).status).toBe(404);
  });
});

test('hours saved by a preset alone read back with the fields of the preset, of one number and of several', async () => {
  const weekdays = { monOpenHour: '09:00', monCloseHour: '17:00', friOpenHour: '09:00', satOpenHour: 'Closed', sunOpenHour: 'Closed' };
  const params = { id: line.id };
  const saved = await admin.call(routes.numbers.update, { params, body: { hours: { preset: 2, timezone: 'America/Chicago' } } });
  expect(saved.hours).toMatchObject({ preset: 2, timezone: 'America/Chicago', ...weekdays });
  expect((await get()).hours).toEqual(saved.hours);
  await admin.call(routes.numbers.update, { params, body: { hours: { preset: 1, timezone: 'America/Chicago' } } });
  expect((await get()).hours).toMatchObject({ preset: 1, monOpenHour: 'All Day', sunOpenHour: 'All Day' });
  await admin.call(routing.setHours, { body: { key: 'preset-to-several', numbers: [line.id], hours: { preset: 2, timezone: 'UTC' } } });
  await expect.poll(async () => (await get()).hours, { timeout: 10_000 }).toMatchObject({ preset: 2, timezone: 'UTC', ...weekdays });
});

describe('hours of several numbers', () => {
  const hours = { preset: 4, timezone: 'America/Denver', monOpenHour: '9:00am', monCloseHour: '5:15pm' };
  const set = async (body: { readonly hours: typeof hours } | { readonly words: string }, numbers = [line.id]) => {
    const { batchId } = await admin.call(routing.setHours, { body: { key: crypto.randomUUID(), numbers, count: numbers.length, ...body } });
    return { batchId, ...(await batchDone(admin, batchId)) };
  };

  test('are copied as they are, to all that match as well, and taken back but for a number that somebody changed since', async () => {
    const other = await server.number(company);
    const { batchId, ...first } = await set({ hours }, [line.id, other.id]);
    expect(first).toMatchObject({ done: 2, skipped: 0 });
    expect((await get()).hours).toMatchObject({ preset: 4, timezone: 'America/Denver', monOpenHour: '09:00', monCloseHour: '17:15', tueOpenHour: null });
    expect(await listed()).toMatchObject({ hoursLabel: 'Custom' });
    const all = await admin.call(routing.setHours, { body: { key: 'to-all-of-them', all: true, count: 2, hours } });
    expect(await batchDone(admin, all.batchId)).toMatchObject({ done: 0, skipped: 2 });
    await save({ routes: [{ forwards: phones('+12125550120') }], hours: { ...hours, monOpenHour: '10:00am' } });
    const undone = await admin.call(routes.numbers.undoBulk, { params: { key: batchId } });
    expect(await batchDone(admin, undone.batchId)).toMatchObject({ done: 1, skipped: 1 });
    expect((await get()).hours.monOpenHour).toBe('10:00');
    expect((await admin.call(routing.get, { params: { id: other.id } })).hours).toMatchObject({ preset: 1, timezone: 'America/New_York' });
  });

  test('are said in words, and each number keeps its zone', async () => {
    await set({ hours });
    expect(await set({ words: 'mon-fri 8-6, sat closed' })).toMatchObject({ done: 1 });
    expect((await get()).hours).toMatchObject({ timezone: 'America/Denver', tueOpenHour: '08:00', tueCloseHour: '18:00', satOpenHour: 'Closed' });
  });

  test('are refused where they cannot be: before they begin they end, no words for hours, neither or both, another count', async () => {
    const refuse = async (body: object) =>
      refused(admin.refusal(routing.setHours, { body: { key: crypto.randomUUID(), numbers: [line.id], count: 1, ...body } }));
    expect(await refuse({ hours: { ...hours, monCloseHour: '8:00am' } })).toMatchObject({ status: 422, field: 'hours.mon_close_hour' });
    expect(await refuse({ words: 'whenever we like' })).toMatchObject({ status: 422, field: 'words' });
    expect(await refuse({ words: 'mon 9-5', hours })).toMatchObject({ status: 422, field: 'hours' });
    expect(await refuse({})).toMatchObject({ status: 422, field: 'hours' });
    expect(await refuse({ hours, count: 2 })).toMatchObject({ status: 409 });
  });

  test('Direct Voicemail makes every route a voicemail, and other hours derive the types again', async () => {
    await save({ routes: [{ forwards: phones('+12125550120', '+12125550121') }] });
    await set({ hours: { ...hours, preset: 5 } });
    expect((await get()).routes[0]?.type).toBe('voicemail');
    await set({ hours: { ...hours, preset: 1 } });
    expect((await get()).routes[0]?.type).toBe('simultaneous');
  });
});

describe('the simulator', () => {
  const simulate = (body: object) => admin.call(routing.simulate, { body: { numberId: line.id, ...body } });
  const service = { extension: 2, label: 'Service', forwards: phones('+12125550121') };

  test('who rings on Sunday at 18:05 and on Monday morning, if somebody presses 2', async () => {
    await save({ routes: [{ label: 'Sales', forwards: phones('+12125550120') }, service], hours: { preset: 2, timezone: 'America/New_York' } });
    const sunday = await simulate({ from: '212 555 0188', at: '2026-03-08T22:05:00Z', keys: '2' });
    expect(sunday).toMatchObject({ rings: [], callerId: null, result: 'voicemail' });
    expect(sunday.steps.map(({ title }) => title)).toEqual(['Not blocked', 'Extension 2 “Service”', 'Closed on Sunday', 'Voicemail']);
    const monday = await simulate({ from: '212 555 0188', at: '2026-03-09T14:05:00Z', keys: '2', answers: [{ number: '+12125550121', seconds: 3 }] });
    expect(monday).toMatchObject({ rings: [{ number: '+12125550121' }], callerId: { number: '+12125550188', isCallers: true }, result: 'answered' });
  });

  test('takes a routing that is not saved yet, and tells its lints', async () => {
    const draft = await simulate({ routing: { routes: [{ forwards: phones('+18765550122'), timeout: 40 }] } });
    expect(draft.lints.map(({ code }) => code)).toEqual(['refused', 'unreachable']);
    expect(draft.lints[0]?.message).toBe('+1 876-555-0122: Jamaica: calls outside the US and Canada are blocked. Ask an owner to allow it.');
    expect((await get()).version).toBe(0);
  });

  test('heeds the caps as they are used now, and says how they stand', async () => {
    const owner = await server.worker(company, 'owner');
    await save({ routes: [{ forwards: phones('+12125550120', '+12125550121') }], hours: { preset: 1, timezone: 'UTC' } });
    expect((await simulate({})).steps).toContainEqual(
      expect.objectContaining({ kind: 'caps', title: 'Within calling limits', why: '0 of 120 phones this minute, $0.00 of $100.00 today' }),
    );
    await owner.call(routes.calling.saveLimits, { body: { dialsPerMinute: 1 } });
    const over = await simulate({});
    expect(over).toMatchObject({ rings: [], result: 'voicemail' });
    expect(over.steps.map(({ title }) => title)).toEqual([
      'Not blocked',
      expect.stringMatching(/^Open on/),
      'Over calling limits: no destination is called',
      'Voicemail',
    ]);
    expect(over.steps.at(-1)?.why).toBe('Dial limit of 1 per minute reached');
  });

  test('knows a number that is parked, or takes no calls at all', async () => {
    await save({ routes: [{ forwards: phones('+12125550120') }], hours: { preset: 1, timezone: 'UTC' } });
    const become = (status: 1 | 2) => server.owner.updateTable('phone_numbers').set({ status }).where('id', '=', line.id).execute();
    await become(1);
    const parked = await simulate({});
    expect(parked).toMatchObject({ rings: [], result: 'voicemail' });
    expect(parked.steps.map(({ title }) => title)).toContain('Parked: callers reach voicemail, no phone rings');
    await become(2);
    expect(await refused(admin.refusal(routing.simulate, { body: { numberId: line.id } }))).toMatchObject({ status: 422, field: 'number_id' });
  });

  test('sees blocked callers', async () => {
    await admin.call(routes.blocks.create, { body: { companyId: company.id, target: '+12125550188' } });
    expect(await simulate({ from: '+12125550188' })).toMatchObject({ result: 'blocked', rings: [] });
  });

  test('refuses a caller that is no number', async () => {
    expect(await refused(admin.refusal(routing.simulate, { body: { numberId: line.id, from: 'nobody' } }))).toMatchObject({ status: 422, field: 'from' });
  });

  test('looks over all numbers at once', async () => {
    for (let at = 0; at < 10; at += 1) await server.number(company);
    await save({ routes: [{ forwards: phones('+18765550122') }] });
    const found = await admin.call(routing.lints);
    expect(found).toMatchObject({ checked: 11, data: [{ numberId: line.id }] });
    expect((await admin.in({ id: 987_654_321 }).refusal(routing.lints)).status).toBe(404);
  });
});
