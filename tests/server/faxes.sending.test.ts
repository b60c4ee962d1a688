import { describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicFax } from '#sandbox/fax/magic.ts';
import { Refused } from './client.ts';
import { customer, faxStage, key, pdf } from './faxes.stage.ts';
import { bomb, broken, emptyPages, locked, oddSides, order, withoutPages } from './pdfs.ts';
import { refused } from './stage.ts';

const { ground, look, inbox, itemsWith, detailsOf, send, review, ends, drawn } = faxStage();

describe('documents that are looked at', () => {
  test('are refused, to be tried again, when too many are in line', async () => {
    const asked = Array.from({ length: 24 }, () =>
      review(order()).then(
        () => 200,
        (error: unknown) => (error instanceof Refused ? error.status : error),
      ),
    );
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

describe('a fax that is sent', () => {
  test('is delivered, its pages counted and drawn', async () => {
    const item = await send(findMagicFax('Delivered'));
    expect(detailsOf(item)).toMatchObject({ pages: 2, deliveryState: 'queued', document: { name: 'Order.pdf' } });
    await ends(item, 'delivered');
    await drawn(item);
    expect((await look(item)).media).toHaveLength(2);
    const [taken] = ground.outside.sandbox.faxes.list().filter(({ from }) => from === ground.line.number);
    expect(taken).toMatchObject({ to: findMagicFax('Delivered'), pages: 2, status: 'delivered' });
  });

  test.each([
    ['Busy (user_busy)', 'failed: The line was busy. Try again later.'],
    ['No answer (receiver_no_answer)', 'failed: No answer. Try again later.'],
    ['Rejected (receiver_decline)', 'failed: The other side rejected the call'],
    ['Refused by the vendor (10002)', 'failed: Unknown error from the fax vendor: 10002'],
    ['Too many requests once (429), then delivered', 'delivered'],
    ['Webhooks twice', 'delivered'],
    ['Webhooks in the wrong order', 'delivered'],
    ['Error 500 after taking it, delivered', 'delivered'],
    ['Accepted, reply lost, no webhooks', 'delivered'],
    ['Error 500 without taking it', 'unknown'],
  ])('to “%s” ends as %s', async (title, fate) => {
    const item = await send(findMagicFax(title));
    await ends(item, fate);
    expect(ground.outside.sandbox.faxes.list().filter(({ from }) => from === ground.line.number).length).toBeLessThanOrEqual(1);
  });

  test('twice under one key is one', async () => {
    const clientId = key();
    const [first, second] = [await send(findMagicFax('Delivered'), order(), clientId), await send(findMagicFax('Delivered'), order(), clientId)];
    expect(second.id).toBe(first.id);
    await ends(first, 'delivered');
    expect(ground.outside.sandbox.faxes.list().filter(({ from }) => from === ground.line.number)).toHaveLength(1);
  });

  test('is answered by a fax from the other side', async () => {
    const to = findMagicFax('Delivered, and they fax back');
    await ends(await send(to), 'delivered');
    await expect.poll(async () => (await itemsWith(to)).map(({ isInbound }) => isInbound), { timeout: 20_000 }).toEqual([false, true]);
  });

  test('that failed is sent again when a person says so, and only then', async () => {
    const item = await send(findMagicFax('Busy (user_busy)'));
    await ends(item, 'failed: The line was busy. Try again later.');
    const clientId = key();
    const again = await ground.agent.call(routes.faxes.sendAgain, { params: { itemId: item.id }, body: { clientId } });
    expect(again.id).not.toBe(item.id);
    expect((await ground.agent.call(routes.faxes.sendAgain, { params: { itemId: item.id }, body: { clientId } })).id).toBe(again.id);
    const good = await send(findMagicFax('Delivered'));
    expect(await refused(ground.agent.refusal(routes.faxes.sendAgain, { params: { itemId: good.id }, body: { clientId: key() } }))).toMatchObject({
      code: 'already_sent',
    });
  });

  test.each([
    ['locked', locked, 'This PDF has a password. Save a copy without one.'],
    ['broken', broken, 'This PDF is broken and cannot be read'],
    ['without pages', withoutPages, 'This PDF has no pages'],
    ['of too many pages', () => emptyPages(201), 'This PDF has 201 pages; a fax has 200 at most'],
  ])('a document that is %s is refused in words', async (_, make, words) => {
    const refusal = await ground.agent.refusal(routes.faxes.send, {
      body: { numberId: ground.line.id, recipient: customer(), clientId: key() },
      files: [pdf(make())],
    });
    expect(refusal.body).toMatchObject({ code: 'invalid', message: words, errors: [{ field: 'media' }] });
    expect(await inbox()).toEqual([]);
  });

  test('what is no PDF, none, or several is refused', async () => {
    const body = { numberId: ground.line.id, recipient: customer(), clientId: key() };
    const picture = {
      name: 'a.png',
      type: 'image/png',
      bytes: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    };
    for (const files of [[], [picture], [pdf(order()), pdf(order())]])
      expect(await refused(ground.agent.refusal(routes.faxes.send, { body, files }))).toMatchObject({ code: 'invalid', field: 'media' });
  });

  test('from a number that cannot fax, or to where nothing goes, is refused', async () => {
    const attempt = (numberId: number, recipient: string) =>
      ground.agent.refusal(routes.faxes.send, { body: { numberId, recipient, clientId: key() }, files: [pdf(order())] });
    expect((await attempt(ground.plain.id, customer())).body.message).toBe('This number can’t send faxes. Choose a fax number.');
    expect((await attempt(ground.line.id, '+19005550177')).body.message).toBe('Faxes to premium numbers are blocked');
    expect((await attempt(ground.line.id, '+442079460958')).body.message).toBe('Faxes outside the US and Canada are blocked');
    await ground.outside.server.owner.updateTable('phone_numbers').set({ status: 1 }).where('id', '=', ground.line.id).execute();
    expect((await attempt(ground.line.id, '+14155550142')).body.message).toBe('Parked numbers can’t send faxes. Choose another number.');
  });
});

describe('a look before it is faxed', () => {
  test('counts the pages, draws the first twenty, and keeps nothing', async () => {
    const files = () => ground.outside.server.owner.selectFrom('files').select('id').where('company_id', '=', ground.company.id).execute();
    expect(await review(order())).toMatchObject({
      pages: 2,
      sheets: [
        { page: 1, width: 480 },
        { page: 2, src: expect.stringMatching(/^data:image\/png;base64,/) },
      ],
    });
    const many = await review(emptyPages(60));
    expect([many.pages, many.sheets.length]).toEqual([60, 20]);
    expect(await files()).toEqual([]);
  });

  test('a page of odd sides is drawn small', async () => {
    expect((await review(oddSides())).sheets[0]).toMatchObject({ width: 480, height: 1 });
  });

  test('a page that unpacks to hundreds of megabytes ends its own thread, not the server', async () => {
    const before = process.memoryUsage().rss;
    expect((await ground.agent.refusal(routes.faxes.review, { body: {}, files: [pdf(bomb())] })).body.message).toBe('This PDF is broken and cannot be read');
    expect(process.memoryUsage().rss - before).toBeLessThan(1_500_000_000);
    expect((await review(order())).pages).toBe(2);
  });
});
