/**
 * A subscription (FLOW-110 to FLOW-116, RULE-191 to RULE-195): the six states of the specification, and a change on its way. The state is the server's, which has
 * it from the card vendor; the machine says which changes are legal in it.
 */
import { raise, type SnapshotFrom } from 'xstate';
import type { CompanyBilling } from '#contract/billing/entities.ts';
import { subscriptionStates } from '#contract/billing/enums.ts';
import { toFlowError } from '../errors.ts';
import type { SubscriptionContext, SubscriptionOrder, UserEvent } from './events.ts';
import { subscriptionSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'subscription';

const context: SubscriptionContext = { billing: null, order: null, error: null };

/** The order of an event. */
function toOrder(event: UserEvent): SubscriptionOrder {
  switch (event.type) {
    case 'subscription.started':
      return { kind: 'start', planId: event.planId, reviewed: event.reviewed };
    case 'subscription.upgraded':
      return { kind: 'upgrade', planId: event.planId, reviewed: event.reviewed };
    case 'subscription.canceled':
      return { kind: 'cancel' };
    case 'subscription.downsold':
      return { kind: 'downsell', planId: event.planId };
    case 'subscription.retried':
      return { kind: 'keep' };
    case 'change.reverted':
      return { kind: 'revert' };
    case 'offer.used':
      return { kind: 'yearly', offerId: event.offerId, reviewed: event.reviewed };
    case 'company.migrated':
      return { kind: 'migrate', planId: event.planId, reviewed: event.reviewed };
  }
}

const change = {
  target: '#subscription.changing',
  actions: { type: 'keepOrder', params: ({ event }: { event: UserEvent }) => ({ order: toOrder(event) }) },
} as const;
const toBilling = ({ event }: { event: { output: CompanyBilling } }) => ({ billing: event.output });
const toChanged = ({ context: { order }, event }: { context: SubscriptionContext; event: { output: CompanyBilling } }) => ({ billing: event.output, order });
const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });

const revert = { guard: 'isPending', ...change } as const;
const downsell = { guard: 'isDownsellable', ...change } as const;
const start = { guard: 'isStartable', ...change } as const;

/** The machine. */
export const machine = subscriptionSetup.createMachine({
  id: 'subscription',
  context,
  initial: 'unknown',
  on: {
    'billing.known': { target: '.deciding', actions: { type: 'keepBilling', params: ({ event }) => event } },
    'invoices.due': { actions: 'refreshInvoices' },
  },
  states: {
    unknown: {},
    /** To the state that the server names. */
    deciding: {
      always: [
        ...subscriptionStates.map((state) => ({ guard: { type: 'isState', params: { state } }, target: `#subscription.${state}` }) as const),
        { target: 'unknown' },
      ],
    },
    active: {
      on: {
        'subscription.canceled': change,
        'subscription.upgraded': { guard: 'isUpgradable', ...change },
        'subscription.downsold': downsell,
        'change.reverted': revert,
        'offer.used': { guard: 'isOfferable', ...change },
        'company.migrated': { guard: 'isLegacy', ...change },
      },
    },
    canceling: { on: { 'subscription.retried': change, 'subscription.downsold': downsell } },
    retry_period: { on: { 'subscription.canceled': change } },
    expired: { on: { 'subscription.started': start } },
    refunding: {},
    not_subscribed: { on: { 'subscription.started': start } },
    changing: {
      // Interim billing is kept; the change's own answer decides.
      on: { 'billing.known': { actions: { type: 'keepBilling', params: ({ event }) => event } } },
      invoke: {
        id: 'changeSubscription',
        src: 'changeSubscription',
        input: ({ context: { order } }) => {
          if (order === null) throw new Error('Only an order leads here');
          return order;
        },
        onDone: [
          {
            guard: 'isUpgrade',
            target: 'deciding',
            actions: [
              { type: 'keepBilling', params: toBilling },
              { type: 'tellChanged', params: toChanged },
              'dropOrder',
              raise({ type: 'invoices.due' }, { delay: 'invoicesRefresh', id: 'invoicesRefresh' }),
            ],
          },
          {
            target: 'deciding',
            actions: [{ type: 'keepBilling', params: toBilling }, { type: 'tellChanged', params: toChanged }, 'dropOrder'],
          },
        ],
        onError: { target: 'deciding', actions: { type: 'fail', params: toError } },
      },
    },
  },
});

/** State of the flow at one moment. */
export type SubscriptionSnapshot = SnapshotFrom<typeof machine>;
