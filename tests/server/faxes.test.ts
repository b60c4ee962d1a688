import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { faxConnectionId, signHeaders } from '#sandbox/fax/keys.ts';
import { customer, faxStage, key, pdf } from './faxes.stage.ts';
import { startServer } from './harness.ts';
import { account } from './outside.ts';
import { broken, order } from './pdfs.ts';
import { refused, stageOf } from './stage.ts';

const { ground, look, inbox, itemsWith, faxFrom, drawn } = faxStage();

const stored = () => ground.outside.server.owner.selectFrom('carrier_webhooks').selectAll().where('kind', '=', 'fax.told').orderBy('id').execute();
/** An event as the vendor posts it, signed now unless a test says otherwise. */
function post(event: object, given: { readonly at?: number; readonly secret?: string; readonly body?: string } = {}): Promise<Response> {
  const body = JSON.stringify(event);
  const headers = signHeaders(given.secret ?? account.authToken, body, given.at ?? Date.now());
  return fetch(`${ground.outside.publicUrl}/webhooks/fax`, { method: 'POST', headers, body: given.body ?? body });
}
const received = (from: string, more: object = {}) => ({
  data: {
    event_type: 'fax.received',
    id: randomUUID(),
    payload: {
      connection_id: faxConnectionId,
      direction: 'inbound',
      fax_id: randomUUID(),
      from,
      to: ground.line.number,
      status: 'received',
      page_count: 2,
      ...more,
    },
    record_type: 'event',
  },
});
const nextApplied = async () =>
  expect.poll(async () => (await stored()).every((row) => row.applied_at !== null || row.quarantined !== null), { timeout: 20_000 }).toBe(true);

describe('a fax that comes in', () => {
  test('stands in its thread with its document and its pages as pictures, unread', async () => {
    const from = customer();
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: order() });
    const item = await faxFrom(from);
    expect(item).toMatchObject({ type: 'fax', isInbound: true, isRead: false });
    await drawn(item);
    const { pages, pagesState, document, media, deliveryState } = await look(item);
    expect({ pages, pagesState, deliveryState }).toEqual({ pages: 2, pagesState: 'drawn', deliveryState: 'received' });
    expect(document).toMatchObject({ contentType: 'application/pdf', bytes: order().length });
    expect(media.map(({ contentType }) => contentType)).toEqual(['image/png', 'image/png']);
    const picture = await ground.agent.download(media[0]?.url ?? '');
    expect(Buffer.from(await picture.bytes()).readUInt32BE(16)).toBe(1_240);
    expect((await inbox())[0]).toMatchObject({ recipient: from, numUnreadItems: 1, latestItem: { type: 'fax', details: { text: 'Fax · 2 pages' } } });
    expect((await ground.agent.call(routes.notifications.counts)).byType.fax).toBe(1);
  });

  test('told twice, in other words and by other events, is one', async () => {
    const from = customer();
    const fax = await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: order() });
    const item = await faxFrom(from);
    await ground.outside.sandbox.faxes.postEvent(fax, 'fax.received', 'received');
    await ground.outside.sandbox.faxes.postEvent(fax, 'fax.received', 'received', 'the-same-event');
    await ground.outside.sandbox.faxes.postEvent(fax, 'fax.received', 'received', 'the-same-event');
    await nextApplied();
    expect((await itemsWith(from)).map(({ id }) => id)).toEqual([item.id]);
    expect((await stored()).filter(({ dedupe_key }) => dedupe_key.endsWith('the-same-event'))).toHaveLength(1);
  });

  test('does what the number’s triggers say of faxes', async () => {
    const owner = await ground.outside.server.worker(ground.company, 'owner');
    await owner.call(routes.numbers.triggers, { body: { upsert: [{ numberId: ground.line.id, event: 'fax', action: 'lead' }] } });
    const from = customer();
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: order() });
    await faxFrom(from);
    expect((await inbox())[0]).toMatchObject({ recipient: from, isLead: true });
  });

  test('whose address has expired is asked for anew', async () => {
    const from = customer();
    const gone = `${ground.outside.sandbox.url}/fax/documents/${randomUUID()}/0.pdf`;
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: order(), url: gone });
    const item = await faxFrom(from);
    await drawn(item);
    expect(await look(item)).toMatchObject({ pagesState: 'drawn', pages: 2 });
  });

  test('whose document cannot be read keeps what came and says so', async () => {
    const from = customer();
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: broken() });
    const item = await faxFrom(from);
    await drawn(item);
    expect(await look(item)).toMatchObject({ pagesState: 'unreadable', media: [], document: { contentType: 'application/pdf' } });
  });

  test('that is no PDF, or too large, is there all the same', async () => {
    const [page, large] = [customer(), customer()];
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from: page, document: Buffer.from('<script>alert(1)</script>') });
    expect(await look(await faxFrom(page))).toMatchObject({ pagesState: 'unreadable', document: { contentType: 'application/octet-stream' } });
    await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from: large, document: Buffer.concat([order(), Buffer.alloc(25_000_000)]) });
    expect(await look(await faxFrom(large))).toMatchObject({ pagesState: 'unreadable', document: null });
  });

  test('is fetched from nowhere but the vendor', async () => {
    const from = customer();
    expect((await post(received(from, { media_url: `${ground.outside.publicUrl}/api/client-config` }))).status).toBe(200);
    expect(await look(await faxFrom(from))).toMatchObject({ document: null, pagesState: 'unreadable', pages: 2 });
  });

  test('for a number that is nobody’s is set aside', async () => {
    expect((await post(received(customer(), { to: '+14155559999' }))).status).toBe(200);
    await nextApplied();
    expect((await stored()).at(-1)?.quarantined).toBe('The number is not ours');
  });
});

describe('a webhook', () => {
  const refusals: readonly (readonly [string, () => Promise<Response>])[] = [
    ['signed by somebody else', () => post(received(customer()), { secret: 'another secret' })],
    ['with another body than was signed', () => post(received(customer()), { body: JSON.stringify(received(customer())) })],
    ['of ten minutes ago, posted again', () => post(received(customer()), { at: Date.now() - 600_000 })],
    ['from the future', () => post(received(customer()), { at: Date.now() + 600_000 })],
    [
      'without a signature',
      () => fetch(`${ground.outside.publicUrl}/webhooks/fax`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    ],
  ];
  test.each(refusals)('%s is refused and not kept', async (_, attempt) => {
    const before = (await stored()).length;
    expect((await attempt()).status).toBe(403);
    expect(await stored()).toHaveLength(before);
  });

  test('that says nothing we can read is kept and set aside', async () => {
    expect((await post({ data: { id: 'odd-event', event_type: 7 } })).status).toBe(200);
    await nextApplied();
    expect((await stored()).at(-1)?.quarantined).toBe('The fax cannot be read');
  });

  test('in the name of an attempt we never made changes nothing', async () => {
    const state = Buffer.from('not one of ours').toString('base64');
    await post(received(customer(), { direction: 'outbound', client_state: state, status: 'delivered' }));
    await nextApplied();
    expect((await stored()).at(-1)?.quarantined).toBe('The fax names no attempt of ours');
  });
});

test('without a vendor faxes are refused in words, and webhooks too', async () => {
  const server = await startServer({ config: { fax: null } });
  try {
    const own = await server.company();
    const person = await server.worker(own, 'user');
    const { id } = await server.number(own);
    await server.owner.updateTable('phone_numbers').set({ line_type: 2 }).where('id', '=', id).execute();
    const words = 'Fax isn’t configured. Ask the operator of this server to set FAX_API_KEY.';
    const files = [pdf(order())];
    expect((await person.refusal(routes.faxes.review, { body: {}, files })).body.message).toBe(words);
    expect((await person.refusal(routes.faxes.send, { body: { numberId: id, recipient: customer(), clientId: key() }, files })).body.message).toBe(words);
    expect((await person.call(routes.system.config)).faxes).toBe(false);
    const body = JSON.stringify(received(customer()));
    expect((await fetch(`${server.url}/webhooks/fax`, { method: 'POST', headers: signHeaders(account.authToken, body, Date.now()), body })).status).toBe(403);
  } finally {
    await server.close();
  }
});

test('a fax on a line somebody does not work is not theirs to see or send', async () => {
  const from = customer();
  await ground.outside.sandbox.faxes.receive({ to: ground.line.number, from, document: order() });
  await faxFrom(from);
  const other = await ground.outside.server.person();
  await ground.outside.server.membership(other, ground.company, 'user', [ground.plain.id]);
  const them = (await ground.outside.server.signedIn(other)).in(ground.company);
  expect((await them.call(routes.conversations.list, { query: { perPage: 20 } })).data).toEqual([]);
  expect(
    await refused(them.refusal(routes.faxes.send, { body: { numberId: ground.line.id, recipient: from, clientId: key() }, files: [pdf(order())] })),
  ).toMatchObject({
    status: 404,
  });
});

test('a fax that came with its pages and no document shows them', async () => {
  const stage = stageOf(ground.outside.server, ground.company);
  const { id, items } = await stage.thread(ground.line, customer(), [{ type: 'fax', pages: 3, body: null }]);
  const [itemId = 0] = items;
  expect(await look({ id: itemId, conversationId: id })).toMatchObject({ pages: 3, pagesState: 'drawn', document: null });
});
