/** Webhooks: creating, changing and testing them, their secrets, and their log. */
import type { EventHook } from '#contract/eventHooks/entities.ts';
import { type HookEvent, hookEvents, sentEventLabel } from '#contract/eventHooks/enums.ts';
import { hookLimits } from '#contract/eventHooks/limits.ts';
import { formatNumber } from '#contract/text/number.ts';
import { completeWebAddress, parseWebAddress } from '#contract/text/webAddress.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Parsed } from '../core/parsed.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { HookDeliveryRow } from './types.ts';

const base = { group: 'Company', permission: 'webhooks.manage' } as const;
const hookBase = { ...base, scopes: ['eventHooks'], rows: { kind: 'eventHook', max: 1 } } as const;

const getHook = (context: Context): EventHook => {
  const row = getRows(context, 'eventHook')?.rows[0];
  if (!row) throw new Error('Select a webhook first');
  return row;
};
const getDelivery = (context: Context): HookDeliveryRow => {
  const row = getRows(context, 'hookDelivery')?.rows[0];
  if (!row) throw new Error('Select a delivery first');
  return row;
};

function parseUrl(typed: string): Parsed<string> {
  const url = completeWebAddress(typed);
  if (!/^https:/i.test(url) || parseWebAddress(url) === null)
    return { ok: false, error: 'Enter a public address with https, like https://hooks.example.com/keyline' };
  return url.length <= hookLimits.url ? { ok: true, value: url } : { ok: false, error: `Use ${hookLimits.url} characters or fewer` };
}
const createUrlArg = (initial?: (context: Context) => string | undefined) =>
  arg.text({ label: 'Address', hint: 'A public address with https that takes POST requests', parse: parseUrl, ...(initial ? { initial } : {}) });

/** Sets of events that a webhook begins with; each can be toggled later. */
const sets: readonly { readonly id: string; readonly title: string; readonly events: readonly HookEvent[] }[] = [
  { id: 'all', title: 'All events', events: hookEvents },
  { id: 'calls', title: 'Calls', events: ['call.ended', 'call.missed', 'voicemail.created', 'lead.marked'] },
  { id: 'texts', title: 'Texts', events: ['message.received', 'message.sent'] },
  { id: 'leads', title: 'Leads', events: ['lead.marked'] },
  { id: 'campaigns', title: 'Campaigns', events: ['campaign.finished'] },
];
const setArg = arg.list({
  label: 'Events',
  options: () =>
    sets.map(({ id, title, events }) => ({ value: events, id, title, detail: events.map((event) => sentEventLabel[event]).join(', '), icon: 'list-checks' })),
});

const checkSecret = ({ isHookSecretShown }: Context): Availability => isHookSecretShown || { reason: 'No signing secret is shown', isMoot: true };

const hookCommands: readonly Command[] = [
  command({
    ...base,
    id: 'eventHooks.create',
    ownOnly: true,
    title: 'Create webhook',
    keywords: ['new', 'add', 'hook', 'endpoint', 'API', 'events', 'Zapier'],
    icon: 'plus',
    scopes: ['workspace'],
    args: { url: createUrlArg(), events: setArg },
    run: async ({ args, services }) => services.eventHooks.create(args.url, args.events),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.showDeliveries',
    title: 'Show webhook deliveries',
    keywords: ['log', 'sent', 'attempts', 'failed', 'open'],
    icon: 'history',
    quiet: true,
    run: async ({ context, services }) => services.eventHooks.showDeliveries(getHook(context)),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.test',
    title: 'Send webhook test event',
    keywords: ['try', 'ping', 'check'],
    icon: 'flask',
    run: async ({ context, services }) => services.eventHooks.test(getHook(context)),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.toggleEvent',
    ownOnly: true,
    title: 'Toggle webhook event',
    keywords: ['choose', 'call', 'text', 'lead', 'voicemail', 'campaign'],
    icon: 'list-checks',
    args: { event: arg.one('Event', hookEvents, sentEventLabel) },
    run: async ({ context, args, services }) => services.eventHooks.toggleEvent(getHook(context), args.event),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.setUrl',
    ownOnly: true,
    title: 'Change webhook address',
    keywords: ['edit', 'URL', 'move'],
    icon: 'pencil',
    args: { url: createUrlArg((context) => getRows(context, 'eventHook')?.rows[0]?.url) },
    run: async ({ context, args, services }) => services.eventHooks.setUrl(getHook(context), args.url),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.switch',
    ownOnly: true,
    title: 'Toggle webhook',
    keywords: ['turn on', 'turn off', 'pause', 'activate', 'deactivate'],
    icon: 'check-check',
    run: async ({ context, services }) => services.eventHooks.switch(getHook(context)),
  }),
  command({
    ...hookBase,
    id: 'eventHooks.delete',
    title: 'Delete webhook',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => {
      const { url, deliveries } = getHook(context);
      const waiting = deliveries.waiting === 0 ? '' : ` Deliveries that still wait won’t be sent: ${formatNumber(deliveries.waiting)}.`;
      return {
        sentence: `Delete the webhook ${url} and its log.${waiting} This can’t be undone.`,
        count: 1,
        sample: [url],
        skipped: [],
        verb: 'delete',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.eventHooks.remove(getHook(context)),
  }),
];

const secretCommands: readonly Command[] = [
  command({
    ...hookBase,
    id: 'eventHooks.rotateSecret',
    ownOnly: true,
    title: 'Rotate webhook secret',
    keywords: ['signing', 'signature', 'key', 'replace', 'new'],
    icon: 'key',
    review: ({ context }) => ({
      sentence: `Make a new signing secret for ${getHook(context).url}. The present one stays good for a day.`,
      count: 1,
      sample: [getHook(context).url],
      skipped: [],
      verb: 'rotate',
    }),
    run: async ({ context, services }) => services.eventHooks.rotateSecret(getHook(context)),
  }),
  command({
    ...base,
    id: 'eventHooks.copySecret',
    title: 'Copy webhook secret',
    keywords: ['signing', 'clipboard', 'key'],
    icon: 'clipboard',
    scopes: ['eventHooks'],
    available: checkSecret,
    run: async ({ services }) => services.eventHooks.copySecret(),
  }),
  command({
    ...base,
    id: 'eventHooks.hideSecret',
    title: 'Hide webhook secret',
    keywords: ['signing', 'done', 'close'],
    icon: 'eye-off',
    scopes: ['eventHooks'],
    quiet: true,
    available: checkSecret,
    run: async ({ services }) => services.eventHooks.hideSecret(),
  }),
];

const deliveryCommands: readonly Command[] = [
  command({
    ...base,
    id: 'eventHooks.resend',
    title: 'Send delivery again',
    keywords: ['retry', 'redeliver', 'webhook', 'repeat'],
    icon: 'rotate-ccw',
    scopes: ['hookDeliveries'],
    rows: { kind: 'hookDelivery', max: 1 },
    available: (context) => {
      const row = getRows(context, 'hookDelivery')?.rows[0];
      return row?.state === 'waiting' || row?.state === 'sending' ? { reason: 'This delivery is on its way already' } : true;
    },
    run: async ({ context, services }) => services.eventHooks.resend(getDelivery(context)),
  }),
];

/** Commands over webhooks. */
export const eventHookCommands: readonly Command[] = [...hookCommands, ...secretCommands, ...deliveryCommands];
