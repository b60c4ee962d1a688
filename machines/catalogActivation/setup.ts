/** The named parts of choosing the active numbers: its actor (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import { accountNumbers } from '#contract/catalog/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { ActivationContext, Change, InternalEvent, Offer, Owned, UserEvent } from './events.ts';

/** Numbers that can be active: one that could not be bought is none. */
const isUsable = ({ state }: Owned): boolean => state !== 'failed';
const listActive = (numbers: readonly Owned[]): number[] => numbers.flatMap(({ id, isActive, state }) => (isActive && state !== 'failed' ? [id] : []));

/** Computes the effect of a choice. */
export function computeChange({ numbers, offers, chosen }: Pick<ActivationContext, 'numbers' | 'offers' | 'chosen'>): Change {
  const usable = numbers.filter(isUsable);
  const isChosen = ({ id }: { readonly id: number }) => chosen.includes(id);
  return {
    bought: offers.filter(isChosen),
    turnedOn: usable.filter((each) => isChosen(each) && !each.isActive),
    turnedOff: usable.filter((each) => !isChosen(each) && each.isActive),
    leftOff: usable.filter((each) => !isChosen(each) && !each.isActive),
  };
}

/** The numbers as an activation makes them (RULE-232, RULE-233). */
function project({ numbers, offers, chosen, removalAt }: ActivationContext): Owned[] {
  const kept = numbers.map((each) =>
    !isUsable(each)
      ? each
      : chosen.includes(each.id)
        ? { ...each, isActive: true, willBeRemovedAt: null }
        : { ...each, isActive: false, willBeRemovedAt: removalAt },
  );
  const bought = offers.filter(({ id }) => chosen.includes(id));
  return [...kept, ...bought.map(({ id, number }) => ({ id, number, isActive: true, willBeRemovedAt: null, state: 'ordered' as const, reason: null }))];
}

/** A choice that changes something, within the limit of an account. */
export const reviewCheck = createCheck<ActivationContext>([
  [
    (context) => {
      const { bought, turnedOn, turnedOff } = computeChange(context);
      return bought.length + turnedOn.length + turnedOff.length === 0;
    },
    'Choose a number, or leave one out, first',
  ],
  [
    (context) => context.numbers.filter(isUsable).length + computeChange(context).bought.length > accountNumbers,
    `An account has up to ${accountNumbers} numbers. Delete one first.`,
  ],
]);

/** True where numbers and offers as they are now change a review that is open. */
function isAnotherChange(context: ActivationContext, params: { numbers: readonly Owned[]; offers: readonly Offer[] }): boolean {
  const toIds = ({ bought, turnedOn, turnedOff, leftOff }: Change) => [bought, turnedOn, turnedOff, leftOff].map((each) => each.map(({ id }) => id));
  return JSON.stringify(toIds(computeChange(context))) !== JSON.stringify(toIds(computeChange({ ...context, ...params })));
}

const changedError: FlowError = { status: 409, code: 'count_changed', message: 'Your numbers have changed. Review them again.' };

/** The setup of the machine. */
export const activationSetup = setup({
  types: { context: {} as ActivationContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** PUT /caddy/numbers/activate: the whole set. `count`: active numbers that the person was told are turned off. */
    activateNumbers: fromPromise<readonly Owned[], { ids: readonly number[]; count: number }>(rejectMissingActor),
  },
  guards: {
    isKnown: ({ context }, params: { id: number }) =>
      context.numbers.some((each) => each.id === params.id && isUsable(each)) || context.offers.some(({ id }) => id === params.id),
    hasChange: reviewCheck.passes,
    isAnotherChange: ({ context }, params: { numbers: readonly Owned[]; offers: readonly Offer[] }) => isAnotherChange(context, params),
  },
  actions: {
    read: assign(({ context }, params: { numbers: readonly Owned[]; offers: readonly Offer[] }) => {
      const known = new Set([...params.numbers, ...params.offers].map(({ id }) => id));
      // A number that has come or gone active elsewhere since is taken as it is now; what the person chose stays chosen.
      const before = new Set(listActive(context.numbers));
      const now = listActive(params.numbers);
      const appeared = now.filter((id) => !before.has(id) && !context.chosen.includes(id));
      const chosen = context.isTouched ? [...context.chosen.filter((id) => known.has(id)), ...appeared] : now;
      return { numbers: params.numbers, offers: params.offers, chosen };
    }),
    toggle: assign(({ context }, params: { id: number }) => ({
      chosen: context.chosen.includes(params.id) ? context.chosen.filter((id) => id !== params.id) : [...context.chosen, params.id],
      isTouched: true,
      error: null,
    })),
    keepRemoval: assign((_, params: { removalAt: string }) => ({ removalAt: params.removalAt, error: null })),
    /** FLOW-148: what is asked for stands at once. */
    anticipate: assign(({ context }) => ({ before: context.numbers, numbers: project(context) })),
    /** FLOW-149. */
    settle: assign(({ context }, params: { numbers: readonly Owned[] }) => ({
      numbers: params.numbers,
      offers: context.offers.filter(({ id }) => !context.chosen.includes(id)),
      chosen: listActive(params.numbers),
      isTouched: false,
      before: [],
      error: null,
    })),
    /** FLOW-150, RULE-234: all as before, and the choice still there. */
    rollBack: assign(({ context }, params: { error: FlowError }) => ({ numbers: context.before, before: [], error: params.error })),
    startAgain: assign({ error: changedError }),
    calm: assign({ error: null }),
    /** Provided by the caller: what was read of the server is no longer so. */
    announce: (_, _params: { numbers: readonly Owned[] }) => {},
  },
});
