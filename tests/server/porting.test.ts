import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { signJson } from '#sandbox/carrier/post.ts';
import type { Client, TestCompany } from './harness.ts';
import { account, type Outside, startOutside } from './outside.ts';
import { bill, dayAhead, letter, papers, portBody } from './porting.stage.ts';
import { pdf } from './samples.ts';
import { refused, withoutRoom } from './stage.ts';

const calls = routes.porting;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let nth = 0;
const next = () => {
  nth += 1;
  return nth;
};
const port = (title: string) => findMagicPort(title, next());

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

const ask = (numbers: readonly string[], given: Parameters<typeof portBody>[1] = {}) =>
  owner.call(calls.create, { body: portBody(numbers, given), files: papers });
const standing = (id: number) => owner.call(calls.get, { params: { id } });
/** A request whose first answer was lost, when two minutes have passed. */
const minutesLater = async (id: number) => {
  const row = () => outside.server.owner.selectFrom('port_requests').select('intent_at').where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await row()).intent_at, { timeout: 10_000, interval: 20 }).not.toBeNull();
  await outside.server.owner
    .updateTable('port_requests')
    .set({ intent_at: new Date(Date.now() - 180_000) })
    .where('id', '=', id)
    .execute();
};
const becomes = (id: number, status: string) => expect.poll(async () => (await standing(id)).status, { timeout: 20_000, interval: 50 }).toBe(status);

describe('pasted numbers', () => {
  test('are read in every form, each once; what stands twice and what is none are named', async () => {
    const text = '(907) 810-0001, 907.810.0002\n+1 907 810 0003; tel:+19078100004\t"1-907-810-0005"\n9078100001\nabc';
    const { data, twice, unread } = await owner.call(calls.check, { body: { numbers: text } });
    expect(data.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5].map((last) => `+1907810000${last}`));
    expect(data.every(({ portable }) => portable)).toBe(true);
    expect([twice, unread]).toEqual([['+19078100001'], ['abc']]);
  });

  test('are asked about at the carrier, and here', async () => {
    const line = await outside.server.number(company);
    const { data } = await owner.call(calls.check, {
      body: { numbers: [port('Not portable'), port('Needs a PIN, then comes over'), '+18005550100', '+442079460958', line.number].join(',') },
    });
    expect(data.map(({ portable, pinRequired, reason }) => [portable, pinRequired, reason])).toEqual([
      [false, false, 'The number is in a rate center we do not serve'],
      [true, true, null],
      [false, false, 'Toll-free numbers can’t be ported through this API'],
      [false, false, 'Only US numbers can be ported'],
      [false, false, 'Already one of your numbers'],
    ]);
    expect(await refused(owner.refusal(calls.check, { body: { numbers: 'nothing here' } }))).toMatchObject({ status: 422, field: 'numbers' });
  });
});

describe('a request', () => {
  test('goes to the carrier with its papers, advances, and its numbers become the company’s', async () => {
    const numbers = [port('Comes over'), port('Needs a PIN, then comes over')];
    const made = await ask(numbers, { targetDate: dayAhead(9) });
    expect(made).toMatchObject({ status: 'requested', losingCarrier: 'Old Bell', state: 'CA', accountEnding: '6677', hasPin: true });
    expect(JSON.stringify(made)).not.toMatch(/NW-5566|4711/);
    expect(made.documents.map(({ kind, media }) => [kind, media.name, media.contentType])).toEqual([
      ['letter', 'letter.pdf', 'application/pdf'],
      ['bill', 'bill.png', 'image/png'],
    ]);
    const kept = await fetch(`${outside.server.url}${made.documents[0]?.media.url}`, {
      headers: { cookie: `keyline_session=${owner.cookies.get('keyline_session')}` },
    });
    expect(Buffer.compare(new Uint8Array(await kept.arrayBuffer()), pdf)).toBe(0);
    await becomes(made.id, 'completed');
    const done = await standing(made.id);
    expect(done.numbers.map(({ number, status }) => [number, status])).toEqual(numbers.map((number) => [number, 'completed']));
    const of = (number: string | null) => done.statuses?.filter((step) => step.number === number).map(({ status }) => status);
    expect(of(null)?.filter((status) => status !== 'in_review')).toEqual(['requested', 'submitted', 'in_progress', 'completed']);
    expect(of(numbers[0] ?? '')?.slice(-2)).toEqual(['pending', 'completed']);
    const mine = (await owner.call(routes.numbers.list)).data;
    for (const { number, numberId } of done.numbers) expect(mine.find(({ id }) => id === numberId)?.number).toBe(number);
    const detail = await owner.call(routes.numbers.get, { params: { idOrNumber: String(done.numbers[0]?.numberId) } });
    expect(detail.port).toEqual({ id: made.id, status: 'completed' });
    const [held] = outside.sandbox.inventory.find({ number: numbers[0] });
    expect(held?.smsUrl).toBe(`${outside.publicUrl}/webhooks/carrier/messages/incoming`);
  });

  test('without its papers is refused with words, and so is what is no paper', async () => {
    const body = () => portBody([port('Comes over')]);
    const without = async (files: readonly (typeof bill)[]) => refused(owner.refusal(calls.create, { body: body(), files }));
    expect(await without([bill])).toMatchObject({ status: 422, field: 'letter' });
    expect(await without([letter])).toMatchObject({ status: 422, field: 'bill' });
    expect((await owner.refusal(calls.create, { body: body(), files: [letter] })).body.message).toBe('Upload a recent phone bill as proof of ownership.');
    expect(await without([letter, { ...bill, name: 'bill.pdf', type: 'application/pdf', bytes: 'this is no PDF' }])).toMatchObject({ status: 415 });
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect(await without([letter, { ...bill, type: 'image/gif', bytes: gif }])).toMatchObject({ status: 415, field: 'bill' });
    expect(await without([letter, { ...bill, bytes: new Uint8Array(5_100_000) }])).toMatchObject({ status: 413 });
  });

  test('names what is wrong with its numbers and its day', async () => {
    const refusal = async (numbers: readonly string[], given = {}) =>
      (await owner.refusal(calls.create, { body: portBody(numbers, given), files: papers })).body;
    const [one, held] = [port('Comes over'), await outside.server.number(company)];
    expect((await refusal([one, one])).message).toMatch(/^\+1 907-810-\d{4} stands there twice$/);
    expect((await refusal([one, 'abc'])).message).toBe('“abc” is not a phone number');
    expect((await refusal([held.number])).message).toMatch(/already one of your numbers$/);
    expect((await refusal([one], { targetDate: dayAhead(3) })).errors[0]?.field).toBe('target_date');
    expect((await withoutRoom(outside.server, company, () => refusal([one]))).code).toBe('plan_limit');
  });

  test('is one whatever happens: the same key, two at once, a lost reply, an error after it was taken', async () => {
    const number = port('Comes over');
    const body = portBody([number]);
    const [first, second] = await Promise.all([1, 2].map(() => owner.call(calls.create, { body, files: papers })));
    expect(second?.id).toBe(first?.id);
    const doubtful = [
      'Taken, reply lost, comes over',
      'Error 500 after taking it, comes over',
      'Error 500 once without taking it, then comes over',
      'Too many requests once (429), then comes over',
    ];
    const numbers = doubtful.map(port);
    const made = await Promise.all(numbers.map((each) => ask([each])));
    // Requests that were not taken are sent anew only after two minutes.
    await minutesLater(made[2]?.id ?? 0);
    for (const { id } of [...made, ...(first ? [first] : [])]) await becomes(id, 'completed');
    expect([number, ...numbers].map((each) => outside.sandbox.ports.countRequests(each))).toEqual([1, 1, 1, 1, 1]);
  });

  test('that the carrier refuses says why, and its number is free again', async () => {
    const number = port('Refused: the customer is not known');
    const made = await ask([number]);
    await becomes(made.id, 'refused');
    expect(await standing(made.id)).toMatchObject({ reason: 'The customer name is not known to the losing carrier', numbers: [{ status: 'canceled' }] });
    expect((await ask([number])).id).not.toBe(made.id);
  });

  test('of which a number is rejected needs somebody; the others come, and it can be asked for anew', async () => {
    const numbers = [port('Comes over'), port('Rejected: the account number does not match')];
    const made = await ask(numbers);
    await becomes(made.id, 'action_required');
    const { reason, numbers: found } = await standing(made.id);
    expect(reason).toBe('Account number does not match');
    expect(found.map(({ status }) => status)).toEqual(['completed', 'rejected']);
    const again = await ask([numbers[1] ?? '']);
    expect(again.id).not.toBe(made.id);
    const [held] = (await owner.call(calls.check, { body: { numbers: numbers[1] ?? '' } })).data;
    expect(held).toMatchObject({ portable: false, reason: 'Already being ported' });
  });
});

test('the list has the newest first, and what happened only when it is asked for', async () => {
  const plain = await owner.call(calls.list, { query: { size: 2 } });
  expect(plain.data).toHaveLength(2);
  expect(plain.meta.total).toBeGreaterThan(5);
  expect(plain.data[0]?.statuses).toBeUndefined();
  const { data } = await owner.call(calls.list, { query: { include: 'statuses' } });
  expect(data[0]?.statuses?.[0]).toMatchObject({ status: 'requested', number: null });
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).sort((a, b) => b - a));
});

test('who may not buy sees none; another company’s is missing', async () => {
  const user = await outside.server.worker(company, 'user');
  expect(await refused(user.refusal(calls.list))).toMatchObject({ status: 403 });
  const [mine] = (await owner.call(calls.list)).data;
  const stranger = await outside.server.worker(await outside.server.company(), 'owner');
  expect(await refused(stranger.refusal(calls.get, { params: { id: mine?.id ?? 0 } }))).toMatchObject({ status: 404 });
});

test('what is told of a request is believed only with the carrier’s signature', async () => {
  const url = `${outside.publicUrl}/webhooks/carrier/porting`;
  const body = JSON.stringify({ port_in_request_sid: `KW${'0'.repeat(32)}`, status: 'PortInCompleted' });
  const post = async (address: string, signature: string, text = body) =>
    (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body: text })).status;
  const { url: address, signature } = signJson(account.authToken, url, body);
  expect(await post(address, signature)).toBe(204);
  expect(await post(address, signature)).toBe(204);
  // Kept as it came, once.
  const kept = async () =>
    (await outside.server.owner.selectFrom('carrier_webhooks').select(['payload', 'quarantined']).where('kind', '=', 'port.told').execute()).filter(
      ({ payload }) => payload.port_in_request_sid === `KW${'0'.repeat(32)}`,
    );
  await expect.poll(kept, { timeout: 10_000, interval: 50 }).toEqual([{ payload: JSON.parse(body), quarantined: 'Open request not found' }]);
  expect(await post(address, signature, body.replace('Completed', 'Canceled'))).toBe(403);
  expect(await post(address, signJson('another token', url, body).signature)).toBe(403);
  expect(await post(url, signature)).toBe(403);
});
