import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemHit } from '#contract/conversations/entities.ts';
import { routes } from '#contract/index.ts';
import { currentTransaction } from '#server/db/tenancy.ts';
import { saveTranscript } from '#server/domains/calls/transcripts.ts';
import { addItem, updateItem } from '#server/domains/conversations/repository.ts';
import { segmentsOf } from './calls.stage.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, minute, quietCompany, refused, type Stage } from './stage.ts';

const { search, items } = routes.conversations;
let server: TestServer;
let own: TestCompany;
let person: Client;
let stage: Stage;
let line: Line;
let line2: Line;
let dana: { id: number; items: number[] };
let luis: { id: number; items: number[] };

beforeAll(async () => {
  server = await startServer();
  ({ own, person, stage, line, line2 } = await quietCompany(server));
  await stage.contact('+14155550134', 'Dana Whitfield');
  dana = await stage.thread(line, '+14155550134', [
    { body: 'Can you send the invoice for the blue Tacoma?' },
    { body: 'Invoices go out on Friday.', isInbound: false, deliveryState: 'delivered' },
    { body: 'Is the walk-in clinic open? It’s urgent, don’t call: text me at (415) 555-0177', isRead: false },
    { type: 'voicemail', body: 'Hola, ¿pueden reparar el café espresso esta mañana?' },
  ]);
  luis = await stage.thread(line2, '+12125550177', [
    { body: 'Straße 5, Müller' },
    { body: 'Счёт за ремонт оплачен' },
    { body: '請求書を送りました' },
    { body: 'The invoice never came', isInbound: false, deliveryState: 'failed' },
  ]);
});
afterAll(() => server.close());

const ask = (q: string, more: object = {}) => person.call(search, { query: { q, ...more } });
const idsOf = async (q: string, more: object = {}) => (await ask(q, more)).data.map(({ id }) => id);
const marked = ({ snippet, matches }: ItemHit) => matches.map(({ from, to }) => snippet.slice(from, to));
const atDana = (...at: number[]) => at.map((each) => dana.items[each]);
const atLuis = (...at: number[]) => at.map((each) => luis.items[each]);

describe('a search of messages', () => {
  test('finds words newest first, in the beginning of longer ones and in plurals, and marks them', async () => {
    const { data } = await ask('invoice');
    expect(data.map(({ id }) => id)).toEqual([...atLuis(3), ...atDana(1, 0)]);
    expect(data.map(marked)).toEqual([['invoice'], ['Invoice'], ['invoice']]);
    expect(data[2]).toMatchObject({
      type: 'message',
      isInbound: true,
      createdAt: minute(0).toISOString(),
      conversation: { id: dana.id, contact: { name: 'Dana Whitfield' } },
    });
    expect(await idsOf('invoices friday')).toEqual(atDana(1));
    expect(await idsOf('invoice fri')).toEqual(atDana(1));
    expect(await idsOf('invoice -friday')).toEqual([...atLuis(3), ...atDana(0)]);
  });

  test('finds phrases as they stand, whatever the signs between the words', async () => {
    expect(await idsOf('"walk in"')).toEqual(atDana(2));
    expect(await idsOf('walk-in')).toEqual(atDana(2));
    expect(await idsOf('"in walk"')).toEqual([]);
    expect(await idsOf('dont')).toEqual(atDana(2));
    expect(await idsOf('don’t')).toEqual(atDana(2));
    expect(await idsOf('"555-0177"')).toEqual(atDana(2));
    expect(await idsOf('415.555.0177')).toEqual(atDana(2));
  });

  test('finds any language with or without its accents', async () => {
    expect(await idsOf('cafe manana')).toEqual(atDana(3));
    expect(marked((await ask('CAFÉ')).data[0] as ItemHit)).toEqual(['café']);
    expect(await idsOf('strasse muller')).toEqual(atLuis(0));
    expect(await idsOf('ремонт')).toEqual(atLuis(1));
    expect(await idsOf('請求')).toEqual(atLuis(2));
    expect(marked((await ask('請求')).data[0] as ItemHit)).toEqual(['請求']);
  });

  test('is narrowed by who, which number, when and what it is', async () => {
    expect(await idsOf('invoice from:dana')).toEqual(atDana(0));
    expect(await idsOf('invoice with:whitfield')).toEqual(atDana(1, 0));
    expect(await idsOf('invoice from:"+1 (415) 555-0134"')).toEqual(atDana(0));
    expect(await idsOf(`invoice number:${line2.number}`)).toEqual(atLuis(3));
    expect(await idsOf('is:voicemail')).toEqual(atDana(3));
    expect(await idsOf('is:voicemail is:message with:dana')).toEqual(atDana(3, 2, 1, 0));
    expect(await idsOf('is:failed')).toEqual(atLuis(3));
    expect(await idsOf('invoice is:failed')).toEqual(atLuis(3));
    expect(await idsOf('is:unread from:dana urgent')).toEqual(atDana(2));
    expect(await idsOf('invoice is:sent')).toEqual([...atLuis(3), ...atDana(1)]);
    expect(await idsOf('invoice after:2026-03-05')).toHaveLength(3);
    expect(await idsOf('invoice before:2026-03')).toEqual([]);
    expect(await idsOf('invoice before:2027 after:2026')).toHaveLength(3);
    expect(await idsOf('invoice is:archived')).toEqual([]);
    await person.call(routes.conversations.archive, { params: { id: luis.id } });
    expect(await idsOf('invoice is:archived')).toEqual(atLuis(3));
    expect(await idsOf('invoice is:open')).toEqual(atDana(1, 0));
  });

  test('takes a user before the many contacts whose name only holds theirs, and names without their accents', async () => {
    const world = await quietCompany(server);
    const member = await server.person({ name: 'Ana Sørensen' });
    await server.membership(member, world.own, 'user');
    const actor = { id: member.id, name: 'Ana Sørensen' };
    for (let at = 0; at < 201; at += 1) await world.stage.contact(`+1415556${1000 + at}`, `Banana ${at}`);
    await world.stage.contact('+14155550134', 'Kovač Ltd');
    const thread = await world.stage.thread(world.line, '+14155550134', [
      { body: 'A quote please' },
      { body: 'The quote is out', isInbound: false, deliveryState: 'delivered', actor },
    ]);
    const found = async (q: string) => (await world.person.call(search, { query: { q } })).data.map(({ id }) => id);
    for (const q of ['quote from:ana', 'quote from:"Ana"', 'quote from:sorensen', 'from:Sørensen quote'])
      expect([q, await found(q)]).toEqual([q, [thread.items[1]]]);
    for (const q of ['quote from:kovac', 'quote from:KOVAČ']) expect([q, await found(q)]).toEqual([q, [thread.items[0]]]);
    expect(await refused(world.person.refusal(search, { query: { q: 'from:banan' } }))).toMatchObject({ status: 422, field: 'q' });
  });

  test('takes a number by a part of its label or its digits, and a whole phone with its blanks', async () => {
    const world = await quietCompany(server);
    const [main, other] = [
      await server.number(world.own, { label: 'Main line', number: '+14155550100' }),
      await server.number(world.own, { label: 'Ads', number: '+13125550100' }),
    ];
    const here = await world.stage.thread(main, '+14155550134', [{ body: 'Parsley' }]);
    await world.stage.thread(other, '+14155550134', [{ body: 'Parsley' }]);
    const found = async (q: string) => (await world.person.call(search, { query: { q } })).data.map(({ id }) => id);
    for (const q of ['parsley number:main', 'number:415 parsley', 'number:(415) 555-0100 parsley', 'number:+1 415 555 0100 parsley'])
      expect([q, await found(q)]).toEqual([q, here.items]);
  });

  test('finds a phone in a text however it is written there and typed here, and marks it', async () => {
    const world = await quietCompany(server);
    const thread = await world.stage.thread(world.line, '+14155550134', [
      { body: 'Call my wife at (415) 555-0199 please' },
      { body: 'Or 4155550177, that is me' },
      { body: 'Not 5550 199' },
    ]);
    const found = async (q: string) => {
      const { data } = await world.person.call(search, { query: { q } });
      return data.map((hit) => [hit.id, ...marked(hit)]);
    };
    const [wife, me] = thread.items;
    for (const q of ['4155550199', '+14155550199', '415-555-0199', '"415.555.0199"', 'wife 4155550199']) {
      expect([q, (await found(q)).map((hit) => [hit[0], hit.at(-1)])]).toEqual([q, [[wife, '415) 555-0199']]]);
    }
    expect(await found('5550199')).toEqual([[wife, '555-0199']]);
    for (const q of ['415-555-0177', '+1-415-555-0177', '4155550', '4155550177']) expect([q, (await found(q)).map(([id]) => id)]).toEqual([q, [me]]);
    expect(await found('wife -4155550199')).toEqual([]);
  });

  test('finds notes by their newest words, and what was said in a call', async () => {
    const note = await person.call(routes.notes.create, { body: { modelType: 'conversation', modelId: dana.id, body: 'Prefers mornings' } });
    expect((await ask('prefers is:note')).data).toMatchObject([{ type: 'note', actorName: expect.any(String) }]);
    await person.call(routes.notes.update, { params: { id: note.id }, body: { body: 'Prefers evenings' } });
    expect(await idsOf('mornings')).toEqual([]);
    expect(await idsOf('evenings')).toHaveLength(1);
    const call = await stage.call(line, '+14155550134', dana.id, minute(90));
    expect(await idsOf('is:missed')).toEqual([call.itemId]);
    await stage.within(() =>
      saveTranscript(
        { id: call.id, startedAt: minute(90) },
        segmentsOf([
          ['agent', 'Northwind, this is Ana.'],
          ['customer', 'Do you sell the extended warranty?'],
        ]),
      ),
    );
    expect((await ask('warranty')).data).toMatchObject([{ id: call.itemId, type: 'call', result: 'missed' }]);
    expect(await idsOf('"extended warranty" is:missed')).toEqual([call.itemId]);
  });

  test('shows what was said in a voicemail once, and its call for what was said besides', async () => {
    const call = await stage.call(line, '+14155550134', dana.id, minute(95));
    const spoken: Parameters<typeof segmentsOf>[0] = [
      ['agent', 'Nobody is here right now.'],
      ['customer', 'My trombone is ready to be fetched'],
    ];
    await stage.within(() => saveTranscript({ id: call.id, startedAt: minute(95) }, segmentsOf(spoken)));
    expect(await idsOf('trombone')).toEqual([call.itemId]);
    const voicemail = await stage.within(() =>
      addItem({
        conversationId: dana.id,
        numberId: line.id,
        recipient: '+14155550134',
        type: 'voicemail',
        isInbound: true,
        createdAt: minute(96),
        callId: call.id,
        body: 'My trombone is ready to be fetched',
      }),
    );
    expect((await ask('trombone')).data).toMatchObject([{ id: voicemail.id, type: 'voicemail', snippet: 'My trombone is ready to be fetched' }]);
    expect(await idsOf('trombone fetched is:call')).toEqual([call.itemId]);
    expect(await idsOf('"nobody is here"')).toEqual([call.itemId]);
    await person.call(routes.conversations.deleteItem, { params: { id: dana.id, itemId: voicemail.id } });
    expect(await idsOf('trombone')).toEqual([call.itemId]);
  });

  test('follows what is deleted, restored, transcribed later, and shows what is scheduled as that', async () => {
    const thread = await stage.thread(line, '+14155550188', [
      { body: 'A zebra crossed' },
      { type: 'voicemail', body: null },
      { body: 'A zebra tomorrow', isInbound: false, deliveryState: 'scheduled', sendAt: minute(9_999) },
    ]);
    const [text = 0, voicemail = 0, scheduled = 0] = thread.items;
    expect((await ask('zebra')).data).toMatchObject([{ id: scheduled, deliveryState: 'scheduled' }, { id: text }]);
    await person.call(routes.conversations.deleteItem, { params: { id: thread.id, itemId: text } });
    expect(await idsOf('zebra')).toEqual([scheduled]);
    await person.call(routes.conversations.restoreItem, { params: { id: thread.id, itemId: text } });
    expect(await idsOf('zebra')).toEqual([scheduled, text]);
    await stage.within(() => updateItem(voicemail, { body: 'The giraffe called' }));
    expect(await idsOf('giraffe')).toEqual([voicemail]);
  });

  test('goes on where the page ended while others arrive, over months and years', async () => {
    const ids: number[] = [];
    const lone = await stage.thread(
      line2,
      '+12125550190',
      Array.from({ length: 12 }, (_, at) => ({ body: `Quokka ${at}`, createdAt: new Date(Date.UTC(2024, at * 2, 3 + at)) })),
    );
    const filler = Array.from({ length: 320 }, (_, at) => ({ body: `Filler ${at}`, createdAt: new Date(Date.UTC(2026, 2, 6, 0, at)) }));
    await stage.thread(line, '+12125550191', filler);
    let cursor: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const { data, meta } = await ask('quokka', { perPage: 4, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...data.map(({ id }) => id));
      await stage.thread(line2, '+12125550190', [{ body: `Quokka again ${page}`, createdAt: minute(500 + page) }]);
      cursor = meta.nextCursor ?? undefined;
      if (cursor === undefined) break;
    }
    expect(ids).toEqual(lone.items.toReversed());
    expect(await idsOf('quokka before:2025')).toEqual(lone.items.slice(0, 6).toReversed());
    expect(await idsOf('quokka after:2025-05 before:2025-08')).toEqual(lone.items.slice(8, 10).toReversed());
  });

  test('shows nobody what is another company’s, or of numbers they do not work', async () => {
    const foreign = await quietCompany(server);
    await foreign.stage.thread(foreign.line, '+14155550134', [{ body: 'An invoice of others' }]);
    expect((await foreign.person.call(search, { query: { q: 'invoice' } })).data.map(({ conversation }) => conversation.number.id)).toEqual([foreign.line.id]);
    expect(await idsOf('others')).toEqual([]);
    const colleague = await server.person();
    await server.membership(colleague, own, 'user', [line2.id]);
    const limited = (await server.signedIn(colleague)).in(own);
    expect((await limited.call(search, { query: { q: 'invoice' } })).data.map(({ id }) => id)).toEqual(atLuis(3));
    expect((await limited.call(search, { query: { q: 'with:dana' } })).data).toEqual([]);
    expect((await limited.call(search, { query: { q: `invoice number:${line.number}` } })).meta.note).toBe(`No number named “${line.number}”`);
    // The database itself shows the words of the own company alone.
    const seen = await server.services.tenancy.company([foreign.own.id], null, () =>
      currentTransaction().selectFrom('item_texts').select('company_id').distinct().execute(),
    );
    expect(seen).toEqual([{ company_id: foreign.own.id }]);
  });

  test('says what is missing where a line has nothing to search for', async () => {
    const wordsOf = async (q: string) => (await person.exchange(search, { query: { q } })).body;
    for (const key of ['from', 'is', 'number']) expect(await wordsOf(`${key}:`)).toMatchObject({ message: `Enter a value after “${key}:”` });
    for (const q of ['😀', '!!! ???', '"']) expect(await wordsOf(q)).toMatchObject({ message: 'Enter letters or digits to search for' });
    expect(await wordsOf(' ')).toMatchObject({ message: 'Enter words to search for' });
  });

  test('answers calmly whatever is typed', async () => {
    const calm = [
      'x',
      'the',
      'a the of',
      '"',
      '""invoice',
      'from:',
      'invoice from:',
      'is:voi invoice',
      '(415)/555\u2011 0134',
      'tel:+14155550134',
      "o'brien \\ % _ ' & | ! : * <-> ()",
      'https://example.com:80/a?b=c',
      're: invoice',
    ];
    for (const q of [...calm.filter((each) => !['"', 'from:'].includes(each)), 'word '.repeat(60), 'x'.repeat(300), '1'.repeat(300)])
      expect([q, Array.isArray((await ask(q)).data)]).toEqual([q, true]);
    for (const q of ['"', 'from:', '!!! ???', '😀', 'invoice before:yesterdayish', 'after:2026-02-30', 'is:nonsense', 'is:sent is:received', 'x'.repeat(401)])
      expect([q, await refused(person.refusal(search, { query: { q } }))]).toEqual([q, { status: 422, code: 'invalid', field: 'q' }]);
    expect((await ask('from:nobodyatall')).meta).toEqual({ nextCursor: null, note: 'No contact, phone or user matches “nobodyatall”' });
    expect(await refused(person.refusal(search, { query: { q: 'invoice', cursor: 'nonsense' } }))).toMatchObject({ status: 422, field: 'cursor' });
  });
});

describe('a page around an item', () => {
  test('has it in its middle, and goes on both ways until the ends', async () => {
    const thread = await stage.thread(
      line,
      '+14155550199',
      Array.from({ length: 20 }, (_, at) => ({ body: `Item ${at}` })),
    );
    const page = (query: object) => person.call(items, { params: { conversationId: thread.id }, query });
    const at = (...places: number[]) => places.map((each) => thread.items[each]);
    const middle = await page({ around: thread.items[10], perPage: 6 });
    expect(middle.data.map(({ id }) => id)).toEqual(at(7, 8, 9, 10, 11, 12));
    const newer = await page({ around: thread.items[10], perPage: 6, cursor: middle.meta.nextCursor });
    expect(newer.data.map(({ id }) => id)).toEqual(at(13, 14, 15, 16, 17, 18));
    const newest = await page({ around: thread.items[10], perPage: 6, cursor: newer.meta.nextCursor });
    expect([newest.data.map(({ id }) => id), newest.meta.nextCursor]).toEqual([at(19), null]);
    const older = await page({ perPage: 6, cursor: middle.meta.prevCursor });
    expect(older.data.map(({ id }) => id)).toEqual(at(1, 2, 3, 4, 5, 6));
    expect(await refused(person.refusal(items, { params: { conversationId: thread.id }, query: { around: dana.items[0] } }))).toMatchObject({ status: 404 });
  });
});
