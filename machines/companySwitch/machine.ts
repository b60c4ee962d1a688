/**
 * Company switch (spec 1.4, 2.4; FLOW-107, FLOW-108; AMB-89): from the moment another company is chosen until its data is there, keys are
 * held and answers of the company before are dropped. One actor for the whole app.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { limits } from '#contract/core/limits.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { isIn } from '../state.ts';

/** The flow's name. */
export const flowId = 'companySwitch';

/** A company as the switch needs it. */
export interface CompanyRef {
  id: number;
  name: string;
}

/** Events a user may send. */
export type UserEvent = { type: 'company.chosen'; company: CompanyRef } | { type: 'refresh.retried' };
/** The person was taken out of a company (membership-changed on their channel). */
export type InternalEvent = { type: 'company.lost'; companyId: number };

export interface SwitchInput {
  company: CompanyRef | null;
}

/** `epoch` grows by one with each switch; whoever asks for data keeps the epoch of the moment and drops an answer of another. */
export interface SwitchContext {
  company: CompanyRef | null;
  previous: CompanyRef | null;
  epoch: number;
  error: FlowError | null;
}

/** The company switch machine. */
export const machine = setup({
  types: { context: {} as SwitchContext, events: {} as UserEvent | InternalEvent, input: {} as SwitchInput },
  actors: {
    /** Fetches all company-related data that is on the screen, for the new company. */
    refreshCompany: fromPromise<unknown, { companyId: number; epoch: number }>(rejectMissingActor),
  },
  guards: {
    isFirst: ({ context }) => context.company === null,
    isAnother: ({ context }, params: { company: CompanyRef }) => context.company?.id !== params.company.id,
    isSelected: ({ context }, params: { companyId: number }) => context.company?.id === params.companyId,
  },
  actions: {
    select: assign(({ context }, params: { company: CompanyRef | null }) => ({
      company: params.company,
      previous: context.company,
      epoch: context.epoch + 1,
      error: null,
    })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** The four that a switch clears (spec 2.4), and the change itself; all provided by the caller, run in this order. */
    clearDashboardFilter: () => {},
    clearBlockedCallers: () => {},
    clearBilling: () => {},
    clearCampaigns: () => {},
    /** Provided by the caller: drops what is cached of the company before, joins the new one's channel, remembers the choice. */
    enterCompany: (_, _params: { company: CompanyRef | null; previous: CompanyRef | null; epoch: number }) => {},
  },
  delays: { settle: limits.companySwitchMs },
}).createMachine({
  id: flowId,
  context: ({ input }) => ({ company: input.company, previous: null, epoch: 0, error: null }),
  initial: 'idle',
  on: {
    'company.chosen': [
      {
        // Nothing of a company before is there to be cleared: its data is fetched at once.
        guard: 'isFirst',
        target: '.refreshing',
        actions: [
          { type: 'select', params: ({ event }) => event },
          { type: 'enterCompany', params: ({ context }) => context },
        ],
      },
      {
        guard: { type: 'isAnother', params: ({ event }) => event },
        target: '.clearing',
        reenter: true,
        actions: { type: 'select', params: ({ event }) => event },
      },
    ],
    'company.lost': {
      guard: { type: 'isSelected', params: ({ event }) => event },
      target: '.idle',
      actions: [
        { type: 'select', params: { company: null } },
        'clearDashboardFilter',
        'clearBlockedCallers',
        'clearBilling',
        'clearCampaigns',
        { type: 'enterCompany', params: ({ context }) => context },
      ],
    },
  },
  states: {
    idle: {},
    clearing: {
      entry: ['clearDashboardFilter', 'clearBlockedCallers', 'clearBilling', 'clearCampaigns', { type: 'enterCompany', params: ({ context }) => context }],
      after: { settle: { target: 'refreshing' } },
    },
    refreshing: {
      entry: 'calm',
      invoke: {
        id: 'refreshCompany',
        src: 'refreshCompany',
        input: ({ context }) => ({ companyId: context.company?.id ?? 0, epoch: context.epoch }),
        onDone: { target: 'idle' },
        onError: { target: 'stale', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
    stale: { on: { 'refresh.retried': { target: 'refreshing' } } },
  },
});

/** State of a switch at one moment. */
export type SwitchSnapshot = SnapshotFrom<typeof machine>;

/** Checks whether data asked for in `epoch` belongs to the company selected now; an answer that does not is dropped. */
export const isCurrent = (snapshot: SwitchSnapshot, epoch: number): boolean => snapshot.context.epoch === epoch;

/** Checks whether keys are held: from the choice until the new company's data is there. */
export const isKeyboardBlocked = (snapshot: SwitchSnapshot): boolean => isIn(snapshot, 'clearing', 'refreshing');
