/** Events that can happen in the palette. */
import { type CommandRef, type InternalEvent, machine, type PaletteSnapshot, type UserEvent } from '#machines/palette/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const command = (id: string, changes: Partial<CommandRef> = {}): CommandRef => ({
  id,
  title: id,
  args: [],
  needsReview: false,
  unavailable: null,
  unblockedBy: null,
  ...changes,
});

/** One command of each kind. */
export const archive = command('conversations.archive');
export const label = command('contacts.label', {
  args: [
    { name: 'label', label: 'Which label', optional: false },
    { name: 'until', label: 'Until when', optional: true },
  ],
});
export const remove = command('contacts.delete', { needsReview: true });
export const send = command('messages.send', { unavailable: 'Select a conversation first', unblockedBy: command('conversations.open') });
export const invite = command('users.invite', { unavailable: 'Only administrators invite people' });

const cases = {
  'palette.opened': [{}, { query: '>' }],
  'palette.closed': [{}],
  'query.typed': [{ query: '@ana' }],
  'command.chosen': [
    { command: archive },
    { command: label },
    { command: label, given: [{ name: 'label', value: 4, text: 'VIP' }] },
    { command: remove },
    { command: send },
    { command: invite },
  ],
  'unblocker.chosen': [{}],
  'argument.typed': [{ text: 'tomorrow' }, { text: '' }],
  'argument.picked': [{ value: 4, text: 'VIP' }],
  'argument.submitted': [{}],
  'argument.skipped': [{}],
  'step.undone': [{}],
  'review.accepted': [{}],
  'run.retried': [{}],
  'review.outdated': [{}],
  'block.ended': [{ command: archive }, { command: invite }],
  'person.changed': [{}],
  'xstate.done.actor.parseArgument': [{ output: { value: '2026-03-03T14:00:00Z', text: 'tomorrow 9am' } }],
  'xstate.error.actor.parseArgument': [{ error: refusals.notReadable }],
  'xstate.done.actor.countRows': [
    { output: { count: 12, sample: ['Ana', 'Ben'], skipped: [{ reason: 'in a running campaign', count: 1 }] } },
    { output: { count: 0, sample: [], skipped: [] } },
  ],
  'xstate.error.actor.countRows': [{ error: refusals.unavailable }],
  'xstate.done.actor.runCommand': [{ output: undefined }],
  'xstate.error.actor.runCommand': [{ error: refusals.forbidden }, { error: refusals.countChanged }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'palette',
  machine,
  cases,
  sameState: ({ context }: Pick<PaletteSnapshot, 'context'>) => [
    context.command?.id ?? null,
    context.given.length,
    context.text !== '',
    context.review?.count ?? null,
    context.isRecount,
  ],
});
