/** Texts of short codes: shown in a conversation that cannot be replied to, and their words about STOP are no opt-out. */
import { expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { shortCodeReason } from '#contract/text/phone.ts';
import { messageStage, next } from './messages.stage.ts';

const { ground, text, thread: threadWith } = messageStage();
/** The conversation with a short code, once so many texts are in it. */
const thread = (from: string, texts = 1) => threadWith(from, texts);
const rowsOf = async (table: 'opt_outs' | 'contacts') =>
  ground.outside.server.owner.selectFrom(table).select('number').where('company_id', '=', ground.company.id).execute();

test.each(['55555', '262966'])('a text of %s stands in a conversation with it, once, and makes no contact', async (from) => {
  await text(from, 'Your code is 482913');
  expect(await thread(from)).toMatchObject({ recipient: from, contact: null, latestItem: { isInbound: true, details: { text: 'Your code is 482913' } } });
  expect(await rowsOf('contacts')).toEqual([]);
});

test('a reply is refused in words, now and later, and by recipient; how matters stand is still told', async () => {
  await text('55555', 'Your code is 482913');
  const { id } = await thread('55555');
  const body = { conversationId: id, message: 'Thanks', clientId: `short-${next()}-00` };
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  for (const refusal of [
    ground.agent.refusal(routes.messaging.send, { body, files: [] }),
    ground.agent.refusal(routes.messaging.schedule, { body: { ...body, sendAt }, files: [] }),
  ]) {
    const { status, body: said } = await refusal;
    expect([status, said.errors[0]]).toMatchObject([422, { field: 'recipient', detail: shortCodeReason }]);
  }
  const fresh = { numberId: ground.line.id, recipient: '55555', message: 'Thanks', clientId: `short-${next()}-00` };
  expect((await ground.agent.refusal(routes.messaging.send, { body: fresh, files: [] })).status).toBe(422);
  expect(await ground.agent.call(routes.conversations.standing, { params: { companyId: ground.company.id, id } })).toMatchObject({
    wroteFirst: true,
    waitsUntil: null,
  });
  const { data } = await ground.agent.call(routes.conversations.recipients, { query: { q: '' } });
  expect(data).toMatchObject([{ number: '55555', reason: shortCodeReason }]);
});

test.each(['STOP', 'Reply STOP to end, HELP for help. Text STOP to stop messages', 'START'])(
  '“%s” of a short code opts nothing out or in and is not flagged',
  async (words) => {
    await text('55555', words);
    const { id } = await thread('55555');
    const [item] = (await ground.agent.call(routes.conversations.items, { params: { conversationId: id } })).data;
    expect(item?.details).toMatchObject({ message: words, optOutReview: null });
    expect(await rowsOf('opt_outs')).toEqual([]);
  },
);

test('a short code can be blocked, and what it texts then stays out of the inbox', async () => {
  await text('55555', 'Win a car');
  const { id } = await thread('55555');
  await ground.agent.call(routes.blocks.create, { body: { target: '55555' } });
  expect(await ground.agent.call(routes.conversations.get, { params: { id } })).toMatchObject({ isBlocked: true });
});

test('what is neither a number nor a short code is set aside', async () => {
  await text('1234', 'Hello');
  await expect
    .poll(
      async () =>
        (await ground.outside.server.owner.selectFrom('carrier_webhooks').select('quarantined').where('quarantined', 'is not', null).execute()).length,
      {
        timeout: 10_000,
      },
    )
    .toBeGreaterThan(0);
});
