/** The flow of each campaign, with its calls; the new one of a company has one too, and goes on in it once it is saved. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { Campaign } from '#contract/campaigns/entities.ts';
import { type ArmRequest, type CampaignDraft, type CampaignReading, type DraftRequest, machine, toDraft } from '#machines/campaign/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { updateLink } from '../../shared/links.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';
import { armedCampaign } from './armedCampaign.ts';
import { allPeople, type PeopleView } from './data.ts';
import { isLocalFile, readDeviceDraft, saveDeviceDraft } from './deviceDrafts.ts';
import { holdSeconds, samplePercent } from './texts.ts';

/** The flow of a campaign. */
export type CampaignActor = ActorRefFrom<typeof machine>;

/** A campaign of a company; null: the new one. */
export interface CampaignKey {
  readonly companyId: number;
  readonly id: number | null;
}

/** The flow, the files that were chosen (a machine holds names alone), and which of the people are shown. */
export interface CampaignEntry {
  readonly actor: CampaignActor;
  readonly files: Map<string, File>;
  readonly view: { get(): PeopleView; set(view: PeopleView): void; subscribe(listener: () => void): () => void };
  /** Reads it again: somebody changed it, or the carrier answered. */
  readonly reread: () => void;
}

/** Places of new campaigns, by company: the next new one is another. Campaigns that were new in this window are found at their place. */
const places = new Map<number, number>();
const placesById = new Map<string, string>();
registerStore('places of new campaigns', () => {
  places.clear();
  placesById.clear();
});

const formatNewPlace = (companyId: number) => `${companyId}/new-${places.get(companyId) ?? 0}`;

/** Milliseconds until an instant, by this device's clock. */
const getRest = (at: string | null): number => (at === null ? 0 : Math.max(0, Date.parse(at) - Date.now()));

const toReading = (campaign: Campaign): CampaignReading => ({ campaign, holdMs: getRest(campaign.heldUntil), dueMs: getRest(campaign.deliverAt) });

/** A reading right after it was armed: held back by the server's clock, whatever this device's says. */
const toArmedReading = (campaign: Campaign): CampaignReading => ({
  ...toReading(campaign),
  holdMs: campaign.heldUntil === null ? 0 : Math.max(0, Date.parse(campaign.heldUntil) - Date.parse(campaign.updatedAt)),
});

/** A campaign as a form has it (RULE-105 to RULE-109). */
function toForm(draft: CampaignDraft) {
  const kept = draft.media.filter((file) => !isLocalFile(file)).map(({ previewUrl }) => previewUrl);
  return {
    title: draft.title.trim(),
    text: draft.message,
    unsubscribeText: draft.unsubscribeMessage,
    skipInbox: draft.skipInbox,
    type: 'sms' as const,
    include: 'groups' as const,
    dynamicFields: JSON.stringify(draft.fields),
    ...(draft.group === null ? {} : { groups: [draft.group.id] }),
    ...(draft.deliverAt === null ? {} : { shouldBeSentAt: draft.deliverAt }),
    ...(draft.numberId === null ? {} : { numberId: draft.numberId }),
    ...(kept.length === 0 ? {} : { media: kept }),
  };
}

function createActors(app: App, companyId: number, files: Map<string, File>, getCampaign: () => Campaign | null) {
  const { call } = app.api;
  const getFiles = (draft: CampaignDraft) => draft.media.flatMap(({ previewUrl }) => files.get(previewUrl) ?? []);
  const load = (id: number) => call('campaigns.get', { companyId, params: { id }, query: { include: 'groups' } });
  const save = ({ id, key, draft, version }: DraftRequest): Promise<Campaign> => {
    const body = { ...toForm(draft), state: 'draft' as const };
    return id === null
      ? call('campaigns.create', { companyId, body: { ...body, key }, files: getFiles(draft) })
      : call('campaigns.update', {
          companyId,
          params: { id },
          body: { ...body, _method: 'PATCH', ...(version === null ? {} : { version }) },
          files: getFiles(draft),
        });
  };
  const arm = ({ id, draft, review, isSample }: ArmRequest): Promise<Campaign> =>
    call('campaigns.update', {
      companyId,
      params: { id },
      body: {
        ...toForm(draft),
        _method: 'PATCH',
        state: 'queued',
        digest: review.digest,
        version: review.version,
        holdSeconds,
        ...(isSample ? { firstPercent: samplePercent } : {}),
      },
    });
  /** Saves it as it is, in another state. */
  const setState = (id: number, state: 'draft' | 'queued'): Promise<Campaign> => {
    const campaign = getCampaign();
    if (campaign === null) return Promise.reject(new Error('Load the campaign again first'));
    return call('campaigns.update', { companyId, params: { id }, body: { ...toForm(toDraft(campaign)), _method: 'PATCH', state } });
  };
  const answer = (work: Promise<Campaign>) => rejectWithPlainError(work.then(toReading));
  return {
    loadCampaign: fromPromise<CampaignReading, { id: number }>(({ input }) => answer(load(input.id))),
    saveDraft: fromPromise<CampaignReading, DraftRequest>(({ input }) => answer(save(input))),
    reviewCampaign: fromPromise<Awaited<ReturnType<typeof fetchReview>>, { id: number }>(({ input }) =>
      rejectWithPlainError(fetchReview(app, companyId, input.id)),
    ),
    armCampaign: fromPromise<CampaignReading, ArmRequest>(({ input }) => rejectWithPlainError(arm(input).then(toArmedReading))),
    returnToDraft: fromPromise<CampaignReading, { id: number }>(({ input }) => answer(setState(input.id, 'draft'))),
    pauseCampaign: fromPromise<CampaignReading, { id: number }>(({ input }) => answer(call('campaigns.pause', { companyId, params: { id: input.id } }))),
    resumeCampaign: fromPromise<CampaignReading, { id: number }>(({ input }) => answer(setState(input.id, 'queued'))),
    deleteCampaign: fromPromise<unknown, { id: number }>(({ input }) =>
      rejectWithPlainError(call('campaigns.delete', { companyId, params: { id: input.id } })),
    ),
    checkUnknown: fromPromise<CampaignReading, { id: number }>(({ input }) => answer(call('campaigns.ask', { companyId, params: { id: input.id } }))),
    resendUnknown: fromPromise<CampaignReading, { id: number; count: number }>(({ input: { id, count } }) =>
      answer(call('campaigns.resend', { companyId, params: { id }, body: { count } })),
    ),
  };
}

/** Counts anew: what is shown before sending is never from the cache. */
const fetchReview = (app: App, companyId: number, id: number) => app.api.call('campaigns.review', { companyId, params: { id } });

function createEntry(app: App, { companyId, id }: CampaignKey): CampaignEntry {
  const userId = app.get().user?.id ?? 0;
  const files = new Map<string, File>();
  const stored = readDeviceDraft({ userId, companyId, id });
  const actor: CampaignActor = createActor(
    machine.provide({
      actors: createActors(app, companyId, files, () => actor.getSnapshot().context.campaign),
      actions: {
        keepDraft: (_, kept) => {
          saveDeviceDraft({ userId, companyId, id: kept.id }, kept);
          // Drafts of the new one belong to it from its first saving on.
          if (kept.id !== null && id === null) saveDeviceDraft({ userId, companyId, id: null }, { ...kept, draft: null });
        },
        refresh: () => void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'campaigns') }),
      },
    }),
    { input: { id, key: stored?.key ?? crypto.randomUUID(), draft: stored?.draft ?? null, baseVersion: stored?.baseVersion ?? null } },
  );
  const place = id === null ? formatNewPlace(companyId) : '';
  const noteLink = () =>
    updateLink(app, companyId, {
      getText: () => actor.getSnapshot().context.draft.message,
      getLink: () => actor.getSnapshot().context.link,
      note: (link) => actor.send({ type: 'link.noted', link }),
    });
  actor.subscribe((snapshot) => {
    const { context } = snapshot;
    if (id === null && context.id !== null) placesById.set(`${companyId}/${context.id}`, place);
    showArmed(companyId, snapshot);
    noteLink();
  });
  let readings = 0;
  const reread = (): void => {
    const { id: known } = actor.getSnapshot().context;
    if (known === null) return;
    readings += 1;
    const reading = readings;
    app.api.call('campaigns.get', { companyId, params: { id: known }, query: { include: 'groups' } }).then(
      // An earlier answer that comes late says less.
      (campaign) => reading === readings && actor.send({ type: 'campaign.updated', reading: toReading(campaign) }),
      () => undefined,
    );
  };
  return { actor, files, view: createStore<PeopleView>(allPeople), reread };
}

/** Puts the campaign into the bottom line while it can be stopped, and takes it out. */
function showArmed(companyId: number, snapshot: ReturnType<CampaignActor['getSnapshot']>): void {
  const { id, campaign, holdMs } = snapshot.context;
  const shown = armedCampaign.get();
  if (id === null || campaign === null) return;
  const isShown = shown?.id === id && shown.companyId === companyId;
  if (isIn(snapshot, 'armed')) {
    if (!isShown) armedCampaign.set({ companyId, id, title: campaign.title, until: performance.now() + holdMs });
  } else if (isShown && !isIn(snapshot, 'stopping')) armedCampaign.set(null);
}

/** States in which it works on after its pane is closed. */
const working = ['saving', 'reviewing.saving', 'arming', 'armed', 'stopping', 'pausing', 'resuming', 'reopening', 'checking', 'resending', 'deleting'] as const;

/** The flows. What is typed is kept on the device; a flow that no pane shows stays only while it works, or has files that are not saved. */
export const campaignStore = createFlowStore<CampaignKey, CampaignEntry>({
  name: 'campaigns',
  getKey: ({ companyId, id }) => (id === null ? formatNewPlace(companyId) : (placesById.get(`${companyId}/${id}`) ?? `${companyId}/${id}`)),
  getCompanyId: ({ companyId }) => companyId,
  create: createEntry,
  isPersistent: ({ actor }) => isIn(actor.getSnapshot(), ...working) || actor.getSnapshot().context.draft.media.some(isLocalFile),
  onChange: (_, { actor, reread }, { kind, id }) => {
    if (kind === 'campaign-updated' && id !== undefined && actor.getSnapshot().context.id === id) reread();
  },
});

/** Makes room for another new campaign where the last one is saved. */
export function leaveSavedCampaign(companyId: number): void {
  const place = formatNewPlace(companyId);
  if ([...placesById.values()].includes(place)) places.set(companyId, (places.get(companyId) ?? 0) + 1);
}
