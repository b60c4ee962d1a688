/** Rules of integrations: which calls are told, tried on past ones before, weighed when they are told, and again when a fact changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { CallKind, Ga4Kind } from '#contract/integrations/enums.ts';
import { ga4Streams } from '#sandbox/analytics/ga4.ts';
import { sendConversions } from '#server/domains/integrations/send.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { refused } from './stage.ts';

const { integrations, calls, tags } = routes;
const [stream] = ga4Streams;

let s: DniStage;
let lineId: number;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());
beforeEach(async () => {
  await s.begin();
  lineId = (await s.buy(1))[0]?.id ?? 0;
});

const create = (events: Ga4Kind[] = ['call', 'lead']) => s.owner.call(integrations.createGa4, { body: { ...stream, events } });
const setRule = (id: number, kind: CallKind, rule?: string) =>
  s.owner.call(integrations.setRule, { params: { id }, body: { kind, ...(rule === undefined ? {} : { rule }) } });
const tryRule = (id: number, kind: CallKind, rule: string) => s.owner.call(integrations.tryRule, { params: { id }, query: { kind, rule } });

/** A call that is over. */
async function insertCall(seconds: number, given: { readonly caller?: string; readonly daysAgo?: number } = {}) {
  const { caller = '+15035550142', daysAgo = 0 } = given;
  const startedAt = new Date(Date.now() - daysAgo * 86_400_000);
  const values = {
    company_id: s.company.id,
    number_id: lineId,
    recipient: caller,
    is_inbound: true,
    started_at: startedAt,
  };
  const { id } = await s.outside.server.owner.insertInto('calls').values(values).returning('id').executeTakeFirstOrThrow();
  await s.outside.server.owner.updateTable('calls').set({ result: 'answered', duration: seconds, ended_at: new Date() }).where('id', '=', id).execute();
  return id;
}

const select = () => s.outside.server.owner.selectFrom('conversions').where('company_id', '=', s.company.id);
const states = async () =>
  (await select().select(['kind', 'state', 'call_id']).orderBy('call_id').orderBy('kind').execute()).map(({ kind, state }) => `${kind} ${state}`);
/** Sends what is due once the hold is over. */
async function send(integrationId: number) {
  const past = new Date(Date.now() - 1_000);
  await s.outside.server.owner.updateTable('conversions').set({ due_at: past }).where('company_id', '=', s.company.id).where('state', '=', 'held').execute();
  await sendConversions(s.outside.server.services, { companyId: s.company.id, integrationId });
  await expect
    .poll(async () => (await select().select('id').where('state', 'in', ['intent', 'held']).where('due_at', '<=', new Date()).execute()).length)
    .toBe(0);
}
const explained = async (callId: number, kind: string) =>
  (await s.owner.call(integrations.callConversions, { params: { callId } })).data.find((row) => row.kind === kind);

describe('a rule', () => {
  test('is tried on the last 30 days: it counts what it would have told, and tells nothing', async () => {
    const { id } = await create();
    await insertCall(30);
    await insertCall(90, { caller: '+15035550143' });
    await insertCall(120);
    await insertCall(120, { daysAgo: 31 });
    expect(await tryRule(id, 'call', 'longer:60')).toEqual({ days: 30, count: 3, told: 3, matching: 2 });
    expect(await tryRule(id, 'call', 'longer:60 first')).toMatchObject({ matching: 1 });
    expect(await tryRule(id, 'lead', 'longer:60')).toMatchObject({ count: 0, matching: 0 });
    expect((await s.owner.call(integrations.ga4)).data[0]?.rules).toEqual([]);
  });

  test('counts in the forecast of its integration, and in no other', async () => {
    const { id } = await create();
    await insertCall(30);
    await insertCall(90, { caller: '+15035550144' });
    const calls = async (integration_id?: number) =>
      (await s.owner.call(integrations.forecast, { query: integration_id === undefined ? {} : { integration_id } })).data.find(({ kind }) => kind === 'call')
        ?.count;
    const before = await calls(id);
    expect(before).toBeGreaterThanOrEqual(2);
    expect(before).toBe(await calls());
    const { matching } = await tryRule(id, 'call', 'longer:60');
    await setRule(id, 'call', 'longer:60');
    expect(await calls(id)).toBe(matching);
    expect(matching).toBeLessThan(before ?? 0);
    expect(await calls()).toBe(before);
    expect(await refused(s.owner.refusal(integrations.forecast, { query: { integration_id: 987_654 } }))).toMatchObject({ status: 404 });
  });

  test('tells the calls that fit it and leaves the others out, saying by which rule', async () => {
    const { id } = await create(['call']);
    expect(await setRule(id, 'call', '  longer:60 ')).toEqual({ integrationId: id, rules: [{ kind: 'call', rule: 'longer:60' }] });
    const short = await insertCall(30);
    await insertCall(90);
    await send(id);
    expect(await states()).toEqual(['call withdrawn', 'call accepted']);
    expect(await explained(short, 'call')).toMatchObject({ state: 'withdrawn', reason: 'Left out by the rule longer:60' });
    expect((await s.owner.call(integrations.ga4)).data[0]?.conversions).toMatchObject({ accepted: 1, withdrawn: 1, waiting: 0 });
  });

  test('of one kind says nothing about another', async () => {
    const { id } = await create();
    await setRule(id, 'lead', 'longer:60');
    const callId = await insertCall(30);
    await s.owner.call(calls.mark, { params: { id: callId }, body: { ascOptions: { isLead: true } } });
    await send(id);
    expect(await states()).toEqual(['call accepted', 'lead withdrawn']);
  });

  test('that left a call out weighs it again when a fact of it changes, and tells it then', async () => {
    const { id } = await create(['call']);
    await s.owner.call(tags.create, { body: { name: 'Sale' } });
    await setRule(id, 'call', 'tag:sale');
    const callId = await insertCall(30);
    await send(id);
    expect(await states()).toEqual(['call withdrawn']);
    const [tag] = (await s.owner.call(tags.list)).data;
    await s.outside.server.owner
      .insertInto('call_tags')
      .values({ company_id: s.company.id, call_id: callId, tag_id: tag?.id ?? 0 })
      .execute();
    expect(await states()).toEqual(['call held']);
    await send(id);
    expect(await states()).toEqual(['call accepted']);
  });

  test('that left out a call which ended stays quiet while nothing it names changes', async () => {
    const { id } = await create(['call']);
    await setRule(id, 'call', 'longer:60');
    const callId = await insertCall(30);
    await send(id);
    await s.owner.call(calls.mark, { params: { id: callId }, body: { ascOptions: { isLead: false } } });
    expect(await states()).toEqual(['call withdrawn']);
  });

  test('of a tag that was renamed still means the tag', async () => {
    const { id } = await create(['call']);
    const tag = await s.owner.call(tags.create, { body: { name: 'Sale' } });
    await setRule(id, 'call', 'tag:sale');
    await s.owner.call(tags.update, { params: { tagId: tag.id }, body: { name: 'Sold' } });
    const callId = await insertCall(30);
    await s.outside.server.owner.insertInto('call_tags').values({ company_id: s.company.id, call_id: callId, tag_id: tag.id }).execute();
    await send(id);
    expect(await states()).toEqual(['call accepted']);
  });

  test('is taken away, and all are told again from then on', async () => {
    const { id } = await create(['call']);
    await setRule(id, 'call', 'longer:60');
    await insertCall(30);
    await send(id);
    expect(await setRule(id, 'call')).toEqual({ integrationId: id, rules: [] });
    await insertCall(30);
    await send(id);
    expect(await states()).toEqual(['call withdrawn', 'call accepted']);
  });

  test('is refused where it can’t be read or names nothing, each with the words', async () => {
    const { id } = await create(['call']);
    const cases: readonly (readonly [string, RegExp])[] = [
      ['tag:nobody', /No tag named “nobody”/],
      ['number:nobody', /No number named “nobody”/],
      ['durration:60', /is not a filter/],
      ['last 7d', /can’t name days/],
      ['"extended warranty"', /can’t look for words/],
      ['from:+1415', /can’t name callers/],
      ['longer:1m shorter:x', /is not a duration/],
      [`longer:${'6'.repeat(400)}`, /300 characters/],
    ];
    for (const [rule, words] of cases) {
      const { status, body } = await s.owner.refusal(integrations.setRule, { params: { id }, body: { kind: 'call', rule } });
      expect([rule, status, body.errors[0]?.field, body.errors[0]?.detail]).toEqual([rule, 422, 'rule', expect.stringMatching(words)]);
      expect(await refused(s.owner.refusal(integrations.tryRule, { params: { id }, query: { kind: 'call', rule } }))).toMatchObject({ status: 422 });
    }
    expect(await refused(s.owner.refusal(integrations.setRule, { params: { id }, body: { kind: 'voicemail', rule: 'longer:60' } }))).toMatchObject({
      status: 422,
      field: 'kind',
    });
    expect(await refused(s.owner.refusal(integrations.setRule, { params: { id: id + 9 }, body: { kind: 'call' } }))).toMatchObject({ status: 404 });
    const reporter = await s.outside.server.worker(s.company, 'reporting');
    expect(await refused(reporter.refusal(integrations.setRule, { params: { id }, body: { kind: 'call' } }))).toMatchObject({ status: 403 });
    expect(await refused(s.foreigner.refusal(integrations.setRule, { params: { id }, body: { kind: 'call' } }))).toMatchObject({ status: 404 });
  });
});
