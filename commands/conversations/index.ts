/** Conversations and their items: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { type Binding, createBindings } from '../keymap/binding.ts';
import { conversationCommands } from './commands.ts';
import { threadCommands } from './items.ts';
import { startCommands } from './startConversation.ts';
import type { ConversationsTypes } from './types.ts';

export const conversations: CommandArea<ConversationsTypes> = {
  rank: 2,
  commands: [...conversationCommands, ...threadCommands, ...startCommands],
  places: [{ kind: 'inbox', title: 'Go to Inbox', icon: 'inbox', keywords: ['conversations', 'messages'], permission: 'conversations.read' }],
  triggers: {},
  keys: [
    ...createBindings('workspace', { 'g i': 'go.inbox' }),
    ...(['inbox', 'conversation'] as const).flatMap((scope): Binding[] => [
      { keys: 'e', command: 'conversations.archive', scope, when: 'isOpen' },
      { keys: 'e', command: 'conversations.restore', scope, when: 'isArchived' },
      ...createBindings(scope, {
        ']': 'conversations.archiveNext',
        '[': 'conversations.archivePrevious',
        'shift+i': 'conversations.markRead',
        'shift+u': 'conversations.markUnread',
        '#': 'conversations.deleteMessages',
        c: 'conversations.start',
        r: 'messages.reply',
        'shift+c': 'notes.write',
        '!': 'callers.block',
        s: 'calls.markLead',
        'shift+s': 'calls.markAppointment',
      }),
    ]),
    ...createBindings('inbox', { f: 'conversations.filter' }),
    ...createBindings('conversation', {
      n: 'conversations.nextItem',
      p: 'conversations.previousItem',
      ';': 'conversations.expandAll',
      ':': 'conversations.collapseAll',
      'shift+y': 'messages.confirmOptOut',
      'shift+n': 'messages.dismissOptOut',
    }),
    { keys: 'space', command: 'recording.toggle', scope: 'conversation', when: 'hasRecording' },
    ...createBindings('recording', { space: 'recording.toggle' }),
  ],
  menus: {
    conversation: [
      ['conversations.archive', 'conversations.restore'],
      'messages.reply',
      'notes.write',
      'phone.call',
      'calls.markLead',
      'calls.markAppointment',
      ['conversations.markUnread', 'conversations.markRead'],
      'conversations.openBeside',
      'callers.lookUp',
      ['callers.block', 'callers.unblock'],
      'conversations.deleteMessages',
    ],
    item: ['recording.toggle', 'messages.sendAgain', 'messages.sendNow', 'messages.reschedule', 'messages.takeBackItem', 'notes.edit', 'items.delete'],
  },
};
