/** Campaigns over HTTP, with the sandbox's carrier: from a draft to a report that adds up. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteQueryInput } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { type CampaignStage, campaignStage, people, sumOf } from './campaigns.stage.ts';
import { type Outside, postSigned, startOutside } from './outside.ts';
import { png } from './samples.ts';
import { draftOf } from './smsVerification.stage.ts';
import { altered, refused } from './stage.ts';

const { campaigns } = routes;
let outside: Outside;
let stage: CampaignStage;
beforeAll(async () => {
  outside = await startOutside();
  stage = await campaignStage(outside);
});
afterAll(() => outside.close());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const opt = (number: string, body: string, to = stage.line.number) =>
  postSigned(`${outside.publicUrl}/webhooks/carrier/messages/incoming`, {
    MessageSid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
    From: number,
    To: to,
    Body: body,
    NumMedia: '0',
  });

describe('from a draft to a report', () => {
  test('a draft is created, sent, delivered, and its events say so', async () => {
    const { boss, create, save, until, taken } = stage;
    const members = people(25);
    const draft = await create(await stage.group(members));
    expect(draft).toMatchObject({ status: 'draft', sendToContactsCount: 25, counts: { total: 0 }, started: null });
    const queued = await save(draft, { state: 'queued' });
    expect(queued.counts.total).toBe(25);
    const sent = await until(draft.id, ({ counts }) => counts.delivered === 25);
    expect(sumOf(sent)).toBe(true);
    const over = await until(draft.id, ({ status }) => status === 'sent');
    expect(over).toMatchObject({ sent: 25, undelivered: 0, started: expect.any(String) });
    expect(over.creditCost).toBeCloseTo(25 * 0.0083, 4);
    const { data, meta } = await boss.call(campaigns.events, { params: { id: draft.id } });
    expect(meta).toMatchObject({ total: 25, perPage: 10, lastPage: 3 });
    expect(data[0]).toMatchObject({ number: members[0]?.number, state: 'delivered', attempts: 1, contact: { name: 'Person 1' } });
    expect(members.map(({ number }) => taken().get(number))).toEqual(members.map(() => 1));
    const texts = outside.sandbox.ledger.list({ to: members[0]?.number });
    expect(texts.map(({ body }) => body)).toEqual(['Hi Person, spring is here\nReply STOP to stop']);
  });

  test('a client of the specification sends in one call what it shows', async () => {
    const { create, group, until } = stage;
    const made = await create(await group(people(3)), { state: 'queued', include: 'groups' });
    expect(made).toMatchObject({ type: 'sms', groups: [{ id: made.sendToGroupId }], status: 'queued' });
    await until(made.id, ({ counts }) => counts.delivered === 3);
  });

  test('the list is sorted, filtered by displayed state, searched, and thirteen a page', async () => {
    const own = await campaignStage(outside);
    const group = await own.group(people(1));
    for (let at = 1; at <= 14; at += 1) await own.create(group, { title: `Draft ${String(at).padStart(2, '0')}` });
    await own.create(group, { title: 'Later', state: 'queued', shouldBeSentAt: inHours(2) });
    const list = (query: RouteQueryInput<typeof campaigns.list>) => own.boss.call(campaigns.list, { query });
    const { data, meta } = await list({});
    expect([data.length, meta.total, meta.lastPage]).toEqual([13, 15, 2]);
    expect((await list({ sort: 'title', dir: 'asc', filter: 'draft' })).data.map(({ title }) => title).slice(0, 2)).toEqual(['Draft 01', 'Draft 02']);
    expect((await list({ filter: 'scheduled' })).data.map(({ title }) => title)).toEqual(['Later']);
    expect((await list({ search: 'draft 1' })).meta.total).toBe(5);
    for (const sort of ['deliverAt', 'sent', 'delivered', 'undelivered', 'responded', 'unsubscribed'] as const)
      expect((await list({ sort })).meta.total).toBe(15);
    expect(await refused(own.boss.refusal(campaigns.list, { query: { filter: 'pending' as 'draft' } }))).toMatchObject({ status: 422, field: 'filter' });
  });
});

describe('what cannot be sent', () => {
  const send = (more: Parameters<CampaignStage['fields']>[1], group: number) =>
    refused(stage.boss.refusal(campaigns.create, { body: stage.fields(group, { state: 'queued', ...more }) }));

  test('is refused by the condition it misses, by the server’s clock, and may be a draft all the same', async () => {
    const group = await stage.group(people(2));
    expect(await refused(stage.boss.refusal(campaigns.create, { body: { title: ' ' } }))).toMatchObject({ status: 422, field: 'title' });
    expect(await send({ text: '' }, group)).toMatchObject({ status: 422, field: 'text' });
    expect(await send({ unsubscribeText: '' }, group)).toMatchObject({ status: 422, field: 'unsubscribe_text' });
    expect(await send({ groups: undefined }, group)).toMatchObject({ status: 422, field: 'groups' });
    expect(await send({ numberId: undefined }, group)).toMatchObject({ status: 422, field: 'number_id' });
    expect(await send({ shouldBeSentAt: new Date(Date.now() - 60_000).toISOString() }, group)).toMatchObject({ status: 422, field: 'should_be_sent_at' });
    const tooLong = await stage.boss.refusal(campaigns.create, { body: stage.fields(group, { state: 'queued', text: 'x'.repeat(983) }) });
    expect(tooLong.body.message).toBe('Max 1000 characters per SMS');
    expect(await send({ text: 'see https://example.com' }, group)).toMatchObject({ status: 422, field: 'text' });
    expect(await send({}, await stage.group([]))).toMatchObject({ status: 422, field: 'groups' });
    const draft = await stage.boss.call(campaigns.create, { body: { title: 'x' } });
    expect(draft).toMatchObject({ status: 'draft', message: '', sendToGroupId: null, numberId: null });
    await stage.server.owner.updateTable('companies').set({ links_enabled: true }).where('id', '=', stage.company.id).execute();
    expect(await stage.create(group, { text: 'see https://example.com', state: 'queued', shouldBeSentAt: inHours(3) })).toMatchObject({ status: 'queued' });
  });

  test('takes the permission to send: an agent may write a draft', async () => {
    const agent = await stage.server.worker(stage.company, 'user');
    const group = await stage.group(people(1));
    const draft = await agent.call(campaigns.create, { body: stage.fields(group) });
    expect(draft.status).toBe('draft');
    expect(await refused(agent.refusal(campaigns.create, { body: stage.fields(group, { state: 'queued' }) }))).toMatchObject({ status: 403 });
    expect(
      await refused(agent.refusal(campaigns.update, { params: { id: draft.id }, body: { ...stage.fields(group, { state: 'queued' }), _method: 'PATCH' } })),
    ).toMatchObject({ status: 403 });
    const queued = await stage.save(draft, { state: 'queued', shouldBeSentAt: inHours(1) });
    expect(await refused(agent.refusal(campaigns.delete, { params: { id: queued.id } }))).toMatchObject({ status: 403 });
    expect(await refused(agent.refusal(campaigns.pause, { params: { id: queued.id } }))).toMatchObject({ status: 403 });
  });

  test('a merge field that is unknown, or turned off, is named', async () => {
    const group = await stage.group(people(1));
    const told = await stage.boss.refusal(campaigns.create, { body: stage.fields(group, { state: 'queued', text: 'Hi %%nickname%%' }) });
    expect(told.body.message).toContain('%%nickname%%');
    const fields = [{ label: 'Email', token: '%%email%%', enabled: false }];
    const off = await stage.boss.refusal(campaigns.create, {
      body: stage.fields(group, { state: 'queued', text: 'Hi %%email%%', dynamicFields: JSON.stringify(fields) }),
    });
    expect(off.body.message).toContain('%%email%%');
    expect(await refused(stage.boss.refusal(campaigns.create, { body: stage.fields(group, { dynamicFields: 'no JSON' }) }))).toMatchObject({
      status: 422,
      field: 'dynamic_fields',
    });
  });

  test('a group, a number and a file of another company are refused as if they were not there', async () => {
    const other = await campaignStage(outside);
    const theirs = await other.create(await other.group(people(1)), {});
    const picture = await other.boss.call(campaigns.create, { body: { title: 'With a picture' }, files: [{ name: 'media', type: 'image/png', bytes: png }] });
    const group = await stage.group(people(1));
    const create = (more: object) => refused(stage.boss.refusal(campaigns.create, { body: stage.fields(group, more) }));
    expect(await create({ groups: theirs.sendToGroupId })).toMatchObject({ status: 422, field: 'groups' });
    expect(await create({ numberId: theirs.numberId })).toMatchObject({ status: 422, field: 'number_id' });
    const [file] = picture.media;
    expect(await create({ media: [file?.previewUrl] })).toMatchObject({ status: 422, field: 'media' });
    for (const url of ['https://example.com/a.png', 'http://169.254.169.254/latest', 'file:///etc/passwd', altered(file?.previewUrl ?? '')]) {
      expect(await create({ media: [url] })).toMatchObject({ status: 422, field: 'media' });
    }
  });
});

describe('the review', () => {
  test('adds up to the group, opens each line, and sending with it is refused once something changed', async () => {
    const { boss, group, create, save, server, company } = stage;
    const [stopped, landline, invalid, reached] = [people(2, 'Stopped'), people(1, 'Landline'), people(1, 'Invalid'), people(3, 'Reached')];
    const abroad = [
      { number: '+447911123456', name: 'Abroad' },
      { number: '+19005550123', name: 'Premium' },
    ];
    const id = await group([...stopped, ...landline, ...invalid, ...reached, ...abroad]);
    for (const { number } of stopped) await opt(number, 'STOP');
    await server.owner
      .updateTable('contacts')
      .set({ is_invalid: true })
      .where('number', '=', invalid[0]?.number ?? '')
      .execute();
    const found = { lineType: 'landline', carrier: null, isPrepaid: null, isCommercial: null, owners: [] };
    await server.owner
      .insertInto('caller_lookups')
      .values({ company_id: company.id, number: landline[0]?.number ?? '', found: JSON.stringify(found) })
      .execute();
    const draft = await create(id, { text: 'Hi %%firstname%% %%email%% 😀' });
    const review = await boss.call(campaigns.review, { params: { id: draft.id } });
    const lines = Object.fromEntries(review.lines.map(({ kind, count }) => [kind, count]));
    expect(lines).toEqual({ now: 3, later: 0, opted_out: 2, landline: 1, invalid: 1, destination: 2 });
    expect(review.lines.reduce((sum, { count }) => sum + count, 0)).toBe(review.total);
    expect(review).toMatchObject({
      total: 9,
      numberFault: null,
      registration: null,
      link: null,
      segments: { min: 1, max: 1, total: 3 },
      empty: [{ token: '%%email%%', count: 3, fallback: '' }],
    });
    expect(review.longest?.offenders).toEqual(['😀']);
    expect(review.cost.max).toBeCloseTo(3 * 0.0083, 4);
    const rows = await boss.call(campaigns.reviewRows, { params: { id: draft.id }, query: { line: 'opted_out' } });
    expect(rows.data.map(({ number }) => number)).toEqual(stopped.map(({ number }) => number));
    expect((await boss.call(campaigns.reviewRows, { params: { id: draft.id }, query: { search: 'reached 2' } })).data.map(({ text }) => text)).toEqual([
      'Hi Reached  😀\nReply STOP to stop',
    ]);
    await opt(reached[0]?.number ?? '', 'STOP');
    const changed = await boss.refusal(campaigns.update, {
      params: { id: draft.id },
      body: { ...stage.fields(id, { text: draft.message, state: 'queued', digest: review.digest }), _method: 'PATCH' },
    });
    expect([changed.status, changed.body.message]).toEqual([409, expect.stringContaining('people who opted out (2, now 3)')]);
    const again = await boss.call(campaigns.review, { params: { id: draft.id } });
    const other = await boss.refusal(campaigns.update, {
      params: { id: draft.id },
      body: { ...stage.fields(id, { text: 'Other words', state: 'queued', digest: again.digest }), _method: 'PATCH' },
    });
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('the text')]);
    const armed = await save(await stage.get(draft.id), { state: 'queued', digest: again.digest, holdSeconds: 30 });
    expect(armed).toMatchObject({ status: 'queued', heldUntil: expect.any(String), counts: { total: 9, skipped: 7, waiting: 2 } });
    const taken = await save(armed, { state: 'draft' });
    expect(taken).toMatchObject({ status: 'draft', heldUntil: null, counts: { total: 0 } });
    expect(stage.taken().has(reached[1]?.number ?? '')).toBe(false);
    expect(
      await refused(boss.refusal(campaigns.review, { params: { id: (await boss.call(campaigns.create, { body: { title: 'No group' } })).id } })),
    ).toMatchObject({ status: 422, field: 'groups' });
  });

  test('says how the number is registered for texting', async () => {
    const own = await campaignStage(outside);
    const draft = await own.create(await own.group(people(1)));
    await own.boss.call(routes.smsVerification.create, { body: draftOf([own.line.id]) });
    expect((await own.boss.call(campaigns.review, { params: { id: draft.id } })).registration).toBe('draft');
  });

  test('two people who edit one campaign: the second is told', async () => {
    const draft = await stage.create(await stage.group(people(1)));
    await stage.save(draft, { title: 'First', version: draft.version });
    expect(
      await refused(stage.boss.refusal(campaigns.update, { params: { id: draft.id }, body: { title: 'Second', version: draft.version, _method: 'PATCH' } })),
    ).toMatchObject({ status: 409, field: 'version' });
    expect((await stage.get(draft.id)).title).toBe('First');
  });
});

describe('while it is sent', () => {
  test('every outcome of the carrier stands in one count, and one bad recipient stops nobody', async () => {
    const own = await campaignStage(outside);
    const titles = [
      'Delivered',
      'Undelivered: unreachable (30003)',
      'Refused: opted out (21610)',
      'Refused: landline (21635)',
      'Refused: bad number (21211)',
      'Too many requests once (429), then delivered',
      'Taken, reply lost, delivered',
      'Callbacks twice',
      'Callbacks in the wrong order',
      'No callbacks',
    ];
    const members = [...titles.map((title) => ({ number: findMagicNumber(title), name: title })), ...people(5)];
    const made = await own.create(await own.group(members), { state: 'queued' });
    const done = await own.until(made.id, ({ status, counts }) => status === 'sent' && counts.unknown === 0 && counts.delivered === 10, 30_000);
    expect(done.counts).toMatchObject({ total: 15, delivered: 10, undelivered: 1, failed: 2, skipped: 1, sent: 1, waiting: 0, sending: 0 });
    expect(sumOf(done)).toBe(true);
    expect([...own.taken().values()].every((count) => count === 1)).toBe(true);
    const { data } = await own.boss.call(campaigns.events, { params: { id: made.id }, query: { status: 'failed', size: 50 } });
    expect(data.map(({ errorCode, reason }) => [errorCode, reason])).toEqual([
      ['21635', 'The number is a landline'],
      ['21211', 'The number isn’t valid'],
    ]);
    const found = await own.boss.call(campaigns.events, { params: { id: made.id }, query: { search: 'wrong order' } });
    expect(found.data.map(({ state }) => state)).toEqual(['delivered']);
    // Opt-outs at the carrier are not asked for again, and a landline is known now.
    const again = await own.create(made.sendToGroupId ?? 0, { title: 'Again' });
    const review = await own.boss.call(campaigns.review, { params: { id: again.id } });
    expect(review.lines).toEqual(
      expect.arrayContaining([
        { kind: 'opted_out', count: 1 },
        { kind: 'landline', count: 1 },
      ]),
    );
  });

  test('a pause stops it: nobody else is texted, and resuming sends to the rest alone', async () => {
    const own = await campaignStage(outside, 20);
    const members = people(80);
    const made = await own.create(await own.group(members), { state: 'queued' });
    await own.until(made.id, ({ sent }) => sent >= 20);
    const paused = await own.boss.call(campaigns.pause, { params: { id: made.id } });
    expect(paused).toMatchObject({ status: 'paused', pausedReason: 'person' });
    const still = await own.until(made.id, ({ counts }) => counts.sending === 0);
    const then = own.taken().size;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([own.taken().size, (await own.get(made.id)).counts.waiting]).toEqual([then, still.counts.waiting]);
    expect(
      await refused(
        own.boss.refusal(campaigns.update, {
          params: { id: made.id },
          body: { ...own.fields(made.sendToGroupId ?? 0, { text: 'Other', state: 'queued' }), _method: 'PATCH' },
        }),
      ),
    ).toMatchObject({ status: 409 });
    await own.setRate(1_000);
    expect(await own.save(paused, { state: 'queued' })).toMatchObject({ status: 'sending', pausedReason: null });
    await own.until(made.id, ({ counts }) => counts.delivered === 80);
    expect([own.taken().size, [...own.taken().values()].every((count) => count === 1)]).toEqual([80, true]);
    expect(await refused(own.boss.refusal(campaigns.pause, { params: { id: (await own.create(made.sendToGroupId ?? 0, {})).id } }))).toMatchObject({
      status: 409,
    });
  });

  test('STOP in the middle: whoever said it before their turn gets nothing', async () => {
    const own = await campaignStage(outside, 10);
    const members = people(60);
    const made = await own.create(await own.group(members), { state: 'queued' });
    await own.until(made.id, ({ sent }) => sent >= 5);
    const last = members.at(-1)?.number ?? '';
    expect((await opt(last, 'STOP', own.line.number)).status).toBe(200);
    await own.setRate(1_000);
    const done = await own.until(made.id, ({ counts }) => counts.delivered === 59);
    expect(done.counts.skipped).toBe(1);
    expect(own.taken().has(last)).toBe(false);
    // Somebody who got it may still opt out, which is counted.
    await opt(members[0]?.number ?? '', 'STOP', own.line.number);
    await own.until(made.id, ({ unsubscribed, responded }) => unsubscribed === 1 && responded === 1);
  });

  test('a sample goes first and waits for a person', async () => {
    const own = await campaignStage(outside);
    const made = await own.create(await own.group(people(50)), { state: 'queued', firstPercent: 10 });
    const sampled = await own.until(made.id, ({ status }) => status === 'paused');
    expect(sampled).toMatchObject({ pausedReason: 'trickle', firstPercent: 10, counts: { waiting: 45 } });
    expect(own.taken().size).toBe(5);
    expect((await own.save(sampled, { state: 'queued' })).firstPercent).toBeNull();
    await own.until(made.id, ({ counts }) => counts.delivered === 50);
    expect([...own.taken().values()].every((count) => count === 1)).toBe(true);
  });

  test('a number keeps its rate, also with two campaigns', async () => {
    const own = await campaignStage(outside, 10);
    const began = Date.now();
    const one = await own.create(await own.group(people(20)), { state: 'queued' });
    const two = await own.create(await own.group(people(20)), { state: 'queued' });
    await Promise.all([one, two].map(({ id }) => own.until(id, ({ status }) => status === 'sent')));
    // Ten at once, then ten a second.
    expect(Date.now() - began).toBeGreaterThan(2_700);
    expect(own.taken().size).toBe(40);
  });

  test('a number that can’t send pauses it with the reason, and nobody fails', async () => {
    const own = await campaignStage(outside);
    const made = await own.create(await own.group(people(3)), { state: 'queued', holdSeconds: 1 });
    await own.server.owner.updateTable('phone_numbers').set({ sms_enabled: false }).where('id', '=', own.line.id).execute();
    const paused = await own.until(made.id, ({ status }) => status === 'paused');
    expect(paused).toMatchObject({ pausedReason: 'carrier', pausedNote: 'Texting is off for this number', counts: { waiting: 3 } });
  });

  test('a scheduled one is deleted and brought back paused; a group that is gone cancels it', async () => {
    const own = await campaignStage(outside);
    const made = await own.create(await own.group(people(2)), { state: 'queued', shouldBeSentAt: inHours(2) });
    await own.boss.call(campaigns.delete, { params: { id: made.id } });
    expect(await refused(own.boss.refusal(campaigns.get, { params: { id: made.id } }))).toMatchObject({ status: 404 });
    expect(await own.boss.call(campaigns.restore, { params: { id: made.id } })).toMatchObject({ status: 'paused', deletedAt: null });
    expect(await own.save(await own.get(made.id), { state: 'queued', holdSeconds: 0 })).toMatchObject({ status: 'queued' });
    const second = await own.create(await own.group(people(1)), { state: 'queued', holdSeconds: 2 });
    await own.boss.call(routes.groups.delete, { params: { id: second.sendToGroupId ?? 0 } });
    const canceled = await own.until(second.id, ({ status }) => status === 'canceled');
    expect(canceled.counts).toMatchObject({ waiting: 0, canceled: 1 });
  });
});

describe('the words', () => {
  test('merge fields are data: what stands in a name is sent as it is, and a fallback stands in for what is missing', async () => {
    const own = await campaignStage(outside);
    const [odd, empty] = [people(1)[0], people(1)[0]];
    const members = [
      { number: odd?.number ?? '', name: '%%phone%% {{7*7}} <b>x</b>' },
      { number: empty?.number ?? '', name: '' },
    ];
    const fields = [
      { label: 'First Name', token: '%%firstname%%', enabled: true, fallback: 'there' },
      { label: 'Last Name', token: '%%lastname%%', enabled: true },
    ];
    const made = await own.create(await own.group(members), { text: 'Hi %%firstname%%|%%lastname%%', dynamicFields: JSON.stringify(fields), state: 'queued' });
    await own.until(made.id, ({ counts }) => counts.delivered === 2);
    const textTo = (to = '') => outside.sandbox.ledger.list({ to }).map(({ body }) => body);
    expect(textTo(odd?.number)).toEqual(['Hi %%phone%%|{{7*7}} <b>x</b>\nReply STOP to stop']);
    expect(textTo(empty?.number)).toEqual(['Hi there|\nReply STOP to stop']);
    const { fields: kept } = await own.get(made.id);
    expect(kept.map(({ token, enabled, fallback }) => [token, enabled, fallback])).toEqual([
      ['%%firstname%%', true, 'there'],
      ['%%lastname%%', true, ''],
      ['%%phone%%', false, ''],
      ['%%email%%', false, ''],
    ]);
  });

  test('files go along, keep their address while they are edited, and are priced', async () => {
    const own = await campaignStage(outside);
    const made = await own.boss.call(campaigns.create, {
      body: own.fields(await own.group(people(1))),
      files: [{ name: 'media', type: 'image/png', bytes: png }],
    });
    expect(made.media).toHaveLength(1);
    const same = await own.save(made, { title: 'Edited' });
    expect(same.media).toEqual(made.media);
    await own.save(same, { state: 'queued' });
    const sent = await own.until(made.id, ({ counts }) => counts.delivered === 1);
    expect(sent.creditCost).toBeCloseTo(0.022, 4);
    expect(outside.sandbox.ledger.list({ from: own.line.number })[0]?.media).toHaveLength(1);
    const gone = await own.create(made.sendToGroupId ?? 0, {});
    expect((await own.save(gone, {})).media).toEqual([]);
  });
});

describe('the inbox', () => {
  const itemsOf = async (own: CampaignStage, recipient: string) => {
    const { data } = await own.boss.call(routes.conversations.list, { query: { perPage: 50 } });
    const thread = data.find((each) => each.recipient === recipient);
    return thread ? (await own.boss.call(routes.conversations.items, { params: { conversationId: thread.id } })).data : [];
  };

  test('shows each text with what became of it', async () => {
    const own = await campaignStage(outside);
    const [somebody] = people(1);
    const made = await own.create(await own.group([somebody ?? { number: '' }]), { state: 'queued' });
    await own.until(made.id, ({ counts }) => counts.delivered === 1);
    await vi.waitFor(
      async () =>
        expect((await itemsOf(own, somebody?.number ?? '')).map(({ details }) => details)).toMatchObject([{ kind: 'message', deliveryState: 'delivered' }]),
      { timeout: 10_000 },
    );
    const { data } = await own.boss.call(campaigns.events, { params: { id: made.id } });
    expect(data[0]?.conversationId).toEqual(expect.any(Number));
  });

  test('is skipped until somebody answers; then their text stands before the answer', async () => {
    const own = await campaignStage(outside);
    const [answering, silent] = people(2);
    const made = await own.create(await own.group([answering, silent].flatMap((one) => one ?? [])), { state: 'queued', skipInbox: true });
    await own.until(made.id, ({ status, counts }) => status === 'sent' && counts.delivered === 2);
    await opt(answering?.number ?? '', 'Which shop?', own.line.number);
    await vi.waitFor(async () => expect((await itemsOf(own, answering?.number ?? '')).map(({ isInbound }) => isInbound).sort()).toEqual([false, true]), {
      timeout: 15_000,
    });
    expect(await itemsOf(own, silent?.number ?? '')).toEqual([]);
    const { data } = await own.boss.call(campaigns.events, { params: { id: made.id }, query: { search: answering?.number ?? '' } });
    expect(data[0]?.repliedAt).toEqual(expect.any(String));
    expect((await own.get(made.id)).responded).toBe(1);
  });
});

test('a campaign that is not there, or another company’s, is refused by each call alike', async () => {
  const other = await campaignStage(outside);
  const theirs = await other.create(await other.group(people(1)));
  for (const id of [theirs.id, 987_654_321]) {
    const answers = [
      stage.boss.refusal(campaigns.get, { params: { id } }),
      stage.boss.refusal(campaigns.events, { params: { id } }),
      stage.boss.refusal(campaigns.review, { params: { id } }),
      stage.boss.refusal(campaigns.reviewRows, { params: { id } }),
      stage.boss.refusal(campaigns.pause, { params: { id } }),
      stage.boss.refusal(campaigns.ask, { params: { id } }),
      stage.boss.refusal(campaigns.resend, { params: { id }, body: { count: 1 } }),
      stage.boss.refusal(campaigns.restore, { params: { id } }),
      stage.boss.refusal(campaigns.delete, { params: { id } }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 404));
  }
});
