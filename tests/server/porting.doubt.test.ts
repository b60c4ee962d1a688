/** Port-in requests when something goes wrong outside, and what they hold meanwhile. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorCatalogue } from '#contract/core/errors.ts';
import { routes } from '#contract/index.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { CarrierNotConfiguredError } from '#server/carrier/http.ts';
import type { CarrierPortStatus } from '#server/carrier/porting.ts';
import { pollPortStatus } from '#server/domains/porting/statusPoller.ts';
import { sweepPorts } from '#server/domains/porting/sweep.ts';
import type { Client, TestCompany } from './harness.ts';
import { nothingHeld } from './idle.ts';
import { type Outside, startOutside } from './outside.ts';
import { papers, portBody } from './porting.stage.ts';

const calls = routes.porting;
const dayMs = 86_400_000;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let nth = 3_000;
const port = (title: string) => {
  nth += 1;
  return findMagicPort(title, nth);
};

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => outside.close());

const services = () => outside.server.services;
const carrier = () => services().carrier.porting;
const ask = (numbers: readonly string[], client = owner) => client.call(calls.create, { body: portBody(numbers), files: papers });
const standing = (id: number) => owner.call(calls.get, { params: { id } });
const becomes = (id: number, status: string) => expect.poll(async () => (await standing(id)).status, { timeout: 20_000, interval: 50 }).toBe(status);
const isTaken = (id: number) => expect.poll(async () => (await rowOf(id)).carrier_sid, { timeout: 20_000, interval: 50 }).not.toBeNull();
const rowOf = (id: number) => outside.server.owner.selectFrom('port_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setRow = (id: number, values: { intent_at?: Date; waiting_since?: Date; account_number?: string }) =>
  outside.server.owner.updateTable('port_requests').set(values).where('id', '=', id).execute();
const jobsOf = async (id: number) => {
  const { rows } = await sql<{ name: string; start_after: Date }>`
    select name, start_after from keyline_jobs.job where singleton_key = ${`port-${id}`} and state in ('created', 'retry', 'active')`.execute(
    outside.server.owner,
  );
  return rows;
};
const loseJobs = (id: number) => sql`delete from keyline_jobs.job where singleton_key = ${`port-${id}`}`.execute(outside.server.owner);
/** A request that the carrier has and of which nothing happens; its job is gone. */
async function quiet(): Promise<{ readonly id: number; readonly number: string }> {
  const number = port('Taken, and nothing happens');
  const { id } = await ask([number]);
  await isTaken(id);
  await expect
    .poll(async () => (await jobsOf(id)).some(({ name, start_after: at }) => name === 'ports.follow' && at.getTime() > Date.now() + 60_000))
    .toBe(true);
  await loseJobs(id);
  return { id, number };
}
const told = (status: CarrierPortStatus['status'], number: string, its: CarrierPortStatus['numbers'][number]['status'] = null): CarrierPortStatus => ({
  status,
  reason: null,
  numbers: [{ number, status: its, portDate: null, reason: null }],
});
const follow = (id: number) => pollPortStatus(services(), { companyId: company.id, portId: id });

describe('nothing waits', () => {
  test('while the carrier is asked which numbers can come', async () => {
    const portability = carrier().portability;
    vi.spyOn(carrier(), 'portability').mockImplementation(async (number) => {
      await nothingHeld(outside.server);
      return portability(number);
    });
    const { data } = await owner.call(calls.check, { body: { numbers: port('Comes over') } });
    expect(data[0]?.portable).toBe(true);
  });

  test('while the papers of a request are stored and the carrier tells its prices', async () => {
    const { files } = services();
    const [put, { prices }] = [files.put, services().carrier.numbers];
    vi.spyOn(files, 'put').mockImplementation(async (...given) => {
      await nothingHeld(outside.server);
      return put(...given);
    });
    vi.spyOn(services().carrier.numbers, 'prices').mockImplementation(async () => {
      await nothingHeld(outside.server);
      return prices();
    });
    expect((await ask([port('Comes over')])).status).toBe('requested');
  });
});

test('papers of a request that is refused are not kept', async () => {
  const number = port('Taken, and nothing happens');
  await ask([number]);
  const kept: string[] = [];
  const { put } = services().files;
  vi.spyOn(services().files, 'put').mockImplementation((key, bytes) => {
    kept.push(key);
    return put(key, bytes);
  });
  expect((await owner.refusal(calls.create, { body: portBody([number]), files: papers })).body.message).toMatch(/already being ported$/);
  expect(await Promise.all(kept.map((key) => services().files.read(key)))).toEqual([null, null]);
});

test('numbers that are on their way count against the plan and the cap, for ports and for purchases', async () => {
  const own = await outside.server.company();
  const client = await outside.server.worker(own, 'owner');
  const set = (values: { number_limit?: number; number_budget?: number }) =>
    outside.server.owner.updateTable('companies').set(values).where('id', '=', own.id).execute();
  await set({ number_limit: 2 });
  await ask([port('Taken, and nothing happens'), port('Taken, and nothing happens')], client);
  const another = () => client.refusal(calls.create, { body: portBody([port('Comes over')]), files: papers });
  expect((await another()).body.code).toBe('plan_limit');
  const [offer] = (await client.call(routes.purchase.locate, { body: {} })).data;
  const order = {
    key: `order-${crypto.randomUUID()}`,
    numbers: [offer?.number ?? ''],
    category: 1 as const,
    monthlyCost: offer?.monthlyCost ?? 0,
  };
  expect((await client.refusal(routes.purchase.buy, { body: order })).body.code).toBe('plan_limit');
  await set({ number_limit: 100, number_budget: 2.5 * (offer?.monthlyCost ?? 0) });
  expect((await another()).body.code).toBe('spend_cap');
});

test('a number of Canada is not brought in as one of the United States', async () => {
  const { data } = await owner.call(calls.check, { body: { numbers: '+1 416-555-0142' } });
  expect(data[0]).toMatchObject({ portable: false, reason: 'Only US numbers can be ported' });
});

describe('a request whose answer was lost', () => {
  test('is not asked for again within two minutes while it is not in the carrier’s list', async () => {
    const asked = vi.spyOn(carrier(), 'ask').mockResolvedValueOnce({ kind: 'unknown', message: 'No answer' });
    const looked = vi.spyOn(carrier(), 'findByDocuments');
    const { id } = await ask([port('Comes over')]);
    await expect.poll(() => looked.mock.calls.length, { timeout: 20_000, interval: 50 }).toBeGreaterThan(2);
    expect(asked).toHaveBeenCalledTimes(1);
    await setRow(id, { intent_at: new Date(Date.now() - 180_000) });
    await becomes(id, 'completed');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('stays open while no carrier is connected, and is found when one is again', async () => {
    const { ask: pass } = carrier();
    vi.spyOn(carrier(), 'ask').mockImplementationOnce(async (order) => {
      await pass(order);
      return { kind: 'unknown', message: 'No answer' };
    });
    const looked = vi.spyOn(carrier(), 'findByDocuments').mockRejectedValueOnce(new Error('No answer')).mockRejectedValueOnce(new CarrierNotConfiguredError());
    const { id } = await ask([port('Taken, and nothing happens')]);
    await isTaken(id);
    expect(looked.mock.calls.length).toBe(3);
  });

  test('is asked for at once when the carrier said that it is busy', async () => {
    vi.spyOn(carrier(), 'ask').mockResolvedValueOnce({ kind: 'retriable', afterMs: 1_000 });
    await isTaken((await ask([port('Comes over')])).id);
  });
});

describe('a request that can never be sent is refused in words', () => {
  test('when its paper is gone', async () => {
    vi.spyOn(services().files, 'read').mockResolvedValueOnce(null);
    const { id } = await ask([port('Comes over')]);
    await becomes(id, 'refused');
    expect(await standing(id)).toMatchObject({
      reason: 'Letter of Authorization (LOA): the file has expired. Start again and add it',
      numbers: [{ status: 'canceled' }],
    });
  });

  test('when no carrier is connected any more', async () => {
    vi.spyOn(carrier(), 'upload').mockRejectedValueOnce(new CarrierNotConfiguredError());
    const { id } = await ask([port('Comes over')]);
    await becomes(id, 'refused');
    expect((await standing(id)).reason).toBe(errorCatalogue.not_configured.message);
  });

  test('when its account cannot be read; nothing of it is kept', async () => {
    const { upload } = carrier();
    vi.spyOn(carrier(), 'upload').mockImplementation(async (paper) => {
      await outside.server.owner.updateTable('port_requests').set({ account_number: 'sealed by another secret' }).where('status', '=', 'requested').execute();
      return upload(paper);
    });
    const { id } = await ask([port('Comes over')]);
    await becomes(id, 'refused');
    expect((await standing(id)).reason).toBe('Submit the request again: the saved account number can’t be read');
    expect(await rowOf(id)).toMatchObject({ account_number: '', pin: null });
  });
});

describe('a request whose job is gone', () => {
  test('is followed again', async () => {
    const { id } = await quiet();
    // The one that runs makes the next before it is done: for that moment there are two.
    const names = async () => (await jobsOf(id)).map(({ name }) => name);
    await sweepPorts(services());
    await expect.poll(names).toEqual(['ports.follow']);
    await sweepPorts(services());
    await expect.poll(names).toEqual(['ports.follow']);
  });

  test('is sent when it was not', async () => {
    const upload = vi.spyOn(carrier(), 'upload').mockRejectedValue(new Error('Away'));
    const { id } = await ask([port('Comes over')]);
    await expect.poll(() => upload.mock.calls.length, { interval: 20 }).toBeGreaterThan(0);
    await loseJobs(id);
    upload.mockRestore();
    await sweepPorts(services());
    await isTaken(id);
  });
});

test('what the carrier says is done and does not show is looked for less and less often, and needs somebody after a day', async () => {
  const { id, number } = await quiet();
  vi.spyOn(carrier(), 'standing').mockResolvedValue(told('completed', number, 'completed'));
  const adopt = vi.spyOn(services().carrier.numbers, 'adopt').mockResolvedValue(null);
  const waitsAfter = async (waited: number) => {
    await loseJobs(id);
    if (waited > 0) await setRow(id, { waiting_since: new Date(Date.now() - waited) });
    const at = Date.now();
    await follow(id);
    return Math.round(((await jobsOf(id))[0]?.start_after.getTime() ?? 0) - at) / 1_000;
  };
  expect(Math.abs((await waitsAfter(0)) - 10)).toBeLessThan(3);
  expect(Math.abs((await waitsAfter(300_000)) - 300)).toBeLessThan(3);
  expect((await standing(id)).status).toBe('in_review');
  expect(Math.abs((await waitsAfter(dayMs + 1_000)) - 600)).toBeLessThan(3);
  expect(await standing(id)).toMatchObject({
    status: 'action_required',
    reason: `The carrier marked the request completed, but ${displayPhone(number)} is missing. Contact the carrier.`,
  });
  adopt.mockResolvedValue(`PN${'a'.repeat(32)}`);
  await follow(id);
  expect(await standing(id)).toMatchObject({ status: 'completed', reason: null, numbers: [{ status: 'completed' }] });
});

test.each(['canceled', 'expired'] as const)('the numbers of a request that is %s are not with the carrier, and its account is forgotten', async (status) => {
  const { id, number } = await quiet();
  vi.spyOn(carrier(), 'standing').mockResolvedValue(told(status, number, 'submitted'));
  await follow(id);
  expect(await standing(id)).toMatchObject({ status, hasPin: false, accountEnding: '6677', numbers: [{ status: 'canceled' }] });
  expect(await rowOf(id)).toMatchObject({ account_number: '', pin: null });
});
