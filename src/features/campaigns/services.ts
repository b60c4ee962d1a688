/** Campaigns as commands reach them: what acts on one goes through its flow, shown or not. */
import { waitFor } from 'xstate';
import type { CampaignServices } from '#commands/campaigns/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { Campaign } from '#contract/campaigns/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { type CampaignSnapshot, getReason, isChanged, toDraft, type UserEvent } from '#machines/campaign/index.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { sendAndSettle } from '../../store/flowEvents.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { type CampaignEntry, type CampaignKey, campaignStore, leaveSavedCampaign } from './campaignStore.ts';
import { campaignViews } from './data.ts';
import { saveDeviceDraft } from './deviceDrafts.ts';
import { armTitle, formatRecipients, holdSeconds } from './texts.ts';

const resting = (snapshot: CampaignSnapshot): boolean =>
  !isIn(
    snapshot,
    'loading',
    'saving',
    'reviewing.saving',
    'reviewing.counting',
    'arming',
    'stopping',
    'pausing',
    'resuming',
    'reopening',
    'checking',
    'resending',
    'deleting',
    'refreshing',
  );

/** Commands over campaigns, as the app provides them. */
export function createCampaignServices({ app, workspace, handle, services }: ServiceDeps): CampaignServices {
  /** Sends an event once the flow rests, and waits for what comes of it. */
  const send = async ({ actor }: CampaignEntry, event: UserEvent): Promise<CampaignSnapshot> => {
    await waitFor(actor, resting);
    return sendAndSettle(actor, getReason, event, resting);
  };
  /** The same for any campaign, which need not be on the screen. */
  const sendTo = async (key: CampaignKey, event: UserEvent): Promise<CampaignSnapshot> => {
    const entry = campaignStore.get(app, key);
    const leave = campaignStore.attach(key);
    try {
      return await send(entry, event);
    } finally {
      leave();
    }
  };
  const toKey = ({ id }: Campaign): CampaignKey => ({ companyId: getCompanyId(app), id });
  /** The campaign that is open in the focused or nearest pane. */
  const getShown = (): { readonly key: CampaignKey; readonly entry: CampaignEntry } => {
    const key = handle('campaign');
    if (key === null || key === undefined || key.companyId !== getCompanyId(app)) throw new Error('Open a campaign first');
    return { key, entry: campaignStore.get(app, key) };
  };
  const show = (id: number | null) => showNear(workspace, 'campaign', { id: id === null ? 'new' : String(id) });
  const pause = async (key: CampaignKey, title: string): Promise<ChangeResult> => {
    await sendTo(key, { type: 'campaign.paused' });
    return {
      message: `Campaign “${title}” paused`,
      undo: { title: 'Pause campaign', run: async () => void (await sendTo(key, { type: 'campaign.resumed' })) },
    };
  };
  return {
    create: () => {
      leaveSavedCampaign(getCompanyId(app));
      show(null);
    },
    open: show,
    duplicate: async (campaign) => {
      const companyId = getCompanyId(app);
      leaveSavedCampaign(companyId);
      const entry = campaignStore.get(app, { companyId, id: null });
      if (isChanged(entry.actor.getSnapshot().context)) throw new Error('Save or discard the new campaign first');
      const { title, message, unsubscribeMessage, group, numberId, skipInbox, fields, media } = toDraft(campaign);
      const steps: readonly UserEvent[] = [
        { type: 'field.typed', field: 'title', text: `${title} (copy)` },
        { type: 'field.typed', field: 'message', text: message },
        { type: 'field.typed', field: 'unsubscribeMessage', text: unsubscribeMessage },
        { type: 'group.chosen', group },
        { type: 'number.chosen', numberId },
        { type: 'inbox.chosen', skipInbox },
        ...fields.map(({ token, enabled, fallback }) => ({ type: 'merge.changed' as const, token, isEnabled: enabled, fallback })),
        ...media.map((file) => ({ type: 'media.attached' as const, media: file })),
      ];
      for (const step of steps) entry.actor.send(step);
      show(null);
    },
    filter: (state) => campaignViews.change(getCompanyId(app), { state }),
    showLine: (line) => {
      const { view } = getShown().entry;
      view.set({ ...view.get(), line });
    },
    showEvents: (state) => {
      const { view } = getShown().entry;
      view.set({ ...view.get(), state });
    },
    insert: (token) => handle('campaignText')?.insert(token),
    attach: () => {
      const { actor, files } = getShown().entry;
      chooseFile('image/*,audio/*,video/*,application/pdf,text/vcard', (file) => {
        if (actor.getSnapshot().status !== 'active') return;
        if (file.size > limits.mediaBytes) {
          app.notifyError(new Error('This file is over 5 MB. Choose a smaller one.'));
          return;
        }
        const previewUrl = URL.createObjectURL(file);
        files.set(previewUrl, file);
        actor.send({ type: 'media.attached', media: { name: file.name, previewUrl } });
      });
    },
    save: async () => {
      const { context } = await send(getShown().entry, { type: 'draft.saved' });
      return { message: `Draft “${context.draft.title.trim()}” saved` };
    },
    arm: async (isSample) => {
      const { key, entry } = getShown();
      const { context } = await send(entry, { type: 'campaign.armed', isSample, now: new Date().toISOString() });
      const stopKey = { ...key, id: context.id };
      return {
        spoken: `Campaign “${context.campaign?.title ?? ''}” goes out in ${holdSeconds} seconds`,
        undo: { title: armTitle, run: async () => void (await sendTo(stopKey, { type: 'campaign.stopped' })) },
      };
    },
    stop: async () => {
      const { context } = await send(getShown().entry, { type: 'campaign.stopped' });
      return { message: `Campaign “${context.draft.title}” stopped. Nothing was sent.` };
    },
    pause: (campaign) => pause(toKey(campaign), campaign.title),
    resume: async (campaign) => {
      const key = toKey(campaign);
      await sendTo(key, { type: 'campaign.resumed' });
      return {
        message: `Campaign “${campaign.title}” resumed`,
        undo: { title: 'Resume campaign', run: async () => void (await pause(key, campaign.title)) },
      };
    },
    reopen: async (campaign) => {
      await sendTo(toKey(campaign), { type: 'campaign.reopened' });
      return { message: `Campaign “${campaign.title}” moved to draft` };
    },
    remove: async (campaign) => {
      const key = toKey(campaign);
      await sendTo(key, { type: 'campaign.deleted' });
      saveDeviceDraft({ userId: app.get().user?.id ?? 0, ...key }, { key: '', draft: null, baseVersion: null });
      return {
        message: `Campaign “${campaign.title}” deleted`,
        undo: {
          title: 'Delete campaign',
          run: async () => {
            await app.api.call('campaigns.restore', { companyId: key.companyId, params: { id: campaign.id } });
            await app.queries.invalidateQueries({ queryKey: keys.of(key.companyId, 'campaigns') });
            campaignStore.get(app, key).reread();
          },
        },
      };
    },
    ask: async (campaign) => {
      await sendTo(toKey(campaign), { type: 'unknown.checked' });
      return { message: `Delivery to ${formatRecipients(campaign.counts.unknown)} checked` };
    },
    resend: async (campaign) => {
      await sendTo(toKey(campaign), { type: 'unknown.resent' });
      return { message: `Resending to ${formatRecipients(campaign.counts.unknown)}` };
    },
    reply: async (event, campaign) => {
      const companyId = getCompanyId(app);
      const numberId = campaign?.numberId ?? null;
      // One kept out of the inbox has no conversation until somebody writes in it.
      const begun =
        event.conversationId === null && numberId !== null
          ? await app.api.call('conversations.begin', { companyId, body: { numberId, recipient: event.number } })
          : null;
      const id = event.conversationId ?? begun?.id;
      if (id === undefined) throw new Error('This recipient has no conversation');
      showNear(workspace, 'conversation', { id: String(id) });
      services().composer.focus('reply', id);
    },
  };
}
