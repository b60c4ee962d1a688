/** Campaigns: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const campaigns: RowMenus = {
  campaign: ['campaigns.open', 'campaigns.pause', 'campaigns.resume', 'campaigns.reopen', 'campaigns.duplicate', 'campaigns.delete'],
  campaignEvent: ['campaigns.reply'],
};
