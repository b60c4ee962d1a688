/** Inside a conversation: moving, items, calls, notes, recordings. */

import type { Item } from '#contract/conversations/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { checkSingle, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const conversationBase = { group: 'Conversation', scopes: ['conversation'] } as const;

const inboxBase = { group: 'Conversation', scopes: ['inbox', 'conversation'] } as const;

const getItem = (context: Context): Item => {
  if (!context.open.item) throw new Error('Select an item in the conversation first');
  return context.open.item;
};

const checkItem = ({ open: { item } }: Context): Availability => item !== undefined || { reason: 'This conversation is empty' };

const checkKind =
  (kind: Item['type'], reason: string) =>
  ({ open: { item } }: Context): Availability =>
    item?.type === kind || { reason };

const findConversation = (context: Context) => context.open.conversation ?? getRows(context, 'conversation')?.rows[0] ?? null;

/** The call under the cursor of the list of calls, or the open one, where these are in focus. */
const findCall = (context: Context) =>
  context.focus.scopes.some((scope) => scope === 'calls' || scope === 'call') ? (getRows(context, 'call')?.rows[0] ?? null) : null;

function checkConversation(context: Context): Availability {
  return findConversation(context) === null ? { reason: 'Choose a conversation first' } : checkSingle(context, 'conversation');
}

const createMoveCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: CommandDefinition<Record<never, never>>['run'],
): Command => command({ ...conversationBase, id: `conversations.${id}`, title, icon, keywords, quiet: true, repeats: true, run });

const moveCommands: readonly Command[] = [
  createMoveCommand('nextItem', 'Next item', 'arrow-down', ['down', 'thread'], async ({ services }) => services.conversations.moveInThread('next')),
  createMoveCommand('previousItem', 'Previous item', 'arrow-up', ['up', 'older', 'thread'], async ({ services }) =>
    services.conversations.moveInThread('previous'),
  ),
  createMoveCommand('firstUnread', 'First unread item', 'mail', ['new', 'thread'], async ({ services }) => services.conversations.moveInThread('firstUnread')),
  createMoveCommand('newestItem', 'Newest item', 'arrow-down', ['bottom', 'thread'], async ({ services }) => services.conversations.moveInThread('newest')),
  createMoveCommand('oldestItem', 'Oldest loaded item', 'arrow-up', ['top', 'thread'], async ({ services }) => services.conversations.moveInThread('oldest')),
  createMoveCommand('expandAll', 'Expand all items', 'expand', ['steps', 'details'], async ({ services }) => services.conversations.expand('all')),
  createMoveCommand('collapseAll', 'Collapse all items', 'minus', ['steps', 'details'], async ({ services }) => services.conversations.expand('none')),
];

const itemCommands: readonly Command[] = [
  command({
    ...conversationBase,
    id: 'items.markRead',
    title: 'Mark item read',
    icon: 'mail-open',
    permission: 'conversations.work',
    available: ({ open: { item } }) => (item !== undefined && !item.isRead) || { reason: 'Already read' },
    run: async ({ context, services }) => services.conversations.readItem(getItem(context)),
  }),
  command({
    ...conversationBase,
    id: 'items.delete',
    title: 'Delete item',
    keywords: ['remove', 'trash', 'message', 'call'],
    icon: 'trash',
    permission: 'conversations.work',
    available: checkItem,
    run: async ({ context, services }) => services.conversations.deleteItem(getItem(context)),
  }),
];

const markCommands = (['isLead', 'isAppointment'] as const).map((mark): Command => {
  const word = mark === 'isLead' ? 'lead' : 'appointment';
  return command({
    ...inboxBase,
    scopes: [...inboxBase.scopes, 'calls', 'call'],
    id: mark === 'isLead' ? 'calls.markLead' : 'calls.markAppointment',
    title: mark === 'isLead' ? 'Toggle lead' : 'Toggle appointment',
    keywords: ['mark', 'unmark', 'qualify', 'star'],
    icon: mark === 'isLead' ? 'star' : 'calendar',
    permission: 'calls.qualify',
    available: (context) => (findCall(context) === null ? checkConversation(context) : checkSingle(context, 'call')),
    detail: (context) => ((findCall(context)?.ascOptions ?? findConversation(context))?.[mark] ? `is ${word === 'lead' ? 'a lead' : 'an appointment'}` : null),
    run: async ({ context, services }) => {
      const { item } = context.open;
      const call = findCall(context);
      if (call) return services.calls.mark(call, { [mark]: !call.ascOptions[mark] });
      if (item?.details.kind === 'call' && context.focus.pane?.kind === 'conversation')
        return services.conversations.mark(item, { [mark]: !item.details[mark] });
      const conversation = findConversation(context);
      return conversation ? services.conversations.markLatestCall(conversation, { [mark]: !conversation[mark] }) : { changed: false as const };
    },
  });
});

const noteCommands: readonly Command[] = [
  command({
    ...inboxBase,
    id: 'notes.write',
    title: 'Write internal note',
    keywords: ['comment', 'team', 'private'],
    icon: 'note',
    permission: 'notes.write',
    available: checkConversation,
    quiet: true,
    opensField: true,
    run: async ({ services }) => services.composer.focus('note'),
  }),
  command({
    ...conversationBase,
    scopes: ['conversation', 'composer'],
    id: 'notes.save',
    title: 'Save internal note',
    keywords: ['comment', 'team', 'private', 'keep'],
    icon: 'check',
    permission: 'notes.write',
    available: ({ composer }) => {
      if (composer?.mode !== 'note') return { reason: 'Start an internal note first', unblock: { commandId: 'notes.write' } };
      return composer.text.trim() !== '' || { reason: 'Write the note first' };
    },
    run: async ({ context, services }) => services.composer.saveNote(context.composer?.conversationId),
  }),
  command({
    ...inboxBase,
    addressed: 'saved',
    id: 'notes.add',
    title: 'Add quick note',
    keywords: ['comment', 'quick note', 'words'],
    icon: 'note',
    permission: 'notes.write',
    available: checkConversation,
    args: { body: arg.words('Note', 5_000) },
    run: async ({ context, args, services }) => {
      const conversation = findConversation(context);
      return conversation ? services.notes.create({ modelType: 'conversation', modelId: conversation.id }, args.body) : { changed: false as const };
    },
  }),
  command({
    ...conversationBase,
    addressed: 'saved',
    id: 'notes.edit',
    title: 'Edit note',
    keywords: ['edit', 'comment', 'change'],
    icon: 'pencil',
    permission: 'notes.write',
    available: checkKind('note', 'Choose a note first'),
    args: { body: arg.words('Note', 5_000, ({ open: { item } }) => (item?.details.kind === 'note' ? item.details.body : undefined)) },
    run: async ({ context, args, services }) => services.notes.update(getItem(context), args.body),
  }),
  command({
    ...conversationBase,
    id: 'notes.delete',
    title: 'Delete note',
    keywords: ['remove', 'comment'],
    icon: 'trash',
    permission: 'notes.write',
    available: checkKind('note', 'Choose a note first'),
    run: async ({ context, services }) => services.notes.delete(getItem(context)),
  }),
];

const checkRecording = ({ recording }: Context): Availability => recording !== null || { reason: 'No recording' };

const recordingBase = { group: 'Conversation', scopes: ['conversation', 'call'] } as const;

const rates = [0.75, 1, 1.25, 1.5, 2] as const;

const recordingCommands: readonly Command[] = [
  command({
    ...recordingBase,
    id: 'recording.toggle',
    title: 'Play or pause recording',
    keywords: ['listen', 'voicemail', 'audio'],
    icon: 'play',
    available: checkRecording,
    quiet: true,
    run: async ({ services }) => services.recording.toggle(),
  }),
  command({
    ...recordingBase,
    id: 'recording.forward',
    title: 'Recording: Skip forward 10 seconds',
    icon: 'arrow-right',
    available: checkRecording,
    quiet: true,
    repeats: true,
    run: async ({ services }) => services.recording.seek(10),
  }),
  command({
    ...recordingBase,
    id: 'recording.back',
    title: 'Recording: Skip back 10 seconds',
    icon: 'arrow-left',
    available: checkRecording,
    quiet: true,
    repeats: true,
    run: async ({ services }) => services.recording.seek(-10),
  }),
  command({
    ...recordingBase,
    id: 'recording.speed',
    title: 'Recording: Set speed',
    keywords: ['faster', 'slower'],
    icon: 'timer',
    available: checkRecording,
    quiet: true,
    args: {
      rate: arg.list({
        label: 'Speed',
        isScale: true,
        options: () => rates.map((rate) => ({ value: rate, id: String(rate), title: `${rate}×` })),
        getCurrent: ({ recording }) => recording?.speed.toString(),
      }),
    },
    run: async ({ args, services }) => services.recording.setRate(args.rate),
  }),
  command({
    ...recordingBase,
    id: 'recording.download',
    title: 'Download recording',
    keywords: ['save', 'audio'],
    icon: 'download',
    available: checkRecording,
    changes: false,
    run: async ({ services }) => services.recording.download(),
  }),
];

/** Commands inside a conversation. */
export const threadCommands: readonly Command[] = [...moveCommands, ...itemCommands, ...markCommands, ...noteCommands, ...recordingCommands];
