/** A page that is looked at for the company's script (FLOW-184): its address is typed, the server looks, the result stays until another one is asked. */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { ScriptCheckResult } from '#contract/dni/enums.ts';
import { parseWebAddress } from '#contract/text/webAddress.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createCheck, createReasonLookup, isInside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'scriptCheck';

/** Result at an address. */
export interface CheckedPage {
  readonly url: string;
  readonly result: ScriptCheckResult;
  readonly checkedAt: string;
}

/** Events a user may send. */
export type UserEvent = { type: 'address.typed'; address: string } | { type: 'script.checked' };

export interface CheckContext {
  address: string;
  /** The last result; null before the first, and for another address. */
  checked: CheckedPage | null;
  error: FlowError | null;
}

const addressCheck = createCheck<Pick<CheckContext, 'address'>>([
  [({ address }) => address.trim() === '', 'Enter the address of a page first'],
  [({ address }) => parseWebAddress(address) === null, 'Enter the address of a public page'],
]);

/** The machine. */
export const machine = setup({
  types: { context: {} as CheckContext, events: {} as UserEvent },
  actors: {
    /** POST trackingNumbers/verifyScript. */
    checkPage: fromPromise<CheckedPage, { address: string }>(rejectMissingActor),
  },
  guards: { isAddress: addressCheck.passes },
  actions: {
    type: assign((_, params: { address: string }) => ({ address: params.address, checked: null, error: null })),
    save: assign((_, params: { checked: CheckedPage }) => ({ checked: params.checked, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ checked: null, error: null }),
  },
}).createMachine({
  id: flowId,
  context: { address: '', checked: null, error: null },
  initial: 'typing',
  states: {
    typing: {
      on: {
        'address.typed': { actions: { type: 'type', params: ({ event: { address } }) => ({ address }) } },
        'script.checked': { guard: 'isAddress', target: 'checking', actions: 'calm' },
      },
    },
    checking: {
      invoke: {
        id: 'checkPage',
        src: 'checkPage',
        input: ({ context: { address } }) => ({ address }),
        onDone: { target: 'typing', actions: { type: 'save', params: ({ event }) => ({ checked: event.output }) } },
        onError: { target: 'typing', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
  },
});

/** State of a check at one moment. */
export type CheckSnapshot = SnapshotFrom<typeof machine>;

const busyReasons = [[isInside('checking'), 'Checking the page…']] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<CheckSnapshot, UserEvent> = {
  'address.typed': busyReasons,
  'script.checked': [...busyReasons, ...addressCheck.reasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
