/** Sending messages: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { messageCommands } from './commands.ts';
import type { MessagingTypes } from './types.ts';

export const messaging: CommandArea<MessagingTypes> = {
  rank: 3,
  commands: [...messageCommands],
  places: [
    {
      kind: 'scheduled',
      title: 'Go to Scheduled messages',
      icon: 'calendar-clock',
      keywords: ['later', 'waiting', 'unsent', 'outbox'],
      permission: 'conversations.read',
    },
  ],
  triggers: {
    outgoingMessage: {
      'text.typed': { field: 'message' },
      'media.attached': { command: 'messages.attach' },
      'media.removed': { command: 'messages.removeMedia' },
      'message.submitted': { command: 'messages.send' },
      'message.finished': { command: 'messages.sendAndDone' },
      'message.scheduled': { command: 'messages.schedule' },
      'message.undone': { command: 'messages.takeBack' },
      'message.resent': { command: 'messages.resend' },
      'message.abandoned': { command: 'messages.abandon' },
    },
  },
  keys: [
    { keys: 'mod+enter', command: 'messages.send', scope: 'composer', in: 'text', when: 'isReply' },
    { keys: 'mod+shift+enter', command: 'messages.sendAndDone', scope: 'composer', in: 'text' },
    { keys: 'mod+u', command: 'messages.attach', scope: 'composer', in: 'text' },
    ...createBindings('scheduled', {
      t: 'messages.reschedule',
      'mod+enter': 'messages.sendNow',
      '#': 'messages.takeBackItem',
      r: 'messages.reply',
      c: 'conversations.start',
    }),
    ...createBindings('conversation', { t: 'messages.reschedule' }),
  ],
  menus: { scheduledMessage: ['messages.reschedule', 'messages.sendNow', 'messages.takeBackItem', 'messages.reply'] },
};
