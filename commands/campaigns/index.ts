/** Campaigns: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { campaignCommands } from './commands.ts';
import type { CampaignsTypes } from './types.ts';

export const campaigns: CommandArea<CampaignsTypes> = {
  commands: [...campaignCommands],
  places: [
    {
      kind: 'campaigns',
      title: 'Go to Campaigns',
      icon: 'send',
      keywords: ['blast', 'bulk', 'broadcast', 'texts', 'SMS', 'group message'],
      permission: 'campaigns.read',
    },
  ],
  triggers: {
    campaign: {
      'field.typed': { field: 'campaignMessage' },
      'group.chosen': { command: 'campaigns.chooseGroup' },
      'number.chosen': { command: 'campaigns.chooseNumber' },
      'time.chosen': { command: 'campaigns.schedule' },
      'inbox.chosen': { command: 'campaigns.toggleInbox' },
      'media.attached': { command: 'campaigns.attach' },
      'media.removed': { command: 'campaigns.removeMedia' },
      'merge.changed': { command: 'campaigns.setFallback' },
      'draft.saved': { command: 'campaigns.save' },
      'draft.discarded': { command: 'campaigns.discard' },
      'review.opened': { command: 'campaigns.review' },
      'review.closed': { command: 'campaigns.closeReview' },
      'campaign.armed': { command: 'campaigns.arm' },
      'campaign.stopped': { command: 'campaigns.stop' },
      'campaign.paused': { command: 'campaigns.pause' },
      'campaign.resumed': { command: 'campaigns.resume' },
      'campaign.reopened': { command: 'campaigns.reopen' },
      'campaign.deleted': { command: 'campaigns.delete' },
      'campaign.reloaded': { command: 'campaigns.reload' },
      'unknown.checked': { command: 'campaigns.ask' },
      'unknown.resent': { command: 'campaigns.resend' },
    },
  },
  keys: [
    { keys: 'g m', command: 'go.campaigns', scope: 'workspace' },
    ...createBindings('campaigns', { c: 'campaigns.create', f: 'campaigns.filter', '#': 'campaigns.delete' }),
    ...createBindings('campaignForm', { v: 'campaigns.chooseGroup', t: 'campaigns.schedule' }),
    { keys: 'mod+s', command: 'campaigns.save', scope: 'campaignForm', in: 'text' },
    { keys: 'mod+enter', command: 'campaigns.review', scope: 'campaignForm', in: 'text' },
    { keys: 'mod+u', command: 'campaigns.attach', scope: 'campaignForm', in: 'text' },
    ...createBindings('campaignReview', { 'mod+enter': 'campaigns.arm', f: 'campaigns.showLine' }),
    ...createBindings('campaignReport', { r: 'campaigns.reply', f: 'campaigns.showEvents', '#': 'campaigns.delete' }),
  ],
  menus: {
    campaign: ['campaigns.open', 'campaigns.pause', 'campaigns.resume', 'campaigns.reopen', 'campaigns.duplicate', 'campaigns.delete'],
    campaignEvent: ['campaigns.reply'],
  },
};
