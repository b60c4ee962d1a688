/** Announces arrivals; those not in front are also shown on the desktop and heard, as the person chose. */
import type { Conversation, Item } from '#contract/conversations/entities.ts';
import type { Change } from '#contract/core/realtime.ts';
import type { ChannelType } from '#contract/notifications/enums.ts';
import { formatNumberName, formatRecipientName } from '#contract/text/names.ts';
import type { App, AppState } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { createLots } from '../../api/lots.ts';
import { retryOnce } from '../../api/retryOnce.ts';
import type { ServiceDeps } from '../../panes/serviceDeps.ts';
import { formatItem } from '../../shared/itemSummary.ts';
import { findItem } from '../../shared/items.ts';
import { createMutedQuery } from '../../shared/muted.ts';
import { createConversationQuery } from '../../shared/people.ts';
import { announce } from '../../ui/index.ts';
import { playSound, showDesktop } from './alerts.ts';

/** Arrivals of one burst that are looked at one by one; of more only the number is said. */
const maxSingle = 5;
/** Milliseconds an arrival is left to the lists and threads on the screen: drawing it comes first, and what they fetch is not fetched again. */
const drawnMs = 250;
/** Milliseconds for which windows tell each other what is open in front of one of them, and for which one window alone alerts. */
const claimMs = 150;
const holdMs = 2_000;

const channels: Readonly<Record<Item['details']['kind'], ChannelType | null>> = {
  call: 'calls',
  message: 'messages',
  voicemail: 'voicemails',
  fax: 'faxes',
  note: null,
};
const nouns: Readonly<Record<ChannelType, string>> = { calls: 'call', messages: 'message', voicemails: 'voicemail', faxes: 'fax' };

type Preferences = AppState['preferences'];

/** A change that tells of an arrival, and what the person preferred when it came. */
interface News {
  readonly change: Change;
  readonly preferences: Preferences;
}

interface Arrival {
  readonly companyId: number;
  readonly item: Item;
  readonly conversation: Conversation;
}

/** Checks whether a conversation is drawn in this window. */
const isOpen = (conversationId: number): boolean =>
  [...document.querySelectorAll(`[data-conversation="${conversationId}"]`)].some((drawn) => drawn.checkVisibility());
/** Checks whether it is drawn in this window and the person is at it. */
const isInFront = (conversationId: number): boolean => document.visibilityState === 'visible' && document.hasFocus() && isOpen(conversationId);

/** Reads the arrival a change tells of, once lists and threads have it; null where the person may not or it is gone. */
async function loadArrival(app: App, { companyId, id, conversationId }: Change): Promise<Arrival | null> {
  if (id === undefined || conversationId === undefined) return null;
  await new Promise((resolve) => setTimeout(resolve, drawnMs));
  const asked = { companyId, params: { id: conversationId, itemId: id } };
  try {
    const [item, conversation] = await Promise.all([
      findItem(app.queries, companyId, conversationId, id) ?? retryOnce((signal) => app.api.call('conversations.item', { ...asked, signal })),
      app.queries.fetchQuery(createConversationQuery(app, companyId, conversationId)),
    ]);
    return { companyId, item, conversation };
  } catch {
    return null;
  }
}

/** Windows of the person in this browser: which arrivals are open in front of one of them, and which one window alerts. */
function createWindows() {
  const channel = new BroadcastChannel('keyline:arrivals');
  const seen = new Set<number>();
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'number') seen.add(data);
    if (seen.size > 200) seen.clear();
  });
  return {
    /** Tells the others that an item is open in front here. */
    claim: (itemId: number) => channel.postMessage(itemId),
    /** Runs in one window, unless the item is open in front of another. */
    runOnce: async (itemId: number, run: () => void): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, claimMs));
      if (seen.has(itemId)) return;
      if (!('locks' in navigator)) return run();
      void navigator.locks.request(`keyline:arrival ${itemId}`, { ifAvailable: true }, async (lock) => {
        if (!lock) return;
        run();
        await new Promise((resolve) => setTimeout(resolve, holdMs));
      });
    },
  };
}

/** Listens for as long as the app lives. */
export function listenToArrivals({ app, workspace }: Pick<ServiceDeps, 'app' | 'workspace'>): void {
  const windows = createWindows();
  const alert = async ({ companyId, item, conversation }: Arrival, channel: ChannelType, preferences: Preferences): Promise<void> => {
    const { user } = app.get();
    // Support staff who act as somebody hear of their own work alone.
    if (!user || user.impersonatedBy !== null || preferences.quietNumberIds.includes(conversation.number.id)) return;
    const [desktop, sound] = [preferences.desktopTypes.includes(channel), preferences.soundTypes.includes(channel)];
    if (!desktop && !sound) return;
    const show = () => {
      if (app.get().companyId !== companyId) return;
      workspace.show({ kind: 'conversation', id: conversation.id });
    };
    await windows.runOnce(item.id, () => {
      const where = formatNumberName(conversation.number);
      if (desktop) showDesktop(`${formatRecipientName(conversation)} · ${where}`, formatItem(item), `keyline ${companyId} ${conversation.id}`, show);
      if (sound) playSound();
    });
  };
  const handle = async (arrival: Arrival, preferences: Preferences): Promise<void> => {
    const { companyId, item, conversation } = arrival;
    const channel = channels[item.details.kind];
    if (isOpen(conversation.id)) announce(`${item.isInbound ? formatRecipientName(conversation) : (item.actor?.name ?? 'Sent')}: ${formatItem(item)}`);
    if (isInFront(conversation.id)) {
      windows.claim(item.id);
      return;
    }
    if (!item.isInbound || channel === null) return;
    const muted = await app.queries.fetchQuery(createMutedQuery(app, companyId)).catch(() => []);
    if (app.get().companyId !== companyId) return;
    if (muted.some(({ numberId, channelTypes }) => numberId === conversation.number.id && channelTypes.includes(channel))) return;
    if (!isOpen(conversation.id)) announce(`New ${nouns[channel]} from ${formatRecipientName(conversation)}`);
    await alert(arrival, channel, preferences);
  };
  const load = createLots(async (given: readonly News[]) => {
    // Arrivals of a company that was left aren't told.
    const news = given.filter(({ change }) => change.companyId === app.get().companyId);
    if (news.length > maxSingle) announce(`${news.length} new items`);
    await Promise.all(
      news.slice(-maxSingle).map(async ({ change, preferences }) => {
        const arrival = await loadArrival(app, change);
        if (arrival !== null) void handle(arrival, preferences);
      }),
    );
  });
  app.changes.subscribe((changes) => {
    const { companyId, permissions, user, preferences } = app.get();
    if (companyId === null || !permissions.has('conversations.read')) return;
    const news = changes.filter(
      (change) => change.companyId === companyId && isOfKind(change, ['item-created']) && (change.actorId === undefined || change.actorId !== user?.id),
    );
    if (news.length > 0) load(news.map((change) => ({ change, preferences })));
  });
}
