/** A text that sounds like an opt-out is flagged, and a user decides about it; an exact keyword settles it too. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OptOutReview } from '#contract/enums.ts';
import { routes } from '#contract/index.ts';
import type { TestCompany } from './harness.ts';
import { type Outside, postSigned, startOutside } from './outside.ts';
import { refused } from './stage.ts';

let outside: Outside;
let company: TestCompany;
let agent: Awaited<ReturnType<Outside['server']['worker']>>;
let line: { id: number; number: string };
let count = 0;
const next = () => String(++count).padStart(4, '0');
const customer = () => `+1503556${next()}`;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());
beforeEach(async () => {
  company = await outside.server.company();
  agent = await outside.server.worker(company, 'user');
  line = await outside.server.number(company);
});

const text = async (From: string, Body: string) => {
  const fields = { MessageSid: `SM${'1'.repeat(28)}${next()}`, From, To: line.number, Body, NumMedia: '0' };
  expect((await postSigned(`${outside.publicUrl}/webhooks/carrier/messages/incoming`, fields)).status).toBe(200);
};
const items = async (from: string) => {
  const found = (await agent.call(routes.conversations.list, { query: { perPage: 20 } })).data.find(({ recipient }) => recipient === from);
  return found ? (await agent.call(routes.conversations.items, { params: { conversationId: found.id } })).data : [];
};
const reviews = async (from: string) => (await items(from)).map(({ details }) => (details.kind === 'message' ? details.optOutReview : undefined));
const shows = (from: string, expected: readonly (OptOutReview | null)[]) => expect.poll(() => reviews(from), { timeout: 10_000 }).toEqual(expected);
/** The id of the only text of a customer, once it is flagged. */
const flagged = async (from: string, body = 'please stop texting me') => {
  await text(from, body);
  await shows(from, ['open']);
  return (await items(from))[0]?.id ?? 0;
};
const review = (itemId: number, decision: OptOutReview) => ({ params: { itemId }, body: { review: decision } });
const isOptedOut = async (number: string) =>
  (await outside.server.owner.selectFrom('opt_outs').select('number').where('company_id', '=', company.id).where('number', '=', number).execute()).length === 1;
const reply = (recipient: string) => ({ body: { numberId: line.id, recipient, message: 'Hello', clientId: `review-${next()}-0` }, files: [] });

describe('a text that sounds like an opt-out', () => {
  test.each(['please stop texting me', 'alto', 'Take me off your list', 'leave me alone'])('“%s” is flagged and opts nobody out', async (body) => {
    const from = customer();
    await flagged(from, body);
    expect(await isOptedOut(from)).toBe(false);
    await agent.call(routes.messaging.send, reply(from));
  });

  test.each(['Are you open?', 'STOP'])('“%s” is not flagged', async (body) => {
    const from = customer();
    await text(from, body);
    await shows(from, [null]);
  });

  test('of a sender who opted out already is not flagged', async () => {
    const from = customer();
    await text(from, 'STOP');
    await shows(from, [null]);
    await text(from, 'I said stop texting me');
    await shows(from, [null, null]);
  });
});

describe('a decision', () => {
  test('to confirm opts the sender out as STOP does: the contact follows, sends are refused, every flag of theirs ends, and others are told', async () => {
    const from = customer();
    const contact = { company_id: company.id, name: 'Ana Reyes', number: from };
    const { id } = await outside.server.owner.insertInto('contacts').values(contact).returning('id').executeTakeFirstOrThrow();
    const itemId = await flagged(from);
    await text(from, 'no more texts!!');
    await shows(from, ['open', 'open']);
    const before = await agent.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: 0 } });
    const item = await agent.call(routes.messaging.reviewOptOut, review(itemId, 'confirmed'));
    expect(item.details).toMatchObject({ optOutReview: 'confirmed' });
    expect([await isOptedOut(from), await reviews(from)]).toEqual([true, ['confirmed', 'confirmed']]);
    const [optOut] = await outside.server.owner.selectFrom('opt_outs').select('at').where('company_id', '=', company.id).where('number', '=', from).execute();
    expect(optOut?.at.toISOString()).toBe(item.createdAt);
    expect((await agent.call(routes.contacts.get, { params: { id } })).isUnsubscribed).toBe(true);
    expect(await refused(agent.refusal(routes.messaging.send, reply(from)))).toMatchObject({ status: 422, field: 'recipient' });
    const told = await agent.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: before.meta.cursor } });
    expect(told.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['item-updated', 'conversation-updated', 'contact-updated']));
    // Final: only their own START ends it.
    expect(await refused(agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'open')))).toMatchObject({ status: 409 });
    await text(from, 'START');
    expect(await isOptedOut(from)).toBe(false);
  });

  test('to dismiss clears the flag, and can be undone', async () => {
    const from = customer();
    const itemId = await flagged(from);
    await agent.call(routes.messaging.reviewOptOut, review(itemId, 'dismissed'));
    expect([await reviews(from), await isOptedOut(from)]).toEqual([['dismissed'], false]);
    expect(await refused(agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'confirmed')))).toMatchObject({ status: 409 });
    await agent.call(routes.messaging.reviewOptOut, review(itemId, 'open'));
    expect(await reviews(from)).toEqual(['open']);
  });

  test('is taken by the sender’s own keyword, and is refused where START has overtaken the text', async () => {
    const from = customer();
    const itemId = await flagged(from);
    await text(from, 'START');
    await shows(from, ['dismissed', null]);
    expect(await refused(agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'open')))).toMatchObject({ status: 409 });
    const other = customer();
    await flagged(other);
    await text(other, 'STOP');
    await shows(other, ['confirmed', null]);
  });

  test('is refused on a text without a flag, a message of ours, and on numbers the user does not work', async () => {
    const from = customer();
    const itemId = await flagged(from);
    await text(from, 'Are you open?');
    await shows(from, ['open', null]);
    const plain = (await items(from))[1]?.id ?? 0;
    expect(await refused(agent.refusal(routes.messaging.reviewOptOut, review(plain, 'confirmed')))).toMatchObject({ status: 404 });
    const other = await outside.server.number(company);
    const person = await outside.server.person();
    await outside.server.seat(person, company, 'user', [other.id]);
    const limited = (await outside.server.signedIn(person)).in(company);
    expect(await refused(limited.refusal(routes.messaging.reviewOptOut, review(itemId, 'confirmed')))).toMatchObject({ status: 404 });
    expect(await isOptedOut(from)).toBe(false);
  });
});
