/** Working the inbox: what is done to conversations, by one or by thousands. */

import { type ConversationAction, type ConversationKind, conversationKinds } from '#contract/conversations/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context, RowSelection } from '../core/types.ts';

const inPanes = { group: 'Inbox', scopes: ['inbox', 'conversation'] } as const;

const work = { ...inPanes, permission: 'conversations.work' } as const;

const many = { kind: 'conversation', matching: true } as const;

const one = { kind: 'conversation', max: 1 } as const;

const conversationsOf = (context: Context): RowSelection<'conversation'> => {
  const on = getRows(context, 'conversation');
  if (!on) throw new Error('Select a conversation first');
  return on;
};

const single = (context: Context) => {
  const [row] = conversationsOf(context).rows;
  if (!row) throw new Error('Select a conversation first');
  return row;
};

/** More rows than this are shown before they are changed. */
const few = 20;

interface Act {
  readonly title: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly action: ConversationAction;
  /** Rows that are so already, and what is said of them. */
  readonly already: (row: RowSelection<'conversation'>['rows'][number]) => boolean;
  readonly state: string;
  /** Checks whether it changes anything among all that match a filter for open or archived ones. */
  readonly fits: (isArchived: boolean) => boolean;
}

function reviewOf({ title, action, already, state }: Act, on: RowSelection<'conversation'>): Review | null {
  if (on.mode !== 'matching' && on.count <= few) return null;
  const idle = on.mode === 'matching' ? 0 : on.rows.filter(already).length;
  return {
    sentence: `${title} ${formatCount(on.count, 'conversation')}`,
    count: on.count,
    sample: getSampleNames(on),
    skipped: idle > 0 ? [{ count: idle, reason: `already ${state}` }] : [],
    verb: action,
    undoNote: 'You can undo this',
  };
}

const acts: readonly (Act & { readonly id: string })[] = [
  {
    id: 'archive',
    title: 'Archive',
    icon: 'archive',
    keywords: ['done', 'close', 'finish'],
    action: 'archive',
    already: (row) => row.isArchived,
    state: 'archived',
    fits: (isArchived) => !isArchived,
  },
  {
    id: 'restore',
    title: 'Restore',
    icon: 'archive-restore',
    keywords: ['reopen', 'unarchive', 'open again'],
    action: 'restore',
    already: (row) => !row.isArchived,
    state: 'open',
    fits: (isArchived) => isArchived,
  },
  {
    id: 'markRead',
    title: 'Mark read',
    icon: 'mail-open',
    keywords: ['seen'],
    action: 'read',
    already: (row) => row.numUnreadItems === 0,
    state: 'read',
    fits: () => true,
  },
  {
    id: 'markUnread',
    title: 'Mark unread',
    icon: 'mail',
    keywords: ['unseen', 'later'],
    action: 'unread',
    already: (row) => row.numUnreadItems > 0,
    state: 'unread',
    fits: () => true,
  },
];

const acting: readonly Command[] = acts.map((act) =>
  command({
    ...work,
    id: `conversations.${act.id}`,
    title: act.title,
    keywords: act.keywords,
    icon: act.icon,
    rows: many,
    available: (context): Availability => {
      const on = getRows(context, 'conversation');
      if (!on) return true;
      if (on.mode === 'matching') return act.fits(on.filter?.isArchived ?? false) || { reason: `Already ${act.state}` };
      return !on.rows.every(act.already) || { reason: `Already ${act.state}` };
    },
    review: ({ context }) => reviewOf(act, conversationsOf(context)),
    run: async ({ context, services }) => services.conversations.act(act.action, conversationsOf(context)),
  }),
);

const leaving: readonly Command[] = (['next', 'previous'] as const).map((neighbour) =>
  command({
    ...work,
    id: neighbour === 'next' ? 'conversations.archiveNext' : 'conversations.archivePrevious',
    title: `Archive and open ${neighbour}`,
    keywords: ['done', 'triage'],
    icon: neighbour === 'next' ? 'arrow-down' : 'arrow-up',
    rows: one,
    run: async ({ context, services }) => services.conversations.archiveAndOpen(single(context), neighbour),
  }),
);

const kindTitles: Readonly<Record<ConversationKind, string>> = { calls: 'Calls', messages: 'Messages', voicemail: 'Voicemails', fax: 'Faxes' };

const kindArg = (label: string) => arg.list({ label, options: () => conversationKinds.map((kind) => ({ value: kind, id: kind, title: kindTitles[kind] })) });

const numberArg = (label: string) =>
  arg.list({
    label,
    options: ({ numbers }: Context) =>
      numbers.map((number) => ({
        value: number,
        id: String(number.id),
        title: number.label || number.number,
        detail: displayPhone(number.number),
        icon: 'hash',
      })),
  });

const narrow = (id: string, title: string, icon: string, keywords: readonly string[], run: CommandDefinition<Record<never, never>>['run']): Command =>
  command({ ...inPanes, scopes: ['workspace'], permission: 'conversations.read', id: `conversations.${id}`, title, icon, keywords, quiet: true, run });

const narrowing: readonly Command[] = [
  narrow('showOpen', 'Show open conversations', 'inbox', ['filter', 'inbox'], async ({ services }) => services.conversations.filter({ isArchived: undefined })),
  narrow('showArchived', 'Show archived conversations', 'archive', ['filter', 'done'], async ({ services }) =>
    services.conversations.filter({ isArchived: true }),
  ),
  narrow('showUnread', 'Show unread conversations only', 'mail', ['filter', 'new'], async ({ services }) => services.conversations.filter({ isUnread: true })),
  narrow('showReadToo', 'Show read and unread conversations', 'mail-open', ['filter'], async ({ services }) =>
    services.conversations.filter({ isUnread: undefined }),
  ),
  narrow('showAllNumbers', 'Show conversations on all numbers', 'hash', ['filter'], async ({ services }) =>
    services.conversations.filter({ numberIds: undefined }),
  ),
  narrow('showAllTypes', 'Show all conversation types', 'layers', ['filter', 'kind'], async ({ services }) =>
    services.conversations.filter({ types: undefined }),
  ),
  narrow('sortNewest', 'Sort inbox by newest', 'arrow-down', ['sort', 'order', 'first'], async ({ services }) => services.conversations.setSort('newest')),
  narrow('sortOldest', 'Sort inbox by oldest', 'arrow-up', ['sort', 'order', 'first'], async ({ services }) => services.conversations.setSort('oldest')),
  command({
    ...inPanes,
    id: 'conversations.showNumbers',
    title: 'Show conversations on a number',
    keywords: ['filter', 'line'],
    icon: 'hash',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { number: numberArg('Which number') },
    run: async ({ args, services }) => services.conversations.filter({ numberIds: [args.number.id] }),
  }),
  command({
    ...inPanes,
    id: 'conversations.showTypes',
    title: 'Show conversations by type',
    keywords: ['filter', 'calls', 'messages', 'voicemail', 'fax', 'kind'],
    icon: 'filter',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { kind: kindArg('Type') },
    run: async ({ args, services }) => services.conversations.filter({ types: [args.kind] }),
  }),
  command({
    ...inPanes,
    id: 'conversations.filter',
    title: 'Search inbox',
    keywords: ['filter', 'find', 'build'],
    icon: 'search',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { words: arg.words('Name, number or text', 100) },
    run: async ({ args, services }) => services.conversations.filter({ q: args.words }),
  }),
];

const conversationSearch = arg.search({
  label: 'Conversation',
  search: async (context, services, query, signal) => {
    const hits = await services.lookup.search(query, ['conversation'], signal, context.company?.id);
    return hits.map((hit) => ({ value: hit.id, id: String(hit.id), title: hit.title, detail: hit.detail, icon: 'message' }));
  },
  find: async (id) => (/^\d+$/.test(id) ? Number(id) : null),
});

const others: readonly Command[] = [
  command({
    ...inPanes,
    id: 'conversations.open',
    title: 'Open conversation',
    keywords: ['find', 'thread', 'jump'],
    icon: 'message',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { conversation: conversationSearch },
    run: async ({ args, services }) => services.conversations.open(args.conversation),
  }),
  command({
    ...inPanes,
    id: 'conversations.openBeside',
    title: 'Open conversation in a split pane',
    keywords: ['split', 'pane', 'pin', 'beside'],
    icon: 'split-horizontal',
    permission: 'conversations.read',
    rows: one,
    quiet: true,
    run: async ({ context, services }) => services.conversations.open(single(context).id, 'beside'),
  }),
  command({
    ...work,
    id: 'conversations.deleteMessages',
    title: 'Clear conversation',
    keywords: ['remove', 'trash', 'empty', 'delete'],
    icon: 'trash',
    rows: one,
    review: ({ context }) => ({
      sentence: `Delete all messages, calls and notes in the conversation with ${getSampleNames(conversationsOf(context), 1).join('')}`,
      count: 1,
      sample: getSampleNames(conversationsOf(context), 1),
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.conversations.deleteMessages(single(context)),
  }),
  command({
    ...work,
    id: 'conversations.readByKind',
    title: 'Mark all read by type',
    keywords: ['all', 'calls', 'messages', 'voicemail', 'fax', 'kind'],
    icon: 'check-check',
    scopes: ['workspace'],
    args: { kind: kindArg('Type') },
    run: async ({ args, services }) => services.conversations.readAllByType(args.kind),
  }),
];

/** Commands of the area conversations. */
export const conversationCommands: readonly Command[] = [...acting, ...leaving, ...narrowing, ...others];
