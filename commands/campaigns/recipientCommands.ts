/** The people of a campaign: filters of its review and its report, and replying to one. */
import type { CampaignEvent } from '#contract/campaigns/entities.ts';
import { recipientStateLabel, recipientStates, reviewLineLabel, reviewLines } from '#contract/campaigns/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Campaigns' } as const;

const getEvent = (context: Context): CampaignEvent => {
  const row = getRows(context, 'campaignEvent')?.rows[0];
  if (!row) throw new Error('Select a recipient first');
  return row;
};

/** Commands over the people of a campaign. */
export const recipientCommands: readonly Command[] = [
  command({
    ...base,
    permission: 'campaigns.read',
    id: 'campaigns.showLine',
    title: 'Filter reviewed recipients',
    keywords: ['opted out', 'landline', 'invalid', 'skipped', 'later'],
    icon: 'filter',
    scopes: ['campaignReview'],
    quiet: true,
    args: { line: arg.list({ label: 'Recipients', options: () => reviewLines.map((line) => ({ value: line, id: line, title: reviewLineLabel[line] })) }) },
    run: async ({ args, services }) => services.campaigns.showLine(args.line),
  }),
  command({
    ...base,
    permission: 'campaigns.read',
    id: 'campaigns.showEvents',
    title: 'Filter delivery report',
    keywords: ['failed', 'delivered', 'skipped', 'not confirmed', 'unknown', 'state'],
    icon: 'filter',
    scopes: ['campaignReport'],
    quiet: true,
    args: {
      state: arg.list({ label: 'Status', options: () => recipientStates.map((state) => ({ value: state, id: state, title: recipientStateLabel[state] })) }),
    },
    run: async ({ args, services }) => services.campaigns.showEvents(args.state),
  }),
  command({
    ...base,
    permission: 'messages.send',
    id: 'campaigns.reply',
    title: 'Reply to campaign recipient',
    keywords: ['conversation', 'open', 'thread', 'answer', 'write'],
    icon: 'reply',
    scopes: ['campaignReport'],
    rows: { kind: 'campaignEvent', max: 1 },
    quiet: true,
    opensField: true,
    run: async ({ context, services }) => services.campaigns.reply(getEvent(context), context.open.campaign),
  }),
];
