/** Working the inbox: what is done to conversations, by one or by thousands. */

import { type ConversationAction, type ConversationKind, conversationKinds } from '#contract/conversations/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { countChanging, formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context, RowSelection } from '../core/types.ts';

const paneBase = { group: 'Inbox', scopes: ['inbox', 'conversation'] } as const;

const workBase = { ...paneBase, permission: 'conversations.work' } as const;

const matchingRows = { kind: 'conversation', matching: true } as const;

const singleRow = { kind: 'conversation', max: 1 } as const;

const getConversations = (context: Context): RowSelection<'conversation'> => {
  const on = getRows(context, 'conversation');
  if (!on) throw new Error('Select a conversation first');
  return on;
};

const getConversation = (context: Context) => {
  const [row] = getConversations(context).rows;
  if (!row) throw new Error('Select a conversation first');
  return row;
};

/** More rows than this are shown before they are changed. */
const maxWithoutReview = 20;

interface ConversationAct {
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

function createReview({ title, action, already, state }: ConversationAct, on: RowSelection<'conversation'>): Review | null {
  if (on.mode !== 'matching' && on.count <= maxWithoutReview) return null;
  const idle = on.mode === 'matching' ? 0 : on.rows.filter(already).length;
  const skipped = idle > 0 ? [{ count: idle, reason: `already ${state}` }] : [];
  return {
    sentence: `${title} ${formatCount(countChanging(on.count, skipped), 'conversation')}`,
    count: on.count,
    sample: getSampleNames(on),
    skipped,
    verb: action,
    undoNote: 'You can undo this',
  };
}

const acts: readonly (ConversationAct & { readonly id: string })[] = [
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

const actCommands: readonly Command[] = acts.map((act) =>
  command({
    ...workBase,
    id: `conversations.${act.id}`,
    title: act.title,
    keywords: act.keywords,
    icon: act.icon,
    rows: matchingRows,
    available: (context): Availability => {
      const on = getRows(context, 'conversation');
      if (!on) return true;
      if (on.mode === 'matching') return act.fits(on.filter?.isArchived ?? false) || { reason: `Already ${act.state}` };
      return !on.rows.every(act.already) || { reason: `Already ${act.state}` };
    },
    review: ({ context }) => createReview(act, getConversations(context)),
    run: async ({ context, services }) => services.conversations.act(act.action, getConversations(context)),
  }),
);

const archiveAndOpenCommands: readonly Command[] = (['next', 'previous'] as const).map((neighbour) =>
  command({
    ...workBase,
    id: neighbour === 'next' ? 'conversations.archiveNext' : 'conversations.archivePrevious',
    title: `Archive and open ${neighbour}`,
    keywords: ['done', 'triage'],
    icon: neighbour === 'next' ? 'arrow-down' : 'arrow-up',
    rows: singleRow,
    run: async ({ context, services }) => services.conversations.archiveAndOpen(getConversation(context), neighbour),
  }),
);

const kindTitles: Readonly<Record<ConversationKind, string>> = { calls: 'Calls', messages: 'Messages', voicemail: 'Voicemails', fax: 'Faxes' };

const createKindArg = (label: string) =>
  arg.list({ label, options: () => conversationKinds.map((kind) => ({ value: kind, id: kind, title: kindTitles[kind] })) });

const createNumberArg = (label: string) =>
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

const createFilterCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: CommandDefinition<Record<never, never>>['run'],
): Command =>
  command({ ...paneBase, scopes: ['workspace'], permission: 'conversations.read', id: `conversations.${id}`, title, icon, keywords, quiet: true, run });

const filterCommands: readonly Command[] = [
  createFilterCommand('showOpen', 'Show open conversations', 'inbox', ['filter', 'inbox'], async ({ services }) =>
    services.conversations.filter({ isArchived: undefined }),
  ),
  createFilterCommand('showArchived', 'Show archived conversations', 'archive', ['filter', 'done'], async ({ services }) =>
    services.conversations.filter({ isArchived: true }),
  ),
  createFilterCommand('showUnread', 'Show unread conversations only', 'mail', ['filter', 'new'], async ({ services }) =>
    services.conversations.filter({ isUnread: true }),
  ),
  createFilterCommand('showReadToo', 'Show read and unread conversations', 'mail-open', ['filter'], async ({ services }) =>
    services.conversations.filter({ isUnread: undefined }),
  ),
  createFilterCommand('showAllNumbers', 'Show conversations on all numbers', 'hash', ['filter'], async ({ services }) =>
    services.conversations.filter({ numberIds: undefined }),
  ),
  createFilterCommand('showAllTypes', 'Show all conversation types', 'layers', ['filter', 'kind'], async ({ services }) =>
    services.conversations.filter({ types: undefined }),
  ),
  createFilterCommand('sortNewest', 'Sort inbox by newest', 'arrow-down', ['sort', 'order', 'first'], async ({ services }) =>
    services.conversations.setSort('newest'),
  ),
  createFilterCommand('sortOldest', 'Sort inbox by oldest', 'arrow-up', ['sort', 'order', 'first'], async ({ services }) =>
    services.conversations.setSort('oldest'),
  ),
  command({
    ...paneBase,
    id: 'conversations.showNumbers',
    title: 'Show conversations on a number',
    keywords: ['filter', 'line'],
    icon: 'hash',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { number: createNumberArg('Which number') },
    run: async ({ args, services }) => services.conversations.filter({ numberIds: [args.number.id] }),
  }),
  command({
    ...paneBase,
    id: 'conversations.showTypes',
    title: 'Show conversations by type',
    keywords: ['filter', 'calls', 'messages', 'voicemail', 'fax', 'kind'],
    icon: 'filter',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { kind: createKindArg('Type') },
    run: async ({ args, services }) => services.conversations.filter({ types: [args.kind] }),
  }),
  command({
    ...paneBase,
    id: 'conversations.filter',
    title: 'Search inbox',
    keywords: ['filter', 'find', 'build'],
    icon: 'search',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    args: { words: arg.words('Name, number or text', 400) },
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

const otherCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'conversations.open',
    title: 'Open conversation',
    keywords: ['find', 'thread', 'jump'],
    icon: 'message',
    scopes: ['workspace'],
    permission: 'conversations.read',
    quiet: true,
    opens: true,
    args: { conversation: conversationSearch },
    run: async ({ args, services }) => services.conversations.open(args.conversation),
  }),
  command({
    ...paneBase,
    id: 'conversations.openBeside',
    title: 'Open conversation in a split pane',
    keywords: ['split', 'pane', 'pin', 'beside'],
    icon: 'split-horizontal',
    permission: 'conversations.read',
    rows: singleRow,
    quiet: true,
    run: async ({ context, services }) => services.conversations.open(getConversation(context).id, 'beside'),
  }),
  command({
    ...workBase,
    id: 'conversations.deleteMessages',
    title: 'Clear conversation',
    keywords: ['remove', 'trash', 'empty', 'delete'],
    icon: 'trash',
    rows: singleRow,
    review: ({ context }) => ({
      sentence: `Delete all messages, calls and notes in the conversation with ${getSampleNames(getConversations(context), 1).join('')}`,
      count: 1,
      sample: getSampleNames(getConversations(context), 1),
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.conversations.deleteMessages(getConversation(context)),
  }),
  command({
    ...workBase,
    id: 'conversations.readByKind',
    title: 'Mark all read by type',
    keywords: ['all', 'calls', 'messages', 'voicemail', 'fax', 'kind'],
    icon: 'check-check',
    scopes: ['workspace'],
    args: { kind: createKindArg('Type') },
    run: async ({ args, services }) => services.conversations.readAllByType(args.kind),
  }),
];

/** Commands of the area conversations. */
export const conversationCommands: readonly Command[] = [...actCommands, ...archiveAndOpenCommands, ...filterCommands, ...otherCommands];
