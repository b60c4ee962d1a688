/** The generated paths of a campaign, with actors that are calls to a real server. No lane works: each path puts the campaign where it has it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Campaign, CampaignReview } from '#contract/campaigns/entities.ts';
import { routes } from '#contract/index.ts';
import { type ArmRequest, type CampaignDraft, type CampaignReading, countReached, countUnknown, type DraftRequest, toDraft } from '#machines/campaign/index.ts';
import { model, draft as typed } from '#tests/models/campaign.fixtures.ts';
import { campaignStage, people } from './campaigns.stage.ts';
import { Client } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { png } from './samples.ts';
import { startWorkshop, type Workshop } from './workers.ts';

const calls = routes.campaigns;
/** Time an armed campaign is held back: no path takes as long. */
const holdSeconds = 30;
let workshop: Workshop;
let stage: Awaited<ReturnType<typeof campaignStage>>;
let owner: Client;
let reader: Client;
let groupId = 0;
let numbers: string[] = [];

beforeAll(async () => {
  workshop = await startWorkshop();
  stage = await campaignStage(workshop);
  owner = await workshop.server.worker(stage.company, 'owner');
  reader = await workshop.server.worker(stage.company, 'user');
  const members = people(2);
  numbers = members.map(({ number }) => number);
  groupId = await stage.group(members);
});
afterAll(() => workshop.close());

const isReading = (value: unknown): value is CampaignReading => typeof value === 'object' && value !== null && 'campaign' in value;
const isReview = (value: unknown): value is CampaignReview => typeof value === 'object' && value !== null && 'numberFault' in value;

const away = <T>(work: () => Promise<T>): Promise<T> => whileAway(workshop.server, work, () => owner.call(calls.list));
const rest = (at: string | null): number => (at === null ? 0 : Math.max(0, Date.parse(at) - Date.now()));

/** A campaign as a form has it. */
const toForm = (draft: CampaignDraft) => ({
  title: draft.title,
  text: draft.message,
  unsubscribeText: draft.unsubscribeMessage,
  skipInbox: draft.skipInbox,
  dynamicFields: JSON.stringify(draft.fields),
  ...(draft.group === null ? {} : { groups: draft.group.id }),
  ...(draft.deliverAt === null ? {} : { shouldBeSentAt: draft.deliverAt }),
  ...(draft.numberId === null ? {} : { numberId: draft.numberId }),
  ...(draft.media.length === 0 ? {} : { media: draft.media.filter(({ previewUrl }) => isOurs(previewUrl)).map(({ previewUrl }) => previewUrl) }),
});
const isOurs = (url: string) => url.startsWith('/api/files/');
/** Files that were attached and are not saved. */
const newFiles = ({ media }: CampaignDraft) =>
  media.filter(({ previewUrl }) => !isOurs(previewUrl)).map(({ name }) => ({ name, type: 'image/png', bytes: png }));

/** Everybody of the group has opted out, or nobody. */
async function setOptedOut(isOptedOut: boolean): Promise<void> {
  await workshop.server.owner.deleteFrom('opt_outs').where('company_id', '=', stage.company.id).execute();
  const rows = numbers.map((number) => ({ company_id: stage.company.id, number, source: 'keyword' as const }));
  if (isOptedOut) await workshop.server.owner.insertInto('opt_outs').values(rows).execute();
}

const setTexting = (sms_enabled: boolean) => workshop.server.owner.updateTable('phone_numbers').set({ sms_enabled }).where('id', '=', stage.line.id).execute();

/** Puts its recipients where the path has them: one who got it once it has begun, one nobody knows of. */
async function setRecipients(id: number, { started, counts }: Campaign): Promise<void> {
  const { owner: rows } = workshop.server;
  await rows.deleteFrom('campaign_recipients').where('campaign_id', '=', id).execute();
  const states = [...(started === null ? [] : (['delivered'] as const)), ...(counts.unknown > 0 ? (['unknown'] as const) : [])];
  for (const [at, state] of states.entries()) {
    await sql`insert into campaign_recipients (company_id, campaign_id, e164, contact_id, name, email, zones, state, attempts)
      values (${stage.company.id}, ${id}, ${numbers[at]}, ${at + 1}, 'Pat', '', 'UTC', ${state}, 1)`.execute(rows);
  }
}

function sending(): World {
  let id = 0;
  let file = 0;
  let last: Campaign | null = null;

  const reading = (campaign: Campaign): CampaignReading => {
    last = campaign;
    return { campaign, holdMs: rest(campaign.heldUntil), dueMs: rest(campaign.deliverAt) };
  };
  /** Puts the campaign to what the path says, and reads it from the server. */
  const standing = async (wanted: unknown): Promise<CampaignReading> => {
    if (!isReading(wanted)) throw new Error('The path has no campaign');
    const { campaign, holdMs, dueMs } = wanted;
    const { owner: rows } = workshop.server;
    await setRecipients(id, campaign);
    await rows
      .updateTable('campaigns')
      .set({
        title: campaign.title,
        message: campaign.message,
        unsubscribe_message: campaign.unsubscribeMessage,
        group_id: groupId,
        number_id: stage.line.id,
        fields: JSON.stringify(campaign.fields),
        skip_inbox: campaign.skipInbox,
        state: campaign.status,
        first_percent: campaign.firstPercent,
        paused_reason: campaign.pausedReason,
        started_at: campaign.started === null ? null : new Date(),
        held_until: holdMs > 0 ? new Date(Date.now() + holdSeconds * 1_000) : null,
        deliver_at: dueMs > 0 ? new Date(Date.now() + dueMs) : null,
        deleted_at: null,
      })
      .where('id', '=', id)
      .execute();
    await rows.deleteFrom('campaign_media').where('campaign_id', '=', id).execute();
    await rows.insertInto('campaign_media').values({ company_id: stage.company.id, campaign_id: id, file_id: file, position: 0 }).execute();
    return reading(await owner.call(calls.get, { params: { id } }));
  };
  /** Makes a call in the trouble the path has, and goes on from the campaign it has. */
  const asked = async (wanted: Wanted, work: () => Promise<unknown>): Promise<CampaignReading> => {
    await (wanted.error ? away(work) : work());
    return standing(wanted.output);
  };
  const setState = (client: Client, state: 'draft' | 'queued') => {
    if (last === null) throw new Error('The campaign was not read yet');
    return client.call(calls.update, { params: { id }, body: { _method: 'PATCH', ...toForm(toDraft(last)), state } });
  };
  const save = async ({ id: known, key, draft, version }: DraftRequest): Promise<void> => {
    const body = { ...toForm(draft), state: 'draft' as const };
    const files = newFiles(draft);
    const saved =
      known === null
        ? await owner.call(calls.create, { body: { ...body, key }, files })
        : await owner.call(calls.update, { params: { id: known }, body: { ...body, _method: 'PATCH', ...(version === null ? {} : { version }) }, files });
    expect([saved.title, saved.message, saved.skipInbox, saved.media.length]).toEqual([draft.title, draft.message, draft.skipInbox, draft.media.length]);
    id = saved.id;
  };
  const arm = ({ draft, review, isSample }: ArmRequest, client: Client, digest = review.digest) =>
    client.call(calls.update, {
      params: { id },
      body: { _method: 'PATCH', ...toForm(draft), state: 'queued', digest, version: review.version, holdSeconds, ...(isSample ? { firstPercent: 1 } : {}) },
    });
  const refuseBySending = async () => {
    await workshop.server.owner.updateTable('campaigns').set({ state: 'sending' }).where('id', '=', id).execute();
    return setState(owner, 'draft');
  };

  return {
    begin: async () => {
      // A file of another campaign: what the device keeps of the new one names it.
      const other = await owner.call(calls.create, {
        body: { title: 'Another', key: crypto.randomUUID() },
        files: [{ name: 'car.png', type: 'image/png', bytes: png }],
      });
      const kept = await workshop.server.owner.selectFrom('campaign_media').select('file_id').where('campaign_id', '=', other.id).executeTakeFirstOrThrow();
      file = kept.file_id;
      id = 0;
      last = other;
      return {
        id: null,
        key: crypto.randomUUID(),
        baseVersion: null,
        draft: { ...typed, media: other.media, numberId: stage.line.id, group: { id: groupId, name: 'Spring' } },
      };
    },
    before: async (event) => {
      if (event.type === 'group.chosen') return { ...event, group: { id: groupId, name: 'Spring' } };
      if (event.type === 'number.chosen') return { ...event, numberId: stage.line.id };
      if (event.type === 'media.removed') return { ...event, previewUrl: last?.media[0]?.previewUrl };
      return event.type === 'campaign.updated' ? { ...event, reading: await standing(event.reading) } : event;
    },
    calls: {
      loadCampaign: (_: unknown, wanted) => (wanted.error ? away(() => owner.call(calls.get, { params: { id } })) : standing(wanted.output)),
      saveDraft: (request: DraftRequest, wanted) => asked(wanted, () => save(request)),
      reviewCampaign: async (_: unknown, { error, output }) => {
        const review = () => owner.call(calls.review, { params: { id } });
        if (error || !isReview(output)) return away(review);
        await setOptedOut(countReached(output) === 0);
        await setTexting(output.numberFault === null);
        try {
          return await review();
        } finally {
          await setOptedOut(false);
          await setTexting(true);
        }
      },
      armCampaign: async (request: ArmRequest, wanted) => {
        if (wanted.error?.status === 0) return arm(request, new Client('http://127.0.0.1:9'));
        if (wanted.error?.status === 409) return arm(request, owner, 'another');
        if (wanted.error) return arm(request, reader);
        expect(await arm(request, owner)).toMatchObject({ status: 'queued', heldUntil: expect.any(String), firstPercent: request.isSample ? 1 : null });
        return standing(wanted.output);
      },
      returnToDraft: (_: unknown, wanted) => (wanted.error ? refuseBySending() : asked(wanted, () => setState(owner, 'draft'))),
      pauseCampaign: (_: unknown, wanted) => asked(wanted, () => owner.call(calls.pause, { params: { id } })),
      resumeCampaign: (_: unknown, wanted) => asked(wanted, () => setState(owner, 'queued')),
      deleteCampaign: async (_: unknown, wanted) => {
        const remove = () => owner.call(calls.delete, { params: { id } });
        await (wanted.error ? away(remove) : remove());
      },
      checkUnknown: (_: unknown, wanted) => asked(wanted, () => owner.call(calls.ask, { params: { id } })),
      resendUnknown: async (_: unknown, wanted) => {
        const count = last === null ? 0 : countUnknown({ campaign: last });
        await owner.call(calls.resend, { params: { id }, body: { count: wanted.error ? count + 1 : count } });
        return standing(wanted.output);
      },
    },
  };
}

describePaths('a campaign, against the server', model, () => true, [], sending);
