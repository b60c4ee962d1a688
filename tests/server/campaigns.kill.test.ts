/** Campaigns whose process dies at each step: nobody gets two copies, nobody is lost, and what is not confirmed is settled by asking. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#contract/campaigns/entities.ts';
import { showInInbox } from '#server/domains/campaigns/inboxItems.ts';
import { runLane, windowSize } from '#server/domains/campaigns/lane.ts';
import { look } from '#server/domains/campaigns/looks.ts';
import { onFailpoint } from '#server/jobs/failpoints.ts';
import { type CampaignStage, campaignStage, people, sumOf } from './campaigns.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

/** `npm run faults` dies with more seeds. */
const isLong = process.env.FAULTS === 'long';
const seeds = isLong ? 200 : 2;
const points = ['before the claim', 'within the claim', 'after the intents', 'while asking', 'after the answers', 'within settling', 'after settling'] as const;

let shop: Workshop;
beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());
afterEach(() => onFailpoint(() => {}));

/** Lets time pass for a campaign: what waited for a lane that is gone is found now, what is not confirmed is as old as eleven minutes. */
async function passTime({ server }: Pick<CampaignStage, 'server'>, id: number): Promise<void> {
  await sql`update campaign_attempts set created_at = created_at - interval '11 minutes', look_at = now() where campaign_id = ${id} and state in ('intent', 'unknown')`.execute(
    server.owner,
  );
  await sql`update campaigns set wake_at = now() where id = ${id} and state in ('queued', 'sending')`.execute(server.owner);
}

/** Checks what holds at every moment. */
function checkPromise({ taken }: CampaignStage, campaign: Campaign): void {
  expect([...taken()].filter(([, count]) => count > 1)).toEqual([]);
  expect(campaign.counts.sending + campaign.counts.unknown).toBeLessThanOrEqual(windowSize);
  expect(sumOf(campaign)).toBe(true);
}

/** Checks the end: each recipient has the text or the carrier has no record of it, as the carrier's own ledger says. */
async function checkEnd(stage: CampaignStage, campaign: Campaign): Promise<void> {
  checkPromise(stage, campaign);
  const { total, delivered, failed } = campaign.counts;
  expect([campaign.status, delivered + failed]).toEqual(['sent', total]);
  const rows = await stage.server.owner.selectFrom('campaign_recipients').select(['e164', 'state']).where('campaign_id', '=', campaign.id).execute();
  const taken = stage.taken();
  for (const { e164, state } of rows) expect([e164, taken.get(e164) ?? 0]).toEqual([e164, state === 'delivered' ? 1 : 0]);
}

test('killed at each step, a campaign goes on: nobody twice, nobody lost', async () => {
  const stage = await campaignStage(shop);
  const made = await stage.create(await stage.group(people(160)), { state: 'queued' });
  for (const point of points) {
    await passTime(stage, made.id);
    expect(await shop.dieAt(`campaign.lane: ${point}`)).toBe('SIGKILL');
    checkPromise(stage, await stage.get(made.id));
  }
  await passTime(stage, made.id);
  const worker = shop.work();
  const done = await stage.until(
    made.id,
    ({ status, counts }) => {
      void passTime(stage, made.id);
      return status === 'sent' && counts.unknown === 0 && counts.sent === 0;
    },
    120_000,
  );
  worker.kill('SIGKILL');
  await checkEnd(stage, done);
  // Texts the lane had asked for and never settled were found in the carrier's list.
  expect(done.counts.delivered).toBeGreaterThan(80);
});

class Death extends Error {}

/** Runs a lane in this process until it dies at a point, as often as it was passed. Requests that were made go on, as bytes on a wire do. */
async function dieIn(stage: CampaignStage, id: number, point: string, at: number): Promise<void> {
  let passed = 0;
  onFailpoint((name) => {
    if (name !== point) return;
    passed += 1;
    if (passed === at) throw new Death(name);
  });
  await runLane(shop.server.services, { companyId: stage.company.id, campaignId: id }).catch((error: unknown) => {
    if (!(error instanceof Death)) throw error;
  });
  onFailpoint(() => {});
}

/** Looks at every attempt that is not confirmed. */
async function lookAtAll(stage: CampaignStage, id: number): Promise<void> {
  const rows = await stage.server.owner.selectFrom('campaign_attempts').select('id').where('campaign_id', '=', id).where('state', '=', 'unknown').execute();
  for (const row of rows) await look(shop.server.services, { companyId: stage.company.id, attemptId: row.id });
}

test.each(points)('dies with many seeds %s: at most one copy, and nothing unknown in the end', { timeout: 900_000 }, async (point) => {
  const stage = await campaignStage(shop, 100_000);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const made = await stage.create(await stage.group(people(12 + (seed % 37))), { state: 'queued', skipInbox: seed % 2 === 0 });
    await dieIn(stage, made.id, `campaign.lane: ${point}`, 1 + (seed % 3));
    checkPromise(stage, await stage.get(made.id));
    let campaign = await stage.get(made.id);
    for (let round = 0; round < 40 && !(campaign.status === 'sent' && campaign.counts.unknown + campaign.counts.sent === 0); round += 1) {
      // Requests of the dead lane arrive, and their callbacks.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await passTime(stage, made.id);
      await lookAtAll(stage, made.id);
      await runLane(shop.server.services, { companyId: stage.company.id, campaignId: made.id });
      campaign = await stage.get(made.id);
      checkPromise(stage, campaign);
    }
    await checkEnd(stage, campaign);
  }
});

test('killed while texts are shown in the inbox: each stands there once', async () => {
  const stage = await campaignStage(shop, 100_000);
  const made = await stage.create(await stage.group(people(600)), { state: 'queued' });
  const ref = { companyId: stage.company.id, campaignId: made.id };
  await runLane(shop.server.services, ref);
  await stage.until(made.id, ({ counts }) => counts.delivered === 600);
  onFailpoint((name) => {
    if (name === 'campaign.items: after a chunk') throw new Death(name);
  });
  await expect(showInInbox(shop.server.services, ref)).rejects.toThrow(Death);
  onFailpoint(() => {});
  await Promise.all([showInInbox(shop.server.services, ref), showInInbox(shop.server.services, ref)]);
  const items = await stage.server.owner.selectFrom('items').select(['recipient', 'delivery_state']).where('company_id', '=', stage.company.id).execute();
  expect([items.length, new Set(items.map(({ recipient }) => recipient)).size]).toEqual([600, 600]);
});
