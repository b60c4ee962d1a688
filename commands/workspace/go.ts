/** Going places. Each place is a pane; a pane of the kind that is open already is reused. */

import type { Permission } from '#contract/core/permissions.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { PaneKind } from '../core/types.ts';
import type { SearchKind } from '../search/types.ts';

/** Kinds of panes one can go to, and how they are called. */
export const places = [
  { kind: 'inbox', id: 'inbox', title: 'Go to Inbox', icon: 'inbox', keywords: ['conversations', 'messages'], permission: 'conversations.read' },
  { kind: 'activity', id: 'activity', title: 'Go to Activity', icon: 'activity', keywords: ['calls', 'history', 'feed'], permission: 'activity.read' },
  { kind: 'calls', id: 'calls', title: 'Go to Calls', icon: 'phone', keywords: ['search', 'recordings', 'transcripts'], permission: 'activity.read' },
  { kind: 'contacts', id: 'contacts', title: 'Go to Contacts', icon: 'users', keywords: ['people', 'customers'], permission: 'contacts.read' },
  { kind: 'numbers', id: 'numbers', title: 'Go to Numbers', icon: 'hash', keywords: ['lines', 'DID', 'tracking'], permission: 'numbers.read' },
  { kind: 'tags', id: 'tags', title: 'Go to Tags', icon: 'tags', keywords: ['labels'], permission: 'numbers.read' },
  { kind: 'customFields', id: 'customFields', title: 'Go to Custom fields', icon: 'rows', keywords: ['attributes', 'eav'], permission: 'numbers.read' },
  { kind: 'blocks', id: 'blocks', title: 'Go to Blocked callers', icon: 'ban', keywords: ['spam', 'blocks'], permission: 'blocks.read' },
  { kind: 'live', id: 'live', title: 'Go to Live calls', icon: 'phone-call', keywords: ['now', 'ringing'], permission: 'activity.read' },
  {
    kind: 'greetings',
    id: 'greetings',
    title: 'Go to Greetings',
    icon: 'megaphone',
    keywords: ['voicemail', 'announcement', 'text to speech'],
    permission: 'numbers.read',
  },
  {
    kind: 'templates',
    id: 'templates',
    title: 'Go to Number templates',
    icon: 'layers',
    keywords: ['routing', 'same', 'apply'],
    permission: 'numbers.read',
  },
  { kind: 'marketplace', id: 'marketplace', title: 'Go to Marketplace', icon: 'card', keywords: ['sell', 'listings', 'price'], permission: 'numbers.read' },
  {
    kind: 'forwards',
    id: 'forwards',
    title: 'Go to Destinations',
    icon: 'phone-forwarded',
    keywords: ['phones', 'destinations', 'who rings', 'forwards'],
    permission: 'numbers.read',
  },
  {
    kind: 'schedule',
    id: 'schedule',
    title: 'Go to Schedules',
    icon: 'clock',
    keywords: ['hours', 'availability', 'time zone'],
    permission: 'company.read',
  },
  {
    kind: 'ports',
    id: 'ports',
    title: 'Go to Port-in requests',
    icon: 'phone-incoming',
    keywords: ['porting', 'bring in', 'transfer', 'carrier'],
    permission: 'numbers.buy',
  },
  { kind: 'companies', id: 'companies', title: 'Go to Companies', icon: 'building', keywords: ['accounts', 'organizations'], permission: null },
  { kind: 'log', id: 'log', title: 'Go to Command log', icon: 'history', keywords: ['history', 'again', 'audit', 'open'], permission: null },
] as const satisfies readonly { kind: PaneKind; id: string; title: string; icon: string; keywords: readonly string[]; permission: Permission | null }[];

const hitArg = (label: string, kind: SearchKind) =>
  arg.search({
    label,
    search: async (context, services, query, signal) =>
      query.trim() === ''
        ? []
        : (await services.lookup.search(query, [kind], signal, context.company?.id)).map((hit) => ({
            value: hit.id,
            id: String(hit.id),
            title: hit.title,
            detail: hit.detail,
          })),
    find: async (id) => (/^[1-9]\d{0,15}$/.test(id) ? Number(id) : null),
  });

const hits = { group: 'Go to', scopes: ['workspace'], offline: false, quiet: true } as const;

const going: readonly Command[] = [
  command({
    ...hits,
    id: 'go.contact',
    title: 'Go to contact',
    keywords: ['person', 'customer'],
    icon: 'user',
    permission: 'contacts.read',
    args: { contact: hitArg('Contact', 'contact') },
    run: async ({ args, services }) => services.contacts.open(args.contact),
  }),
  command({
    ...hits,
    id: 'go.number',
    title: 'Go to number',
    keywords: ['line', 'DID'],
    icon: 'hash',
    permission: 'numbers.read',
    args: { number: hitArg('Number', 'number') },
    run: async ({ args, services }) => services.panes.open('numbers', { id: String(args.number) }, 'reuse'),
  }),
];

export const goCommands: readonly Command[] = [
  ...going,
  ...places.map(({ kind, id, title, icon, keywords, permission }) =>
    command({
      id: `go.${id}`,
      title,
      group: 'Go to',
      keywords,
      icon,
      scopes: ['workspace'],
      ...(permission ? { permission } : {}),
      offline: true,
      quiet: true,
      run: async ({ services }) => services.panes.open(kind, {}, 'reuse'),
    }),
  ),
  command({
    id: 'go.pane',
    title: 'Go to pane',
    group: 'Go to',
    keywords: ['focus', 'window', 'tile'],
    icon: 'layout',
    scopes: ['workspace'],
    quiet: true,
    available: ({ panes }) => panes.length > 1 || { reason: 'Only one pane is open', unblock: { commandId: 'workspace.splitRight' } },
    args: { pane: arg.list({ label: 'Pane', options: ({ panes }) => panes.map(({ id, title }) => ({ value: id, id, title })) }) },
    run: async ({ args, services }) => services.panes.focusPane(args.pane),
  }),
];
