/** Going places. Each place is a pane; a pane of the kind that is open already is reused. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { SearchKind } from '../search/types.ts';

const createHitArg = (label: string, kind: SearchKind) =>
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

const goBase = { group: 'Go to', scopes: ['workspace'], offline: false, quiet: true } as const;

const goToCommands: readonly Command[] = [
  command({
    ...goBase,
    id: 'go.contact',
    title: 'Go to contact',
    keywords: ['person', 'customer'],
    icon: 'user',
    permission: 'contacts.read',
    args: { contact: createHitArg('Contact', 'contact') },
    run: async ({ args, services }) => services.contacts.open(args.contact),
  }),
  command({
    ...goBase,
    id: 'go.number',
    title: 'Go to number',
    keywords: ['line', 'DID'],
    icon: 'hash',
    permission: 'numbers.read',
    args: { number: createHitArg('Number', 'number') },
    run: async ({ args, services }) => services.numbers.goTo(args.number),
  }),
];

export const goCommands: readonly Command[] = [
  ...goToCommands,
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
