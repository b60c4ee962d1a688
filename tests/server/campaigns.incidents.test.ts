/** Incidents of others who sent to many, each as a test: texts twice, texts after STOP, a campaign that stops for one recipient. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { runLane } from '#server/domains/campaigns/lane.ts';
import { look, sweepCampaigns } from '#server/domains/campaigns/looks.ts';
import { handleOptKeyword } from '#server/domains/messaging/optOutKeywords.ts';
import { campaignStage, people, sumOf } from './campaigns.stage.ts';
import { account, postSigned, startOutside } from './outside.ts';
import { refused } from './stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const { campaigns } = routes;
/** `npm run faults` has more of them. */
const isLong = process.env.FAULTS === 'long';

// Nobody works here but who is called.
let shop: Workshop;
beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

const once = (counts: ReadonlyMap<string, number>) => [...counts.values()].every((count) => count === 1);

test('two schedulers at the same instant start a campaign once', async () => {
  const stage = await campaignStage(shop);
  const made = await stage.create(await stage.group(people(120)), { state: 'queued' });
  const ref = { companyId: stage.company.id, campaignId: made.id };
  await Promise.all([
    sweepCampaigns(shop.server.services),
    sweepCampaigns(shop.server.services),
    ...[1, 2, 3, 4].map(() => runLane(shop.server.services, ref)),
  ]);
  const done = await stage.until(made.id, ({ counts }) => counts.delivered === 120);
  expect([once(stage.taken()), stage.taken().size, done.status]).toEqual([true, 120, 'sent']);
});

test('resuming does not begin at the top again', async () => {
  const stage = await campaignStage(shop, 30);
  const made = await stage.create(await stage.group(people(90)), { state: 'queued' });
  const ref = { companyId: stage.company.id, campaignId: made.id };
  const lane = runLane(shop.server.services, ref);
  await stage.until(made.id, ({ sent }) => sent >= 30);
  const paused = await stage.boss.call(campaigns.pause, { params: { id: made.id } });
  await lane;
  const before = new Set(stage.taken().keys());
  await stage.setRate(1_000);
  await stage.save(paused, { state: 'queued' });
  await runLane(shop.server.services, ref);
  await stage.until(made.id, ({ counts }) => counts.delivered === 90);
  expect([before.size < 90, once(stage.taken()), stage.taken().size]).toEqual([true, true, 90]);
});

test('one bad recipient stops nobody, and fails alone', async () => {
  const stage = await campaignStage(shop);
  const bad = { number: findMagicNumber('Refused: bad number (21211)'), name: 'Bad' };
  const made = await stage.create(await stage.group([bad, ...people(30)]), { state: 'queued' });
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  const done = await stage.until(made.id, ({ counts }) => counts.delivered === 30);
  expect(done).toMatchObject({ status: 'sent', counts: { failed: 1, delivered: 30 } });
});

test('a create that is repeated is one campaign, and a second press of send sends once', async () => {
  const stage = await campaignStage(shop);
  const group = await stage.group(people(10));
  const body = { ...stage.fields(group, { state: 'queued' }), key: `repeated-${stage.company.id}` };
  const [one, two] = await Promise.all([stage.boss.call(campaigns.create, { body }), stage.boss.call(campaigns.create, { body })]);
  expect(two.id).toBe(one.id);
  expect((await stage.boss.call(campaigns.list, {})).meta.total).toBe(1);
  expect(await refused(stage.boss.refusal(campaigns.create, { body: { ...body, text: 'Other words' } }))).toMatchObject({ status: 409, field: 'key' });
  const [first, second] = await Promise.all([stage.save(one, { state: 'queued' }), stage.save(one, { state: 'queued' })]);
  expect([first.status, second.status]).toEqual(['queued', 'queued']);
  const ref = { companyId: stage.company.id, campaignId: one.id };
  await Promise.all([runLane(shop.server.services, ref), runLane(shop.server.services, ref)]);
  await stage.until(one.id, ({ counts }) => counts.delivered === 10);
  expect([once(stage.taken()), stage.taken().size]).toEqual([true, 10]);
});

test('a campaign of a restored backup goes on when a person says so, and only to those who have nothing', async () => {
  const stage = await campaignStage(shop);
  const made = await stage.create(await stage.group(people(40)), { state: 'queued' });
  // As `scripts/restore.ts` leaves it.
  await stage.server.owner.updateTable('campaigns').set({ state: 'paused', paused_reason: 'restored', wake_at: null }).where('id', '=', made.id).execute();
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  expect(stage.taken().size).toBe(0);
  const paused = await stage.get(made.id);
  expect(paused.pausedReason).toBe('restored');
  expect(await stage.save(paused, { state: 'queued' })).toMatchObject({ pausedReason: null });
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  await stage.until(made.id, ({ counts }) => counts.delivered === 40);
});

test('STOP against the lane: once STOP is answered, no later intent exists', { timeout: 1_800_000 }, async () => {
  const stage = await campaignStage(shop, 100_000);
  const size = 50;
  for (let round = 0; round < (isLong ? 10_000 / size : 2); round += 1) {
    const members = people(size);
    const made = await stage.create(await stage.group(members), { state: 'queued', skipInbox: true });
    const stopped = new Map<string, Date>();
    const stops = members.map(async ({ number }, at) => {
      await new Promise((resolve) => setTimeout(resolve, ((at * 7919) % 97) + (round % 5)));
      await handleOptKeyword(shop.server.services, { from: number, to: stage.line.number, body: 'STOP', at: new Date() });
      stopped.set(number, new Date());
    });
    await Promise.all([...stops, runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id })]);
    const intents = await stage.server.owner
      .selectFrom('campaign_attempts')
      .innerJoin('campaign_recipients', 'campaign_recipients.id', 'campaign_attempts.recipient_id')
      .select(['e164', 'campaign_attempts.created_at'])
      .where('campaign_attempts.campaign_id', '=', made.id)
      .execute();
    expect(stopped.size).toBe(size);
    expect(intents.filter(({ e164, created_at }) => created_at > (stopped.get(e164) ?? new Date()))).toEqual([]);
    expect(sumOf(await stage.get(made.id))).toBe(true);
  }
});

test('the carrier is away: nobody fails for it, at most twenty are not confirmed, and asking settles them', async () => {
  const stage = await campaignStage(shop);
  const title = 'Error 500 without taking it';
  const made = await stage.create(await stage.group([{ number: findMagicNumber(title), name: 'Away' }, ...people(5)]), { state: 'queued' });
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  const unsure = await stage.until(made.id, ({ counts }) => counts.delivered === 5);
  expect(unsure.counts.unknown).toBe(1);
  expect(await refused(stage.boss.refusal(campaigns.resend, { params: { id: made.id }, body: { count: 3 } }))).toMatchObject({ status: 409 });
  expect((await stage.boss.call(campaigns.ask, { params: { id: made.id } })).counts.unknown).toBe(1);
  const ref = { companyId: stage.company.id, campaignId: made.id };
  // Sent again, because a person says so: a new attempt.
  expect(await stage.boss.call(campaigns.resend, { params: { id: made.id }, body: { count: 1 } })).toMatchObject({
    counts: { unknown: 0, waiting: 1 },
    status: 'sending',
  });
  await runLane(shop.server.services, ref);
  const { data } = await stage.boss.call(campaigns.events, { params: { id: made.id }, query: { status: 'unknown' } });
  expect(data).toMatchObject([{ attempts: 2, reason: 'The carrier didn’t confirm this text' }]);
  await stage.server.owner
    .updateTable('campaign_attempts')
    .set({ created_at: new Date(Date.now() - 15 * 60_000) })
    .where('campaign_id', '=', made.id)
    .where('state', '=', 'unknown')
    .execute();
  for (const { id } of await stage.server.owner
    .selectFrom('campaign_attempts')
    .select('id')
    .where('campaign_id', '=', made.id)
    .where('state', '=', 'unknown')
    .execute()) {
    await look(shop.server.services, { companyId: stage.company.id, attemptId: id });
  }
  expect((await stage.get(made.id)).counts).toMatchObject({ unknown: 0, failed: 1, delivered: 5 });
});

test('status callbacks: a copy, another order, an unknown attempt and a foreign one change nothing; the raw rows are there', async () => {
  const stage = await campaignStage(shop);
  const made = await stage.create(await stage.group([{ number: findMagicNumber('No callbacks'), name: 'Silent' }]), { state: 'queued' });
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  const [message] = shop.sandbox.ledger.list({ from: stage.line.number });
  const url = message?.statusCallback ?? '';
  expect(url).toContain('/webhooks/carrier/campaigns/status/');
  const post = (status: string, more: Record<string, string> = {}, to = url) =>
    postSigned(to, { MessageSid: message?.sid ?? '', MessageStatus: status, ...more });
  const answers = await Promise.all([post('delivered'), post('delivered'), post('sent'), post('queued')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // Answered after the commit: it stands there at once.
  expect((await stage.get(made.id)).counts).toMatchObject({ delivered: 1, sent: 0 });
  expect((await post('failed', { ErrorCode: '30008' })).status).toBe(200);
  expect((await stage.get(made.id)).counts.delivered).toBe(1);
  expect((await post('delivered', { MessageSid: `SM${'9'.repeat(32)}` })).status).toBe(200);
  expect((await post('sent', {}, `${shop.publicUrl}/webhooks/carrier/campaigns/status/no-token`)).status).toBe(200);
  expect((await postSigned(url, { MessageSid: message?.sid ?? '', MessageStatus: 'failed' }, { token: `${account.authToken}x` })).status).toBe(403);
  const rows = await shop.server.owner
    .selectFrom('carrier_webhooks')
    .select(['payload', 'applied_at', 'quarantined'])
    .where('kind', '=', 'campaign.status')
    .execute();
  const own = rows.filter(({ payload }) => payload.MessageSid === message?.sid && payload.token !== 'no-token');
  expect(own.map(({ payload }) => payload.MessageStatus).sort()).toEqual(['delivered', 'failed', 'queued', 'sent']);
  expect(own.every(({ applied_at }) => applied_at !== null)).toBe(true);
  expect(
    rows
      .filter(({ quarantined }) => quarantined !== null)
      .map(({ quarantined }) => quarantined)
      .sort(),
  ).toEqual(['Attempt not found', 'The status cannot be read']);
});

test('too many requests are answered before anything is done', async () => {
  const outside = await startOutside({ config: { rateFactor: 0.02 } });
  try {
    const stage = await campaignStage(outside);
    const body = (at: number) => ({ body: { title: `Campaign ${at}` } });
    let made = 0;
    let status = 200;
    while (status === 200 && made < 10) {
      const answer = await stage.boss.exchange(campaigns.create, body(made));
      status = answer.status;
      if (status === 200) made += 1;
    }
    expect([status, made > 0]).toEqual([429, true]);
    expect(await stage.server.owner.selectFrom('campaigns').select('title').execute()).toHaveLength(made);
  } finally {
    await outside.close();
  }
});

test('a carrier that takes fewer than we think: what it answers with 429 is sent again, once, and nobody fails', async () => {
  const stage = await campaignStage(shop, 1_000);
  const limit = (limits: object) =>
    fetch(`${shop.sandbox.url}/control/carrierRate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(limits) });
  expect((await limit({ perNumber: 15 })).status).toBe(202);
  try {
    const made = await stage.create(await stage.group(people(40)), { state: 'queued' });
    const ref = { companyId: stage.company.id, campaignId: made.id };
    await runLane(shop.server.services, ref);
    const done = await stage.until(made.id, ({ status, counts }) => status === 'sent' && counts.delivered === 40);
    expect(done.counts).toMatchObject({ failed: 0, unknown: 0 });
    expect([once(stage.taken()), stage.taken().size]).toEqual([true, 40]);
    const { data } = await stage.boss.call(campaigns.events, { params: { id: made.id }, query: { size: 50 } });
    expect(data.some(({ attempts }) => attempts > 1)).toBe(true);
  } finally {
    await limit({});
  }
});

test('texting hours: each waits for their own morning, also over the change of the clocks, and is told when', async () => {
  const outside = await startOutside({ config: { textingHours: { from: 9, to: 20, sundayFrom: 12 } } });
  try {
    const stage = await campaignStage(outside);
    const members = [
      { number: '+12125550111', name: 'New York', state: 'NY' },
      { number: '+16025550111', name: 'Phoenix', state: 'AZ' },
      { number: '+12125550112', name: 'Moved to Los Angeles', state: 'CA' },
      { number: '+18085550111', name: 'Honolulu', state: 'HI' },
    ];
    // Sunday, 14 March 2027, half past one at night in New York: half an hour later it is three.
    const draft = await stage.create(await stage.group(members), { shouldBeSentAt: '2027-03-14T06:30:00.000Z' });
    const review = await stage.boss.call(campaigns.review, { params: { id: draft.id } });
    expect(review.lines.filter(({ count }) => count > 0)).toEqual([{ kind: 'later', count: 4 }]);
    expect(review.hours).toEqual([
      { at: '2027-03-14T16:00:00.000Z', count: 1 },
      { at: '2027-03-14T19:00:00.000Z', count: 2 },
      { at: '2027-03-14T22:00:00.000Z', count: 1 },
    ]);
    const { data } = await stage.boss.call(campaigns.reviewRows, { params: { id: draft.id } });
    // Phoenix does not change its clocks; who moved is waited for in both places.
    expect(Object.fromEntries(data.map(({ contact, sendsAt }) => [contact.name, sendsAt]))).toEqual({
      'New York': '2027-03-14T16:00:00.000Z',
      Phoenix: '2027-03-14T19:00:00.000Z',
      'Moved to Los Angeles': '2027-03-14T19:00:00.000Z',
      Honolulu: '2027-03-14T22:00:00.000Z',
    });
    const armed = await stage.save(draft, { state: 'queued', digest: review.digest });
    expect(armed.counts).toMatchObject({ held: 4, waiting: 0 });
    // Its time comes while it is night: nobody is texted, and it says so.
    await stage.server.owner
      .updateTable('campaigns')
      .set({ deliver_at: new Date(Date.now() - 1_000), wake_at: new Date() })
      .where('id', '=', draft.id)
      .execute();
    await vi.waitFor(async () => expect((await stage.get(draft.id)).status).toBe('sending'), { timeout: 15_000 });
    expect([stage.taken().size, (await stage.get(draft.id)).counts.held]).toEqual([0, 4]);
    const events = await stage.boss.call(campaigns.events, { params: { id: draft.id }, query: { status: 'held' } });
    expect(events.data[0]?.reason).toBe('Outside texting hours where they live');
  } finally {
    await outside.close();
  }
});

test('somebody who had three texts within a day waits until it ends', async () => {
  const outside = await startOutside({ config: { textingHours: { from: 0, to: 24, sundayFrom: 0 } } });
  try {
    const stage = await campaignStage(outside);
    const group = await stage.group(people(1));
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await stage.create(group, { title, state: 'queued' });
      await stage.until(id, ({ counts }) => counts.delivered === 1);
    }
    const fourth = await stage.create(group, { title: 'Four', state: 'queued' });
    await stage.until(fourth.id, ({ counts, status }) => counts.held === 1 && status === 'sending');
    const { data } = await stage.boss.call(campaigns.events, { params: { id: fourth.id } });
    expect(data[0]?.reason).toBe('Had three texts within 24 hours');
    expect([...stage.taken().values()]).toEqual([3]);
  } finally {
    await outside.close();
  }
});

test('a very large group is written down by the lane, in parts, before anybody is texted', async () => {
  const stage = await campaignStage(shop);
  const count = isLong ? 100_000 : 51_000;
  const { id: group } = await stage.server.owner
    .insertInto('contact_groups')
    .values({ company_id: stage.company.id, name: 'Everybody' })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The database knows the group as it was before it was filled.
  await sql`analyze contact_group_members`.execute(stage.server.owner);
  await sql`insert into contacts (company_id, number, name)
    select ${stage.company.id}, '+1646' || (2000000 + n), 'Person ' || n from generate_series(1, ${count}::int) n`.execute(stage.server.owner);
  await sql`insert into contact_group_members (company_id, group_id, contact_id) select company_id, ${group}, id from contacts where company_id = ${stage.company.id}`.execute(
    stage.server.owner,
  );
  const made = await stage.create(group, { state: 'queued', shouldBeSentAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(made).toMatchObject({ status: 'pending', counts: { total: 0 } });
  // Rows a busy machine doesn't write down in one turn follow in the next.
  for (let turn = 0; turn < 5 && (await stage.get(made.id)).status === 'pending'; turn += 1)
    await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
  expect(await stage.get(made.id)).toMatchObject({ status: 'queued', counts: { total: count, waiting: count } });
});

test('who was deleted, or has another number, between the start and their turn gets nothing', async () => {
  const outside = await startOutside();
  try {
    const own = await campaignStage(outside);
    const [gone, moved, stays] = people(3);
    const made = await own.create(await own.group([gone, moved, stays].flatMap((each) => each ?? [])), { state: 'queued', holdSeconds: 2 });
    const idOf = async (number: string) => (await own.boss.call(routes.contacts.list, { query: { q: number } })).data.map(({ id }) => id)[0] ?? 0;
    await own.boss.call(routes.contacts.delete, { params: { id: await idOf(gone?.number ?? '') } });
    await own.boss.call(routes.contacts.update, { params: { id: await idOf(moved?.number ?? '') }, body: { number: people(1)[0]?.number ?? '' } });
    await own.until(made.id, ({ counts }) => counts.delivered === 1 && counts.skipped === 2);
    const { data } = await own.boss.call(campaigns.events, { params: { id: made.id }, query: { status: 'skipped' } });
    expect(data.map(({ reason }) => reason)).toEqual(['No contact has this number any more', 'No contact has this number any more']);
    expect([...own.taken().keys()]).toEqual([stays?.number]);
  } finally {
    await outside.close();
  }
});

test('where links are off, none comes in by a merge field either (RULE-098)', async () => {
  const outside = await startOutside();
  try {
    const own = await campaignStage(outside);
    await own.server.owner.updateTable('companies').set({ links_enabled: false }).where('id', '=', own.company.id).execute();
    const group = await own.group(people(1));
    const dynamicFields = JSON.stringify([{ label: 'Email', token: '%%email%%', length: 10, enabled: true, fallback: 'go http://evil.example/x' }]);
    for (const fields of [{ text: 'See %%email%%', dynamicFields }, { text: 'go evil%%lastname%%.com' }])
      await expect(own.create(group, { ...fields, state: 'queued' })).rejects.toThrow(/link/i);
  } finally {
    await outside.close();
  }
});
