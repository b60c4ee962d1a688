/** Events that can happen while the active numbers of a catalog account are chosen. */
import { accountNumbers } from '#contract/catalog/limits.ts';
import { type ActivationSnapshot, type InternalEvent, machine, type Offer, type Owned, type UserEvent } from '#machines/catalogActivation/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const owned = (id: number, changes: Partial<Owned> = {}): Owned => ({
  id,
  number: `+1646555${1_000 + id}`,
  isActive: true,
  willBeRemovedAt: null,
  state: 'ready',
  reason: null,
  ...changes,
});
const offer = (id: number): Offer => ({ id, number: `+1646555${1_000 + id}`, locality: null, region: null, heldUntil: '2026-11-27T12:00:00.000Z' });
const off = { isActive: false, willBeRemovedAt: '2026-12-01T00:00:00.000Z' } as const;
const failed = owned(9, { isActive: false, state: 'failed', reason: 'The number was taken' });
const full = Array.from({ length: accountNumbers }, (_, at) => owned(100 + at));

const cases = {
  'numbers.read': [
    { numbers: [owned(1), owned(2, off), failed], offers: [offer(5)] },
    { numbers: [owned(1), owned(2)], offers: [] },
    { numbers: full, offers: [offer(5)] },
  ],
  'number.toggled': [{ id: 1 }, { id: 2 }, { id: 5 }],
  'set.reviewed': [{ removalAt: '2026-12-27T00:00:00.000Z' }],
  'set.confirmed': [{}],
  'review.left': [{}],
  'xstate.done.actor.activateNumbers': [{ output: [owned(1), owned(2, off)] }],
  'xstate.error.actor.activateNumbers': [{ error: refusals.internal }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'catalogActivation',
  machine,
  cases,
  refused: { 'number.toggled': [{ id: 9 }, { id: 77 }] },
  sameState: ({ context }: Pick<ActivationSnapshot, 'context'>) => [
    context.numbers.map(({ id, isActive, state }) => `${id}${isActive}${state}`).join(),
    context.offers.map(({ id }) => id).join(),
    [...context.chosen].sort((a, b) => a - b).join(),
    context.isTouched,
    context.before.length,
    context.error?.status ?? null,
  ],
});
