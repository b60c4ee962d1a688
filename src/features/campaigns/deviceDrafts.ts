/** Unsaved edits of a campaign: kept on this device for each person, company and campaign; they survive any key, reload, switch or sign-in. */
import * as z from 'zod/mini';
import type { CampaignDraft, CampaignInput } from '#machines/campaign/index.ts';

interface DraftPlace {
  readonly userId: number;
  readonly companyId: number;
  /** Null for the new campaign. */
  readonly id: number | null;
}

const StoredDraft = z.object({
  key: z.string(),
  baseVersion: z.nullable(z.number()),
  draft: z.object({
    title: z.string(),
    message: z.string(),
    unsubscribeMessage: z.string(),
    group: z.nullable(z.object({ id: z.number(), name: z.string() })),
    numberId: z.nullable(z.number()),
    deliverAt: z.nullable(z.string()),
    skipInbox: z.boolean(),
    media: z.array(z.object({ name: z.string(), previewUrl: z.string() })),
    fields: z.array(z.object({ label: z.string(), token: z.string(), length: z.number(), enabled: z.boolean(), fallback: z.string() })),
  }),
});

const formatKey = ({ userId, companyId, id }: DraftPlace) => `keyline.campaign.${userId}.${companyId}.${id ?? 'new'}`;

/** Files chosen in this window: their addresses mean nothing after it. */
export const isLocalFile = ({ previewUrl }: { readonly previewUrl: string }): boolean => previewUrl.startsWith('blob:');

/** Draft kept of a campaign; null where there is none, or none that can be read. */
export function readDeviceDraft(place: DraftPlace): Pick<CampaignInput, 'key' | 'draft' | 'baseVersion'> | null {
  const text = localStorage.getItem(formatKey(place));
  if (text === null) return null;
  try {
    const stored = z.safeParse(StoredDraft, JSON.parse(text));
    if (!stored.success) return null;
    const draft: CampaignDraft = { ...stored.data.draft, media: stored.data.draft.media.filter((file) => !isLocalFile(file)) };
    return { ...stored.data, draft };
  } catch {
    return null;
  }
}

/** Keeps it; a draft of null leaves nothing behind. A full storage keeps nothing: the campaign is still in the window. */
export function saveDeviceDraft(place: DraftPlace, kept: Pick<CampaignInput, 'key' | 'draft' | 'baseVersion'>): void {
  try {
    if (kept.draft === null) localStorage.removeItem(formatKey(place));
    else localStorage.setItem(formatKey(place), JSON.stringify(kept));
  } catch {
    // Nothing to be done: what is typed stays in the editor.
  }
}
