/** Tests the phones that are rung, and the person recorded as the answerer: the company's schedule, the schedules of its users, and their own phones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { preset } from '#contract/text/hour.ts';
import { applyPreset, createHours, replaceDay, weekdays } from '#contract/text/hours.ts';
import type { CallPlan } from '#sandbox/carrier/voice/behaviour.ts';
import type { Client } from './client.ts';
import type { Person, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { refused } from './stage.ts';

const { routing, schedule, me, analytics, users } = routes;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let ana: Client & { readonly person: Person };
let line: { id: number; number: string };
let count = 0;
const [hers, desk] = ['+12125550120', '+12125550121'];

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  const { server } = outside;
  company = await server.company({ timezone: 'UTC' });
  [owner, ana, line] = await Promise.all([server.worker(company, 'owner'), server.worker(company, 'user'), server.number(company)]);
  await server.owner.deleteFrom('user_phones').execute();
});

/** The weekday so many days from today, by UTC. */
const dayIn = (days: number) => weekdays[(new Date(Date.now() + days * 86_400_000).getUTCDay() + 6) % 7] ?? 'mon';
const onlyOn = (day: (typeof weekdays)[number]) => ({ timezone: 'UTC', blocks: [{ days: [day], times: [{ start: 'All Day' }] }] });
const always = { timezone: 'UTC', blocks: [{ days: [...weekdays], times: [{ start: 'All Day' }] }] };
const setCompany = (week: typeof always) => owner.call(schedule.save, { body: { user: false, ...week } });
const setHers = (week: typeof always) => ana.call(schedule.save, { body: { user: true, ...week } });
const rings = (forwards: readonly { number: string; userId?: number }[], hours?: ReturnType<typeof createHours>) =>
  owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, forwards: [...forwards] }], ...(hours ? { hours } : {}) } });
const play = (plan: CallPlan = { kind: 'answered', talkSeconds: 5 }) =>
  outside.sandbox.generator.ring(line.number, `+1503555${String(++count).padStart(4, '0')}`, plan);
async function callOf(sid: string) {
  const row = await outside.server.owner.selectFrom('calls').selectAll().where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
  return { rung: row.flow?.legs.map(({ number }) => number), answeredBy: row.answered_by, result: row.result };
}
const simulated = () => owner.call(routing.simulate, { body: { numberId: line.id, from: '+15035550100' } });

describe('the company’s schedule', () => {
  test('closes a number that is set to 24/7: nobody is rung, and the simulator says why', async () => {
    await rings([{ number: hers }]);
    await setCompany(onlyOn(dayIn(3)));
    const call = await play({ kind: 'voicemail', words: 'Call me back' });
    expect((await callOf(call.sid)).rung).toEqual([]);
    const { steps, rings: rung } = await simulated();
    expect(rung).toEqual([]);
    expect(steps.map(({ title }) => title)).toContain('Closed by the company’s schedule');
  });

  test('rings it while the company is open, and says nothing once it is empty', async () => {
    await rings([{ number: hers }]);
    await setCompany(onlyOn(dayIn(0)));
    expect((await callOf((await play()).sid)).rung).toEqual([hers]);
    expect((await simulated()).steps.map(({ title }) => title)).toContain('Open by the company’s schedule');
    await setCompany({ timezone: 'UTC', blocks: [] });
    expect((await simulated()).steps.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Open on /));
  });

  test('says nothing of a number with hours of its own', async () => {
    const everyDay = weekdays.reduce((hours, day) => replaceDay(hours, day, { open: 'All Day', close: null }), applyPreset(createHours('UTC'), preset.custom));
    await rings([{ number: hers }], everyDay);
    await setCompany(onlyOn(dayIn(3)));
    expect((await callOf((await play()).sid)).rung).toEqual([hers]);
  });
});

describe('a user’s schedule', () => {
  test('decides whether their own phones ring; other phones ring on', async () => {
    await ana.call(me.savePhones, { body: { phones: [hers] } });
    await rings([{ number: hers }, { number: desk }]);
    await setHers(onlyOn(dayIn(3)));
    expect((await callOf((await play()).sid)).rung).toEqual([desk]);
    expect((await simulated()).steps).toContainEqual(
      expect.objectContaining({ kind: 'skipped', title: 'Skips +1 212-555-0120', why: `${ana.person.name} is off by their schedule` }),
    );
    await setHers(always);
    expect((await callOf((await play()).sid)).rung).toEqual([hers, desk]);
  });

  test('holds for a destination that is theirs by name, in this company alone', async () => {
    await rings([{ number: desk, userId: ana.person.id }]);
    await setHers(onlyOn(dayIn(3)));
    expect((await callOf((await play({ kind: 'missed' })).sid)).rung).toEqual([]);
    const other = await outside.server.company({ timezone: 'UTC' });
    await outside.server.membership(ana.person, other, 'user');
    const theirs = await outside.server.worker(other, 'owner');
    const number = await outside.server.number(other);
    await theirs.call(routes.numbers.update, {
      params: { id: number.id },
      body: { routes: [{ extension: 1, forwards: [{ number: desk, userId: ana.person.id }] }] },
    });
    expect((await theirs.call(routing.simulate, { body: { numberId: number.id } })).rings.map((ring) => ring.number)).toEqual([desk]);
  });

  test('that never meets the hours of a number is told by the lints', async () => {
    const monday = weekdays.reduce(
      (hours, day) => replaceDay(hours, day, { open: day === 'mon' ? 'All Day' : 'Closed', close: null }),
      applyPreset(createHours('UTC'), preset.custom),
    );
    await ana.call(me.savePhones, { body: { phones: [hers] } });
    await rings([{ number: hers }], monday);
    await setHers(onlyOn('tue'));
    const lints = async () => (await owner.call(routing.lints, {})).data.flatMap(({ lints: found }) => found.map(({ code, message }) => [code, message]));
    expect(await lints()).toContainEqual(['absent', `+1 212-555-0120: ${ana.person.name}’s schedule never overlaps the hours of this number`]);
    await setHers(onlyOn('mon'));
    expect((await lints()).map(([code]) => code)).not.toContain('absent');
  });
});

describe('who answered', () => {
  const answerers = async () => {
    const { answeredBy } = await callOf((await play()).sid);
    const { data } = await owner.call(analytics.calls, { query: { company_id: company.id, group: 'answered_by', target: 'day' } });
    return { answeredBy, reported: data.map((row) => row.answeredBy) };
  };

  test('is the user whose phone it is, also in the report of who answers', async () => {
    await ana.call(me.savePhones, { body: { phones: [hers] } });
    await rings([{ number: hers }]);
    expect(await answerers()).toEqual({ answeredBy: ana.person.name, reported: [ana.person.name] });
  });

  test('is the user the destination names', async () => {
    await rings([{ number: hers, userId: ana.person.id }]);
    expect(await answerers()).toEqual({ answeredBy: ana.person.name, reported: [ana.person.name] });
  });

  test('is the phone, where nobody is known', async () => {
    await rings([{ number: hers }]);
    expect(await answerers()).toEqual({ answeredBy: '+1 212-555-0120', reported: ['+1 212-555-0120'] });
  });

  test('is not a user who has left the company', async () => {
    await rings([{ number: hers, userId: ana.person.id }]);
    await outside.server.owner.deleteFrom('memberships').where('user_id', '=', ana.person.id).execute();
    expect((await callOf((await play()).sid)).answeredBy).toBe('+1 212-555-0120');
  });

  test('a missed call was answered by nobody', async () => {
    await rings([{ number: hers, userId: ana.person.id }]);
    expect((await callOf((await play({ kind: 'missed' })).sid)).answeredBy).toBeNull();
  });
});

describe('a destination', () => {
  test('keeps its user, and takes users of the company alone', async () => {
    const { routes: saved } = await rings([{ number: hers, userId: ana.person.id }, { number: desk }]);
    expect(saved[0]?.forwards).toEqual([
      expect.objectContaining({ number: hers, userId: ana.person.id }),
      expect.not.objectContaining({ userId: expect.anything() }),
    ]);
    const stranger = await outside.server.person();
    const refusal = owner.refusal(routes.numbers.update, {
      params: { id: line.id },
      body: { routes: [{ extension: 1, forwards: [{ number: hers, userId: stranger.id }] }] },
    });
    expect(await refused(refusal)).toMatchObject({ status: 422, field: 'routes.0.forwards.0.user_id' });
  });
});

describe('one’s own phones', () => {
  test('are kept in order, seen by colleagues, and taken away', async () => {
    expect(await ana.call(me.phones)).toEqual({ phones: [] });
    expect(await ana.call(me.savePhones, { body: { phones: ['(212) 555-0121', hers, desk] } })).toEqual({ phones: [desk, hers] });
    expect(await ana.call(me.phones)).toEqual({ phones: [desk, hers] });
    const seen = await owner.call(users.ofCompany, {});
    expect(seen.data.find(({ id }) => id === ana.person.id)?.phones).toEqual([desk, hers]);
    expect(await ana.call(me.savePhones, { body: { phones: [] } })).toEqual({ phones: [] });
  });

  test.each([
    ['no phone', '1234567890', 'is not a phone number'],
    ['a phone abroad', '+442079460123', 'outside'],
    ['a premium number', '+19005550123', 'premium-rate'],
  ])('are never %s', async (_, phone, words) => {
    const refusal = ana.refusal(me.savePhones, { body: { phones: [hers, phone] } });
    expect(await refused(refusal)).toMatchObject({ status: 422, field: 'phones.1' });
    expect(JSON.stringify((await refusal).body)).toContain(words);
    expect(await ana.call(me.phones)).toEqual({ phones: [] });
  });

  test('are never a line of one’s company, nor a colleague’s; somebody’s elsewhere may have the same', async () => {
    expect(await refused(ana.refusal(me.savePhones, { body: { phones: [line.number] } }))).toMatchObject({ status: 422, field: 'phones.0' });
    await ana.call(me.savePhones, { body: { phones: [hers] } });
    expect(await refused(owner.refusal(me.savePhones, { body: { phones: [desk, hers] } }))).toMatchObject({ status: 422, field: 'phones.1' });
    const elsewhere = await outside.server.worker(await outside.server.company(), 'user');
    expect(await elsewhere.call(me.savePhones, { body: { phones: [hers] } })).toEqual({ phones: [hers] });
  });

  test('are none that numbers or templates ring already, except for who may change how they ring; what came first stays', async () => {
    const taken = async () => {
      const refusal = ana.refusal(me.savePhones, { body: { phones: [hers, desk] } });
      expect(JSON.stringify((await refusal).body)).toContain('Ask an administrator');
      return (await refused(refusal)).field;
    };
    await rings([{ number: desk }]);
    expect(await taken()).toBe('phones.1');
    await owner.call(routes.templates.create, { body: { name: 'Desk', routes: [{ extension: 1, forwards: [{ number: desk }] }] } });
    await rings([{ number: '+12125550122' }]);
    expect(await taken()).toBe('phones.1');
    await outside.server.owner.deleteFrom('number_templates').execute();
    const plain = await outside.server.number(company);
    await outside.server.owner.updateTable('phone_numbers').set({ forward_number: desk }).where('id', '=', plain.id).execute();
    expect(await taken()).toBe('phones.1');
    expect(await owner.call(me.savePhones, { body: { phones: [desk] } })).toEqual({ phones: [desk] });
    await ana.call(me.savePhones, { body: { phones: [hers] } });
    await rings([{ number: hers }]);
    expect(await ana.call(me.savePhones, { body: { phones: [hers, '+12125550123'] } })).toEqual({ phones: [hers, '+12125550123'] });
  });

  test('that two have who came together later are nobody’s', async () => {
    const second = await outside.server.worker(await outside.server.company(), 'user');
    for (const person of [ana, second]) await person.call(me.savePhones, { body: { phones: [hers] } });
    await outside.server.membership(second.person, company, 'user');
    await rings([{ number: hers }]);
    await setHers(onlyOn(dayIn(3)));
    const call = await callOf((await play()).sid);
    expect([call.rung, call.answeredBy]).toEqual([[hers], '+1 212-555-0120']);
  });

  test('and the own schedule stay the person’s while staff act as them', async () => {
    const staff = await outside.server.person({ isStaff: true });
    const acting = (await outside.server.signedIn(ana.person, { impersonator: staff })).in(company);
    expect(await refused(acting.refusal(me.savePhones, { body: { phones: [desk] } }))).toMatchObject({ status: 403 });
    expect(await refused(acting.refusal(schedule.save, { body: { user: true, ...always } }))).toMatchObject({ status: 403 });
  });
});

test('phones of users are seen by nobody elsewhere', async () => {
  await ana.call(me.savePhones, { body: { phones: [hers] } });
  const foreigner = await outside.server.worker(await outside.server.company(), 'owner');
  expect((await foreigner.call(users.ofCompany, {})).data.flatMap(({ phones }) => phones)).toEqual([]);
});
