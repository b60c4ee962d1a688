/** Past calls and their review: the area’s commands and keys. */

import { callOutcomes } from '#contract/calls/enums.ts';
import type { CommandArea } from '../core/area.ts';
import { type Binding, createBindings } from '../keymap/binding.ts';
import { callCommands } from './commands.ts';
import { callFilterCommands } from './filters.ts';
import { reviewCommands } from './review.ts';
import { callMarkCommands } from './tags.ts';
import type { CallsTypes } from './types.ts';

export const calls: CommandArea<CallsTypes> = {
  rank: 9,
  commands: [...callFilterCommands, ...callCommands, ...callMarkCommands, ...reviewCommands],
  places: [{ kind: 'calls', title: 'Go to Calls', icon: 'phone', keywords: ['search', 'recordings', 'transcripts'], permission: 'activity.read' }],
  triggers: {
    reviewRun: {
      'run.started': { command: 'review.start' },
      'outcome.given': { command: 'review.judge' },
      'call.skipped': { command: 'review.skip' },
      'call.returned': { command: 'review.return' },
      'run.finished': { command: 'review.finish' },
      'run.retried': { command: 'review.retry' },
      'run.undone': { command: 'review.undo' },
      'run.closed': { command: 'review.close' },
    },
  },
  keys: [
    ...createBindings('workspace', { 'g c': 'go.calls' }),
    ...(['calls', 'call'] as const).flatMap((scope): Binding[] =>
      createBindings(scope, {
        s: 'calls.markLead',
        'shift+s': 'calls.markAppointment',
        'shift+c': 'calls.addNote',
        q: 'calls.qualify',
        l: 'calls.addTag',
        '!': 'callers.block',
      }),
    ),
    ...createBindings('calls', { f: 'calls.search', v: 'review.start', r: 'conversations.startWith' }),
    ...createBindings('review', { ']': 'review.skip', '[': 'review.return' }),
    ...callOutcomes.map((outcome, at): Binding => ({ keys: String(at + 1), command: 'review.judge', scope: 'review', args: { outcome } })),
    ...createBindings('call', {
      n: 'calls.nextSegment',
      p: 'calls.previousSegment',
      enter: 'calls.playSegment',
      '/': 'calls.find',
      r: 'calls.openConversation',
    }),
    { keys: 'space', command: 'recording.toggle', scope: 'call', when: 'hasRecording' },
  ],
  menus: {
    call: [
      'calls.open',
      'calls.openConversation',
      'conversations.startWith',
      'phone.call',
      'calls.markLead',
      'calls.markAppointment',
      'calls.qualify',
      'calls.setOutcome',
      'calls.addNote',
      'calls.addTag',
      'calls.ofThisCaller',
      'calls.copyNumber',
      ['callers.block', 'callers.unblock'],
    ],
  },
};
