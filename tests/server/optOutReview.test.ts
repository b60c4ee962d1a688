/** A text that sounds like an opt-out is flagged, and a user decides about it; an exact keyword settles it too. */
import { describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import type { OptOutReview } from '#contract/messaging/enums.ts';
import { customer, messageStage, next } from './messages.stage.ts';
import { refused } from './stage.ts';

const { ground, text, itemsWith } = messageStage();

const conversation = async (from: string) =>
  (await ground.agent.call(routes.conversations.list, { query: { perPage: 20 } })).data.find(({ recipient }) => recipient === from);
const reviews = async (from: string) => (await itemsWith(from)).map(({ details }) => (details.kind === 'message' ? details.optOutReview : undefined));
const shows = (from: string, expected: readonly (OptOutReview | null)[]) => expect.poll(() => reviews(from), { timeout: 10_000 }).toEqual(expected);
/** The id of the only text of a customer, once it is flagged. */
const flagged = async (from: string, body = 'please stop texting me') => {
  await text(from, body);
  await shows(from, ['open']);
  return (await itemsWith(from))[0]?.id ?? 0;
};
const review = (itemId: number, decision: OptOutReview) => ({ params: { itemId }, body: { review: decision } });
const isOptedOut = async (number: string) =>
  (await ground.outside.server.owner.selectFrom('opt_outs').select('number').where('company_id', '=', ground.company.id).where('number', '=', number).execute())
    .length === 1;
const reply = (recipient: string) => ({ body: { numberId: ground.line.id, recipient, message: 'Hello', clientId: `review-${next()}-0` }, files: [] });

describe('a text that sounds like an opt-out', () => {
  test.each(['please stop texting me', 'alto', 'Take me off your list', 'leave me alone'])('“%s” is flagged and opts nobody out', async (body) => {
    const from = customer();
    await flagged(from, body);
    expect(await isOptedOut(from)).toBe(false);
    await ground.agent.call(routes.messaging.send, reply(from));
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
    const contact = { company_id: ground.company.id, name: 'Ana Reyes', number: from };
    const { id } = await ground.outside.server.owner.insertInto('contacts').values(contact).returning('id').executeTakeFirstOrThrow();
    const itemId = await flagged(from);
    await text(from, 'no more texts!!');
    await shows(from, ['open', 'open']);
    const before = await ground.agent.call(routes.companies.changes, { params: { companyId: ground.company.id }, query: { after: 0 } });
    const item = await ground.agent.call(routes.messaging.reviewOptOut, review(itemId, 'confirmed'));
    expect(item.details).toMatchObject({ optOutReview: 'confirmed' });
    expect([await isOptedOut(from), await reviews(from)]).toEqual([true, ['confirmed', 'confirmed']]);
    const [optOut] = await ground.outside.server.owner
      .selectFrom('opt_outs')
      .select('at')
      .where('company_id', '=', ground.company.id)
      .where('number', '=', from)
      .execute();
    expect(optOut?.at.toISOString()).toBe(item.createdAt);
    expect((await ground.agent.call(routes.contacts.get, { params: { id } })).isUnsubscribed).toBe(true);
    expect(await refused(ground.agent.refusal(routes.messaging.send, reply(from)))).toMatchObject({ status: 422, field: 'recipient' });
    const told = await ground.agent.call(routes.companies.changes, { params: { companyId: ground.company.id }, query: { after: before.meta.cursor } });
    expect(told.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['item-updated', 'conversation-updated', 'contact-updated']));
    // Final: only their own START ends it.
    expect(await refused(ground.agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'open')))).toMatchObject({ status: 409 });
    await text(from, 'START');
    expect(await isOptedOut(from)).toBe(false);
  });

  test('to dismiss clears the flag, and can be undone', async () => {
    const from = customer();
    const itemId = await flagged(from);
    await ground.agent.call(routes.messaging.reviewOptOut, review(itemId, 'dismissed'));
    expect([await reviews(from), await isOptedOut(from)]).toEqual([['dismissed'], false]);
    expect(await refused(ground.agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'confirmed')))).toMatchObject({ status: 409 });
    await ground.agent.call(routes.messaging.reviewOptOut, review(itemId, 'open'));
    expect(await reviews(from)).toEqual(['open']);
  });

  test('to confirm is told by every conversation with the sender, without a contact as with one, until their START', async () => {
    const from = customer();
    const other = await ground.outside.server.number(ground.company);
    const beside = await ground.agent.call(routes.conversations.begin, {
      params: { companyId: ground.company.id },
      body: { numberId: other.id, recipient: from },
    });
    const itemId = await flagged(from);
    expect(await conversation(from)).toMatchObject({ contact: null, isOptedOut: false });
    const before = await ground.agent.call(routes.companies.changes, { params: { companyId: ground.company.id }, query: { after: 0 } });
    await ground.agent.call(routes.messaging.reviewOptOut, review(itemId, 'confirmed'));
    expect(await conversation(from)).toMatchObject({ contact: null, isOptedOut: true });
    const told = await ground.agent.call(routes.companies.changes, { params: { companyId: ground.company.id }, query: { after: before.meta.cursor } });
    expect(told.data).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'conversation-updated', id: beside.id })]));
    await text(from, 'START');
    expect(await conversation(from)).toMatchObject({ isOptedOut: false });
  });

  test('is waited for as long as the conversation has a flagged text, in the list as in the conversation itself', async () => {
    const from = customer();
    const waits = async () => {
      const listed = await conversation(from);
      const one = listed && (await ground.agent.call(routes.conversations.get, { params: { id: listed.id } }));
      return [listed?.hasOptOutReview, one?.hasOptOutReview];
    };
    await text(from, 'Are you open?');
    await shows(from, [null]);
    expect(await waits()).toEqual([false, false]);
    await text(from, 'please stop texting me');
    await shows(from, [null, 'open']);
    expect(await waits()).toEqual([true, true]);
    await ground.agent.call(routes.messaging.reviewOptOut, review((await itemsWith(from))[1]?.id ?? 0, 'dismissed'));
    expect(await waits()).toEqual([false, false]);
  });

  test('is taken by the sender’s own keyword, and is refused where START has overtaken the text', async () => {
    const from = customer();
    const itemId = await flagged(from);
    await text(from, 'START');
    await shows(from, ['dismissed', null]);
    expect(await refused(ground.agent.refusal(routes.messaging.reviewOptOut, review(itemId, 'open')))).toMatchObject({ status: 409 });
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
    const plain = (await itemsWith(from))[1]?.id ?? 0;
    expect(await refused(ground.agent.refusal(routes.messaging.reviewOptOut, review(plain, 'confirmed')))).toMatchObject({ status: 404 });
    const other = await ground.outside.server.number(ground.company);
    const person = await ground.outside.server.person();
    await ground.outside.server.membership(person, ground.company, 'user', [other.id]);
    const limited = (await ground.outside.server.signedIn(person)).in(ground.company);
    expect(await refused(limited.refusal(routes.messaging.reviewOptOut, review(itemId, 'confirmed')))).toMatchObject({ status: 404 });
    expect(await isOptedOut(from)).toBe(false);
  });
});
