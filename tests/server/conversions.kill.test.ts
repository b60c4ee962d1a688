/** Workers that are killed while they tell vendors: a vendor that knows a conversion again is told of it until it said so, any other one once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { googlePeople } from '#sandbox/ads/google.ts';
import { metaPeople } from '#sandbox/ads/meta.ts';
import { microsoftPeople } from '#sandbox/ads/microsoft.ts';
import { hubspotAccounts } from '#sandbox/leadCrm/hubspot.ts';
import { slackTeams } from '#sandbox/teamChat/slack.ts';
import { type DniStage, startDniStage } from './dni.stage.ts';
import { answerConsent } from './teamChat.stage.ts';
import { createVendorStage } from './vendors.stage.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const { integrations } = routes;
const patience = { timeout: 120_000, interval: 250 };
const steps = ['after the intents', 'after the answers'].map((step) => `conversions.send: ${step}`);
let shop: Workshop;
let s: DniStage;

beforeAll(async () => {
  shop = await startWorkshop();
  s = await startDniStage({}, shop);
});
afterAll(() => shop.close());

const conversions = () => shop.server.owner.updateTable('conversions').where('company_id', '=', s.company.id);

/** The vendor under test: how it is connected, and how often it was told of each conversion that counts there. */
interface Vendor {
  readonly provider: Parameters<typeof createVendorStage>[1];
  readonly click: string | null;
  connect(stage: ReturnType<typeof createVendorStage>): Promise<void>;
  told(stage: ReturnType<typeof createVendorStage>): readonly number[];
}

const vendors: readonly (Vendor & { readonly isSafeTwice: boolean; readonly withdrawn: string })[] = [
  {
    provider: 'google-ads',
    click: 'gclid=killed',
    isSafeTwice: true,
    withdrawn: 'withdrawn',
    async connect(stage) {
      const { url } = await s.owner.call(integrations.googleAdsRedirect);
      await stage.comeBack(await stage.consent(url, { shows: 'auth/datamanager', account: googlePeople[0].sub }));
      await s.owner.call(integrations.activateGoogleAds, { params: await stage.find(), body: { customerId: '1112223333', events: ['lead'] } });
    },
    told: () =>
      shop.sandbox.googleAds
        .conversions()
        .filter(({ value }) => value !== 0)
        .map(({ told }) => told),
  },
  {
    provider: 'meta-ads',
    click: 'fbclid=killed',
    isSafeTwice: true,
    // Meta withdraws nothing.
    withdrawn: 'accepted',
    async connect(stage) {
      const { url } = await s.owner.call(integrations.metaAdsRedirect);
      await stage.comeBack(await stage.consent(url, { shows: 'business_management', account: metaPeople[0].id }));
      const body = { businessManagerId: '6610001', accountId: '330001', pixelId: '880001', events: ['lead' as const] };
      await s.owner.call(integrations.activateMetaAds, { params: await stage.find(), body });
    },
    told: () => shop.sandbox.metaAds.events().map(({ told }) => told),
  },
  {
    provider: 'microsoft-ads',
    click: 'msclkid=killed',
    isSafeTwice: true,
    withdrawn: 'withdrawn',
    async connect(stage) {
      const { url } = await s.owner.call(integrations.microsoftAdsRedirect);
      await stage.comeBack(await stage.consent(url, { shows: 'msads.manage', account: microsoftPeople[0].id }));
      const params = await stage.find();
      const body = { managerAccountId: '1500001', accountId: '180001', events: ['lead' as const] };
      await s.owner.call(integrations.activateMicrosoftAds, { params, body });
      // Lets the two hours of new goals pass, both at Microsoft and here.
      shop.sandbox.microsoftAds.ageGoals('180001');
      const settings = sql<string>`settings - 'readyAt'`;
      await shop.server.owner.updateTable('integrations').set({ settings }).where('id', '=', params.id).execute();
    },
    told: () =>
      shop.sandbox.microsoftAds
        .conversions()
        .filter(({ isRetracted }) => !isRetracted)
        .map(({ told }) => told),
  },
  {
    provider: 'lead-crm',
    click: null,
    isSafeTwice: false,
    withdrawn: 'withdrawn',
    async connect(stage) {
      const { url } = await s.owner.call(integrations.crmRedirect);
      await stage.comeBack(await stage.consent(url, { shows: 'Connect Harbor Bikes CRM', account: String(hubspotAccounts[0].id) }));
      const body = { pipelineId: 'default', stageId: 'appointmentscheduled', events: ['lead' as const] };
      await s.owner.call(integrations.activateCrm, { params: await stage.find(), body });
    },
    told: () =>
      shop.sandbox.leadCrm
        .list('deals')
        .filter(({ isArchived }) => !isArchived)
        .map(() => 1),
  },
  {
    provider: 'team-chat',
    click: null,
    isSafeTwice: false,
    withdrawn: 'withdrawn',
    async connect() {
      const { url } = await s.owner.call(integrations.chatRedirect);
      const { id } = await s.owner.call(integrations.chatCallback, { body: await answerConsent(shop, url, slackTeams[0].id) });
      await s.owner.call(integrations.configureChat, { params: { id }, body: { channelId: 'C0SALES', events: ['lead'] } });
    },
    told: () =>
      shop.sandbox.teamChat
        .list()
        .filter(({ isDeleted }) => !isDeleted)
        .map(() => 1),
  },
];

describe.each(vendors)('$provider', ({ provider, click, isSafeTwice, withdrawn, connect, told }) => {
  const stage = createVendorStage(() => s, provider);
  beforeEach(stage.begin);

  test('killed at every step of a conversion and of its withdrawal: none counts twice, and what is not known is said', async () => {
    await connect(stage);
    const calls: number[] = [];
    /** Ends the hold of what waits, and takes a process that died for gone. */
    const pass = async () => {
      await conversions().set({ due_at: new Date() }).where('state', 'in', ['held', 'accepted']).execute();
      await conversions()
        .set({ attempted_at: new Date(Date.now() - 600_000) })
        .where('state', '=', 'intent')
        .execute();
    };
    for (const step of steps) {
      const { id } = await stage.insertCall({ click: click === null ? null : `${click}-${calls.length}` });
      calls.push(id);
      await stage.mark(id, { isLead: true });
      await pass();
      expect(await shop.dieAt(step)).toBe('SIGKILL');
    }
    await pass();
    const worker = shop.work();
    const ended = calls.map(() => `lead ${isSafeTwice ? 'accepted' : 'unknown'}`);
    await expect.poll(stage.states, patience).toEqual(ended);
    worker.kill('SIGKILL');
    // The second one was told before the process died; of the first one an ad platform is told with it, and both again.
    expect(told(stage)).toEqual(isSafeTwice ? [2, 2] : [1]);

    const sent = isSafeTwice ? calls[0] : (await stage.insertCall({ click })).id;
    if (sent === undefined) throw new Error('No call was made');
    if (!isSafeTwice) {
      await stage.mark(sent, { isLead: true });
      await pass();
      const another = shop.work();
      await expect.poll(stage.states, patience).toEqual([...ended, 'lead accepted']);
      another.kill('SIGKILL');
    }
    await stage.mark(sent, { isLead: false });
    for (const step of steps) {
      await pass();
      expect(await shop.dieAt(step)).toBe('SIGKILL');
    }
    await pass();
    const last = shop.work();
    const known = async () => (await stage.explained(sent, 'lead'))?.reason ?? '';
    await expect.poll(known, patience).toMatch(/stays there|set to zero|retracted|isn’t in|archived|deleted/);
    const outcome = isSafeTwice ? [`lead ${withdrawn}`, 'lead accepted'] : [...ended, `lead ${withdrawn}`];
    await expect.poll(stage.states, patience).toEqual(outcome);
    last.kill('SIGKILL');
    expect(told(stage)).toHaveLength(isSafeTwice && withdrawn === 'accepted' ? 2 : 1);
  });
});
