/** Campaigns (spec 1.3 to 1.5, 1.7): writing one, reviewing and sending it, and what becomes of it. Each step of the flow is a command. */
import type { Campaign } from '#contract/campaigns/entities.ts';
import { type CampaignState, displayedStates } from '#contract/campaigns/enums.ts';
import { maxFallback, mergeFields } from '#contract/campaigns/message.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { formatNumberName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context, FlowEvents } from '../core/types.ts';
import { createGroupArg } from '../groups/groupArg.ts';
import { sendTimeArg } from '../messaging/scheduled.ts';
import { recipientCommands } from './recipientCommands.ts';

const base = { group: 'Campaigns', permission: 'campaigns.write' } as const;
const formBase = { ...base, scopes: ['campaignForm'], quiet: true } as const;
const sendBase = { ...base, permission: 'campaigns.send' } as const;
/** One campaign: a row of the list, or the one that is open. */
const oneBase = { ...sendBase, scopes: ['campaigns', 'campaignForm', 'campaignReview', 'campaignReport'], rows: { kind: 'campaign', max: 1 } } as const;

const getCampaign = (context: Context): Campaign => {
  const row = getRows(context, 'campaign')?.rows[0];
  if (!row) throw new Error('Select a campaign first');
  return row;
};

type CampaignEventType = FlowEvents['campaign']['type'];

/** Checks what is done to one campaign: of the open one its flow says, of a row its state. */
const checkCampaign =
  (type: CampaignEventType, states: readonly CampaignState[], reason: string) =>
  (context: Context): Availability => {
    if (!context.focus.scopes.includes('campaigns')) return checkEvent(context, 'campaign', type);
    const row = getRows(context, 'campaign')?.rows[0];
    return row === undefined || states.includes(row.status) || { reason };
  };

const listCommands: readonly Command[] = [
  command({
    ...base,
    id: 'campaigns.create',
    title: 'Create campaign',
    keywords: ['new', 'write', 'text', 'group', 'blast', 'bulk', 'broadcast', 'SMS'],
    icon: 'plus',
    scopes: ['workspace'],
    quiet: true,
    opensField: true,
    run: async ({ services }) => services.campaigns.create(),
  }),
  command({
    ...oneBase,
    permission: 'campaigns.read',
    id: 'campaigns.open',
    title: 'Open campaign',
    keywords: ['report', 'edit', 'detail'],
    icon: 'send',
    scopes: ['campaigns'],
    quiet: true,
    run: async ({ context, services }) => services.campaigns.open(getCampaign(context).id),
  }),
  command({
    ...oneBase,
    permission: 'campaigns.write',
    id: 'campaigns.duplicate',
    title: 'Duplicate campaign',
    keywords: ['copy', 'again', 'new'],
    icon: 'layers',
    quiet: true,
    run: async ({ context, services }) => services.campaigns.duplicate(getCampaign(context)),
  }),
  command({
    ...oneBase,
    permission: 'campaigns.write',
    id: 'campaigns.delete',
    title: 'Delete campaign',
    keywords: ['remove'],
    icon: 'trash',
    available: (context) => (context.focus.scopes.includes('campaigns') ? true : checkEvent(context, 'campaign', 'campaign.deleted')),
    review: ({ context }) => ({
      sentence: `Delete campaign “${getCampaign(context).title}”. No further texts are sent.`,
      count: 1,
      sample: [getCampaign(context).title],
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.campaigns.remove(getCampaign(context)),
  }),
  command({
    ...base,
    permission: 'campaigns.read',
    id: 'campaigns.filter',
    title: 'Filter campaigns',
    keywords: ['state', 'status', 'show', 'drafts', 'sent', 'scheduled'],
    icon: 'filter',
    scopes: ['campaigns'],
    quiet: true,
    args: { state: arg.list({ label: 'Status', options: () => displayedStates.map((state) => ({ value: state, id: state, title: capitalize(state) })) }) },
    run: async ({ args, services }) => services.campaigns.filter(args.state),
  }),
];

const findField = (context: Context, token: string) => context.campaignDraft?.fields.find((field) => field.token === token);

const fieldArg = arg.list({
  label: 'Merge field',
  options: ({ campaignDraft }: Context) =>
    Object.values(mergeFields).map(({ token, label }) => {
      const field = campaignDraft?.fields.find((each) => each.token === token);
      const fallback = field?.fallback ? ` · otherwise “${field.fallback}”` : '';
      return { value: token as string, id: token.replaceAll('%', ''), title: label, detail: `${token}${fallback}${field?.enabled === false ? ' · off' : ''}` };
    }),
});

const textCommands: readonly Command[] = [
  command({
    ...formBase,
    id: 'campaigns.insertField',
    title: 'Insert merge field',
    keywords: ['first name', 'last name', 'phone', 'email', 'personalize', '%%'],
    icon: 'user',
    available: (context) => checkEvent(context, 'campaign', 'field.typed'),
    args: { field: fieldArg },
    run: async ({ args, services }) => services.campaigns.insert(args.field),
  }),
  command({
    ...formBase,
    id: 'campaigns.setFallback',
    title: 'Set merge field fallback',
    keywords: ['empty', 'missing', 'default', 'otherwise'],
    icon: 'pencil',
    available: (context) => checkEvent(context, 'campaign', 'merge.changed'),
    args: {
      field: fieldArg,
      fallback: arg.optional(arg.words('Fallback text', maxFallback, (context, _, given) => findField(context, `%%${given.field}%%`)?.fallback)),
    },
    run: async ({ context, args, services }) =>
      services.flows.send('campaign', {
        type: 'merge.changed',
        token: args.field,
        isEnabled: findField(context, args.field)?.enabled ?? true,
        fallback: args.fallback ?? '',
      }),
  }),
  command({
    ...formBase,
    id: 'campaigns.toggleField',
    title: 'Toggle merge field',
    keywords: ['turn on', 'turn off', 'enable', 'disable'],
    icon: 'user',
    available: (context) => checkEvent(context, 'campaign', 'merge.changed'),
    args: { field: fieldArg },
    run: async ({ context, args, services }) => {
      const field = findField(context, args.field);
      services.flows.send('campaign', { type: 'merge.changed', token: args.field, isEnabled: !(field?.enabled ?? false), fallback: field?.fallback ?? '' });
    },
  }),
];

const chooseCommands: readonly Command[] = [
  command({
    ...formBase,
    id: 'campaigns.chooseGroup',
    title: 'Choose campaign group',
    keywords: ['recipients', 'contacts', 'list', 'to'],
    icon: 'users',
    available: (context) => checkEvent(context, 'campaign', 'group.chosen'),
    args: { group: createGroupArg() },
    run: async ({ args: { group }, services }) => services.flows.send('campaign', { type: 'group.chosen', group: { id: group.id, name: group.name } }),
  }),
  command({
    ...formBase,
    id: 'campaigns.chooseNumber',
    title: 'Choose campaign number',
    keywords: ['from', 'sender', 'line', 'send from'],
    icon: 'hash',
    available: (context) => checkEvent(context, 'campaign', 'number.chosen'),
    args: {
      number: arg.list({
        label: 'Number',
        options: ({ numbers }: Context) =>
          numbers.map(({ id, label, number, smsEnabled }) => ({
            value: id,
            id: String(id),
            title: formatNumberName({ label, number }),
            detail: displayPhone(number),
            icon: 'hash',
            ...(smsEnabled ? {} : { reason: 'This number can’t send texts' }),
          })),
        getCurrent: ({ campaignDraft }) => (campaignDraft?.numberId ? String(campaignDraft.numberId) : undefined),
      }),
    },
    run: async ({ args, services }) => services.flows.send('campaign', { type: 'number.chosen', numberId: args.number }),
  }),
  command({
    ...formBase,
    id: 'campaigns.schedule',
    title: 'Schedule campaign',
    keywords: ['time', 'date', 'later', 'tomorrow', 'delay'],
    icon: 'calendar-clock',
    available: (context) => checkEvent(context, 'campaign', 'time.chosen'),
    args: { when: sendTimeArg },
    run: async ({ args, services }) => services.flows.send('campaign', { type: 'time.chosen', deliverAt: args.when, now: new Date().toISOString() }),
  }),
  command({
    ...formBase,
    id: 'campaigns.clearTime',
    title: 'Remove campaign send time',
    keywords: ['now', 'at once', 'unschedule', 'clear'],
    icon: 'x',
    available: (context) => {
      const accepted = checkEvent(context, 'campaign', 'time.chosen');
      return accepted !== true ? accepted : (context.campaignDraft?.deliverAt ?? null) !== null || { reason: 'No send time is set' };
    },
    run: async ({ services }) => services.flows.send('campaign', { type: 'time.chosen', deliverAt: null, now: new Date().toISOString() }),
  }),
  command({
    ...formBase,
    id: 'campaigns.toggleInbox',
    title: 'Toggle campaign in inbox',
    keywords: ['skip inbox', 'hide', 'conversations', 'show'],
    icon: 'inbox',
    available: (context) => checkEvent(context, 'campaign', 'inbox.chosen'),
    detail: ({ campaignDraft }) => (campaignDraft === null ? null : campaignDraft.skipInbox ? 'hidden until they reply' : 'shown'),
    run: async ({ context, services }) => services.flows.send('campaign', { type: 'inbox.chosen', skipInbox: !(context.campaignDraft?.skipInbox ?? false) }),
  }),
  command({
    ...formBase,
    id: 'campaigns.attach',
    title: 'Attach file to campaign',
    keywords: ['picture', 'photo', 'MMS', 'media'],
    icon: 'paperclip',
    available: (context) => checkEvent(context, 'campaign', 'media.attached'),
    run: async ({ services }) => services.campaigns.attach(),
  }),
  command({
    ...formBase,
    id: 'campaigns.removeMedia',
    title: 'Remove campaign file',
    keywords: ['attachment', 'picture', 'media', 'detach'],
    icon: 'x',
    available: (context) => checkEvent(context, 'campaign', 'media.removed'),
    args: {
      file: arg.list({
        label: 'File',
        options: ({ campaignDraft }: Context) =>
          (campaignDraft?.media ?? []).map(({ name, previewUrl }) => ({ value: previewUrl, id: previewUrl, title: name })),
      }),
    },
    run: async ({ args, services }) => services.flows.send('campaign', { type: 'media.removed', previewUrl: args.file }),
  }),
];

const draftCommands: readonly Command[] = [
  command({
    ...base,
    id: 'campaigns.save',
    title: 'Save campaign draft',
    keywords: ['keep', 'draft'],
    icon: 'save',
    scopes: ['campaignForm'],
    available: (context) => checkEvent(context, 'campaign', 'draft.saved'),
    run: async ({ services }) => services.campaigns.save(),
  }),
  flowCommand(
    { ...formBase, id: 'campaigns.discard', title: 'Discard campaign changes', keywords: ['revert', 'reset', 'undo', 'clear'], icon: 'trash' },
    'campaign',
    { type: 'draft.discarded' },
  ),
  command({
    ...formBase,
    id: 'campaigns.review',
    title: 'Review and send campaign',
    keywords: ['launch', 'send', 'submit', 'preview', 'check', 'cost'],
    icon: 'list-checks',
    available: (context) => checkEvent(context, 'campaign', 'review.opened'),
    run: async ({ services }) => services.flows.send('campaign', { type: 'review.opened', now: new Date().toISOString() }),
  }),
  flowCommand(
    {
      ...base,
      scopes: ['campaignReview'],
      id: 'campaigns.closeReview',
      title: 'Edit reviewed campaign',
      keywords: ['back', 'editor', 'change'],
      icon: 'pencil',
    },
    'campaign',
    { type: 'review.closed' },
  ),
  command({
    ...base,
    permission: 'campaigns.read',
    id: 'campaigns.recount',
    title: 'Count campaign recipients again',
    keywords: ['review', 'refresh', 'recount', 'reload', 'cost'],
    icon: 'refresh',
    scopes: ['campaignReview'],
    quiet: true,
    available: (context) => checkEvent(context, 'campaign', 'review.opened'),
    run: async ({ services }) => services.flows.send('campaign', { type: 'review.opened', now: new Date().toISOString() }),
  }),
  command({
    ...sendBase,
    id: 'campaigns.arm',
    title: 'Send campaign',
    keywords: ['launch', 'confirm', 'start', 'go'],
    icon: 'send',
    scopes: ['campaignReview'],
    available: (context) => checkEvent(context, 'campaign', 'campaign.armed'),
    run: async ({ services }) => services.campaigns.arm(false),
  }),
  command({
    ...sendBase,
    id: 'campaigns.armSample',
    title: 'Send campaign to 1% first',
    keywords: ['trickle', 'sample', 'test', 'few', 'part', 'then ask'],
    icon: 'flask',
    scopes: ['campaignReview'],
    available: (context) => checkEvent(context, 'campaign', 'campaign.armed'),
    run: async ({ services }) => services.campaigns.arm(true),
  }),
  command({
    ...sendBase,
    id: 'campaigns.stop',
    title: 'Stop campaign before it’s sent',
    keywords: ['undo', 'cancel', 'withdraw', 'disarm', 'hold'],
    icon: 'undo',
    scopes: ['campaignReport'],
    available: (context) => checkEvent(context, 'campaign', 'campaign.stopped'),
    run: async ({ services }) => services.campaigns.stop(),
  }),
];

const runCommands: readonly Command[] = [
  command({
    ...oneBase,
    id: 'campaigns.pause',
    title: 'Pause campaign',
    keywords: ['stop', 'hold', 'halt'],
    icon: 'pause',
    available: checkCampaign('campaign.paused', ['queued', 'sending'], 'This campaign isn’t being sent'),
    run: async ({ context, services }) => services.campaigns.pause(getCampaign(context)),
  }),
  command({
    ...oneBase,
    id: 'campaigns.resume',
    title: 'Resume campaign',
    keywords: ['continue', 'go on', 'send to the rest', 'unpause'],
    icon: 'play',
    available: checkCampaign('campaign.resumed', ['paused'], 'This campaign isn’t paused'),
    run: async ({ context, services }) => services.campaigns.resume(getCampaign(context)),
  }),
  command({
    ...oneBase,
    id: 'campaigns.reopen',
    title: 'Move campaign to draft',
    keywords: ['edit', 'unschedule', 'withdraw', 'cancel'],
    icon: 'pencil',
    available: checkCampaign('campaign.reopened', ['queued', 'paused'], 'Only a scheduled or paused campaign can be moved to draft'),
    run: async ({ context, services }) => services.campaigns.reopen(getCampaign(context)),
  }),
  flowCommand(
    {
      group: 'Campaigns',
      scopes: ['campaignReport', 'campaignReview'],
      id: 'campaigns.reload',
      title: 'Reload campaign',
      keywords: ['retry', 'again', 'refresh', 'check'],
      icon: 'refresh',
      quiet: true,
    },
    'campaign',
    { type: 'campaign.reloaded' },
  ),
  command({
    ...oneBase,
    id: 'campaigns.ask',
    title: 'Check delivery of unconfirmed texts',
    keywords: ['not confirmed', 'unknown', 'ask', 'carrier about'],
    icon: 'refresh',
    scopes: ['campaignReport'],
    available: (context) => checkEvent(context, 'campaign', 'unknown.checked'),
    run: async ({ context, services }) => services.campaigns.ask(getCampaign(context)),
  }),
  command({
    ...oneBase,
    id: 'campaigns.resend',
    title: 'Resend unconfirmed texts',
    keywords: ['not confirmed', 'unknown', 'again', 'retry'],
    icon: 'send',
    scopes: ['campaignReport'],
    available: (context) => checkEvent(context, 'campaign', 'unknown.resent'),
    review: ({ context }) => {
      const { counts } = getCampaign(context);
      return {
        sentence: `Resend the text to ${formatCount(counts.unknown, 'campaignEvent')} whose delivery isn’t confirmed. Some may get it twice.`,
        count: counts.unknown,
        sample: [],
        skipped: [],
        verb: 'resend',
        undoNote: 'This can’t be undone',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.campaigns.resend(getCampaign(context)),
  }),
];

/** Commands over campaigns. */
export const campaignCommands: readonly Command[] = [
  ...listCommands,
  ...textCommands,
  ...chooseCommands,
  ...draftCommands,
  ...runCommands,
  ...recipientCommands,
];
