/** Events that can happen to a number of a catalog account. */
import { type InternalEvent, machine, type NumberSnapshot, type UserEvent } from '#machines/catalogNumber/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

type Owned = NumberSnapshot['context']['number'];
const owned = (changes: Partial<Owned> = {}): Owned => ({
  id: 1,
  number: '+16465551001',
  isActive: true,
  willBeRemovedAt: null,
  state: 'ready',
  reason: null,
  ...changes,
});
/** The number as it is at first. */
export const inactive = owned({ isActive: false, willBeRemovedAt: '2026-12-27T00:00:00.000Z' });

const cases = {
  'number.kept': [{}],
  'number.released': [{}],
  'release.confirmed': [{}],
  'release.left': [{}],
  'number.read': [
    { number: owned() },
    { number: inactive },
    { number: owned({ state: 'ordered' }) },
    { number: owned({ state: 'failed', isActive: false, reason: 'The number was taken' }) },
  ],
  'number.vanished': [{}],
  'xstate.done.actor.keepNumber': [{ output: owned() }],
  'xstate.error.actor.keepNumber': [{ error: refusals.internal }],
  'xstate.done.actor.releaseNumber': [{ output: undefined }],
  'xstate.error.actor.releaseNumber': [{ error: refusals.internal }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'catalogNumber',
  machine,
  input: { number: inactive },
  cases,
  sameState: ({ context }: Pick<NumberSnapshot, 'context'>) => [context.number.isActive, context.number.state, context.error?.status ?? null],
});
