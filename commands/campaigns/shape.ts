/** Campaigns: rows and scopes, as the rest of the app knows them. */
import { formatRecipientName } from '#contract/text/names.ts';
import type { AreaShape } from '../core/shape.ts';
import type { CampaignsTypes } from './types.ts';

export const campaigns: AreaShape<CampaignsTypes> = {
  rows: {
    campaign: {
      nouns: ['campaign', 'campaigns'],
      getName: ({ title }) => title,
      getSubject: ({ id }) => ({ id, isSubject: true, numbers: [], contactId: null }),
    },
    campaignEvent: { nouns: ['recipient', 'recipients'], getName: ({ contact, number }) => formatRecipientName({ contact, recipient: number }) },
    campaignRecipient: { nouns: ['recipient', 'recipients'], getName: ({ contact, number }) => formatRecipientName({ contact, recipient: number }) },
  },
  scopes: {
    campaigns: {
      priority: 30,
      unavailable: ['Go to Campaigns first', 'go.campaigns'],
      hints: [
        ['list.open', 'open'],
        ['campaigns.create', 'new'],
        ['campaigns.pause', 'pause'],
        ['campaigns.resume', 'resume'],
        ['campaigns.filter', 'filter'],
        ['campaigns.delete', 'delete'],
      ],
    },
    campaignForm: {
      priority: 40,
      unavailable: ['Open a campaign draft first', 'campaigns.create'],
      isForm: true,
      hints: [
        ['campaigns.review', 'review and send'],
        ['campaigns.save', 'save draft'],
        ['campaigns.attach', 'attach'],
        ['campaigns.chooseGroup', 'group'],
        ['campaigns.schedule', 'time'],
        ['workspace.back', 'back'],
      ],
    },
    campaignReview: {
      priority: 40,
      unavailable: ['Review a campaign first', 'campaigns.review'],
      isStep: true,
      hints: [
        ['campaigns.arm', 'send'],
        ['campaigns.showLine', 'filter'],
        ['workspace.back', 'back to editor'],
      ],
    },
    campaignReport: {
      priority: 30,
      unavailable: ['Open a campaign first', 'go.campaigns'],
      hints: [
        ['campaigns.reply', 'reply'],
        ['campaigns.pause', 'pause'],
        ['campaigns.resume', 'resume'],
        ['campaigns.showEvents', 'filter'],
        ['list.focusFilter', 'search'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { campaignDraft: null },
};
