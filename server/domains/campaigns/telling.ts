/** Tells that a campaign changed, at most once a second: its counts move with every text. */

import { recordChange } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

const everyMs = 1_000;

interface Telling {
  readonly timer: NodeJS.Timeout;
  isDue: boolean;
}

const tellings = new WeakMap<Services['tenancy'], Map<number, Telling>>();

/** Tells of a campaign within a second, once for all that moved meanwhile. What a dying process did not say comes with the next change. */
export function tellCampaign({ tenancy }: Pick<Services, 'tenancy'>, companyId: number, campaignId: number): void {
  const open = tellings.get(tenancy) ?? new Map<number, Telling>();
  tellings.set(tenancy, open);
  const waiting = open.get(campaignId);
  if (waiting) {
    waiting.isDue = true;
    return;
  }
  const say = () => void tenancy.company([companyId], null, async () => recordChange({ kind: 'campaign-updated', id: campaignId })).catch(() => {});
  const timer = setTimeout(() => {
    const { isDue } = open.get(campaignId) ?? { isDue: false };
    open.delete(campaignId);
    if (isDue) tellCampaign({ tenancy }, companyId, campaignId);
  }, everyMs);
  timer.unref();
  open.set(campaignId, { timer, isDue: false });
  say();
}
